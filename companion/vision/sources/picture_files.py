"""Loads picture files for the dice reader, or refuses them with a clear reason."""

from pathlib import Path

import cv2

from companion.errors import NotAPicture
from companion.external_files.files import read_bytes
from companion.external_files.pictures import MAX_BYTES, decode_picture
from companion.vision.frames import Picture

PICTURE_ENDINGS = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif", ".pgm", ".ppm"}
)

MIN_SIDE = 24
"""Pixels: smaller pictures cannot show a face."""


def load_picture(path: Path | str) -> Picture:
    """The first picture in a file, upright, as 8-bit BGR.

    A picture above 32 million pixels comes back smaller; `load_picture_scaled` tells by how much.

    Args:
        path: a JPEG, PNG, WebP, BMP, TIFF, GIF or PNM file.

    Raises:
        NotAPicture: missing, empty, truncated, not a picture, too small or too large to be read.
    """
    return load_picture_scaled(path)[0]


def load_picture_scaled(path: Path | str) -> tuple[Picture, float]:
    """The first picture in a file, and pixels of the file per pixel of the picture (1, 2, 4 or 8).

    Raises:
        NotAPicture: as `load_picture`.
    """
    path = Path(path)
    try:
        contents = read_bytes(path, MAX_BYTES, NotAPicture)
    except OSError as error:
        raise NotAPicture(
            "{path} cannot be opened: {error}; check the name", path=path, error=error.strerror
        ) from error
    picture, reduction = decode_picture(contents, str(path))
    if min(picture.shape[:2]) < MIN_SIDE:
        wide, high = picture.shape[1], picture.shape[0]
        raise NotAPicture(
            "{path} is only {wide} x {high} pixels; no die can be read below {least} x {least}",
            path=path,
            wide=wide,
            high=high,
            least=MIN_SIDE,
        )
    return picture, float(reduction)


def write_png(path: Path, picture: Picture) -> None:
    """Write a picture as PNG, with any file extension."""
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
