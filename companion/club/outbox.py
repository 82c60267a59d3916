"""Results waiting to be sent, kept on disk until the broker has acknowledged them."""

import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

from companion.app.chronicle.chronicle import Chronicle
from companion.app.chronicle.recorded_game import RecordedGame
from companion.app.chronicle.statistics import places
from companion.club.messages import GameOutcome, PlacedPlayer, clean_text, encode
from companion.club.result_signature import new_key
from companion.errors import CompanionError
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.journal.records import GameRecord
from companion.referee.seats import Seat


def result_id(table: str, record: GameRecord) -> str:
    """Return a constant and unique id for a game's result.

    Args:
        table: id of the table.
        record: the game. Its number alone is not enough: a new journal counts from 1 again.
    """
    return uuid5(NAMESPACE_URL, f"companion:{table}:{record.id}:{record.started}").hex


def placed_players(chronicle: Chronicle) -> tuple[PlacedPlayer, ...]:
    """Return the players of a finished game with their places."""
    placed = places(chronicle)
    return tuple(PlacedPlayer(_name(seat), placed[seat.id], not _unnamed(seat)) for seat in chronicle.seats)


def _name(seat: Seat) -> str:
    return clean_text(seat.name) or seat.id


def _unnamed(seat: Seat) -> bool:
    return seat.name.casefold() == seat.colour


def changed_results(
    table: str, records: Mapping[int, GameRecord], known: Mapping[str, str]
) -> tuple[tuple[GameRecord, ...], tuple[GameRecord, ...]]:
    """Compare the journal with the results that were sent.

    Args:
        table: id of the table.
        records: all games of the journal, by number.
        known: fingerprint of each result that was sent, by its id; see `fingerprint`.

    Returns:
        The finished games whose result is new or has changed, and the games that are no longer finished.
    """
    fresh, undone = [], []
    for record in records.values():
        was = known.get(result_id(table, record), "")
        if record.finished and was != fingerprint(record):
            fresh.append(record)
        elif not record.finished and was:
            undone.append(record)
    return tuple(fresh), tuple(undone)


def fingerprint(record: GameRecord) -> str:
    """Return a text that changes whenever a game's result changes."""
    return f"{record.entry_count} {' '.join(record.winners)}"


FILE = "club-outbox.sqlite"
"""File name in the data folder."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS identity (table_id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS signing_key (key BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS result (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    payload BLOB NOT NULL,
    sent INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS unsent ON result (sent) WHERE NOT sent;
"""
BUSY_S = 5.0

_log = logging.getLogger(__name__)


class Outbox:
    """The results that this table has sent or must still send.

    Each result has one row however often it changes, so the outbox never grows beyond the journal.

    Args:
        folder: the data folder.
        joining: the table has just joined the club: games that ended before are not sent.

    Raises:
        JournalError: the journal cannot be read.
        sqlite3.Error: it cannot be written to disk.
    """

    def __init__(self, folder: Path, *, joining: bool = False) -> None:
        self._folder = folder
        self._connection = sqlite3.connect(folder / FILE, timeout=BUSY_S)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.executescript(_SCHEMA)
        found = self._connection.execute("SELECT table_id FROM identity").fetchone()
        self.table_id = str(found[0]) if found is not None else uuid4().hex[:12]
        if found is None or joining:
            self._ignore_past_games()
        if found is None:
            with self._connection:
                self._connection.execute("INSERT INTO identity VALUES (?)", (self.table_id,))
        self.key = self._signing_key()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def collect(self, table: str) -> None:
        """Add every result of the journal that is new or has changed since it was sent.

        A game that the current rules cannot replay is skipped and logged.

        Raises:
            JournalError: the journal cannot be read.
            sqlite3.Error: it cannot be written to disk.
        """
        with closing(Journal.open_read_only(journal_path(self._folder))) as journal:
            records = {record.id: record for record in journal.games()}
            fresh, undone = changed_results(self.table_id, records, self._fingerprints())
            for record in undone:
                self._enqueue(record, "", table, title=record.title, withdrawn=True)
            for record in fresh:
                try:
                    played = RecordedGame(journal.load(record.id), journal.archive(record.id)).chronicle
                    self._enqueue(
                        record,
                        fingerprint(record),
                        table,
                        title=played.title,
                        rounds=played.turns[-1].round if played.turns else 0,
                        players=placed_players(played),
                    )
                except CompanionError as error:
                    _log.warning("the result of game %d cannot be sent: %s", record.id, error)

    def unsent(self, most: int) -> tuple[tuple[str, int, bytes], ...]:
        """Return id, revision and message of results not yet acknowledged, oldest first."""
        rows = self._connection.execute(
            "SELECT id, revision, payload FROM result WHERE NOT sent ORDER BY rowid LIMIT ?", (most,)
        )
        return tuple(rows)

    def mark_sent(self, result: str, revision: int) -> None:
        """Mark a result as sent, unless a newer revision of it waits."""
        with self._connection:
            self._connection.execute(
                "UPDATE result SET sent = 1 WHERE id = ? AND revision = ?", (result, revision)
            )

    def _enqueue(self, record: GameRecord, mark: str, table: str, *, title: str, **played: Any) -> None:
        """Write a result with its next revision; `played` is what `GameOutcome` says of the game."""
        result = result_id(self.table_id, record)
        known = self._connection.execute("SELECT revision FROM result WHERE id = ?", (result,)).fetchone()
        outcome = GameOutcome(
            id=result,
            revision=known[0] + 1 if known else 1,
            table=clean_text(table),
            title=clean_text(title),
            ended=record.played,
            **played,
        )
        with self._connection:
            self._connection.execute(
                "REPLACE INTO result VALUES (?, ?, ?, ?, 0)",
                (result, outcome.revision, mark, encode(outcome)),
            )

    def _signing_key(self) -> bytes:
        """Return the key that signs this table's results; made once."""
        found = self._connection.execute("SELECT key FROM signing_key").fetchone()
        if found is not None:
            return bytes(found[0])
        key = new_key()
        with self._connection:
            self._connection.execute("INSERT INTO signing_key VALUES (?)", (key,))
        return key

    def _fingerprints(self) -> dict[str, str]:
        return dict(self._connection.execute("SELECT id, fingerprint FROM result"))

    def _ignore_past_games(self) -> None:
        with closing(Journal.open_read_only(journal_path(self._folder))) as journal:
            ended = [record for record in journal.games() if record.finished]
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO result VALUES (?, 0, ?, x'', 1)",
                [(result_id(self.table_id, record), fingerprint(record)) for record in ended],
            )
