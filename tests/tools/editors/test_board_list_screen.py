"""The list of boards by touches: choose one, see what does not fit, take one from a stick, put it away."""

import errno
import os
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from companion.games.boards import library, received
from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import read_board_file, written
from companion.journal.save_folder import MOST_FILES, exchange_folder
from companion.tools.editors.authoring.board_draft import BoardDraft, draft_folders


def on_stick(shell: Any, name: str, text: str) -> None:
    folder = exchange_folder(shell.context.journal.path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(text, encoding="utf-8")


def refusal(shell: Any) -> str:
    """The text of the refusal on the screen."""
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    return str(shell.pointer.find_kind(RulingPopup).ruling.text)


def test_a_board_is_chosen_and_played_on(shell: Any) -> None:
    shell.pointer.tap("Boards")
    assert shell.pointer.shows("Hexagon Isles") and shell.pointer.shows("Two Shores")
    shell.pointer.tap("Europe")
    assert shell.overlay is None and shell.pointer.shows("On the board Europe")
    assert shell.home.chosen == {"board": "europe"}
    shell.pointer.tap("Start")
    assert shell.session.table.state.board == "europe"


def test_the_presets_keep_the_board_and_say_what_does_not_fit(shell: Any) -> None:
    shell.pointer.tap("Boards")
    shell.pointer.tap("Two Shores")
    shell.pointer.tap("Short")
    assert shell.home.chosen == {"board": "duel", "placing": "all at once", "goal": "capitals"}
    shell.pointer.tap("2008")
    assert "Two Shores has 20" in refusal(shell)
    assert shell.home.chosen["board"] == "duel" and "edition" not in shell.home.chosen


def test_what_does_not_fit_a_board_is_switched_off_and_says_why(shell: Any) -> None:
    shell.pointer.tap("2008")
    shell.pointer.tap("Boards")
    shell.pointer.tap("Two Shores")
    assert shell.pointer.shows("Switched off on this board")
    assert shell.home.chosen == {"board": "duel", "placing": "all at once"}


def test_a_game_refuses_a_board_that_its_rules_do_not_allow(shell: Any) -> None:
    shell.pointer.tap("Balance of Power")
    shell.pointer.tap("Boards")
    shell.pointer.tap("Two Shores")
    assert shell.overlay is not None and "30 to 60 territories" in refusal(shell)


def test_the_house_rules_show_what_does_not_fit_the_board(shell: Any) -> None:
    shell.pointer.tap("Boards")
    shell.pointer.tap("Two Shores")
    shell.pointer.tap("House rules")
    shell.pointer.tap("2008: cities, capitals, objectives, rewards")
    assert "Two Shores has 20" in refusal(shell)
    assert "edition" not in shell.home.chosen


def test_a_board_comes_from_a_stick_goes_to_one_and_is_put_away(shell: Any) -> None:
    board = replace(read_board_file(FOLDER / "duel.json"), name="Grandma's Lakes")
    on_stick(shell, "lakes", written(board))
    shell.pointer.tap("Boards")
    shell.pointer.tap("Open lakes")
    (named,) = library.references()
    shell.pointer.tap("More")
    shell.pointer.tap("Save a copy")
    copy = exchange_folder(shell.context.journal.path.parent) / "grandma-s-lakes.json"
    assert read_board_file(copy) == board
    shell.pointer.hold("Put away")
    assert library.references() == ()
    assert library.read_referred(named) == board


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no board"),
        ('{"name": "x"}', "is no board"),
        (None, "has mistakes"),
    ],
)
def test_hostile_and_faulty_files_on_a_stick_are_refused(shell: Any, text: str | None, said: str) -> None:
    board = read_board_file(FOLDER / "duel.json")
    on_stick(shell, "bad", text or written(replace(board, links=board.links[:5], drawing=_dry(board))))
    shell.pointer.tap("Boards")
    shell.pointer.tap("Open bad")
    assert shell.pointer.shows(said)
    assert library.references() == ()


def test_a_board_that_a_phone_sent_is_opened_or_deleted(shell: Any, screen: Any) -> None:
    board = read_board_file(FOLDER / "duel.json")
    for name in ("Ours", "Theirs"):
        received.receive_board(written(replace(board, name=name)).encode())
    shell.pointer.tap("Boards")
    shell.pointer.tap("Open Ours from a phone")
    assert [named.partition("@")[0] for named in library.references()] == ["ours"]
    screen.frames(4)
    shell.pointer.hold("Delete")
    assert received.received() == () and len(library.references()) == 1


def test_a_draft_is_deleted_by_a_hold(shell: Any) -> None:
    BoardDraft.begin(np.zeros((120, 160, 3), np.uint8), "Our board")
    shell.pointer.tap("Boards")
    shell.pointer.hold("Delete")
    assert draft_folders() == [] and not shell.pointer.shows("Go on with our-board-1")


def test_a_stick_that_is_full_is_told(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    library.keep(replace(read_board_file(FOLDER / "duel.json"), name="Ours"))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.tools.editors.board_list_screen.atomic_write", full)
    for words in ("Boards", "More", "Save a copy"):
        shell.pointer.tap(words)
    assert shell.pointer.shows("The file cannot be used: [Errno 28] No space left on device.")


def hostile_stick(shell: Any, ending: str) -> bytes:
    """Files as a broken or mean stick has them; returns the folder."""
    folder = exchange_folder(shell.context.journal.path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"nowhere{ending}").symlink_to(folder / "gone")
    (folder / f"folder{ending}").mkdir()
    os.mkfifo(folder / f"pipe{ending}")
    with (folder / f"huge{ending}").open("wb") as file:
        file.truncate(3_000_000_000)
    for number in range(2_000):
        (folder / f"many-{number}{ending}").touch()
        os.utime(folder / f"many-{number}{ending}", (1000, 1000))
    odd = os.fsencode(folder) + b"/\xff\xfe" + ending.encode()
    with open(odd, "wb") as file:  # noqa: PTH123 - a name that is no text
        file.write(b"{")
    return odd


def test_a_stick_with_hostile_files_stops_nothing(shell: Any, screen: Any) -> None:
    hostile_stick(shell, ".json")
    shell.pointer.tap("Boards")
    keys = [key.text for key in shell.overlay.walk() if getattr(key, "text", "").startswith("Open ")]
    assert len(keys) == MOST_FILES and not {"Open pipe", "Open folder", "Open nowhere"} & set(keys)
    for name, said in (("\ufffd\ufffd", "is wrong"), ("huge", "too large")):
        shell.pointer.tap(f"Open {name}")
        screen.frames(3)
        assert said in refusal(shell) and shell.pointer.shows(f"{name} is no board")
        shell.close_popup()
    assert library.references() == ()


def _dry(board: Any) -> Any:
    """The drawing without lines across the sea."""
    return replace(board.drawing, sea_links={})
