"""The journal keeps games: answers, undoing, clocks, evidence, and hands them back as they were."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import JournalDamaged, JournalUnknown, JournalUnreachable, OutOfSequence, UnknownName
from companion.journal import schema as tables
from companion.journal.database import connect
from companion.journal.journal import Journal
from companion.journal.records import Evidence
from companion.referee.entries import Answered, Corrected, Entry, Position

from .games import BEGAN, EVIDENCE, HOUSE_RULES, SEATS, answer, begin, journal_with, reached


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "games.sqlite"


def test_a_new_game_stands_as_it_began(path: Path) -> None:
    with Journal.open(path, clock=lambda: datetime(2026, 11, 21, 19, 30, tzinfo=UTC)) as journal:
        saved = journal.load(begin(journal))

    assert (saved.seats, saved.house_rules, saved.positions) == (SEATS, HOUSE_RULES, (BEGAN,))
    assert (saved.entries, saved.undone, saved.clocks, saved.paused) == ((), (), {}, False)
    assert (saved.record.game, saved.record.title) == ("classic", "Friday night")
    assert (saved.record.started, saved.record.finished) == ("2026-11-21T19:30:00Z", False)


@pytest.mark.parametrize(
    "entry",
    [
        Answered("alaska"),
        Answered(None, by="panel"),
        Answered({"attack": [6, 6, 1], "defence": [5]}, by="camera"),
        Answered(7.25, by="tape"),  # inches
        Answered(["a", {"b": True}, 1, 1.0]),
        Answered("Zoë's   »answer«\n\0"),  # any text at all
        Corrected({"alaska.armies": 3, "alaska.owner": "red"}, by="line"),
    ],
)
def test_an_entry_comes_back_as_it_was(path: Path, entry: Entry) -> None:
    with Journal.open(path) as journal:
        game = begin(journal)
        journal.record(game, 1, entry)
    with Journal.open(path) as journal:
        assert journal.load(game).entries == (entry,)


def test_everything_is_there_after_closing(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=12)
        journal.record(game, 13, answer(13), evidence=EVIDENCE, clocks={"red": 754_000, "blue": 1})
    with Journal.open(path) as journal:
        saved = journal.load(game)
        assert journal.notice is None
        assert journal.evidence(game, 13) == EVIDENCE
        assert journal.evidence(game, 12) is None

    assert saved.entries == tuple(answer(number) for number in range(1, 14))
    assert saved.positions == (BEGAN, reached(5), reached(10))
    assert saved.clocks == {"red": 754_000, "blue": 1}
    assert saved.record.entry_count == 13


@pytest.mark.parametrize(
    ("head", "positions", "undone"),
    [
        (7, (0, 5), 0),  # nothing undone
        (6, (0, 5), 1),
        (5, (0, 5), 2),  # right at a position
        (4, (0,), 3),  # beyond it
        (0, (0,), 7),  # everything
    ],
)
def test_undoing_is_kept(path: Path, head: int, positions: tuple[int, ...], undone: int) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=7)
        journal.set_head(game, head)
        saved = journal.load(game)

    assert len(saved.entries) == saved.record.entry_count == head
    assert saved.undone == tuple(answer(number) for number in range(head + 1, 8))
    assert len(saved.undone) == undone
    assert tuple(position.entry_count for position in saved.positions) == positions


def test_redoing_brings_positions_back(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=7)
        journal.set_head(game, 2)
        journal.set_head(game, 6)
        saved = journal.load(game)

    assert saved.positions == (BEGAN, reached(5))
    assert saved.entries == tuple(answer(number) for number in range(1, 7))


def test_another_answer_abandons_what_was_undone_but_keeps_it(path: Path) -> None:
    other = Answered("something else")
    with Journal.open(path) as journal:
        game = begin(journal, answers=4)
        journal.record(game, 5, answer(5), positions=[reached(5)], evidence=EVIDENCE)
        journal.set_head(game, 3)
        journal.record(game, 4, other)
        saved = journal.load(game)
        kept = journal.archive(game).entries

    assert saved.entries == (answer(1), answer(2), answer(3), other)
    assert saved.undone == ()
    assert saved.positions == (BEGAN,)  # the one after the abandoned answer 5 is gone
    assert [(line.number, line.abandoned) for line in kept] == [
        (1, False), (2, False), (3, False), (4, True), (5, True), (4, False),
    ]  # fmt: skip
    assert kept[4].evidence == EVIDENCE


@pytest.mark.parametrize("again", [None, replace(EVIDENCE, dice=())])
def test_the_picture_of_an_abandoned_roll_is_not_that_of_the_next(path: Path, again: Evidence | None) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=4)
        journal.record(game, 5, answer(5), evidence=EVIDENCE)
        journal.set_head(game, 4)
        assert journal.evidence(game, 5) == EVIDENCE  # it can be brought back
        journal.record(game, 5, Answered("rolled again"), evidence=again)
        assert journal.evidence(game, 5) == again


def test_another_answer_removes_the_position_that_its_number_led_to(path: Path) -> None:
    """A turn ended, that was undone, and another answer given: the old position must not return."""
    with Journal.open(path) as journal:
        game = begin(journal, answers=5)
        journal.set_head(game, 4)
        journal.record(game, 5, Answered("something else"))
    with Journal.open(path) as journal:
        assert journal.load(game).positions == (BEGAN,)


def test_an_answer_may_come_without_the_undoing_before_it(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=4)
        journal.record(game, 2, answer(20))
        assert journal.load(game).entries == (answer(1), answer(20))


@pytest.mark.parametrize(
    "slip",
    [
        lambda journal, game: journal.record(game, 5, answer(5)),  # 4 is missing
        lambda journal, game: journal.record(game, 0, answer(0)),  # they count from 1
        lambda journal, game: journal.record(game, 4, answer(4), positions=[reached(3)]),  # not its own
        lambda journal, game: journal.set_head(game, 4),
        lambda journal, game: journal.set_head(game, -1),
    ],
)
def test_what_does_not_follow_is_refused_and_changes_nothing(
    path: Path, slip: Callable[[Journal, int], None]
) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=3)
        before = journal.archive(game)
        with pytest.raises(OutOfSequence):
            slip(journal, game)
        assert journal.archive(game) == before


@pytest.mark.parametrize(
    "ask",
    [
        lambda journal: journal.load(9),
        lambda journal: journal.archive(9),
        lambda journal: journal.evidence(9, 1),
        lambda journal: journal.record(9, 1, answer(1)),
        lambda journal: journal.set_head(9, 0),
        lambda journal: journal.save_clocks(9, {}, False),
        lambda journal: journal.finish(9, ["red"]),
    ],
)
def test_an_unknown_game_is_named(path: Path, ask: Callable[[Journal], object]) -> None:
    with Journal.open(path) as journal, pytest.raises(UnknownName, match="no game 9"):
        ask(journal)


def test_clocks_are_kept_between_answers(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=1)
        journal.save_clocks(game, {"red": 61_000}, paused=True)
        saved = journal.load(game)
    assert (saved.clocks, saved.paused) == ({"red": 61_000}, True)


def test_the_game_last_touched_is_gone_on_with_whatever_the_clock_says(path: Path) -> None:
    """A Pi without a battery wakes up in the past."""
    with Journal.open(path, clock=lambda: datetime(2026, 11, 21, tzinfo=UTC)) as journal:
        first, second = begin(journal), begin(journal)
        assert [record.id for record in journal.games()] == [second, first]
    with Journal.open(path, clock=lambda: datetime(1970, 1, 1, tzinfo=UTC)) as journal:
        journal.save_clocks(first, {"red": 1}, paused=False)
        assert [record.id for record in journal.games()] == [first, second]
        last = journal.last_unfinished()
        assert last is not None
        assert last.id == first


def test_a_won_game_is_listed_but_not_gone_on_with(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=2)
        journal.finish(game, ["red", "blue"])
        assert journal.last_unfinished() is None
        assert [record.winners for record in journal.games()] == [("red", "blue")]


@pytest.mark.parametrize(
    "back",
    [
        lambda journal, game: journal.set_head(game, 1),  # undone
        lambda journal, game: journal.record(game, 3, Corrected({"alaska.owner": "blue"})),  # corrected
    ],
)
def test_undoing_a_victory_goes_back_into_the_game(path: Path, back: Callable[[Journal, int], None]) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=2)
        journal.finish(game, ["red"])
        back(journal, game)
        last = journal.last_unfinished()
    assert last is not None
    assert last.winners == ()


def test_changes_only_grow(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=2)
        seen = [journal.load(game).changes]
        for change in (
            lambda: journal.record(game, 3, answer(3)),
            lambda: journal.set_head(game, 1),
            lambda: journal.set_head(game, 2),
            lambda: journal.save_clocks(game, {}, True),
        ):
            change()
            seen.append(journal.load(game).changes)
    assert seen == sorted(set(seen))


def test_of_several_positions_after_one_answer_the_furthest_is_kept(path: Path) -> None:
    furthest = Position(1, b'{"step":"attack"}', False)
    with Journal.open(path) as journal:
        game = begin(journal)
        journal.record(game, 1, answer(1), positions=[reached(1), furthest])
        assert journal.load(game).positions == (BEGAN, furthest)


def test_every_answer_waits_for_the_disk(path: Path) -> None:
    with Journal.open(path) as journal:
        names = ("journal_mode", "synchronous")
        pragmas = [journal._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    assert pragmas == ["wal", 2]  # 2 is FULL


def test_closing_twice_is_once(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()
    assert not path.with_name(f"{path.name}-wal").exists()


def test_evidence_without_dice_is_evidence(path: Path) -> None:
    """The dice reader may have seen nothing at all."""
    nothing = type(EVIDENCE)(b"", (), "simulated", "2")
    with Journal.open(path) as journal:
        game = begin(journal)
        journal.record(game, 1, answer(1), evidence=nothing)
        assert journal.evidence(game, 1) == nothing


def test_looking_needs_a_journal(path: Path) -> None:
    with pytest.raises(JournalUnreachable, match="No games are kept"):
        Journal.open_read_only(path)


def test_looking_never_writes(path: Path) -> None:
    game = journal_with(path, answers=1)
    with (
        Journal.open_read_only(path) as journal,
        pytest.raises(JournalUnreachable, match="may not be written"),
    ):
        journal.record(game, 2, answer(2))


def test_an_old_journal_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = journal_with(path, answers=3)
    step = ("ALTER TABLE game ADD COLUMN place TEXT NOT NULL DEFAULT 'at home'",)
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, step))
    with Journal.open(path) as journal:
        assert len(journal.load(game).entries) == 3
        assert journal._connection.execute("SELECT place FROM game").fetchone()[0] == "at home"
    with Journal.open(path) as journal:  # and only once
        assert len(journal.load(game).entries) == 3


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = journal_with(path, answers=3)
    step = ("ALTER TABLE game ADD COLUMN place TEXT", "INSERT INTO nowhere VALUES (1)")
    with monkeypatch.context() as patched, pytest.raises(sqlite3.OperationalError, match="nowhere"):
        patched.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, step))
        Journal.open(path)
    with Journal.open(path) as journal:
        assert len(journal.load(game).entries) == 3
        assert "place" not in journal._connection.execute("SELECT * FROM game").fetchone().keys()  # noqa: SIM118


def test_a_new_game_has_no_entries(path: Path) -> None:
    game = journal_with(path, answers=0)
    with Journal.open(path) as journal:
        assert journal.load(game).record.entry_count == journal.games()[0].entry_count == 0
        journal.record(game, 1, answer(1))
        assert journal.games()[0].entry_count == 1


def test_a_journal_without_games_may_be_removed(path: Path) -> None:
    for _ in range(2):
        with Journal.open(path) as journal:
            assert journal.notice is None
        path.unlink()


@pytest.mark.parametrize("opening", [Journal.open, Journal.open_read_only])
def test_a_newer_journal_is_left_alone(path: Path, opening: Callable[[Path], Journal]) -> None:
    journal_with(path, answers=3)
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE game ADD COLUMN place TEXT")
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalUnknown, match="newer companion"):
        opening(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("newer", "error"), [(1, JournalUnknown), (3, JournalUnknown), (4, JournalDamaged)])
def test_a_version_far_ahead_of_its_tables_is_damage(path: Path, newer: int, error: type[Exception]) -> None:
    journal_with(path, answers=3)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(tables.MIGRATIONS) + newer}")
    connection.close()
    with pytest.raises(error), closing(connect(path, "ro")) as connection:
        tables.recognise(connection, path)


@pytest.mark.parametrize("bit", range(32))
def test_a_flipped_bit_of_the_version_is_damage_and_no_newer_companion(path: Path, bit: int) -> None:
    game = journal_with(path, answers=3)
    content = bytearray(path.read_bytes())
    content[63 - bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.notice is not None and "damaged" in journal.notice
        assert len(journal.load(game).entries) == 3


def test_looking_does_not_bring_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal_with(path, answers=3)
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, ()))
    with pytest.raises(JournalUnknown, match="companion play"):
        Journal.open_read_only(path)
