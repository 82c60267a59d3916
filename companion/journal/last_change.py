"""The last acknowledged change, stored beside the journal, so that a truncated journal is detected.

An SD card that loses the end of SQLite's log leaves an older journal that is consistent. This small file
records the last change. It has two slots, written alternately, so that a torn write damages only one.
"""

import logging
import os
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile, JournalUnreachable
from companion.external_files.files import read_bytes

_log = logging.getLogger(__name__)

SLOT = 512
"""Bytes of a slot: one sector."""
_LONGEST_TITLE = 60
"""Longest title, in characters; each takes at most six bytes in JSON, so that all fits into a slot."""


class LastChange(Struct, frozen=True):
    """The last change of a journal.

    Attributes:
        changes: its number, over all games.
        game: the game that was changed.
        title: name for people.
        answers: number of its answers, with those that can be redone.
    """

    changes: int
    game: int
    title: str
    answers: int


class LastChangeFile:
    """The file beside the journal."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(f"{journal.name}-last")

    def read(self) -> LastChange | None:
        """Return the last written change; None if there is no such file, or no intact slot."""
        try:
            content = read_bytes(self.path, 2 * SLOT)
        except (OSError, BrokenFile):
            return None
        found = filter(None, (_decode(content[:SLOT]), _decode(content[SLOT:])))
        return max(found, key=lambda change: change.changes, default=None)

    def write(self, change: LastChange) -> None:
        """Write the last change; a failure is only logged, since the answer is already on disk."""
        try:
            self._write(change)
        except OSError as error:
            _log.warning("the last change could not be written beside the journal: %s", error)

    def reset(self, change: LastChange | None) -> None:
        """Replace the file's content, after the journal has been replaced.

        Raises:
            JournalUnreachable: the file cannot be removed.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise JournalUnreachable(
                "{path} cannot be written. Check the rights of the folder, or choose another one "
                "with --data.",
                path=self.path,
            ) from error
        if change is not None:
            self.write(change)

    def _write(self, change: LastChange) -> None:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(handle, _encode(change), change.changes % 2 * SLOT)
            os.fdatasync(handle)
        finally:
            os.close(handle)


def _encode(change: LastChange) -> bytes:
    short = LastChange(change.changes, change.game, change.title[:_LONGEST_TITLE], change.answers)
    text = msgspec.json.encode(short)
    return (b"%08x" % crc32(text) + text).ljust(SLOT - 1) + b"\n"


def _decode(slot: bytes) -> LastChange | None:
    checksum, text = slot[:8], slot[8:].rstrip()
    if checksum != b"%08x" % crc32(text):
        return None
    try:
        return msgspec.json.decode(text, type=LastChange)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
