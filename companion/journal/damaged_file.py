"""Reads what can be read of a damaged journal, game by game.

An answer counts if its hash is right (`checksums`). Where one is not, the game is cut there; if there is a
sound position after it, the game goes on from that position, and what came before the damage is kept as a
game of its own. A position holds the whole state, so no later answer depends on a lost one.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from sqlite3 import Connection, Row
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import queries, row_codec
from companion.journal.checksums import entry_digest, position_digest
from companion.journal.database import connect, size
from companion.journal.records import MAX_NAME, ArchivedEntry, Evidence, GameArchive
from companion.journal.titles import PART
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.entries import Position
from companion.referee.seats import Seat

T = TypeVar("T")

_UNREADABLE = (sqlite3.DatabaseError, msgspec.DecodeError, TypeError, ValueError, LookupError)
"""Exceptions from reading a damaged row."""


class ReadableGame(Struct, frozen=True):
    """A game of a damaged journal.

    Attributes:
        parts: what can be read of it, oldest first; the game goes on with the last part.
        gap: number of lost answers between the parts.
        lost: number of lost answers after the last.
        round: the round in which the last part begins.
    """

    parts: tuple[GameArchive, ...]
    gap: int
    lost: int
    round: int

    @property
    def notice(self) -> str:
        """What was lost, in words for players; empty if nothing was."""
        *earlier, last = (part.record.heading for part in self.parts)
        sentences = []
        if self.gap:
            sentences.append(
                gettext(
                    "{last} goes on in round {round}, without {answers} before it.",
                    last=last,
                    round=self.round,
                    answers=_answers(self.gap),
                )
            )
        if earlier:
            sentences.append(gettext("What came before is kept as {names}.", names=listed(earlier)))
        if self.lost:
            sentences.append(
                gettext("{last} lost {answers} at its end.", last=last, answers=_answers(self.lost))
            )
        return joined(sentences)


def _answers(count: int) -> str:
    return ngettext("{count} answer", "{count} answers", count)


def read_damaged(path: Path) -> tuple[int, list[ReadableGame]]:
    """Read everything readable of a damaged journal.

    Returns:
        The number of games that it had, as far as that is known, and those of which a position can be read.
    """
    if not size(path):
        # Only a log is left. It is useless alone, and opening it would make SQLite delete it.
        return 0, []
    found: list[ReadableGame] = []
    try:
        with closing(connect(path, "ro")) as damaged:
            damaged.text_factory = lambda text: text.decode("utf-8", "replace")
            rows = list(_readable(lambda row: row, damaged, "SELECT * FROM game ORDER BY changes"))
            known = max(len(rows), next(_readable(_number, damaged, "SELECT count(*) FROM game"), 0))
            for row in rows:
                game = _with_default(partial(_game, damaged, row), None)
                found += [game] if game is not None else []
    except sqlite3.DatabaseError:
        return 0, found
    return known, found


def _number(row: Row) -> int:
    return int(row[0])


def _game(damaged: Connection, row: Row) -> ReadableGame | None:
    """Read a game: from its beginning, and again from the first sound position after each damaged answer."""
    positions = _positions(damaged, row["id"])
    if not positions:
        return None
    entries = _entries(damaged, row["id"])
    header = _with_readable_header(row, positions[0], _standing(entries))
    head = int(str(header["head"]))
    parts: list[GameArchive] = []
    starts, gap, end = [0], 0, 0
    while starts:
        part = _part(header, positions, _run(entries, starts[0]), starts[0])
        reached = starts[0] + _standing(part.entries)
        later = [position.entry_count for position in positions if reached < position.entry_count <= head]
        if part.positions and (part.record.entry_count or not later):
            parts.append(part)
            gap, end = gap + starts[0] - end, reached
        starts = later
    return ReadableGame(_titled(parts), gap, max(0, head - end), _round(parts[-1])) if parts else None


def _titled(parts: Sequence[GameArchive]) -> tuple[GameArchive, ...]:
    """Number the parts before the last."""
    titles = [
        PART.format(title=part.record.title[: MAX_NAME - 9], number=number)
        for number, part in enumerate(parts[:-1], 1)
    ]
    earlier = (
        replace(part, record=replace(part.record, title=title))
        for part, title in zip(parts, titles, strict=False)
    )
    return (*earlier, parts[-1])


def _part(
    header: dict[str, object], positions: Sequence[Position], entries: Sequence[ArchivedEntry], start: int
) -> GameArchive:
    """Return the game from a position on, with its answers and positions counted from there."""
    record, end = row_codec.record(header), start + _standing(entries)
    count = min(end, record.entry_count) - start
    return GameArchive(
        record=replace(record, entry_count=count, winners=() if end < record.entry_count else record.winners),
        house_rules=_with_default(lambda: row_codec.names(str(header["house_rules"])), {}),
        clocks=_with_default(lambda: row_codec.milliseconds(str(header["clocks"])), {}),
        paused=bool(header["paused"]),
        positions=tuple(
            replace(position, entry_count=position.entry_count - start)
            for position in positions
            if start <= position.entry_count <= end
        ),
        entries=tuple(replace(entry, number=entry.number - start) for entry in entries),
    )


def _with_readable_header(row: Row, position: Position, answers: int) -> dict[str, object]:
    """Repair a game's own row: texts that are none any more, and who plays, which a position knows too."""
    header: dict[str, object] = dict(row)
    for name in ("game", "title", "started", "played"):
        header[name] = row[name] if isinstance(row[name], str) else ""
    header["head"] = row["head"] if isinstance(row["head"], int) else answers
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


