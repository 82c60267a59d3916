"""A backup brings every game back, adds none twice, and is whole or not there."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.app.machine.backup import newest_backup, restore_backup, write_backup
from companion.cli import main
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.save_files import import_game
from companion.referee.entries import Answered

FIXTURES = sorted((Path(__file__).parents[2] / "journal" / "fixtures" / "49ba482").glob("*.game"))
NOW = datetime(2026, 11, 22, 4, 10)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """An empty stick."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Three games of earlier versions."""
    made = Journal.open(journal_path(tmp_path / "here"))
    for file in FIXTURES[:3]:
        import_game(made, file, lambda _: None)
    return made


def back(journal: Journal, folder: Path) -> tuple[int, int, tuple[str, ...]]:
    last = list(restore_backup(journal, folder, find_game))[-1]
    return last.added, last.known, last.refused


def test_all_games_come_back_once(journal: Journal, stick: Path, tmp_path: Path) -> None:
    told = [(one.done, one.games) for one in write_backup(journal, stick, NOW)]
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    place = newest_backup(stick)
    assert place == stick / "companion-backup-2026-11-22-041000-1"
    with Journal.open(journal_path(tmp_path / "there")) as other:
        assert back(other, place) == (3, 0, ())
        assert back(other, place) == (0, 3, ())
        assert {game.started for game in other.games()} == {game.started for game in journal.games()}


def test_a_game_that_went_on_is_not_brought_back_as_it_was(journal: Journal, stick: Path) -> None:
    list(write_backup(journal, stick, NOW))
    game = journal.games()[0]
    journal.set_head(game.id, game.entry_count - 1)
    assert back(journal, newest_backup(stick) or stick) == (0, 3, ())


def test_a_game_that_went_on_after_the_backup_is_here_already(journal: Journal, stick: Path) -> None:
    list(write_backup(journal, stick, NOW))
    game = journal.games()[0]
    journal.record(game.id, game.entry_count + 1, Answered("end"))
    assert back(journal, newest_backup(stick) or stick) == (0, 3, ())


def test_a_game_that_is_here_with_fewer_answers_comes_back(
    journal: Journal, stick: Path, tmp_path: Path
) -> None:
    list(write_backup(journal, stick, NOW))
    game = journal.archive(journal.games()[0].id)
    count = game.record.entry_count - 1
    earlier = structs.replace(
        game,
        record=structs.replace(game.record, entry_count=count, winners=()),
        entries=tuple(kept for kept in game.entries if kept.number <= count),
        positions=tuple(position for position in game.positions if position.entry_count <= count),
    )
    with Journal.open(journal_path(tmp_path / "there")) as other:
        other.add_game(earlier, lambda _: None)
        assert back(other, newest_backup(stick) or stick) == (3, 0, ())


def test_the_newest_is_the_last_written_even_by_a_clock_set_back(journal: Journal, stick: Path) -> None:
    (stick / "companion-backup-2027-01-01-120000").mkdir()  # by a companion that did not number them
    for day in (22, 21, 30, 5):
        list(write_backup(journal, stick, NOW.replace(day=day)))
    newest = newest_backup(stick)
    assert newest is not None and newest.name == "companion-backup-2026-11-05-041000-4"


def test_what_a_killed_backup_left_is_removed(journal: Journal, stick: Path) -> None:
    leftover = stick / "companion-backup-2026-11-20-120000-1.part"
    leftover.mkdir()
    (leftover / "half.game").write_text("half")
    list(write_backup(journal, stick, NOW))
    assert not leftover.exists()


def test_a_stick_that_is_pulled_out_has_no_half_backup(journal: Journal, stick: Path) -> None:
    writing: Any = write_backup(journal, stick, NOW)
    next(writing), next(writing)
    assert newest_backup(stick) is None
    writing.close()
    assert list(stick.iterdir()) == []


def test_a_damaged_file_is_named_and_the_others_come_back(
    journal: Journal, stick: Path, tmp_path: Path
) -> None:
    list(write_backup(journal, stick, NOW))
    place = newest_backup(stick)
    assert place is not None
    damaged = sorted(place.iterdir())[0]
    damaged.write_bytes(damaged.read_bytes()[:-100])
    with Journal.open(journal_path(tmp_path / "there")) as other:
        added, known, refused = back(other, place)
    assert (added, known) == (2, 0)
    assert refused[0].startswith(damaged.name)


def test_the_commands_copy_to_a_folder_and_back(
    journal: Journal, stick: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Somebody plays meanwhile: the journal is open.
    assert main(["backup", str(stick), "--data", str(tmp_path / "here")]) == 0
    assert "3 games are in" in capsys.readouterr().out
    journal.close()
    assert main(["restore", str(stick), "--data", str(tmp_path / "there")]) == 0
    assert capsys.readouterr().out == "3 games restored, 0 were already here.\n"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_without_a_stick_the_commands_say_so(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.backup.find_sticks", lambda: ())
    assert main([command, "--data", str(tmp_path)]) == 1
    assert "No memory stick is there" in capsys.readouterr().err
