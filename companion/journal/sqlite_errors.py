"""SQLite's error codes in words a player can read."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.errors import (
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalInUse,
    JournalUnreachable,
)

_PRIMARY = 0xFF
"""The low byte of a result code tells the kind; the rest only details it."""

_Words = tuple[type[JournalError], str]

_FAILURES: dict[int, _Words] = {
    sqlite3.SQLITE_FULL: (
        JournalFull,
        "the disk is full: make room, then give the answer again. Everything before it is kept",
    ),
    sqlite3.SQLITE_READONLY: (
        JournalUnreachable,
        "it may not be written to: check the rights of the folder and whether the card is write-protected",
    ),
    sqlite3.SQLITE_PERM: (JournalUnreachable, "this user may not open it: check the rights of the folder"),
    sqlite3.SQLITE_CANTOPEN: (
        JournalUnreachable,
        "it cannot be opened: check that the folder is there and may be written to",
    ),
    sqlite3.SQLITE_IOERR: (
        JournalUnreachable,
        "the disk refuses to read or write: check the card, or choose another folder with --data",
    ),
    sqlite3.SQLITE_BUSY: (JournalInUse, "another program has it open: close that first"),
    sqlite3.SQLITE_LOCKED: (JournalInUse, "another program has it open: close that first"),
    sqlite3.SQLITE_CORRUPT: (
        JournalDamaged,
        "the file is damaged: start the companion again, and it will be set aside and what is readable saved",
    ),
    sqlite3.SQLITE_NOTADB: (
        JournalDamaged,
        "the file is no journal any more: start the companion again, and it will be set aside",
    ),
}


@contextmanager
def translate_errors(path: Path, action: str) -> Iterator[None]:
    """Say what failed in words, when SQLite or what lies in its columns fails.

    Args:
        path: the journal's file.
        action: what was being done, to follow "Could not": ``"keep answer 12"``.

    Raises:
        JournalError: the leaf that fits.
    """
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        words = _FAILURES[sqlite3.SQLITE_CORRUPT]
        raise words[0](f"Could not {action} in {path}: {words[1]} ({error}).") from error
    except sqlite3.Error as error:
        words = _words_for(error)
        raise words[0](f"Could not {action} in {path}: {words[1]} ({error}).") from error


def _words_for(error: sqlite3.Error) -> _Words:
    """Find the words; an error that is a slip of the program itself goes through as it is."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or code & _PRIMARY not in _FAILURES:
        raise error
    return _FAILURES[code & _PRIMARY]
