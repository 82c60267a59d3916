"""Carrying games over from a damaged journal, as far as they can be read."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection, Row
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import CompanionError
from companion.journal import queries, row_codec
from companion.journal.database import connect, size, transaction
from companion.journal.records import ArchivedEntry, Evidence, GameArchive
from companion.journal.schema import update_states

T = TypeVar("T")

_UNREADABLE = (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError, TypeError)
"""What reading a damaged row can end in."""


class RecoveredGame(Struct, frozen=True):
    """A game that was carried over.

    Attributes:
        title: what people call it.
        lost: how many of its last answers could not be read.
    """

    title: str
    lost: int


def recover_games(aside: Path, connection: Connection, damage: CompanionError) -> str:
    """Copy what can be read of a damaged journal into a new one.

    Args:
        aside: the damaged file, already renamed; it is only read.
        connection: the new journal.
        damage: what was found to be wrong.

    Returns:
        What to tell the players.
    """
    if not size(aside):
        # Only a log was left. It says nothing alone, and to open it would make SQLite throw it away.
        return _notice(aside, damage, 0, ())
    carried = []
    with closing(connect(aside, "ro")) as damaged:
        known = list(_readable(lambda row: int(row["id"]), damaged, "SELECT id FROM game ORDER BY changes"))
        for game in known:
            for row in _readable(lambda row: row, damaged, "SELECT * FROM game WHERE id = ?", game):
                carried += _carry_game(damaged, row, connection)
    return _notice(aside, damage, len(known), carried)


def _carry_game(damaged: Connection, row: Row, connection: Connection) -> list[RecoveredGame]:
    """Copy one game; nothing if not even its beginning can be read."""
    try:
        archive = _read(damaged, row)
    except _UNREADABLE:
        return []
    if not any(position.entry_count == 0 for position in archive.positions):
        return []
    with transaction(connection):
        queries.add(connection, archive)
        update_states(connection)
    return [RecoveredGame(row["title"], row["head"] - archive.record.entry_count)]


def _read(damaged: Connection, row: Row) -> GameArchive:
    """Read a game up to the first answer that cannot be read."""
    game = row["id"]
    entries = tuple(_entries(damaged, game))
    standing = sum(not entry.abandoned for entry in entries)
    positions = _readable(
        row_codec.position, damaged, "SELECT * FROM position WHERE game = ? ORDER BY entries", game
    )
    record = row_codec.record(row)
    if standing < record.entry_count:
        record = replace(record, entry_count=standing, winners=())
    return GameArchive(
        record=record,
        house_rules=row_codec.names(row["house_rules"]),
        clocks=row_codec.milliseconds(row["clocks"]),
        paused=bool(row["paused"]),
        positions=tuple(position for position in positions if position.entry_count <= standing),
        entries=entries,
    )


def _entries(damaged: Connection, game: int) -> Iterator[ArchivedEntry]:
    """Read the answers one by one: to look ahead may already fail, and would cost the answer before."""

    def read(row: Row) -> tuple[int, ArchivedEntry]:
        return row["id"], row_codec.kept_entry(row, _evidence(damaged, row["id"]))

    query = "SELECT * FROM entry WHERE game = ? AND id > ? ORDER BY id LIMIT 1"
    last = 0
    while found := next(_readable(read, damaged, query, game, last), None):
        last, kept = found
        yield kept


def _evidence(damaged: Connection, entry: int) -> Evidence | None:
    """Read what the eye saw; an answer stands without it."""
    try:
        return queries.seen_for(damaged, entry)
    except _UNREADABLE:
        return None


def _readable(read: Callable[[Row], T], damaged: Connection, query: str, *values: int) -> Iterator[T]:
    """Yield what a query finds, up to the first row that cannot be read."""
    try:
        for row in damaged.execute(query, values):
            yield read(row)
    except _UNREADABLE:
        return


def _notice(aside: Path, damage: CompanionError, known: int, carried: Iterable[RecoveredGame]) -> str:
    saved = list(carried)
    shortened = [f"{game.title} (its last {game.lost})" for game in saved if game.lost]
    sentences = [
        f"The file with the games was damaged. It was set aside as {aside.name}; nothing was deleted.",
        f"{len(saved)} of {known} games could be carried over." if known else "No game in it could be read.",
        f"Some lost answers: {', '.join(shortened)}." if shortened else "",
        f"({damage})",
    ]
    return " ".join(sentence for sentence in sentences if sentence)
