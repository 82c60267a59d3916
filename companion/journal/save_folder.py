"""The folder for exported games: a plugged-in memory stick, else a folder beside the journal."""

import logging
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.journal.records import GameRecord

_log = logging.getLogger(__name__)

MOUNTS = (Path("/media"), Path("/run/media"))
"""Where desktops mount memory sticks: MOUNT/USER/STICK."""
FOLDER = "saved games"
MOST_FILES = 60
"""Most files of a stick that a screen lists, the newest first."""
ENDING = ".game"
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def exchange_folder(data: Path, mounts: Iterable[Path] = MOUNTS) -> Path:
    """Return the folder for exported games: the first writable stick, else a folder beside the journal.

    Args:
        data: the folder of the journal.
        mounts: folders in which sticks appear.
    """
    sticks = [stick for mount in mounts for stick in sorted(mount.glob("*/*")) if os.path.ismount(stick)]
    writable = [stick for stick in sticks if os.access(stick, os.W_OK)]
    return (writable or [data])[0] / FOLDER


def file_name(record: GameRecord) -> str:
    """Return the file name of a game, such as ``classic-2026-11-21-4.game``."""
    return f"{record.game}-{record.played[:10]}-{record.id}{ENDING}"


def saved_files(folder: Path, endings: Iterable[str] = (ENDING,)) -> list[Path]:
    """List the saved games in a folder, or files with other endings, newest first.

    Broken links, folders and pipes on a memory stick are skipped.

    Args:
        folder: the folder; it may be missing.
        endings: with their dot, in lowercase.
    """
    aged, wanted = {}, frozenset(endings)
    try:
        for file in folder.glob("*.*"):
            if file.suffix.lower() not in wanted:
                continue
            with suppress(OSError):
                status = file.stat()
                if stat.S_ISREG(status.st_mode):
                    aged[file] = status.st_mtime
    except OSError as error:
        _log.warning("%s cannot be read: %s", folder, error)
    return sorted(aged, key=lambda file: aged[file], reverse=True)


def readable_name(file: Path) -> str:
    """Return a file's name for the screen, on one line, even if its bytes are not UTF-8."""
    return readable(file.name.replace("\n", "\r"))


def readable(text: str) -> str:
    """Return a text for the screen in which strangers' names may stand, of files above all.

    Bytes that are not UTF-8, control characters, and what turns the direction of writing become U+FFFD.
    """
    return _HIDDEN.sub("\ufffd", text)