def _positions(damaged: Connection, game: int) -> list[Position]:
    """Read the positions that are as they were written."""

    def read(row: Row) -> Position | None:
        position = row_codec.position(row)
        sound = position_digest(row) == row["digest"] if "digest" in row.keys() else True  # noqa: SIM118
        state = _with_default(lambda: msgspec.json.decode(position.state, type=dict[str, msgspec.Raw]), None)
        return position if sound and state is not None else None

    query = "SELECT * FROM position WHERE game = ? ORDER BY entries"
    return [position for position in _readable(read, damaged, query, game) if position is not None]


class _Began(Struct):
    round: int = 0


def _round(part: GameArchive) -> int:
    return msgspec.json.decode(part.positions[0].state, type=_Began).round


def _entries(damaged: Connection, game: int) -> list[ArchivedEntry]:
    """Read the sound answers, one by one, from both ends: a page that cannot be read stops each once."""
    forward: list[Row] = []
    query = "SELECT * FROM entry WHERE game = ? AND id > ? ORDER BY id LIMIT 1"
    while found := next(_readable(_same, damaged, query, game, forward[-1]["id"] if forward else 0), None):
        forward.append(found)
    backward: list[Row] = []
    last = forward[-1]["id"] if forward else 0
    query = "SELECT * FROM entry WHERE game = ? AND id < ? AND id > ? ORDER BY id DESC LIMIT 1"
    before = 2**63 - 1
    while found := next(_readable(_same, damaged, query, game, before, last), None):
        backward.append(found)
        before = found["id"]
    return [*_checked(damaged, forward, ""), *_checked(damaged, backward[::-1], None)]


def _same(row: Row) -> Row:
    return row


def _checked(damaged: Connection, rows: Sequence[Row], previous: str | None) -> Iterator[ArchivedEntry]:
    """Yield the answers whose hash is right; after an unreadable page the previous hash is unknown."""
    for row in rows:
        if "chain" in row.keys():  # noqa: SIM118
            sound = previous is not None and entry_digest(previous, row) == row["chain"]
            previous = row["chain"]
        else:
            sound = "\ufffd" not in row["entry"]
        kept = _with_default(partial(_entry, damaged, row), None) if sound else None
        if kept is not None:
            yield kept


def _entry(damaged: Connection, row: Row) -> ArchivedEntry:
    return row_codec.kept_entry(row, _evidence(damaged, row["id"]))


def _run(entries: Sequence[ArchivedEntry], start: int) -> list[ArchivedEntry]:
    """Return the answers after the first `start`, with abandoned ones, up to the first that is missing."""
    run: list[ArchivedEntry] = []
    wanted = start + 1
    for entry in entries:
        if entry.number > start:
            if not entry.abandoned and entry.number != wanted:
                break
            wanted += not entry.abandoned
            run.append(entry)
    return run


def _standing(entries: Sequence[ArchivedEntry]) -> int:
    return sum(not entry.abandoned for entry in entries)


def _evidence(damaged: Connection, entry: int) -> Evidence | None:
    """Read what the camera saw; an answer is valid without it."""
    seen = _with_default(lambda: queries.evidence_of_entry(damaged, entry), None)
    if seen is None or not isinstance(seen.crop, bytes):
        return None
    return seen if isinstance(seen.source, str) and isinstance(seen.reader, str) else None


def _readable(read: Callable[[Row], T], damaged: Connection, query: str, *values: int) -> Iterator[T]:
    """Yield the results of a query, up to the first unreadable row."""
    try:
        for row in damaged.execute(query, values):
            yield read(row)
    except _UNREADABLE:
        return
