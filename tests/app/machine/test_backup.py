"""A backup brings the whole table back, adds no game twice, and is whole or not there."""

import io
import sqlite3
import tarfile
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.app.machine import table_files
from companion.app.machine.backup import (
    PREFIX,
    Restored,
    Unpacked,
    newest_backup,
    restore_backup,
    write_backup,
)
from companion.cli import main
from companion.errors import BrokenFile, PassphraseWrong, StickUnavailable
from companion.games import find_game
from companion.hardware import memory_sticks
from companion.hardware.memory_sticks import MemoryStick
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.save_files import export_game, import_game
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
        import_game(made, file, find_game)
    return made


def newest(stick: Path) -> Path:
    """The newest backup on a stick."""
    found = newest_backup(stick)
    assert found is not None
    return found.path


def restored(journal: Journal, backup: Path, passphrase: str = "", *, replacing: bool = False) -> Restored:
    """Restore a backup to the end."""
    with Unpacked(backup, journal.path.parent, passphrase) as unpacked:
        return list(restore_backup(journal, unpacked, find_game, replacing=replacing))[-1]


def back(journal: Journal, backup: Path) -> tuple[int, int, tuple[str, ...]]:
    last = restored(journal, backup)
    return last.added, last.known, last.refused


def test_all_games_come_back_once(journal: Journal, stick: Path, tmp_path: Path) -> None:
    told = [(one.done, one.games) for one in write_backup(journal, stick, NOW)]
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    place = newest(stick)
    assert place == stick / "companion-backup-2026-11-22-041000-1.tar.gz"
    with Journal.open(journal_path(tmp_path / "there")) as other:
        assert back(other, place) == (3, 0, ())
        assert back(other, place) == (0, 3, ())
        assert {game.started for game in other.games()} == {game.started for game in journal.games()}


def test_a_game_that_went_on_is_not_brought_back_as_it_was(journal: Journal, stick: Path) -> None:
    list(write_backup(journal, stick, NOW))
    game = journal.games()[0]
    journal.set_head(game.id, game.entry_count - 1)
    assert back(journal, newest(stick)) == (0, 3, ())


def test_a_game_that_went_on_after_the_backup_is_here_already(journal: Journal, stick: Path) -> None:
    list(write_backup(journal, stick, NOW))
    game = journal.games()[0]
    journal.record(game.id, game.entry_count + 1, Answered("end"))
    assert back(journal, newest(stick)) == (0, 3, ())


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
        assert back(other, newest(stick)) == (3, 0, ())


def test_the_newest_is_the_last_written_even_by_a_clock_set_back(journal: Journal, stick: Path) -> None:
    (stick / "companion-backup-2027-01-01-120000").mkdir()  # by a companion that did not number them
    (stick / "companion-backup-2027-13-45-999999-9.tar.gz").write_text("of somebody else")
    for day in (22, 21, 30, 5):
        list(write_backup(journal, stick, NOW.replace(day=day)))
    assert newest(stick).name == "companion-backup-2026-11-05-041000-4.tar.gz"


def test_what_a_killed_backup_left_is_removed(journal: Journal, stick: Path) -> None:
    (stick / "companion-backup-2026-11-20-120000-1.part").mkdir()  # by an earlier version
    (stick / "companion-backup-2026-11-20-120000-1.tar.gz.part").write_text("half")
    list(write_backup(journal, stick, NOW))
    assert [path.suffix for path in stick.iterdir()] == [".gz"]


def test_a_stick_that_is_pulled_out_has_no_half_backup(journal: Journal, stick: Path) -> None:
    writing: Any = write_backup(journal, stick, NOW)
    next(writing), next(writing)
    assert newest_backup(stick) is None
    writing.close()
    assert list(stick.iterdir()) == []


def test_a_damaged_game_is_named_and_the_others_come_back(
    journal: Journal, stick: Path, tmp_path: Path
) -> None:
    for record in journal.games():  # a backup of an earlier version: a folder of games
        export_game(journal, record.id, stick / f"{record.game}.game", find_game)
    damaged = sorted(stick.iterdir())[0]
    damaged.write_bytes(damaged.read_bytes()[:-100])
    with Journal.open(journal_path(tmp_path / "there")) as other:
        added, known, refused = back(other, stick)
    assert (added, known) == (2, 0)
    assert refused[0].startswith(damaged.name)


