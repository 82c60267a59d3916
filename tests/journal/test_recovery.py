"""What is damaged is noticed and named; a recovery that is cut off goes on at the next start."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import BrokenSave, JournalDamaged
from companion.journal import database as files
from companion.journal import recovery
from companion.journal.checks import checks
from companion.journal.journal import Journal
from companion.journal.last_change import LastChange, LastChangeFile

from .games import BEGAN, SEATS, answer, begin, journal_with, reached

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def change(path: Path, statement: str) -> None:
    """Change a closed journal behind its back, as a flipped bit in a page does."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


SILENT = [
    "UPDATE game SET seats = replace(seats, 'Ada', CAST(x'41ff61' AS TEXT))",  # not UTF-8 any more
    "UPDATE game SET seats = replace(seats, 'Ada', 'Ida')",
    "UPDATE game SET seats = '[{'",
    "UPDATE game SET house_rules = '{'",
    "UPDATE game SET clocks = '-'",
    "UPDATE game SET title = CAST(x'ff' AS TEXT)",
    "UPDATE position SET state = replace(state, 'draft', 'drapt') WHERE entries = 10",
    "UPDATE position SET state = '{' WHERE entries = 0",
    "UPDATE position SET digest = '' WHERE entries = 10",
    "UPDATE position SET digest = 'z' WHERE entries = 10",
]
"""Damage outside the answers."""

DAMAGED_ANSWER = [
    'UPDATE entry SET entry = \'{"entry":"ans\' WHERE number = 9',
    "UPDATE entry SET entry = replace(entry, 'camera', 'cemera') WHERE number = 9",
    "UPDATE entry SET entry = CAST(x'ff' AS TEXT) WHERE number = 9",
    "UPDATE entry SET number = 40 WHERE number = 9",
    "UPDATE entry SET chain = 'x' WHERE number = 9",
    "UPDATE entry SET chain = '' WHERE number = 9",
    "DELETE FROM entry WHERE number = 9",
]
"""Damage to answer 9 of 12; the positions stand after 5 and 10."""


def noticed(path: Path) -> None:
    """Expect that the doctor sees the damage, and that opening recovers the game."""
    (row,) = (check for check in checks(path.parent) if check.name == "journal")
    assert row.state == "failed"


@pytest.mark.parametrize("statement", [*SILENT, "UPDATE game SET head = 7"])
def test_damage_that_sqlite_cannot_see_is_noticed(path: Path, statement: str) -> None:
    game = journal_with(path, answers=12)
    change(path, statement)
    noticed(path)
    standing = 7 if "head" in statement else 12
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "1 of 1 games could be saved" in journal.notice
        (record,) = journal.games()
        saved = journal.load(record.id)
        assert saved.entries == tuple(answer(number) for number in range(1, standing + 1))
        assert [seat.id for seat in saved.seats] == [seat.id for seat in SEATS]
        reached = [position.entry_count for position in journal.archive(record.id).positions]
        assert reached == [at for at in (0, 5, 10) if f"entries = {at}" not in statement]
        journal.record(game, standing + 1, answer(0))  # and the game goes on
        journal.acknowledge_notice()
    with Journal.open(path) as journal:
        assert journal.notice is None


@pytest.mark.parametrize("statement", DAMAGED_ANSWER)
def test_a_game_goes_on_after_a_damaged_answer(path: Path, statement: str) -> None:
    journal_with(path, answers=12)
    change(path, statement)
    noticed(path)
    with Journal.open(path) as journal:
        notice = str(journal.notice)
        assert "Friday night goes on in round 0, without 2 answers before it." in notice
        assert "What came before is kept as Friday night, part 1." in notice
        rest, first = journal.games()
        assert (rest.title, first.title) == ("Friday night", "Friday night, part 1")
        # Not the table of the answer before the damage: the newest position, and all answers since.
        saved = journal.load(rest.id)
        assert [position.state for position in saved.positions] == [reached(10).state]
        assert saved.entries == (answer(11), answer(12))
        assert journal.load(first.id).entries == tuple(answer(number) for number in range(1, 9))
        journal.record(rest.id, 3, answer(0))
        journal.acknowledge_notice()
    with Journal.open(path) as journal:
        assert journal.notice is None


@pytest.mark.every(4)
@pytest.mark.parametrize("byte", [60, 61, 62, 63, 68, 69, 70, 71])
@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_in_the_header_stops_nothing(path: Path, byte: int, bit: int) -> None:
    """The version and the mark of a journal stand in SQLite's own header."""
    journal_with(path, answers=3)
    content = bytearray(path.read_bytes())
    content[byte] ^= 1 << bit
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert "1 of 1 games could be saved" in str(journal.notice)
        assert journal.games()[0].entry_count == 3


