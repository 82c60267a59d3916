"""Recovers a damaged journal: copies what can be read into a new one, and keeps the old files.

A recovery may be interrupted at any point. The new journal is built under another name. Then a note is
written with the renames to do and the message for players, and only then are the files renamed. The next
start finishes the renames. The note stays until it is acknowledged, so that the players always see it.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection, Row
from typing import TypeVar
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import CompanionError
from companion.external_files.files import atomic_write, sync_folder
from companion.journal import queries, row_codec
from companion.journal.checksums import entry_digest, position_digest, seal_new_games
from companion.journal.database import (
    build,
    connect,
    damaged_file_name,
    files_of,
    new_name,
    size,
    transaction,
)
from companion.journal.last_change import LastChangeFile
from companion.journal.records import ArchivedEntry, Evidence, GameArchive
from companion.journal.schema import update_states
from companion.referee.entries import Position
from companion.referee.seats import Seat

T = TypeVar("T")

_log = logging.getLogger(__name__)

_UNREADABLE = (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError, TypeError, LookupError)
"""Exceptions from reading a damaged row."""


class RecoveredGame(Struct, frozen=True):
    """A copied game.

    Attributes:
        title: name for people.
        lost: number of its last answers that could not be read.
    """

    title: str
    lost: int


class Note(Struct, frozen=True):
    """The note of a recovery for the next start.

    Attributes:
        aside: new name of the damaged file; empty if nothing was renamed.
        notice: the message for players.
    """

    aside: str
    notice: str


def recover(path: Path, now: datetime, damage: CompanionError) -> None:
    """Replace a damaged journal by a new one with everything that can be read.

    Args:
        path: the damaged journal's file; it keeps its content under another name.
        now: the date for that name.
        damage: description of the damage.

    Raises:
        JournalFull, JournalUnreachable: the new journal cannot be written; the old one is as it was.
    """
    _log.warning("recovering the journal: %s", damage)
    aside = damaged_file_name(path, now)
    found: list[tuple[int, list[RecoveredGame]]] = []
    build(path, lambda connection: found.append(_carry_over(path, connection)))
    known, saved = found[0]
    add_note(path, aside.name, _notice(aside, known, saved))
    finish(path)


def finish(path: Path) -> None:
    """Finish a recovery that was interrupted after the new journal was complete."""
    note, new = read_note(path), new_name(path)
    if note is None or not note.aside:
        return
    if new.exists():
        LastChangeFile(path).reset(None)
        for old, aside in zip(files_of(path), files_of(path.with_name(note.aside)), strict=True):
            if old.exists():
                old.rename(aside)
        new.rename(path)
        sync_folder(path.parent)
    _write_note(path, Note("", note.notice))


def add_note(path: Path, aside: str, notice: str) -> None:
    """Add to the note beside the journal, atomically; it is on disk when this returns.

    Args:
        path: the journal's file.
        aside: new name of the damaged file; empty if nothing is renamed.
        notice: the message for players; an earlier one stays until it is acknowledged.
    """
    earlier = read_note(path)
    told = (earlier.notice if earlier is not None else "", notice)
    _write_note(path, Note(aside, " ".join(filter(None, told))))


def _write_note(path: Path, note: Note) -> None:
    text = msgspec.json.encode(note)
    atomic_write(_note_name(path), b"%08x" % crc32(text) + text)


def read_note(path: Path) -> Note | None:
    """Return the note of a recovery, if there is one."""
    try:
        content = _note_name(path).read_bytes()
        if content[:8] != b"%08x" % crc32(content[8:]):
            return None
        return msgspec.json.decode(content[8:], type=Note)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def remove_note(path: Path) -> None:
    """Remove the note, after the players have read it."""
    _note_name(path).unlink(missing_ok=True)


def _note_name(path: Path) -> Path:
    return path.with_name(f"{path.name}-note")


def _carry_over(path: Path, connection: Connection) -> tuple[int, list[RecoveredGame]]:
    """Copy everything readable into a new journal; return the number of games, and those copied."""
    if not size(path):
        # Only a log is left. It is useless alone, and opening it would make SQLite delete it.
        return 0, []
    recovered: list[RecoveredGame] = []
    try:
        with closing(connect(path, "ro")) as damaged:
            damaged.text_factory = lambda text: text.decode("utf-8", "replace")
            rows = list(_readable(lambda row: row, damaged, "SELECT * FROM game ORDER BY changes"))
            known = max(len(rows), next(_readable(_number, damaged, "SELECT count(*) FROM game"), 0))
            for row in rows:
                recovered += _carry_game(damaged, row, connection)
    except sqlite3.DatabaseError:
        return 0, recovered
    return known, recovered


def _number(row: Row) -> int:
    return int(row[0])


def _carry_game(damaged: Connection, row: Row, connection: Connection) -> list[RecoveredGame]:
    """Copy one game; an empty list if none of its positions can be read."""
    try:
        archive = _read(damaged, row)
    except _UNREADABLE:
        return []
    if archive is None:
        return []
    with transaction(connection):
        queries.add(connection, archive)
        update_states(connection)
        seal_new_games(connection)
    return [RecoveredGame(archive.record.title, max(0, int(row["head"]) - archive.record.entry_count))]


def _read(damaged: Connection, row: Row) -> GameArchive | None:
    """Read a game up to the first answer that cannot be read."""
    game = row["id"]
    entries = tuple(_entries(damaged, game))
    standing = sum(not entry.abandoned for entry in entries)
    query = "SELECT * FROM position WHERE game = ? ORDER BY entries"
    found = (_position(position) for position in _readable(lambda position: position, damaged, query, game))
    positions = tuple(position for position in found if position and position.entry_count <= standing)
    if not positions:
        return None
    record = row_codec.record(_with_readable_header(row, positions[0]))
    if standing < record.entry_count:
        record = replace(record, entry_count=standing, winners=())
    return GameArchive(
        record=record,
        house_rules=_with_default(lambda: row_codec.names(row["house_rules"]), {}),
        clocks=_with_default(lambda: row_codec.milliseconds(row["clocks"]), {}),
        paused=bool(row["paused"]),
        positions=positions,
        entries=entries,
    )


def _with_readable_header(row: Row, position: Position) -> dict[str, object]:
    """Read who plays from a position where the game's own row is damaged."""
    header: dict[str, object] = dict(row)
    if _with_default(lambda: msgspec.json.decode(row["seats"], type=tuple[Seat, ...]), None) is None:
        seats = msgspec.json.decode(position.state, type=dict[str, msgspec.Raw])["seats"]
        header["seats"] = bytes(seats).decode()
    if _with_default(lambda: msgspec.json.decode(row["winners"], type=tuple[str, ...]), None) is None:
        header["winners"] = "[]"
    return header