TABLE = {
    "settings.toml": b"sound = false\n",
    "profile.toml": b"calibration",
    "faces/skulls.json": b"taught",
    "phones/1-red/notes.json": b"secret",
    "nuked/club night.toml": b"rules",
}
OTHERS = {
    "phones/joined.json": b"who may answer",
    "recordings/roll/1.jpg": b"film",
    "results.json": b"made again",
    "games.sqlite.lock": b"1",
    "settings-damaged-2026-11-23-201500.toml": b"[[",
    "start-attempts.json": b"{}",
    "restore-x1.part/backup/files/settings.toml": b"of a restore that was killed",
    "update/companion.tar.gz": b"for the service",
    "film.mp4": bytes(1001),
}


JOURNAL = {"games.sqlite", "games.sqlite-last", "games.sqlite.lock"}


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@pytest.mark.parametrize("passphrase", ["", pytest.param("correct horse", marks=pytest.mark.long)])
def test_the_whole_table_comes_back_on_an_empty_card(
    journal: Journal, stick: Path, tmp_path: Path, passphrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "MAX_FILE", 1000)
    here, there = tmp_path / "here", tmp_path / "there"
    put(here, TABLE | OTHERS)
    put(there, {"restore-x1.part/backup/files/settings.toml": b"of a restore that was killed"})
    with closing(sqlite3.connect(here / "club-outbox.sqlite")) as outbox:  # somebody has it open
        outbox.execute("PRAGMA journal_mode = WAL")
        outbox.execute("CREATE TABLE identity (table_id TEXT)")
        outbox.execute("INSERT INTO identity VALUES ('a1b2')")
        outbox.commit()
        list(write_backup(journal, stick, NOW, passphrase))
    with Journal.open(journal_path(there)) as other:
        last = restored(other, newest(stick), passphrase)
        assert (last.added, last.known, last.refused, last.differing) == (3, 0, (), ())
        assert last.text == (
            "3 games restored; already here: 0. Also restored: results for the club, taught dice, "
            "rule sets of Nuked, private pages, calibration, settings."
        )
    assert {name: (there / name).read_bytes() for name in TABLE} == TABLE
    assert not any((there / name).exists() for name in OTHERS if name != "games.sqlite.lock")
    with closing(sqlite3.connect(there / "club-outbox.sqlite")) as outbox:
        assert outbox.execute("SELECT table_id FROM identity").fetchall() == [("a1b2",)]
    left = {path.name for path in there.iterdir()} - {
        "games.sqlite",
        "games.sqlite-last",
        "games.sqlite.lock",
    }
    assert left == {name.split("/")[0] for name in TABLE} | {"club-outbox.sqlite"}


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(range(256)) * 40])
def test_a_damaged_database_of_the_club_stops_no_backup(
    journal: Journal, stick: Path, content: bytes
) -> None:
    (journal.path.parent / "club-outbox.sqlite").write_bytes(content)
    list(write_backup(journal, stick, NOW))
    with tarfile.open(newest(stick)) as archive:
        assert archive.extractfile("files/club-outbox.sqlite").read() == content


