"""Rendered rulers with any graduation."""

from collections.abc import Sequence

import cv2
import numpy as np

from tests.tabletop import Picture

PER_INCH = 240
"""Resolution of a rendered ruler, in pixels per inch."""

LENGTHS = {
    "1 mm": (1 / 25.4, (0.30, 0.13, 0.13, 0.13, 0.13, 0.21, 0.13, 0.13, 0.13, 0.13)),
    "1/4 in": (1 / 4, (0.40, 0.18, 0.28, 0.18)),
    "1/8 in": (1 / 8, (0.40, 0.14, 0.2, 0.14, 0.28, 0.14, 0.2, 0.14)),
    "1/16 in": (
        1 / 16,
        (0.40, 0.1, 0.15, 0.1, 0.21, 0.1, 0.15, 0.1, 0.29, 0.1, 0.15, 0.1, 0.21, 0.1, 0.15, 0.1),
    ),
}
"""Distance of ticks in inches, and the lengths in inches of one repeating sequence of ticks."""


def drawn_ruler(
    graduation: str,
    inches: float = 12.0,
    width: float = 1.1,
    paper: tuple[int, int, int] = (235, 240, 240),
    ink: tuple[int, int, int] = (25, 25, 25),
    numbers: bool = True,
    lengths: tuple[float, ...] | None = None,
    off: Sequence[float] | None = None,
) -> Picture:
    """Return a ruler with ticks along its upper edge; the first is 1/4 inch from its left end.

    Args:
        graduation: a key of LENGTHS.
        inches: from the first to the last tick.
        width: of the ruler, in inches.
        paper, ink: its colours, BGR.
        numbers: whether numbers are printed beside the longest ticks.
        lengths: other lengths for one sequence of ticks, in inches.
        off: how far each tick is printed beside its place, in inches.
    """
    step, usual = LENGTHS[graduation]
    lengths = lengths or usual
    ruler = np.full((round(width * PER_INCH), round((inches + 0.5) * PER_INCH), 3), paper, np.uint8)
    thick = min(0.2 * step, 0.012)
    for tick in range(int(inches / step + 1e-6) + 1):
        middle = (0.25 + tick * step + (off[tick] if off is not None else 0.0)) * PER_INCH
        _upright(ruler, middle, thick * PER_INCH, lengths[tick % len(lengths)] * PER_INCH, ink)
        if numbers and tick and tick % len(lengths) == 0:
            _number(ruler, tick // len(lengths), middle, max(lengths) * PER_INCH, step * len(lengths), ink)
    return ruler


def _upright(ruler: Picture, middle: float, thick: float, length: float, ink: tuple[int, int, int]) -> None:
    corners = np.array(
        [
            [middle - thick / 2, 0],
            [middle + thick / 2, 0],
            [middle + thick / 2, length],
            [middle - thick / 2, length],
        ]
    )
    # OpenCV's integer coordinates are pixel centres; here they are left edges of pixels.
    cv2.fillPoly(ruler, [np.rint((corners - 0.5) * 256).astype(np.int32)], ink, cv2.LINE_AA, shift=8)


def _number(
    ruler: Picture, number: int, middle: float, length: float, apart: float, ink: tuple[int, int, int]
) -> None:
    size = min(apart, 0.6) * PER_INCH / 55
    wide = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_SIMPLEX, size, 2)[0][0]
    at = (round(middle - wide - 0.02 * PER_INCH), round(length))
    cv2.putText(
        ruler, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, round(2 * size)), cv2.LINE_AA
    )
