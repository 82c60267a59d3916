"""Pictures from outside: their size is read from the header before a decoder may allocate memory."""

import struct
import warnings
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from companion.errors import BrokenFile, NotAPicture
from companion.external_files.files import check_ordinary

MAX_BYTES = 64_000_000
"""Largest size of a file in bytes."""

MAX_PIXELS = 16_000_000
"""Most pixels of other kinds of pictures; decoders need up to 16 bytes a pixel."""

MAX_PNG_PIXELS = 32_000_000
"""Most pixels of a PNG with 8 bits."""

MAX_JPEG_PIXELS = 150_000_000
"""Most pixels of a baseline JPEG; its decoder works line by line and can reduce the picture."""

MAX_PROGRESSIVE_PIXELS = 36_000_000
"""Most pixels of a progressive JPEG; its decoder keeps all coefficients in memory."""

MAX_SCANS = 60
"""Most scans of a progressive JPEG; the time of each is proportional to the picture's size."""

KEPT_PIXELS = 32_000_000
"""Larger pictures are reduced to a half, a quarter or an eighth; dice need no more pixels."""

REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""OpenCV's flag for each reduction factor."""

KINDS = ("JPEG", "PNG", "WEBP", "BMP", "DIB", "TIFF", "GIF", "PPM")
"""Pillow's names of the supported formats."""


def decode_picture(contents: bytes, name: str, most: int | None = None) -> tuple[NDArray[np.uint8], int]:
    """Return the first picture in a file, upright, and its reduction factor (1, 2, 4 or 8).

    Args:
        contents: bytes of a JPEG, PNG, WebP, BMP, TIFF, GIF or PNM file.
        name: file name for messages.
        most: most pixels, if fewer than the limit of the format.

    Raises:
        NotAPicture: the file is empty, truncated, no picture, or too large.
    """
    if not contents:
        raise NotAPicture("{name} is empty; take the picture again", name=name)
    if _is_truncated(contents):
        raise NotAPicture("{name} ends before its picture does; copy it again", name=name)
    wide, high, limit = _header(contents, name)
    if wide * high > (limit if most is None else min(limit, most)):
        raise NotAPicture(
            "{name} is {wide} x {high} pixels, too many to be read; make it smaller",
            name=name,
            wide=wide,
            high=high,
        )
    reduction = next((by for by in REDUCED if wide * high <= KEPT_PIXELS * by * by), 8)
    try:
        picture = cv2.imdecode(np.frombuffer(contents, np.uint8), REDUCED[reduction])
    except (cv2.error, MemoryError) as error:
        raise NotAPicture("{name} cannot be decoded; take the picture again", name=name) from error
    if picture is None or picture.size == 0:
        raise NotAPicture(
            "{name} is no picture that can be read, or it is damaged; give a JPEG or PNG", name=name
        )
    return np.asarray(picture), reduction


def _header(contents: bytes, name: str) -> tuple[int, int, int]:
    """Return width, height and the most pixels for a file of this format."""
    if contents[:4] == b"RIFF" and contents[8:12] == b"WEBP":
        return *_webp_size(contents), MAX_PIXELS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(contents), formats=KINDS) as picture:
                return *picture.size, _limit(picture, contents, name)
    except Image.DecompressionBombError as error:
        raise NotAPicture("{name} has too many pixels to be read; make it smaller", name=name) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, struct.error, MemoryError) as error:
        raise NotAPicture(
            "{name} is no picture that can be read, or it is damaged; give a JPEG or PNG", name=name
        ) from error


def _limit(picture: Image.Image, contents: bytes, name: str) -> int:
    """Return the most pixels that may be decoded of this picture."""
    if picture.format in ("JPEG", "MPO"):
        if contents.count(b"\xff\xda") > MAX_SCANS:
            raise NotAPicture(
                "{name} would take too long to be decoded; save it as an ordinary JPEG", name=name
            )
        return MAX_PROGRESSIVE_PIXELS if picture.info.get("progressive") else MAX_JPEG_PIXELS
    if picture.format == "PNG":
        return MAX_PNG_PIXELS if contents[24] <= 8 else MAX_PIXELS
    if picture.format == "TIFF":
        return _tiff_limit(picture)
    return MAX_PIXELS


def _tiff_limit(picture: Image.Image) -> int:
    """Return the limit of a TIFF: lower for deep samples, 0 for too large tiles or pixels."""
    tags = dict(getattr(picture, "tag_v2", {}))
    tile = int(tags.get(322, 1)) * int(tags.get(323, 1))
    bits, samples = int(np.max(tags.get(258, 8))), int(tags.get(277, 1))
    if tile > MAX_PIXELS or bits * samples > 128:
        return 0
    return MAX_PIXELS // 4 if bits > 16 else MAX_PIXELS


def _webp_size(contents: bytes) -> tuple[int, int]:
    """Return width and height of the canvas; Pillow would allocate memory for the picture."""
    kind = contents[12:16]
    if kind == b"VP8X" and len(contents) >= 30:
        wide, high = (int.from_bytes(contents[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"VP8L" and len(contents) >= 25:
        bits = int.from_bytes(contents[21:25], "little")
        wide, high = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 " and len(contents) >= 30:
        wide, high = (side & 0x3FFF for side in struct.unpack("<HH", contents[26:30]))
    else:
        wide, high = 0, 0
    return wide, high


def _is_truncated(contents: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end mark; decoders would fill the rest with grey."""
    if contents.startswith(b"\xff\xd8"):
        return b"\xff\xd9" not in contents[-65536:]
    if contents.startswith(b"\x89PNG"):
        return b"IEND" not in contents[-65536:]
    return False


MAX_FRAME_PIXELS = 9_000_000
"""Most pixels of a frame (3840 x 2160 has fewer); decoders keep up to 16 frames in memory."""


def open_video(path: Path) -> cv2.VideoCapture:
    """Open a video before its first frame.

    Raises:
        BrokenFile: it is missing, cannot be played, or its frames are too large.
    """
    try:
        check_ordinary(path)
    except OSError as error:
        raise BrokenFile(
            "{path} cannot be opened: {strerror}; check the name", path=path, strerror=error.strerror
        ) from error
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise BrokenFile("{path} cannot be played as a video; give it an MP4 or AVI file", path=path)
    wide, high = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if not 0 < wide * high <= MAX_FRAME_PIXELS:
        capture.release()
        raise BrokenFile(
            "{path} has frames of {wide} x {high} pixels, too many to be read; make it smaller",
            path=path,
            wide=wide,
            high=high,
        )
    return capture
