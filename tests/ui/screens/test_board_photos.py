"""Photos of the board: off until somebody wants them, exported after a question, deleted by a hold."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.hardware.memory_sticks import MemoryStick
from companion.tools.demonstrations.simulated_board import SimulatedBoard
from companion.ui.screens import board_photos
from tests.ui.screens.test_agreement import compare
from tests.ui.screens.test_settings import scroll_to
from tests.ui.seen_board import put_under_camera


@pytest.fixture
def table(app: Any) -> SimulatedBoard:
    return put_under_camera(app)


def switch_on(app: Any, screen: Any) -> None:
    """Have photos kept, as a player does it."""
    app.open_overlay("settings")
    screen.frames(3)
    scroll_to(screen, "Board photos")
    app.pointer.touch(screen.find("Board photos").parent.children[0])
    app.pointer.tap("Keep photos")
    assert app.context.settings.board_photos


def agree(app: Any, screen: Any) -> None:
    """Ask whether the table agrees, and confirm that it does."""
    compare(app, screen)
    assert app.pointer.shows("Table and record agree.")
    app.pointer.tap("Done")
    screen.seconds(0.3)


@pytest.mark.usefixtures("table")
def test_nothing_is_kept_until_it_is_switched_on(app: Any, screen: Any) -> None:
    photos = app.context.table.photos
    agree(app, screen)
    assert len(photos) == 0
    switch_on(app, screen)
    assert app.pointer.shows("There are no photos yet.") and not app.pointer.shows("Export to a stick")
    agree(app, screen)
    screen.until(photos.__len__)


@pytest.mark.usefixtures("table")
def test_they_are_exported_only_if_everybody_agrees(
    app: Any, screen: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    sticks: list[MemoryStick] = []
    monkeypatch.setattr("companion.hardware.memory_sticks.find_sticks", lambda: sticks)
    monkeypatch.setattr("companion.hardware.memory_sticks.unmount", lambda *_: None)
    (stick := tmp_path / "stick").mkdir()
    switch_on(app, screen)
    agree(app, screen)
    screen.until(app.context.table.photos.__len__)
    app.open_overlay("board photos")
    app.pointer.tap("Export to a stick")
    assert app.pointer.shows("Does everybody at the table agree?")
    count = len(app.context.table.photos)
    assert any(words.startswith(f"{count} photos of the board and pieces") for words in app.pointer.texts())
    app.pointer.tap("No")
    assert app.overlay.name == "board photos"
    for _ in range(2):  # without a stick, and with one
        app.pointer.tap("Export to a stick")
        app.pointer.tap("Yes, export")
        screen.until(lambda: not app.overlay.busy)
        screen.frames(3)
        if not sticks:
            assert app.pointer.shows("Put a memory stick in, then tap again.")
            sticks.append(MemoryStick("/dev/sda1", "", stick))
    (file,) = stick.glob("board-photos-*.zip")
    assert app.pointer.shows(f"They are in {file.name}. You can take the stick out.")
    explanation = screen.find(board_photos.EXPLANATION)
    assert explanation.top <= screen.find("Back").parent.y, "a long result pushes nothing under the title"
    names = zipfile.ZipFile(file).namelist()
    assert {"labels.csv", "README.txt"} < set(names)
    assert sum(name.endswith(".jpg") for name in names) == len(app.context.table.photos)


@pytest.mark.slow
@pytest.mark.usefixtures("table")
def test_a_hold_deletes_them_and_a_tap_does_not(app: Any, screen: Any) -> None:
    photos = app.context.table.photos
    switch_on(app, screen)
    agree(app, screen)
    screen.until(photos.__len__)
    app.open_overlay("board photos")
    screen.frames(3)
    app.pointer.tap("Delete all")
    assert len(photos)
    screen.hold_on(screen.find("Delete all"), 1.6)
    screen.frames(3)
    assert len(photos) == 0 and app.pointer.shows("There are no photos yet.")
    app.pointer.tap("Keep none")
    assert not app.context.settings.board_photos
    app.pointer.tap("Back")
    assert app.overlay.name == "settings"
