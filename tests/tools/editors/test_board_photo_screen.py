"""The photo of a new board comes from a phone: the code, and what is sent appears at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.data_folder import VARIABLE
from companion.games.boards import received
from companion.games.boards.board import FOLDER, load_board
from companion.journal.save_folder import MOST_FILES
from companion.tools.demonstrations.shown_phones import ShownPhones
from companion.tools.editors.authoring.board_draft import draft_folders
from companion.ui.widgets.controls.qr_code import QrCode
from tests.tools.editors.board_photo import photograph
from tests.tools.editors.test_board_list_screen import hostile_stick


@pytest.fixture
def phones(app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The lobby with Classic Risk chosen, phones that can be switched on, and a data folder of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    app.context.phones = ShownPhones()
    app.pointer.tap("Classic Risk")
    app.pointer.tap("Boards")
    yield app.context.phones
    app.context.phones = None


def photo() -> bytes:
    """The photo of a board as JPEG."""
    return bytes(cv2.imencode(".jpg", photograph(load_board("duel")))[1])


def test_a_photo_from_a_phone_begins_a_board(app: Any, screen: Any, phones: Any) -> None:
    app.pointer.tap("New board")
    app.pointer.tap("Phones")
    app.pointer.tap("Switch on")
    assert app.pointer.find_kind(QrCode).content == f"{phones.address}/boards"
    assert app.pointer.shows("Phone 3 watches"), "without a game, too"
    received.receive_photo(photo())
    screen.until(lambda: app.overlay.name == "board photo")
    app.pointer.tap("Photo 1")
    assert app.overlay.name == "board editor"
    assert len(draft_folders()) == 1 and received.received() == ()


@pytest.mark.long
def test_a_photo_that_nobody_wants_is_deleted(app: Any, screen: Any, phones: Any) -> None:
    assert not phones.running
    app.pointer.tap("New board")
    received.receive_photo(photo())
    screen.until(lambda: bool(app.pointer.shows("Photo 1")))
    app.pointer.hold("Delete")
    assert received.received() == () and not app.pointer.shows("Photo 1")


def test_a_board_from_a_phone_appears_in_the_list(app: Any, screen: Any, phones: Any) -> None:
    app.pointer.tap("Phones")
    app.pointer.tap("Switch on")
    assert phones.running
    received.receive_board((FOLDER / "duel.json").read_bytes())
    screen.until(lambda: app.overlay.name == "boards")
    assert app.pointer.shows("Open Two Shores from a phone")


def test_a_stick_with_hostile_pictures_stops_nothing(
    app: Any, screen: Any, phones: Any, caplog: pytest.LogCaptureFixture
) -> None:
    assert not phones.running
    hostile_stick(app, ".jpg")
    app.pointer.tap("New board")
    keys = [key.text for key in app.overlay.walk() if getattr(key, "text", "").endswith(".jpg")]
    assert len(keys) == MOST_FILES and "pipe.jpg" not in keys
    for name in ("\ufffd\ufffd.jpg", "huge.jpg"):
        app.pointer.tap(name)
        screen.frames(3)
        assert app.overlay.name == "board photo"
    assert draft_folders() == []
    assert caplog.text.encode(), "every name in the log can be written"


def test_back_leads_to_where_it_was_opened(app: Any, phones: Any) -> None:
    assert not phones.running
    for words, there in (("Phones", "phones"), ("Back", "boards"), ("New board", "board photo")):
        app.pointer.tap(words)
        assert app.overlay.name == there