def _with_default(read: Callable[[], T], default: T) -> T:
    try:
        return read()
    except _UNREADABLE:
        return default


def _position(row: Row) -> Position | None:
    """Read a position; None if it is not as it was written."""
    position = row_codec.position(row)
    sound = position_digest(row) == row["digest"] if "digest" in row.keys() else True  # noqa: SIM118
    readable = _with_default(lambda: msgspec.json.decode(position.state, type=dict[str, msgspec.Raw]), None)
    return position if sound and readable is not None else None


def _entries(damaged: Connection, game: int) -> Iterator[ArchivedEntry]:
    """Read the answers one by one: prefetching could fail and lose the previous answer."""

    def read(row: Row) -> tuple[int, str, ArchivedEntry | None]:
        chained = "chain" in row.keys()  # noqa: SIM118
        sound = entry_digest(previous, row) == row["chain"] if chained else "\ufffd" not in row["entry"]
        kept = row_codec.kept_entry(row, _evidence(damaged, row["id"])) if sound else None
        return row["id"], row["chain"] if chained else "", kept

    query = "SELECT * FROM entry WHERE game = ? AND id > ? ORDER BY id LIMIT 1"
    last, previous = 0, ""
    while found := next(_readable(read, damaged, query, game, last), None):
        last, previous, kept = found
        if kept is None:
            return
        yield kept


def _evidence(damaged: Connection, entry: int) -> Evidence | None:
    """Read what the camera saw; an answer is valid without it."""
    return _with_default(lambda: queries.evidence_of_entry(damaged, entry), None)


def _readable(read: Callable[[Row], T], damaged: Connection, query: str, *values: int) -> Iterator[T]:
    """Yield the results of a query, up to the first unreadable row."""
    try:
        for row in damaged.execute(query, values):
            yield read(row)
    except _UNREADABLE:
        return


def _notice(aside: Path, known: int, saved: list[RecoveredGame]) -> str:
    shortened = [f"{game.title} lost its last {_answers(game.lost)}." for game in saved if game.lost]
    sentences = [
        f"The file with the games was damaged. It is kept as {aside.name}; nothing was deleted.",
        f"{len(saved)} of {known} games could be saved." if known else "No game in it could be read.",
        *shortened,
    ]
    return " ".join(sentences)


def _answers(count: int) -> str:
    return f"{count} answers" if count > 1 else "answer"
