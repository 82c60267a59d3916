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
        fix = "Give yourself the right to write there, or choose another folder with --data."
        return Check(name, "failed", f"{path.parent} cannot be written: {error}.", fix)
    if mode != "wal":
        fix = "Choose a folder on a local disk with --data."
        return Check(name, "failed", f"{path.parent} cannot hold a write-ahead log.", fix)
    return Check(name, "ok", f"{path.parent} can be written.")


def _write_ahead(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        mode: str = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        connection.execute("CREATE TABLE trial (number INTEGER) STRICT")
        connection.commit()
    return mode


def _room(path: Path) -> Check:
    free = shutil.disk_usage(path.parent).free
    detail = f"{free // 1024**2} MB are free in {path.parent}."
    if free < SCARCE:
        return Check("room for games", "failed", detail, "Make room, or choose another folder with --data.")
    return Check("room for games", "ok", detail)


def _lasting(path: Path) -> Check:
    """Check whether the folder survives a power cut."""
    kind = file_system(path.parent, Path("/proc/mounts"))
    if kind in VANISHING:
        detail = f"{path.parent} lies on {kind}, which may be empty again after the power was cut."
        return Check("lasting games", "failed", detail, "Choose a folder on the card or a disk with --data.")
    return Check("lasting games", "ok", f"{path.parent} lies on {kind}.")


def file_system(folder: Path, mounts: Path) -> str:
    """Return the type of a folder's file system; "an unknown disk" if the system does not list it.

    Args:
        folder: the folder.
        mounts: the system's table of mounts.
    """
    try:
        rows = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return "an unknown disk"
    place = os.path.realpath(folder)
    above = [row for row in rows if os.path.commonpath([place, row[1]]) == row[1]]
    return max(reversed(above), key=lambda row: len(row[1]))[2] if above else "an unknown disk"


def _journal(path: Path) -> Check:
    if not path.exists():
        return Check("journal", "missing", f"No game has been kept in {path.parent} yet.")
    fix = "Start `companion play`. It keeps the damaged file and saves what it can read."
    try:
        examine(path)
        missing = what_is_missing(path, LastChangeFile(path).read())
    except JournalError as error:
        return Check("journal", "failed", str(error), fix)
    if missing:
        return Check("journal", "failed", missing, fix)
    return Check("journal", "ok", f"{path} is sound, {path.stat().st_size // 1024} KB.")
