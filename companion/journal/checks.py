"""Checks of the journal's disk and file, for `companion doctor`."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.errors import JournalError
from companion.health import Check
from companion.journal.database import examine
from companion.journal.last_change import LastChangeFile
from companion.journal.opening import what_is_missing
from companion.journal.paths import journal_path
from companion.locale.messages import gettext

SCARCE = 200 * 1024 * 1024
"""Bytes; a long game with pictures of all its rolls stays well below this."""

VANISHING = frozenset({"tmpfs", "ramfs", "overlay"})
"""File systems that lose their files on a power cut (an overlay is Pi OS's write-protected card)."""


def checks(folder: Path | None = None) -> tuple[Check, ...]:
    """Check the folder for games, its free space, and the journal.

    Args:
        folder: the folder for games; by default the usual one.
    """
    path = journal_path(folder)
    rows = [_writing(path)]
    if rows[0].state == "ok":
        rows += [_room(path), _lasting(path)]
    return (*rows, _journal(path))


def _writing(path: Path) -> Check:
    """Write a small database in the games' folder, with write-ahead logging."""
    name = "folder for games"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".check-", dir=path.parent) as trial:
            mode = _write_ahead(Path(trial) / "trial.sqlite")
    except (OSError, sqlite3.Error) as error:
        fix = gettext("Give yourself the right to write there, or choose another folder with --data.")
        return Check(
            name,
            "failed",
            gettext("{parent} cannot be written: {error}.", parent=path.parent, error=error),
            fix,
        )
    if mode != "wal":
        fix = gettext("Choose a folder on a local disk with --data.")
        return Check(
            name, "failed", gettext("{parent} cannot hold a write-ahead log.", parent=path.parent), fix
        )
    return Check(name, "ok", gettext("{parent} can be written.", parent=path.parent))


def _write_ahead(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        mode: str = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        connection.execute("CREATE TABLE trial (number INTEGER) STRICT")
        connection.commit()
    return mode


def _room(path: Path) -> Check:
    free = shutil.disk_usage(path.parent).free
    detail = gettext("{count} MB are free in {folder}.", count=free // 1024**2, folder=path.parent)
    if free < SCARCE:
        return Check(
            "room for games", "failed", detail, gettext("Make room, or choose another folder with --data.")
        )
    return Check("room for games", "ok", detail)


def _lasting(path: Path) -> Check:
    """Check whether the folder survives a power cut."""
    kind = file_system(path.parent, Path("/proc/mounts"))
    if kind in VANISHING:
        detail = gettext(
            "{parent} lies on {kind}, which may be empty again after the power was cut.",
            parent=path.parent,
            kind=kind,
        )
        return Check(
            "lasting games", "failed", detail, gettext("Choose a folder on the card or a disk with --data.")
        )
    return Check("lasting games", "ok", gettext("{parent} lies on {kind}.", parent=path.parent, kind=kind))


def file_system(folder: Path, mounts: Path) -> str:
    """Return the type of a folder's file system; "an unknown disk" if the system does not list it."""
    try:
        rows = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return "an unknown disk"
    place = os.path.realpath(folder)
    above = [row for row in rows if os.path.commonpath([place, row[1]]) == row[1]]
    return max(reversed(above), key=lambda row: len(row[1]))[2] if above else "an unknown disk"


def _journal(path: Path) -> Check:
    if not path.exists():
        return Check(
            "journal", "missing", gettext("No game has been kept in {parent} yet.", parent=path.parent)
        )
    fix = gettext("Start `companion play`. It keeps the damaged file and saves what it can read.")
    try:
        examine(path)
        missing = what_is_missing(path, LastChangeFile(path).read())
    except JournalError as error:
        return Check("journal", "failed", str(error), fix)
    if missing:
        return Check("journal", "failed", missing, fix)
    return Check(
        "journal", "ok", gettext("{path} is sound, {count} KB.", path=path, count=path.stat().st_size // 1024)
    )
