"""What was damaged stays on the screen until a tap; the damaged files can be taken along."""

from pathlib import Path
from typing import Any

import pytest

from companion.hardware.memory_sticks import MemoryStick


@pytest.fixture
def damaged(app: Any, screen: Any) -> Any:
    """A table on which a file of games was damaged."""
    app.context.journal.path.with_name("games-damaged-2026-11-24-201500.sqlite").write_bytes(b"games")
    app.context.repairs.add("The file with the games was damaged.")
    app.open_overlay("repairs")
    screen.frames(3)
    return app


def test_the_damaged_files_go_to_a_stick(
    damaged: Any, screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (stick := tmp_path / "stick").mkdir()
    sticks: list[MemoryStick] = []
    monkeypatch.setattr("companion.hardware.memory_sticks.find_sticks", lambda: sticks)
    monkeypatch.setattr("companion.hardware.memory_sticks.unmount", lambda _: None)
    damaged.pointer.tap("Damaged files to a stick")
    screen.until(lambda: "Put a memory stick in" in damaged.toast.toast.text)
    sticks.append(MemoryStick("/dev/sda1", "", stick))
    damaged.pointer.tap("Damaged files to a stick")
    screen.until(lambda: list(stick.rglob("games-damaged-*.sqlite")))
    assert damaged.overlay.name == "repairs"  # until somebody has read it
    assert damaged.context.repairs.messages


def test_it_is_forgotten_only_by_a_tap(damaged: Any, screen: Any) -> None:
    damaged.pointer.tap("I have read it")
    screen.frames(3)
    assert not damaged.context.repairs.messages
    assert damaged.overlay is None


def test_without_a_damaged_file_there_is_nothing_to_take(app: Any, screen: Any) -> None:
    app.context.repairs.add("The clock was wrong.")
    app.open_overlay("repairs")
    screen.frames(3)
    assert not app.pointer.shows("Damaged files to a stick")
