"""The shape of a board as plain data: its places' outlines, and perhaps a picture of it."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.external_files.pictures import decode_picture
from companion.vision.frames import Picture

LONGER_SIDE = 960
"""Pixels of the longer side of a rectified board: a piece of 8 mm on a board of 80 cm has about 10."""
MAX_PICTURE = 16_000_000
"""Most pixels of a board's own picture."""

Ring = tuple[tuple[float, float], ...]
Labels = NDArray[np.int16]


class BoardShape(msgspec.Struct, frozen=True, dict=True):
    """A board's places, as its board file has them; the caller converts.

    Attributes:
        id: of the board.
        width: of the canvas, in its units.
        height: of the canvas.
        outlines: the rings of each place: canvas units, origin at the bottom left, y upwards. What lies
            within an even number of rings is not of the place (a lake).
        picture: of the empty real board, the whole canvas: a JPEG or PNG; empty for none.
    """

    id: str
    width: float
    height: float
    outlines: dict[str, tuple[Ring, ...]]
    picture: bytes = b""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the rectified board, in board pixels."""
        scale = LONGER_SIDE / max(self.width, self.height)
        return round(self.width * scale), round(self.height * scale)

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of the places; label n of `labels` is place n - 1."""
        return tuple(self.outlines)

    def to_pixels(self, points: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
        """Convert canvas units, n x 2, to board pixels: origin at the top left, y downwards."""
        scale = LONGER_SIDE / max(self.width, self.height)
        return np.asarray(points, np.float64).reshape(-1, 2) * (scale, -scale) + (0.0, self.height * scale)

    def labels(self) -> Labels:
        """Which place each board pixel belongs to: height x width, 0 for none."""
        return _labels(msgspec.json.encode(self.outlines), self.width, self.height)

    def drawn(self) -> Picture | None:
        """The board's own picture in board pixels, or None.

        Raises:
            NotAPicture: it cannot be read.
        """
        if not self.picture:
            return None
        picture, _ = decode_picture(self.picture, self.id, MAX_PICTURE)
        return np.asarray(cv2.resize(picture, self.size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4)
def _labels(outlines: bytes, width: float, height: float) -> Labels:
    shape = BoardShape("", width, height, msgspec.json.decode(outlines, type=dict[str, tuple[Ring, ...]]))
    labels = np.zeros(shape.size[::-1], np.int16)
    for number, rings in enumerate(shape.outlines.values(), 1):
        pixels = [np.round(shape.to_pixels(ring) * 16).astype(np.int32) for ring in rings]
        cv2.fillPoly(labels, pixels, (number,), cv2.LINE_8, 4)
    labels.flags.writeable = False
    return labels
