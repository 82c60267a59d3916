"""Picture files of any kind, made into pictures the eye can read, or refused with a clear reason."""

import struct
from pathlib import Path

import cv2
import numpy as np

from companion.errors import NotAPicture
from companion.vision.frames import Picture, as_bgr

PICTURE_ENDINGS = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif", ".pgm", ".ppm"}
)

MOST_BYTES = 200_000_000
MOST_PIXELS = 150_000_000
"""Beyond this a file would fill the memory of a small computer; it is refused before it is decoded."""

KEPT_PIXELS = 40_000_000
"""Larger pictures are halved until they are below this; no die needs more."""

LEAST_SIDE = 24
"""In pixels: below this no face can be told."""


def load_picture(path: Path | str) -> Picture:
    """The first picture in a file, upright, as 8-bit BGR.

    A picture above 40 million pixels comes back smaller; `load_picture_scaled` tells by how much.

    Args:
        path: a JPEG, PNG, WebP, BMP, TIFF, GIF or PNM file.

    Raises:
        NotAPicture: missing, empty, truncated, not a picture, too small or too large to be read.
    """
    return load_picture_scaled(path)[0]


def load_picture_scaled(path: Path | str) -> tuple[Picture, float]:
    """The first picture in a file, and pixels of the file per pixel of the picture (1, 2, 4, ...).

    Raises:
        NotAPicture: as `load_picture`.
    """
    path = Path(path)
    contents = _contents(path)
    _refuse_giants(contents, path)
    picture = as_bgr(_decoded(contents, path))
    if min(picture.shape[:2]) < LEAST_SIDE:
        wide, high = picture.shape[1], picture.shape[0]
        raise NotAPicture(
            f"{path} is only {wide} x {high} pixels; no die can be read below {LEAST_SIDE} x {LEAST_SIDE}"
        )
    scale = 1.0
    while picture.shape[0] * picture.shape[1] > KEPT_PIXELS:
        picture = np.asarray(
            cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
        )
        scale *= 2.0
    return picture, scale


def _contents(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise NotAPicture(f"{path} is a folder; name the pictures in it")
        if path.stat().st_size > MOST_BYTES:
            raise NotAPicture(f"{path} has {path.stat().st_size:,} bytes; the eye reads up to {MOST_BYTES:,}")
        contents = path.read_bytes()
    except OSError as error:
        raise NotAPicture(f"{path} cannot be opened: {error.strerror}; check the name") from error
    if not contents:
        raise NotAPicture(f"{path} is empty; take the picture again")
    return contents


def _decoded(contents: bytes, path: Path) -> Picture:
    if _is_truncated(contents):
        raise NotAPicture(f"{path} ends before its picture does; copy it again")
    try:
        flags = cv2.IMREAD_ANYDEPTH | cv2.IMREAD_COLOR
        picture = cv2.imdecode(np.frombuffer(contents, np.uint8), flags)
    except cv2.error as error:
        raise NotAPicture(f"{path} cannot be decoded ({error.err}); take the picture again") from error
    if picture is None or picture.size == 0:
        raise NotAPicture(f"{path} is no picture the eye can read, or it is damaged; give it a JPEG or PNG")
    return np.asarray(picture)


def _is_truncated(contents: bytes) -> bool:
    """Whether a JPEG or PNG stops before its end mark; decoders would fill the rest with grey."""
    if contents.startswith(b"\xff\xd8"):
        return b"\xff\xd9" not in contents[-65536:]
    if contents.startswith(b"\x89PNG"):
        return b"IEND" not in contents[-65536:]
    return False


def _refuse_giants(contents: bytes, path: Path) -> None:
    wide, high = _announced_size(contents)
    if wide * high > MOST_PIXELS:
        raise NotAPicture(
            f"{path} is {wide} x {high} pixels; the eye reads up to {MOST_PIXELS // 1_000_000} million"
        )


def _announced_size(contents: bytes) -> tuple[int, int]:
    """Width and height as a PNG, JPEG, GIF or BMP file announces them; (0, 0) for other kinds."""
    if contents.startswith(b"\x89PNG") and len(contents) >= 24:
        wide, high = struct.unpack(">II", contents[16:24])
    elif contents[:4] in (b"GIF8",) and len(contents) >= 10:
        wide, high = struct.unpack("<HH", contents[6:10])
    elif contents.startswith(b"BM") and len(contents) >= 26:
        wide, high = (abs(side) for side in struct.unpack("<ii", contents[18:26]))
    elif contents.startswith(b"\xff\xd8"):
        wide, high = _jpeg_size(contents)
    else:
        wide, high = 0, 0
    return wide, high


def _jpeg_size(contents: bytes) -> tuple[int, int]:
    frame_marks = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
    at = 2
    while at + 9 < len(contents) and contents[at] == 0xFF:
        mark = contents[at + 1]
        if mark in frame_marks:
            high, wide = struct.unpack(">HH", contents[at + 5 : at + 9])
            return wide, high
        at += 2 + struct.unpack(">H", contents[at + 2 : at + 4])[0]
    return 0, 0
