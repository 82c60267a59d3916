"""The club's database: the last messages of its tables, and every result once."""

import sqlite3
from pathlib import Path
from threading import Lock

import msgspec

from companion.club.messages import GameOutcome

FILE = "club.sqlite"
"""File name in the folder of `companion club`."""

MAX_RESULTS = 50_000
MAX_RESULTS_OF_TABLE = 5_000

_SCHEMA = """
CREATE TABLE IF NOT EXISTS message (
    table_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (table_id, kind)
) STRICT;
CREATE TABLE IF NOT EXISTS table_key (table_id TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS result (
    table_id TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (table_id, id)
) STRICT;
"""


class ClubStore:
    """A SQLite database; safe to use from several threads.

    The broker keeps the messages too, so data lost in a power cut is received again.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._connection.close()

    def keep_message(self, table: str, kind: str, payload: bytes) -> None:
        """Save the newest message of a kind from a table.

        Raises:
            sqlite3.Error: it cannot be written to disk.
        """
        with self._lock, self._connection:
            self._connection.execute("REPLACE INTO message VALUES (?, ?, ?)", (table, kind, payload))

    def forget_table(self, table: str) -> None:
        """Delete a table's messages; its results stay.

        Raises:
            sqlite3.Error: it cannot be written to disk.
        """
        with self._lock, self._connection:
            self._connection.execute("DELETE FROM message WHERE table_id = ?", (table,))

    def messages(self) -> tuple[tuple[str, str, bytes], ...]:
        """Return table, kind and payload of all messages."""
        with self._lock:
            return tuple(self._connection.execute("SELECT table_id, kind, payload FROM message"))

    def keep_result(self, table: str, result: GameOutcome) -> bool:
        """Save a result unless this or a later revision is already saved.

        Args:
            table: id of the table that sent it. A table cannot change another table's results.
            result: the result.

        Returns:
            Whether it was new.

        Raises:
            sqlite3.Error: it cannot be written to disk.
            OverflowError: there are too many results, of this table or in total.
        """
        with self._lock, self._connection:
            known = self._connection.execute(
                "SELECT revision FROM result WHERE table_id = ? AND id = ?", (table, result.id)
            ).fetchone()
            if known is not None and known[0] >= result.revision:
                return False
            if known is None:
                self._check_room(table)
            self._connection.execute(
                "REPLACE INTO result VALUES (?, ?, ?, ?)",
                (table, result.id, result.revision, msgspec.json.encode(result)),
            )
        return True

    def knows_key(self, table: str, key: str) -> bool:
        """Return whether a table's results are signed with this key; the first one that is heard is kept."""
        with self._lock, self._connection:
            self._connection.execute("INSERT OR IGNORE INTO table_key VALUES (?, ?)", (table, key))
            found = self._connection.execute(
                "SELECT key FROM table_key WHERE table_id = ?", (table,)
            ).fetchone()
        return bool(found[0] == key)

    def results(self) -> tuple[GameOutcome, ...]:
        """Return every result."""
        with self._lock:
            rows = self._connection.execute("SELECT payload FROM result").fetchall()
        return tuple(msgspec.json.decode(payload, type=GameOutcome) for (payload,) in rows)

    def _check_room(self, table: str) -> None:
        everything, of_table = self._connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE table_id = ?) FROM result", (table,)
        ).fetchone()
        if everything >= MAX_RESULTS or of_table >= MAX_RESULTS_OF_TABLE:
            raise OverflowError(f"the club has {everything} results, {of_table} of them of table {table}")
