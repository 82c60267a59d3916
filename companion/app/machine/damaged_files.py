"""The damaged files that were set aside in the data folder, and copies of them for whoever can help."""

import shutil
from datetime import datetime
from pathlib import Path

from companion.external_files.files import sync_folder

PATTERN = "*-damaged-*"
PREFIX = "companion-damaged-"
"""The folder with the copies on a stick begins like this; date and time follow."""


def damaged_files(folder: Path) -> list[Path]:
    """List the files that were set aside, oldest first.

    Args:
        folder: the data folder.
    """
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
