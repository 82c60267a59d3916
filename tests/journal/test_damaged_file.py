"""What can be read of a damaged journal: the part before the damage, and a sound position after it."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import find_game
from companion.journal.damaged_file import read_damaged
from companion.journal.database import connect
from companion.journal.journal import Journal
from companion.journal.resume import restore_table

from .games import EVIDENCE, answer, begin, journal_with

FIXTURE = Path(__file__).parent / "fixtures" / "8a40ee2" / "balance.sqlite"

CASES = [
    # damaged answers; answers of each part; answers lost between the parts and at the end
    ((), (32,), 0, 0),
    ((9,), (8, 22), 2, 0),
    ((32,), (31,), 0, 1),
    ((31,), (30,), 0, 2),
    ((1,), (27,), 5, 0),
    ((3, 9, 14), (2, 3, 3, 17), 7, 0),
    ((3, 31), (2, 25), 3, 2),
    ((6, 11, 16, 21, 26, 31), (5, 0), 25, 2),
]


@pytest.mark.parametrize(("damaged", "parts", "gap", "lost"), CASES)
def test_a_game_goes_on_from_the_next_sound_position(
    tmp_path: Path, damaged: tuple[int, ...], parts: tuple[int, ...], gap: int, lost: int
) -> None:
    path = tmp_path / "games.sqlite"
    journal_with(path, answers=32)  # a position after every fifth answer
    with closing(sqlite3.connect(path)) as connection, connection:
        for number in damaged:
            connection.execute("UPDATE entry SET entry = '{' WHERE number = ?", (number,))
    known, (game,) = read_damaged(path)
    assert known == 1
    assert tuple(part.record.entry_count for part in game.parts) == parts
    assert (game.gap, game.lost) == (gap, lost)
    for part, count in zip(game.parts, parts, strict=True):
        assert [entry.number for entry in part.entries] == list(range(1, count + 1))
    if parts[-1]:
        assert game.parts[-1].entries[-1].entry == answer(32 - lost)
    assert sum(parts) + gap + lost == 32


@pytest.mark.parametrize("first_position", ["'{'", "state"])
def test_answers_without_a_position_are_lost(tmp_path: Path, first_position: str) -> None:
    path = tmp_path / "games.sqlite"
    journal_with(path, answers=12)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET entry = '{' WHERE number = 3")
        connection.execute(f"UPDATE position SET state = {first_position} WHERE entries = 0")
    _, (game,) = read_damaged(path)
    kept = [2, 7] if first_position == "state" else [7]
    assert [part.record.entry_count for part in game.parts] == kept
    assert sum(kept) + game.gap == 12


def test_an_undone_answer_that_is_damaged_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    game = journal_with(path, answers=9)
    with Journal.open(path) as journal:
        journal.set_head(game, 6)
        journal.record(game, 7, answer(7))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET entry = '{' WHERE abandoned AND number = 8")
    _, (found,) = read_damaged(path)
    # The hash of the next answer tells that the damaged one is the text, not the chain.
    assert ([part.record.entry_count for part in found.parts], found.gap, found.lost) == ([7], 0, 0)


def test_a_page_that_cannot_be_read_is_passed_from_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal_with(path, answers=400)
    with closing(connect(path, "ro")) as connection:
        pages = [
            row["pageno"]
            for row in connection.execute(
                "SELECT pageno FROM dbstat WHERE name = 'entry' AND pagetype = 'leaf' ORDER BY path"
            )
        ]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(path.read_bytes())
    start = (pages[len(pages) // 2] - 1) * size
    content[start : start + size] = random.Random(5).randbytes(size)
    path.write_bytes(content)
    _, (game,) = read_damaged(path)
    first, rest = game.parts
    assert rest.entries[-1].entry == answer(400)
    assert first.record.entry_count > 100
    assert 0 < game.gap < 60


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        ("evidence", "crop = 'text'"),
        ("evidence", "source = x'00'"),
        ("evidence", "reader = x'00'"),
        ("game", "title = x'00'"),
        ("game", "started = 3"),
        ("game", "head = 'seven'"),
    ],
)
def test_a_value_of_another_type_stops_nothing(tmp_path: Path, table: str, damage: str) -> None:
    """A flipped bit in a row's header turns bytes into text, which a table that is STRICT refuses."""
    path = tmp_path / "games.sqlite"
    with Journal.open(path) as journal:
        journal.record(begin(journal), 1, answer(1), evidence=EVIDENCE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = on")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {damage}")
        connection.execute("UPDATE game SET seal = ''")  # noticed at the next start
    with Journal.open(path) as journal:
        assert journal.notice is not None
        (record,) = journal.games()
        assert journal.load(record.id).entries == (answer(1),)
        assert (journal.evidence(record.id, 1) is None) == (table == "evidence")


@pytest.mark.parametrize("number", range(1, 60, 7))
def test_a_real_game_goes_on_with_its_rules(tmp_path: Path, number: int) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(FIXTURE.read_bytes())
    with Journal.open(path):
        pass  # brings it to the version of today
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET entry = '{' WHERE number = ? AND NOT abandoned", (number,))
    with Journal.open(path) as journal:
        for record in journal.games():
            restore_table(find_game(record.game), journal.load(record.id))
