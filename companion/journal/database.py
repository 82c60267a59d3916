"""The journal's file: opens, locks and checks it, and builds a new one."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.errors import JournalDamaged, JournalInUse, JournalUnreachable
from companion.external_files.files import sync_folder
from companion.journal.checksums import verify
from companion.journal.schema import CHECKSUMS_SINCE, migrate, recognise, require_today
from companion.journal.sqlite_errors import translate_errors
from companion.locale.messages import gettext

ENDINGS = ("", "-wal", "-shm", "-journal")
"""The suffixes of the files of a SQLite database."""

BUSY_MILLISECONDS = 2000
"""How long to wait for a reader's lock."""

_LOG_PAGES = 250
"""Pages in the log after which SQLite makes an automatic checkpoint."""


class FileLock:
    """An exclusive lock for writing a journal, released when the process ends.

    The lock is on a file beside the journal, because closing any handle on the journal's own file would drop
    the locks that SQLite needs.

    Raises:
        JournalInUse: another companion has the lock.
        JournalUnreachable: the folder cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        beside = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.truncate(self._handle, 0)
            os.write(self._handle, f"{os.getpid()}\n".encode())
        except BlockingIOError as error:
            self.release()
            holder = beside.read_text(errors="replace").strip() or "unknown"
            raise JournalInUse(
                "Another companion (process {holder}) has the games in {parent} open. Close it, "
                "or give this one another folder with --data.",
                holder=holder,
                parent=path.parent,
            ) from error
        except OSError as error:
            self.release()
            raise _unwritable(path) from error

    def release(self) -> None:
        """Release the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a journal's file, make it if there is none, and migrate it to the current version.

    Raises:
        JournalDamaged: it cannot be read; the file was not changed.
        JournalUnknown: another program's file, or one of a newer companion.
        JournalFull, JournalUnreachable, JournalInUse: it cannot be written now.
    """
    examine(path)
    if not size(path):
        build(path, lambda _: None)
        _move_to_free_path(path)
    with translate_errors(path, gettext("Could not open the journal")):
        connection = connect(path, "rw")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # NORMAL may lose the last answers on a power cut; FULL waits for the disk each time.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
            with transaction(connection):
                migrate(connection, recognise(connection, path))
        except BaseException:
            connection.close()
            raise
        return connection


def build(path: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """Build a new journal beside its final path; it is complete and on disk when this returns.

    A power cut during this leaves a file that is never opened.

    Args:
        path: the journal's file, which is not changed; the new file is `new_name(path)`.
        fill: adds games to the new journal.
    """
    new = new_name(path)
    for file in files_of(new):
        file.unlink(missing_ok=True)
    with translate_errors(path, gettext("Could not begin a journal")):
        try:
            os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise _unwritable(path) from error
        with closing(connect(new, "rw")) as connection:
            with transaction(connection):
                migrate(connection, 0)
            fill(connection)
            connection.execute("PRAGMA journal_mode = WAL")
    _sync(new)


def _move_to_free_path(path: Path) -> None:
    """Move a new journal to its place, if there is none."""
    for file in files_of(path):
        file.unlink(missing_ok=True)
    new_name(path).rename(path)
    sync_folder(path.parent)


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal's file for reading while another companion may be writing.

    Raises:
        JournalUnreachable: there is none. JournalDamaged, JournalUnknown: it cannot be read.
    """
    if not path.exists():
        raise JournalUnreachable(
            "No games are kept in {parent}: there is no {name} in it.", parent=path.parent, name=path.name
        )
    with translate_errors(path, gettext("Could not open the journal")):
        connection = connect(path, "ro")
        try:
            require_today(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def examine(path: Path) -> None:
    """Check a journal's file: read every row and compare the checksums; nothing is changed.

    Raises:
        JournalUnreachable: it is no ordinary file.
        JournalDamaged: what is wrong with it.
        JournalUnknown: another program's file, or one of a newer companion.
    """
    _require_ordinary(path)
    log = path.with_name(f"{path.name}-wal")
    if not size(path):
        if size(log):
            # SQLite would delete such a log.
            raise JournalDamaged(
                "{path} is empty or gone, but its log {name} holds answers.", path=path, name=log.name
            )
        return
    with (
        translate_errors(path, gettext("Could not open the journal")),
        closing(connect(path, _open_mode(path))) as connection,
    ):
        version = recognise(connection, path)
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise JournalDamaged("{path} is damaged: {error}.", path=path, error=found[0])
        if version:
            verify(connection, checksums=version >= CHECKSUMS_SINCE)


def _open_mode(path: Path) -> str:
    """Return the mode to open with: an interrupted transaction of an old journal needs write access."""
    return "rw" if size(path.with_name(f"{path.name}-journal")) else "ro"


def damaged_file_name(path: Path, now: datetime) -> Path:
    """Return a free name for a damaged journal."""
    return next(
        name for name in _damaged_file_names(path, now) if not any(map(os.path.lexists, files_of(name)))
    )


def new_name(path: Path) -> Path:
    """Return the name under which a new journal is built."""
    return path.with_name(f"{path.stem}-new{path.suffix}")


def files_of(path: Path) -> list[Path]:
    """List the possible files of a database, whether they exist or not."""
    return [path.with_name(path.name + ending) for ending in ENDINGS]


def size(path: Path) -> int:
    """Return a file's size in bytes; 0 if there is no file."""
    return path.stat().st_size if path.exists() else 0


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Run a transaction: all or nothing, and on disk when it ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database file without migrating it.

    Args:
        path: the file.
        mode: ``"ro"`` to read it, ``"rw"`` to write it.
    """
    _require_ordinary(path)
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_MILLISECONDS / 1000,
        isolation_level=None,
    )
    connection.row_factory = sqlite3.Row
    return connection


def _require_ordinary(path: Path) -> None:
    """Refuse a folder, of which SQLite says other things on other machines, a pipe, and a device."""
    if path.exists() and not path.is_file():
        raise JournalUnreachable(
            "{path} cannot be opened: it is no ordinary file. Move it away, or use --data.", path=path
        )


def _unwritable(path: Path) -> JournalUnreachable:
    return JournalUnreachable(
        "Games cannot be saved in {parent}. Check that the folder may be written to and "
        "that the disk has room, or choose another one with --data.",
        parent=path.parent,
    )


def _damaged_file_names(path: Path, now: datetime) -> Iterator[Path]:
    date = now.strftime("%Y-%m-%d-%H%M%S")
    yield path.with_name(f"{path.stem}-damaged-{date}{path.suffix}")
    for count in range(2, 1000):
        yield path.with_name(f"{path.stem}-damaged-{date}-{count}{path.suffix}")