@pytest.mark.parametrize(
    ("statement", "winners"),
    [("UPDATE game SET house_rules = '{'", ("red",)), ("UPDATE game SET winners = '['", ())],
)
def test_who_won_is_recovered_where_it_can_be_read(
    path: Path, statement: str, winners: tuple[str, ...]
) -> None:
    with Journal.open(path) as journal:
        journal.finish(begin(journal, answers=2), ["red"])
    change(path, statement)
    with Journal.open(path) as journal:
        assert [record.winners for record in journal.games()] == [winners]


def test_a_game_without_any_sound_position_is_named_as_lost(path: Path) -> None:
    journal_with(path, answers=3)
    change(path, "UPDATE position SET state = '{'")
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "0 of 1 games could be saved" in journal.notice


@pytest.mark.parametrize(
    "damage",
    [
        lambda log: log.write_bytes(log.read_bytes()[: log.stat().st_size // 2]),
        lambda log: log.write_bytes(flipped(log.read_bytes(), 20)),  # the log's own header
        lambda log: log.write_bytes(flipped(log.read_bytes(), 9000)),
        lambda log: log.unlink(),
    ],
    ids=["cut", "header", "frame", "gone"],
)
def test_a_log_that_lost_answers_is_noticed_and_kept(
    path: Path, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    with Journal.open(path) as journal:
        game = journal.new_game("classic", "Friday", SEATS, {}, BEGAN)
        for number in range(1, 31):
            journal.record(game, number, answer(number))
        plug_pulled = tmp_path / "after"
        shutil.copytree(path.parent, plug_pulled, ignore=shutil.ignore_patterns("after", "*-shm"))
    log = plug_pulled / f"{path.name}-wal"
    assert log.stat().st_size > 30_000
    damage(log)
    for _ in range(2):  # and it is told until it is acknowledged, even if somebody plays on
        with Journal.open(plug_pulled / path.name, clock=lambda: NOW) as journal:
            assert journal.notice is not None
            assert "Friday had 30 answers" in journal.notice
            assert "games-damaged-2026-11-21-201500.sqlite" in journal.notice
            journal.record(game, len(journal.load(game).entries) + 1, answer(0))
    assert (plug_pulled / "games-damaged-2026-11-21-201500.sqlite").exists()
    with Journal.open(plug_pulled / path.name) as journal:
        journal.acknowledge_notice()
    with Journal.open(plug_pulled / path.name) as journal:
        assert journal.notice is None


def test_a_second_loss_is_told_beside_the_first(path: Path) -> None:
    game = journal_with(path, answers=12)
    change(path, "UPDATE entry SET entry = '{' WHERE number = 11")
    with Journal.open(path, clock=lambda: NOW) as journal:
        for number in range(11, 31):
            journal.record(game, number, answer(number))
    change(path, "UPDATE entry SET entry = '{' WHERE number = 20")
    for _ in range(2):
        with Journal.open(path, clock=lambda: NOW) as journal:
            assert "lost 2 answers at its end" in str(journal.notice)
            assert "lost 11 answers at its end" in str(journal.notice)
    assert len(list(path.parent.glob("games-damaged-*.sqlite"))) == 2


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]


def test_a_journal_that_is_gone_is_missed(path: Path) -> None:
    journal_with(path, answers=3)
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "gone" in journal.notice


def test_the_log_is_written_into_the_database_at_every_turn(path: Path) -> None:
    with Journal.open(path) as journal:
        begin(journal, answers=5)
        assert path.with_name(f"{path.name}-wal").stat().st_size == 0
        game = begin(journal, answers=4)
        journal.save_clocks(game, {}, paused=True)
        assert path.with_name(f"{path.name}-wal").stat().st_size == 0


@pytest.mark.parametrize("slot", [0, 1])
def test_a_torn_write_costs_the_last_change_one_slot(path: Path, slot: int) -> None:
    last = LastChangeFile(path)
    for number in (1, 2):
        last.write(LastChange(number, 7, "Fr\N{DECIDUOUS TREE}day" * 20, 3))
    content = bytearray(last.path.read_bytes())
    content[slot * 512 + 40] ^= 1
    last.path.write_bytes(content)
    found = last.read()
    assert found is not None
    assert found.changes == (1 if slot == 0 else 2)


@pytest.mark.parametrize("letter", ["a", "\x01", '"', "\N{DECIDUOUS TREE}"])
def test_the_longest_title_fits_into_a_slot(path: Path, letter: str) -> None:
    last = LastChangeFile(path)
    last.write(LastChange(2**62, 2**62, letter * 1000, 2**62))
    assert last.read() == LastChange(2**62, 2**62, letter * 60, 2**62)


class Killed(BaseException):
    """The plug was pulled."""


STEPS = [
    (recovery, "build"),
    (recovery, "add_note"),
    (recovery, "_write_note"),
    (recovery, "finish"),
    (Path, "rename"),
    (os, "fsync"),
    (recovery, "sync_folder"),
]


@pytest.mark.every(4)
@pytest.mark.parametrize(("place", "step"), STEPS, ids=[step for _, step in STEPS])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_recovery_that_is_cut_off_is_finished(
    path: Path, place: object, step: str, when: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same games and the same words, wherever it was cut off; no damaged file is lost."""
    for _ in range(3):
        journal_with(path, answers=12)
    change(path, "UPDATE entry SET entry = '{' WHERE number = 11 AND game = 2")
    original, left = getattr(place, step), [calls]

    def cut_off(*args: object, **params: object) -> object:
        left[0] -= 1
        if left[0] == 0 and when == "before":
            raise Killed
        done = original(*args, **params)
        if left[0] == 0:
            raise Killed
        return done

    with monkeypatch.context() as patched:
        patched.setattr(place, step, cut_off)
        with suppress(Killed):
            Journal.open(path, clock=lambda: NOW).close()
    with Journal.open(path, clock=lambda: NOW) as journal:
        assert journal.notice is not None
        assert "3 of 3 games could be saved" in journal.notice
        assert "lost 2 answers at its end" in journal.notice
        assert sorted(record.entry_count for record in journal.games()) == [10, 12, 12]
        assert not files.new_name(path).exists()
    (aside,) = path.parent.glob("games-damaged-*.sqlite")
    assert aside.name in journal.notice


def test_a_first_start_that_is_cut_off_leaves_nothing_that_stops_the_next(path: Path) -> None:
    """An older companion whose plug was pulled in its first start left a rollback journal."""
    path.touch()
    path.with_name(f"{path.name}-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(504))
    files.new_name(path).write_bytes(b"half a journal")
    with Journal.open(path) as journal:
        assert journal.notice is None
        begin(journal, answers=1)


def test_a_hot_rollback_journal_is_rolled_back(path: Path, tmp_path: Path) -> None:
    journal_with(path, answers=3)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.execute("UPDATE entry SET at = at || hex(randomblob(20000))")
    after = tmp_path / "after"
    shutil.copytree(path.parent, after, ignore=shutil.ignore_patterns("after"))
    connection.close()
    assert (after / f"{path.name}-journal").stat().st_size > 0
    with Journal.open(after / path.name) as journal:
        assert journal.notice is None
        assert len(journal.load(1).entries) == 3


def test_a_save_that_todays_rules_cannot_resume_is_not_added(path: Path) -> None:
    def refuse(_: object) -> None:
        raise BrokenSave("city")

    with Journal.open(path) as journal:
        archive = journal.archive(begin(journal, answers=2))
        with pytest.raises(BrokenSave, match="city"):
            journal.add_game(archive, refuse)
        assert len(journal.games()) == 1


def test_the_words_are_for_players(path: Path) -> None:
    journal_with(path, answers=3)
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(JournalDamaged) as damage:
        Journal.open_read_only(path).load(1)
    with Journal.open(path) as journal:
        for words in (str(damage.value), str(journal.notice)):
            assert not any(word in words for word in ("SQL", "malformed", "errno", "Error", "page"))


def test_only_the_owner_reads_the_games(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite"
    with Journal.open(path) as journal:
        begin(journal, answers=1)
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_each_slot_of_the_last_change_is_a_sector(path: Path) -> None:
    """A torn write destroys one sector, so the slot before it can still be read."""
    last = LastChangeFile(path)
    for changes in (1, 2):
        last.write(LastChange(changes, 1, "Friday night", changes))
    content = last.path.read_bytes()
    assert len(content) == 2 * 512 and content[511:512] == content[1023:] == b"\n"
    last.path.write_bytes(b"\0" * 512 + content[512:])
    assert last.read() == LastChange(1, 1, "Friday night", 1)


def test_a_note_is_removed_once_or_twice(path: Path) -> None:
    recovery.add_note(path, "", "One game was saved.")
    for _ in range(2):
        recovery.remove_note(path)
        assert recovery.read_note(path) is None


@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("byte", [0, 7, 8, 20, -1])
def test_a_damaged_note_is_none(path: Path, byte: int, bit: int) -> None:
    recovery.add_note(path, "", "One game was saved.")
    (note,) = path.parent.glob("*-note")
    content = bytearray(note.read_bytes())
    content[byte] ^= 1 << bit
    note.write_bytes(content)
    assert recovery.read_note(path) is None
