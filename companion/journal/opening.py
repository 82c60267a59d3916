"""Opens the journal for playing: finishes a recovery, checks, recovers, detects missing answers."""

import logging
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.errors import JournalDamaged
from companion.journal import queries
from companion.journal.database import connect, damaged_file_name, examine, files_of, open_to_write, size
from companion.journal.last_change import LastChange, LastChangeFile
from companion.journal.recovery import add_note, finish, read_note, recover
from companion.journal.sqlite_errors import translate_errors
from companion.journal.titles import heading
from companion.locale.kept_messages import read
from companion.locale.messages import gettext, joined

_log = logging.getLogger(__name__)


def open_or_recover(path: Path, now: datetime) -> tuple[sqlite3.Connection, str | None]:
    """Open the journal; if it is damaged, recover it.

    Args:
        path: its file.
        now: the date for the names of damaged files.

    Returns:
        The connection, and a message for players until it is acknowledged; None if nothing was wrong.

    Raises:
        JournalUnknown: the file belongs to another program or to a newer companion.
        JournalUnreachable, JournalFull, JournalInUse: it cannot be written now.
    """
    last = LastChangeFile(path)
    finish(path)
    try:
        examine(path)
        _note_what_is_missing(path, last, now)
        connection = open_to_write(path)
    except JournalDamaged as damage:
        recover(path, now, damage)
        connection = open_to_write(path)
    last.write(last_change(connection))
    note = read_note(path)
    return connection, read(note.notice) if note is not None else None


def last_change(connection: sqlite3.Connection) -> LastChange:
    """Return the last change in the journal."""
    row = connection.execute("SELECT * FROM game ORDER BY changes DESC LIMIT 1").fetchone()
    if row is None:
        return LastChange(0, 0, "", 0)
    return LastChange(row["changes"], row["id"], row["title"], queries.standing(connection, row["id"]))


def what_is_missing(path: Path, last: LastChange | None) -> str | None:
    """Describe what a consistent journal has lost since the last acknowledged change; None if nothing.

    Args:
        path: its file.
        last: the last change that was acknowledged, if it is known.
    """
    if last is None or not last.changes:
        return None
    if not size(path):
        return gettext(
            "The file with the games is gone. The last game in it was {title}.", title=heading(last.title)
        )
    with (
        translate_errors(path, gettext("Could not open the journal")),
        closing(connect(path, "ro")) as connection,
    ):
        row = connection.execute("SELECT coalesce(max(changes), 0) FROM game").fetchone()
        if row[0] >= last.changes:
            return None
        game = connection.execute("SELECT 1 FROM game WHERE id = ?", (last.game,)).fetchone()
        found = queries.standing(connection, last.game) if game else None
    if found is None:
        return gettext(
            "The end of the file with the games was lost. {title} is missing.", title=heading(last.title)
        )
    return gettext(
        "The end of the file with the games was lost. {title} had {answers} answers; "
        "{found} are still there.",
        title=heading(last.title),
        answers=last.answers,
        found=found,
    )


def _note_what_is_missing(path: Path, last: LastChangeFile, now: datetime) -> None:
    """Add a note if the journal is truncated, and keep a copy of its files."""
    missing = what_is_missing(path, last.read())
    if missing is None:
        return
    aside = damaged_file_name(path, now)
    try:
        for file, copy in zip(files_of(path), files_of(aside), strict=True):
            if file.exists():
                shutil.copyfile(file, copy)
        if size(path):
            missing = joined([missing, gettext("A copy of the file is kept as {name}.", name=aside.name)])
    except OSError as error:
        _log.warning("the shortened journal could not be copied: %s", error)
    add_note(path, "", missing)
    last.reset(None)
