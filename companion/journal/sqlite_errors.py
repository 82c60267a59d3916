"""Translates SQLite's error codes to messages for players; the codes go to the log."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.errors import JournalDamaged, JournalError, JournalFull, JournalInUse, JournalUnreachable
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

_PRIMARY = 0xFF
"""Mask of the primary result code; the other bits are details."""

_Words = tuple[type[JournalError], str]

_DAMAGED = (
    JournalDamaged,
    gettext(
        "the file is damaged. Start the companion again: it keeps the damaged file and saves what it can read"
    ),
)
_FAILURES: dict[int, _Words] = {
    sqlite3.SQLITE_FULL: (
        JournalFull,
        gettext("the disk is full. Make room, then give the answer again. Everything before it is saved"),
    ),
    sqlite3.SQLITE_READONLY: (
        JournalUnreachable,
        gettext(
            "it may not be written to. Check the rights of the folder and whether the card is write-protected"
        ),
    ),
    sqlite3.SQLITE_PERM: (JournalUnreachable, gettext("you may not open it. Check the rights of the folder")),
    sqlite3.SQLITE_CANTOPEN: (
        JournalUnreachable,
        gettext("it cannot be opened. Check that the folder is there and may be written to"),
    ),
    sqlite3.SQLITE_IOERR: (
        JournalUnreachable,
        gettext("the disk refuses to read or write. Check the card, or choose another folder with --data"),
    ),
    sqlite3.SQLITE_BUSY: (JournalInUse, gettext("another program has it open. Close that first")),
    sqlite3.SQLITE_LOCKED: (JournalInUse, gettext("another program has it open. Close that first")),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}


@contextmanager
def translate_errors(path: Path, failed: str) -> Iterator[None]:
    """Translate errors of SQLite, and of decoding its columns, to errors for players.

    Args:
        path: the journal's file.
        failed: what could not be done: ``"Could not keep answer 12"``.

    Raises:
        JournalError: the matching subclass.
    """
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _translated(path, failed, error, _DAMAGED) from error
    except sqlite3.Error as error:
        raise _translated(path, failed, error, _words_for(error)) from error


def _translated(path: Path, failed: str, error: Exception, failure: _Words) -> JournalError:
    _log.warning("%s in %s: %r", failed, path, error)
    return failure[0](gettext("{failed} in {path}: {reason}.", failed=failed, path=path, reason=failure[1]))


def _words_for(error: sqlite3.Error) -> _Words:
    """Return the error type and message; an error in our own statements is raised unchanged."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        # Python's own error for text that is not UTF-8 has no code.
        return _DAMAGED
    if code is None or code & _PRIMARY not in _FAILURES:
        raise error
    return _FAILURES[code & _PRIMARY]
