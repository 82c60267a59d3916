"""What was damaged, lost or set aside, for the players to read: kept on disk until they acknowledge it."""

import logging
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.external_files.files import atomic_write, read_bytes, sync_folder
from companion.locale.kept_messages import keep, read

_log = logging.getLogger(__name__)

FILE = "repairs.json"
"""In the data folder."""
MAX_BYTES = 100_000
"""Bytes of the file at most."""


class Repairs:
    """Messages about repairs, oldest first.

    Args:
        folder: the data folder; None to keep them in memory only.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / FILE if folder is not None else None
        self.messages: tuple[str, ...] = ()
        if self._path is not None and self._path.exists():
            try:
                kept = msgspec.json.decode(read_bytes(self._path, MAX_BYTES), type=list[str | dict[str, Any]])
                self.messages = tuple(map(read, kept))
            except (OSError, ValueError) as error:
                _log.warning("the messages about repairs cannot be read: %s", error)

    def add(self, message: str) -> bool:
        """Add a message, unless it is there already.

        Returns:
            Whether it is on disk now; shown it is in any case.
        """
        if message not in self.messages:
            self.messages = (*self.messages, message)
        return self._save()

    def acknowledge(self) -> None:
        """Forget all messages: the players have read them."""
        self.messages = ()
        self._save()

    def _save(self) -> bool:
        if self._path is None:
            return False
        try:
            if self.messages:
                atomic_write(self._path, msgspec.json.encode(keep(self.messages)))
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("the messages about repairs cannot be saved: %s", error)
            return False
        return True


PATTERN = "*-damaged-*"
PREFIX = "companion-damaged-"
"""The folder with the copies on a stick begins like this; date and time follow."""


def damaged_files(folder: Path) -> list[Path]:
    """List the files that were set aside, oldest first."""
    found = [path for path in folder.glob(PATTERN) if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name))


def copy_damaged_files(folder: Path, stick: Path, now: datetime) -> Path:
    """Copy them to a stick, and return the folder there; those in the data folder stay.

    Raises:
        OSError: the stick cannot be written, or is full.
    """
    place = stick / f"{PREFIX}{now:%Y-%m-%d-%H%M%S}"
    place.mkdir(exist_ok=True)
    for file in damaged_files(folder):
        shutil.copyfile(file, place / file.name)
    sync_folder(place)
    return place
