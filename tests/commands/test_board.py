"""``companion board``: every fault of a file in words, and boards kept, listed and copied."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import main
from companion.data_folder import VARIABLE
from companion.games.boards import library
from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import read_board_file
from companion.tools.editors.authoring.board_draft import BoardDraft, draft_folders
from companion.vision.sources.picture_files import write_png


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))


def changed(folder: Path, **changes: object) -> str:
    """A copy of the classic board with other fields."""
    content = json.loads((FOLDER / "classic.json").read_text(encoding="utf-8")) | changes
    path = folder / "mine.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def test_a_good_board_has_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", str(FOLDER / "classic.json")]) == 0
    assert "Classic world: 42 territories, 6 continents\n  No faults." in capsys.readouterr().out


Content = dict[str, Any]


def lonely(board: Content) -> None:
    """Take away the links and lines of an island."""
    board["links"] = [link for link in board["links"] if "madagascar" not in link.values()]
    lines = board["drawing"]["sea_links"]
    board["drawing"]["sea_links"] = {pair: line for pair, line in lines.items() if "madagascar" not in pair}


def in_parts(board: Content) -> None:
    """Take away the only link of a continent."""
    board["links"] = [link for link in board["links"] if set(link.values()) != {"indonesia", "siam", "sea"}]
    del board["drawing"]["sea_links"]["indonesia siam"]


def overlapping(board: Content) -> None:
    """Put a territory into two continents."""
    japan = next(item for item in board["territories"] if item["id"] == "japan")
    board["territories"].append(japan | {"continent": "europe"})


def on_each_other(board: Content) -> None:
    """Draw one continent's land over another's."""
    drawn = board["drawing"]["territories"]
    drawn["japan"]["polygons"] = drawn["brazil"]["polygons"]


def twins(board: Content) -> None:
    """Call two territories and two continents the same."""
    board["territories"][0]["name"] = board["territories"][1]["name"]
    board["continents"][0]["name"] = board["continents"][1]["name"]


def rich(board: Content) -> None:
    """Give a continent far too much."""
    board["continents"][0]["bonus"] = 20


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lonely, ["Madagascar has no neighbour."]),
        (in_parts, ["The board is not connected: no way from Afghanistan to Eastern Australia"]),
        (overlapping, ["japan is in more than one continent: asia, europe"]),
        (on_each_other, ["Brazil and Japan lie on each other."]),
        (twins, ["2 territories are called 'alaska'.", "2 continents are called 'south america'."]),
        (
            rich,
            [
                "a bonus of 20 is out of keeping with its territories (9) and its links to other ",
                "continents (3); 5 would be usual.",
            ],
        ),
    ],
)
def test_every_fault_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[Content], None], said: list[str]
) -> None:
    """Each fault alone; a board with one is not kept."""
    content = json.loads((FOLDER / "classic.json").read_text(encoding="utf-8"))
    damage(content)
    path = changed(tmp_path, **content)
    assert main(["board", "check", path]) == 1
    heard = "".join(capsys.readouterr())
    assert [words for words in said if words not in heard] == [], heard
    assert main(["board", "add", path]) == 1 and library.references() == ()


def test_all_faults_are_named_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads((FOLDER / "classic.json").read_text(encoding="utf-8"))
    for damage in (lonely, rich):
        damage(content)
    assert main(["board", "check", changed(tmp_path, **content)]) == 1
    said = capsys.readouterr().out
    assert "Madagascar has no neighbour." in said and "a bonus of 20" in said
    assert said.endswith("  2 faults.\n")


def test_what_is_no_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", changed(tmp_path, links=[], name=7)]) == 1
    assert "is wrong: Expected `str`, got `int` - at `$.name`" in capsys.readouterr().err


def test_a_board_is_kept_listed_and_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "add", changed(tmp_path, name="My Lakes")]) == 0
    named = capsys.readouterr().out.rpartition("Kept as ")[2].strip().rstrip(".")
    assert main(["board", "list"]) == 0
    assert f"{named}  My Lakes: 42 territories, 6 continents" in capsys.readouterr().out
    copy = tmp_path / "stick" / "lakes.json"
    assert main(["board", "copy", named, str(copy)]) == 0
    assert read_board_file(copy).name == "My Lakes"
    assert main(["board", "copy", named, ""]) == 1, "there is no such file"


def test_a_board_is_begun_from_a_photo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "photo.png"
    write_png(photo, np.full((60, 80, 3), 200, np.uint8))
    assert main(["board", "new", str(photo), "--name", "Our Lakes"]) == 0
    assert "Our Lakes is begun." in capsys.readouterr().out
    (folder,) = draft_folders()
    draft = BoardDraft.load(folder)
    assert (draft.plan.name, draft.photo.shape) == ("Our Lakes", (60, 80, 3))
