"""The files of a table besides its games: settings, calibration, taught dice, rule sets, players, pages.

Everything in the data folder belongs to the table, except for what another machine must not have (who joined
by phone), what is made again by itself (lists of results), and what was set aside.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import Literal

from companion.external_files.files import atomic_write, read_bytes
from companion.journal.paths import FILE as JOURNAL
from companion.locale.messages import gettext

MAX_FILE = 50_000_000
"""Bytes of the largest file of a table; longer ones are none of its own."""

_LEFT_OUT = (
    f"{JOURNAL}*",  # the games are kept one by one
    "games-*.sqlite*",  # damaged journals, and new ones in the making
    "*.lock",
    "*.part",
    "*-wal",
    "*-shm",
    "*.before-restore",
    "*-damaged-*",
    "start-attempts.json",
    "repairs.json",
    "results.json",
    "phones/joined.json",
    "table.json",  # who stands where tonight
    "boards/received/*",  # nobody has looked at them yet
    "owner-pin.json",
)
_FOLDERS_LEFT_OUT = ("recordings", "saved games", "update")
_NAMES = {
    "settings.toml": gettext("settings"),
    "profile.toml": gettext("calibration"),
    "dice.toml": gettext("colours of dice"),
    "people.toml": gettext("players"),
    "faces": gettext("taught dice"),
    "examples": gettext("pictures of dice"),
    "phones": gettext("private pages"),
    "taught boards": gettext("boards taught to the camera"),
    "nuked": gettext("rule sets of Nuked"),
    "rogue": gettext("battlefields and cards of Rogue"),
    "starcraft": gettext("cards of StarCraft"),
    "club-outbox.sqlite": gettext("results for the club"),
    "club.sqlite": gettext("the club"),
}


def is_kept(name: str) -> bool:
    """Whether a file, by its path in the data folder, belongs to the table.

    >>> is_kept("settings.toml"), is_kept("games.sqlite-wal"), is_kept("../other.toml")
    (True, False, False)
    >>> is_kept("restore-x1.part/backup/files/settings.toml")
    False
    """
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and bool(path.parts)
    if not inside or path.parts[0] in _FOLDERS_LEFT_OUT:
        return False
    return not any(place.match(pattern) for place in (path, *path.parents) for pattern in _LEFT_OUT)


def table_files(folder: Path) -> list[str]:
    """List the files of the table by their path in the data folder."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    found = (path for path in found if path.suffix == ".sqlite" or path.stat().st_size <= MAX_FILE)
    names = (path.relative_to(folder).as_posix() for path in found)
    return sorted(name for name in names if is_kept(name))


def read_table_file(folder: Path, name: str) -> bytes:
    """Return the content of a file; of a database a consistent one, even while it is written.

    Raises:
        OSError, BrokenFile: it cannot be read.
    """
    path = folder / name
    if path.suffix == ".sqlite":
        # A damaged one is copied as it is: the games must not be lost for it.
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
            return database.serialize()
    return read_bytes(path, MAX_FILE)


def put_table_file(
    folder: Path, name: str, content: bytes, *, replace: bool
) -> Literal["written", "same", "differs"]:
    """Write a file, unless the table has another.

    Args:
        folder: the data folder.
        name: its path in there.
        content: its content.
        replace: whether to replace another one, which stays beside it; never a database, which may be open.

    Returns:
        Whether it was written, was here already, or the table's own one stays, which differs.

    Raises:
        OSError: it cannot be written.
    """
    path = folder / name
    if path.is_symlink() or not path.resolve().is_relative_to(folder.resolve()):
        return "differs"
    if path.exists():
        if read_bytes(path, MAX_FILE) == content:
            return "same"
        if not replace or path.suffix == ".sqlite":
            return "differs"
        path.replace(path.with_name(f"{path.name}.before-restore"))
    atomic_write(path, content, private=True)
    return "written"


def area(name: str) -> str:
    """Return what a file is, in words for players.

    >>> area("rogue/cards.toml")
    'battlefields and cards of Rogue'
    """
    first = name.split("/")[0]
    return _NAMES.get(first, first)
