"""Recovers a damaged journal: copies what can be read into a new one, and keeps the old files.

A recovery may be interrupted at any point. The new journal is built under another name. Then a note is
written with the renames to do and the message for players, and only then are the files renamed. The next
start finishes the renames. The note stays until it is acknowledged, so that the players always see it.
"""

import logging
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from companion.errors import CompanionError
from companion.external_files.files import atomic_write, sync_folder
from companion.journal import queries
from companion.journal.checksums import seal_new_games
from companion.journal.damaged_file import ReadableGame, read_damaged
from companion.journal.database import build, damaged_file_name, files_of, new_name, transaction
from companion.journal.last_change import LastChangeFile
from companion.journal.schema import update_states
from companion.locale.kept_messages import keep, read
from companion.locale.messages import gettext, joined

_log = logging.getLogger(__name__)


class Note(Struct, frozen=True):
    """The note of a recovery for the next start.

    Attributes:
        aside: new name of the damaged file; empty if nothing was renamed.
        notice: the message for players, as `companion.locale.kept_messages` keeps it.
    """

    aside: str
    notice: str | dict[str, Any]


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
    found: list[tuple[int, list[ReadableGame]]] = []
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
    told = (read(earlier.notice) if earlier is not None else "", notice)
    _write_note(path, Note(aside, keep(joined(told))))


def _write_note(path: Path, note: Note) -> None:
    text = msgspec.json.encode(note)
    atomic_write(_note_name(path), b"%08x" % crc32(text) + text)


def read_note(path: Path) -> Note | None:
    """Return the note of a recovery, if there is one."""
    try:
        content = _note_name(path).read_bytes()
        if content[:8] != b"%08x" % crc32(content[8:]):
            return None
        note = msgspec.json.decode(content[8:], type=Note)
        read(note.notice)
        return note
    except (OSError, ValueError):
        return None


def remove_note(path: Path) -> None:
    """Remove the note, after the players have read it."""
    _note_name(path).unlink(missing_ok=True)


def _note_name(path: Path) -> Path:
    return path.with_name(f"{path.name}-note")


def _carry_over(path: Path, connection: Connection) -> tuple[int, list[ReadableGame]]:
    """Copy everything readable into a new journal; return the number of games, and those copied."""
    known, games = read_damaged(path)
    for game in games:
        with transaction(connection):
            for part in game.parts:
                queries.add(connection, part)
            update_states(connection)
            seal_new_games(connection)
    return known, games


def _notice(aside: Path, known: int, saved: list[ReadableGame]) -> str:
    sentences = [
        gettext(
            "The file with the games was damaged. It is kept as {name}; nothing was deleted.", name=aside.name
        ),
        gettext("{count} of {known} games could be saved.", count=len(saved), known=known)
        if known
        else gettext("No game in it could be read."),
        *(game.notice for game in saved if game.notice),
    ]
    return joined(sentences)
