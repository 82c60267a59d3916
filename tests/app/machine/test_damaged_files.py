"""What was set aside is found and copied whole; everything else stays where it is."""

from datetime import datetime
from pathlib import Path

from companion.app.machine.damaged_files import copy_damaged_files, damaged_files
from companion.app.machine.settings import FILE, read_or_set_aside
from companion.journal.journal import Journal
from tests.journal.games import journal_with

NOW = datetime(2026, 11, 24, 20, 15)


def test_all_damaged_files_go_to_a_stick_and_stay_here(tmp_path: Path) -> None:
    folder, stick = tmp_path / "data", tmp_path / "stick"
    folder.mkdir()
    stick.mkdir()
    assert damaged_files(folder) == []
    journal_with(folder / "games.sqlite", answers=3)
    (folder / "games.sqlite").write_bytes(b"no journal at all")
    Journal.open(folder / "games.sqlite").close()
    (folder / FILE).write_text("sound = 1\n")
    read_or_set_aside(folder / FILE, NOW)
    found = damaged_files(folder)
    assert [path.name.split("-damaged-")[0] for path in found] == ["games", "settings"]
    place = copy_damaged_files(folder, stick, NOW)
    assert place.name == "companion-damaged-2026-11-24-201500"
    assert {path.name: path.read_bytes() for path in place.iterdir()} == {
        path.name: path.read_bytes() for path in found
    }
    assert (place / found[0].name).read_bytes() == b"no journal at all"
    assert damaged_files(folder) == found
