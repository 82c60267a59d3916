"""Reads and writes the photographs beside a battlefield's file."""

from contextlib import suppress
from pathlib import Path

import cv2

from companion.errors import BrokenFile
from companion.games.rogue.battlefield_files import photograph_path
from companion.locale.messages import gettext
from companion.tools.editors.authoring.library import photographs
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture

JPEG_QUALITY = 82


def read_photographs(path: Path) -> dict[str, Picture]:
    """Return the photographs beside a battlefield's file, by tile, BGR; broken ones are left out."""
    found = {}
    for file in photographs(path):
        with suppress(BrokenFile):
            found[file.stem.removeprefix(f"{path.stem}-")] = load_picture(file)
    return found


def write_photograph(path: Path, tile: str, picture: Picture) -> None:
    """Write the photograph of a tile beside the file of its battlefield.

    Raises:
        BrokenFile: the file cannot be written.
    """
    file = photograph_path(path, tile)
    if not cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]):
        raise BrokenFile(
            gettext("The photograph {file} cannot be written. Make room, then save once more.", file=file)
        )