@pytest.mark.parametrize("replacing", [False, True])
def test_what_the_table_has_stays_unless_told(
    journal: Journal, stick: Path, tmp_path: Path, replacing: bool
) -> None:
    put(tmp_path / "here", TABLE)
    list(write_backup(journal, stick, NOW))
    there = tmp_path / "there"
    put(there, {"settings.toml": b"sound = true\n", "profile.toml": b"calibration"})
    with Journal.open(journal_path(there)) as other:
        last = restored(other, newest(stick), replacing=replacing)
    assert last.differing == (() if replacing else ("settings.toml",))
    assert ("Left as they are here: settings." in last.text) == (not replacing)
    assert (there / "settings.toml").read_bytes() == (b"sound = false\n" if replacing else b"sound = true\n")
    assert (there / "settings.toml.before-restore").exists() == replacing


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with a passphrase: the key of one is made slowly, on purpose."""
    folder = tmp_path_factory.mktemp("encrypted")
    put(folder / "here", {"settings.toml": b"sound = false\n"})
    with Journal.open(journal_path(folder / "here")) as made:
        import_game(made, FIXTURES[0], find_game)
        list(write_backup(made, folder, NOW, "correct horse"))
    return newest(folder)


@pytest.mark.every(2)
@pytest.mark.parametrize("passphrase", ["", "wrong horse"])
def test_without_its_passphrase_nothing_is_read(encrypted: Path, tmp_path: Path, passphrase: str) -> None:
    content = encrypted.read_bytes()
    assert content.startswith(b"age-encryption.org/v1\n") and b"sound" not in content
    with (
        Journal.open(journal_path(tmp_path / "there")) as other,
        pytest.raises(PassphraseWrong, match="Type its passphrase"),
    ):
        restored(other, encrypted, passphrase)
    assert not (tmp_path / "there" / "settings.toml").exists()


@pytest.mark.slow
def test_a_byte_of_an_encrypted_backup_cannot_be_changed(
    encrypted: Path, stick: Path, tmp_path: Path
) -> None:
    content = bytearray(encrypted.read_bytes())
    content[-100] ^= 1
    (stick / encrypted.name).write_bytes(content)
    with Journal.open(journal_path(tmp_path / "there")) as other, pytest.raises(PassphraseWrong):
        restored(other, newest(stick), "correct horse")


HOSTILE = [
    "files/../../outside",
    "/outside",
    "files/phones/joined.json",
    "files/games.sqlite",
    "files/games.sqlite-wal",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_backup_writes_nothing_else(stick: Path, tmp_path: Path, name: str) -> None:
    path = stick / f"{PREFIX}2026-11-22-041000-1.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(member := tarfile.TarInfo(name), io.BytesIO(b""))
        assert member.name == name
    there = tmp_path / "there"
    with Journal.open(journal_path(there)) as other:
        with suppress(BrokenFile):
            assert restored(other, path, replacing=True).files == ()
        assert other.games() == ()
    assert not (tmp_path / "outside").exists()
    assert {file.name for file in there.iterdir()} <= {
        "games.sqlite",
        "games.sqlite-last",
        "games.sqlite.lock",
    }


def test_the_commands_copy_to_a_folder_and_back(
    journal: Journal, stick: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Somebody plays meanwhile: the journal is open.
    assert main(["backup", str(stick), "--data", str(tmp_path / "here")]) == 0
    assert "3 games and all settings are in" in capsys.readouterr().out
    journal.close()
    assert main(["restore", str(stick), "--data", str(tmp_path / "there")]) == 0
    assert capsys.readouterr().out == "3 games restored; already here: 0.\n"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_without_a_stick_the_commands_say_so(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory_sticks, "find_sticks", lambda: ())
    assert main([command, "--data", str(tmp_path)]) == 1
    assert "No memory stick is there" in capsys.readouterr().err


def test_a_backup_is_said_to_be_there_when_its_stick_can_be_removed(
    journal: Journal, stick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(memory_sticks, "find_sticks", lambda: (MemoryStick("/dev/sda1", "", stick),))
    monkeypatch.setattr(memory_sticks, "unmount", lambda _: said.append(capsys.readouterr().out))
    assert main(["backup", "--data", str(journal.path.parent)]) == 0
    assert said == [""] and "are in" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_stick_that_cannot_be_mounted_is_not_unmounted(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(_: MemoryStick) -> Path:
        raise StickUnavailable("It is gone.")

    unmounted: list[MemoryStick] = []
    monkeypatch.setattr(memory_sticks, "find_sticks", lambda: (MemoryStick("/dev/sda1", "", None),))
    monkeypatch.setattr(memory_sticks, "mount", gone)
    monkeypatch.setattr(memory_sticks, "unmount", unmounted.append)
    assert main([command, "--data", str(tmp_path)]) == 1
    assert "It is gone." in capsys.readouterr().err
    assert unmounted == []
