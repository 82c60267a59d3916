"""The album: pictures of the screen as small files, in as many colours as nobody misses."""

import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.sources.picture_files import load_picture

if TYPE_CHECKING:
    from companion.ui.offscreen import Offscreen

Colours: TypeAlias = NDArray[np.uint8]
"""Colours as they lie in a picture: blue, green and red, 0 to 255, in the last axis."""

MOST = 256
"""Colours that a picture is kept in."""
KEY, END = b"Title\0", b"\n"
"""What stands before and after the name of the screen in a file."""
PLACES = np.array([1, 256, 65536], np.uint32)
"""What blue, green and red count in the one number that stands for a colour."""
GRAIN = (9, 36, 9)
"""Pixels, shades and pixels within which grain is smoothed away."""
SHADES = 6
"""Shades that are kept as one where grain is smoothed away."""
ROUNDS = 12
"""Times that the colours are moved to the middle of what they stand for."""


def keep(screen: "Offscreen", path: Path, *, smooth: bool = False) -> None:
    """Keep what the screen shows, once it has come to rest, and which of the screens it is.

    Args:
        screen: the app, offscreen.
        path: where the picture goes.
        smooth: smooth the fine grain of a camera's picture away, for it makes large files.
    """
    screen.picture(path)
    picture = load_picture(path)
    if smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, *GRAIN) // SHADES * SHADES, np.uint8)
    shown = screen.shell.overlay or screen.shell.home
    path.write_bytes(packed(picture, shown.name if shown is not None else ""))


def screen_on(path: Path) -> str:
    """Return the name of the screen that a kept picture shows; empty for a picture that tells none."""
    _, begun, rest = path.read_bytes().partition(b"tEXt" + KEY)
    return rest.partition(END)[0].decode() if begun else ""


def packed(picture: Colours, title: str = "") -> bytes:
    """Return a picture as a PNG file with a table of its colours: a third of the bytes of one without.

    Args:
        picture: its colours, height x width x 3.
        title: what it shows, written into the file.
    """
    height, width = picture.shape[:2]
    numbers, which = np.unique(picture.astype(np.uint32) @ PLACES, return_inverse=True)
    known = (numbers[:, None] // PLACES % 256).astype(np.uint8)
    table = known if len(known) <= MOST else _chosen(known, np.bincount(which.reshape(-1)))
    rows = _nearest(known, table)[which].reshape(height, width)
    lines = np.pad(rows, ((0, 0), (1, 0)))  # every line begins with the number of its filter: none
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", np.ascontiguousarray(table[:, ::-1]).tobytes()),
        (b"tEXt", KEY + title.encode() + END),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _chosen(known: Colours, counts: NDArray[Any]) -> Colours:
    """Choose the colours that stand for all that are known, with an eye to how often each is there.

    They begin evenly over all colours, so that a small lamp has its own, and each moves to the middle of what
    it stands for.
    """
    order = np.lexsort(known.T)
    steps = np.cumsum(np.sqrt(counts[order]))
    starts = np.searchsorted(steps, np.linspace(0, steps[-1], MOST, endpoint=False))
    table = known[order[starts]]
    for _ in range(ROUNDS):
        nearest = _nearest(known, table)
        weight = np.bincount(nearest, weights=counts, minlength=MOST)
        sums = [np.bincount(nearest, weights=counts * known[:, part], minlength=MOST) for part in range(3)]
        middles = np.stack(sums, axis=1) / np.maximum(weight, 1)[:, None]
        table = np.where(weight[:, None] > 0, np.rint(middles), table).astype(np.uint8)
    return table


def _nearest(known: Colours, table: Colours) -> Colours:
    """Return for every known colour which of the table is the most like it."""
    matches = cv2.BFMatcher(cv2.NORM_L2).match(known.astype(np.float32), table.astype(np.float32))
    return np.array([match.trainIdx for match in matches], np.uint8)
