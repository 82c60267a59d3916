"""The journal's file: opening it safely, holding it alone, and setting it aside when it is damaged."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.errors import JournalDamaged, JournalInUse, JournalUnreachable
from companion.journal.schema import migrate, recognise, require_today
from companion.journal.sqlite_errors import translate_errors

ENDINGS = ("", "-wal", "-shm")
"""What SQLite appends to the names of the files that make one database."""

_PATIENCE = 2.0
"""Seconds to wait for a reader to let go."""


class FileLock:
    """The right to write a journal: one companion at a time has it, and loses it however it ends.

    The lock lies on a file beside the journal, because closing any handle on the journal's own file
    would take away the locks that SQLite needs.

    Args:
        path: the journal's file.

    Raises:
        JournalInUse: another companion holds it.
        JournalUnreachable: the folder cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        beside = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            holder = beside.read_text().strip() or "unknown"
            raise JournalInUse(
                f"Another companion (process {holder}) has the games in {path.parent} open: "
                "close it, or give this one another folder with --data."
            ) from error
        except OSError as error:
            raise JournalUnreachable(
                f"Games cannot be kept in {path.parent}: {error.strerror}. "
                "Check the folder's rights, or choose another one with --data."
            ) from error
        os.truncate(self._handle, 0)
        os.write(self._handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another companion have it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a journal's file, make it where there is none, and bring it to today's version.

    Raises:
        JournalDamaged: it cannot be read; nothing in it was touched.
        JournalUnknown: another program's file, or one of a newer companion.
        JournalFull, JournalUnreachable, JournalInUse: it cannot be written now.
    """
    examine(path)
    with translate_errors(path, "open the journal"):
        connection = connect(path, "rwc")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # NORMAL may lose the last answers when the plug is pulled; FULL waits for the disk each time.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            with transaction(connection):
                migrate(connection, recognise(connection, path))
        except BaseException:
            connection.close()
            raise
        return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal's file to look at it while another companion may be writing.

    Raises:
        JournalUnreachable: there is none.
        JournalDamaged, JournalUnknown: it cannot be understood.
    """
    if not path.exists():
        raise JournalUnreachable(f"No games are kept in {path.parent}: there is no {path.name} in it.")
    with translate_errors(path, "open the journal"):
        connection = connect(path, "ro")
        try:
            require_today(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def examine(path: Path) -> None:
    """Check a journal's file through and through without touching it.

    Raises:
        JournalDamaged: what is wrong with it.
        JournalUnknown: another program's file, or one of a newer companion.
    """
    log = path.with_name(f"{path.name}-wal")
    if not size(path):
        if size(log):
            # SQLite would throw such a log away.
            raise JournalDamaged(f"{path} is empty or gone, but its log {log.name} holds answers.")
        return
    with translate_errors(path, "open the journal"), closing(connect(path, "ro")) as connection:
        recognise(connection, path)
        found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise JournalDamaged(f"{path} is damaged: {found[0]}.")


def quarantine(path: Path, now: datetime) -> Path:
    """Rename a damaged journal with all its files, so that a new one can be begun and nothing is lost.

    Args:
        path: the journal's file.
        now: the date for the new name.

    Returns:
        The new name of the journal's file.
    """
    aside = next(name for name in _names_aside(path, now) if not any(map(os.path.lexists, files_of(name))))
    for old, new in zip(files_of(path), files_of(aside), strict=True):
        if old.exists():
            old.rename(new)
    return aside


def files_of(path: Path) -> list[Path]:
    """List the files that make up one database, whether they are there or not."""
    return [path.with_name(path.name + ending) for ending in ENDINGS]


def size(path: Path) -> int:
    """Return a file's bytes; none where there is no file."""
    return path.stat().st_size if path.exists() else 0


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Do several things wholly or not at all; on disk when it ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database file as it is.

    Args:
        path: the file.
        mode: ``"ro"`` to read it, ``"rwc"`` to write it and make it where there is none.
    """
    if path.is_dir():
        # SQLite reports this differently from machine to machine.
        raise JournalUnreachable(f"{path} cannot be opened: it is a folder. Move it away, or use --data.")
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=_PATIENCE, isolation_level=None
    )
    connection.row_factory = sqlite3.Row
    return connection


def _names_aside(path: Path, now: datetime) -> Iterator[Path]:
    date = now.strftime("%Y-%m-%d-%H%M%S")
    yield path.with_name(f"{path.stem}-damaged-{date}{path.suffix}")
    for count in range(2, 1000):
        yield path.with_name(f"{path.stem}-damaged-{date}-{count}{path.suffix}")
