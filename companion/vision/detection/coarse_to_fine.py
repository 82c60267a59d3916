"""Coarse-to-fine detection: windows of the picture are seen at full scale only where something may lie.

A pass over the whole picture at half the scale costs a quarter. What it detects and segments proposes
regions, as in Ren et al., "Faster R-CNN", 2015. The network sees a square window about each of them at full
scale, and the maps of all windows are put together to those that a pass over the whole picture would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.heatmaps import CENTRE, CHANNELS, SEGMENTATION, STRIDE, Forward, Maps
from companion.vision.frames import Picture

GRID = 16
"""The sides of the network's input are multiples of this."""

WINDOW = 112
"""Side of a window in pixels of the network's input: a die, turned, and what lies about it."""

SAME_WINDOW = 20
"""Two proposals share a window if both are nearer to its middle than this, across and down; pixels."""

MIN_BODY = 0.5
"""Probability from which a cell of the segmentation must lie in some window."""

MAX_SHARE = 0.6
"""Share of the picture from which on windows save too little."""

NOTHING = -30.0
"""Logit of the heatmap where there is no window."""

Window: TypeAlias = tuple[int, int]
"""Left and top of a window, in pixels of the network's input; multiples of GRID."""


def sparse_maps(
    forward: Forward, picture: Picture, points: Sequence[tuple[float, float]], bodies: NDArray[np.float32]
) -> Maps:
    """The maps of a picture, seen in windows; in between the heatmap shows nothing.

    Where windows would save too little the whole picture is seen.

    Args:
        forward: runs the network.
        picture: the network's input, sides multiples of GRID.
        points: where a die may lie, x and y in pixels of this input.
        bodies: segmentation by a coarser pass, resampled to the cells of these maps, 0 to 1.
    """
    height, width = picture.shape[:2]
    most = int(MAX_SHARE * height * width / WINDOW**2)
    windows = list(islice(_windows((width, height), points, bodies > MIN_BODY), most + 1))
    if len(windows) > most or min(height, width) < WINDOW:
        return forward(picture)
    maps = np.zeros((CHANNELS, *bodies.shape), np.float32)
    likely = np.clip(bodies, 1e-6, 1 - 1e-6)
    maps[CENTRE], maps[SEGMENTATION] = NOTHING, np.log(likely / (1 - likely))
    gaps = np.full(bodies.shape, np.inf, np.float32)
    for left, top in windows:
        own = forward(picture[top : top + WINDOW, left : left + WINDOW])
        rows = slice(top // STRIDE, (top + WINDOW) // STRIDE)
        columns = slice(left // STRIDE, (left + WINDOW) // STRIDE)
        nearer = gaps[rows, columns] > FROM_MIDDLE
        gaps[rows, columns][nearer] = FROM_MIDDLE[nearer]
        maps[:, rows, columns][:, nearer] = own[:, nearer]
    return maps


_OFFSETS = np.abs(np.arange(WINDOW // STRIDE) - (WINDOW // STRIDE - 1) / 2)
FROM_MIDDLE = np.maximum(_OFFSETS[:, None], _OFFSETS[None]).astype(np.float32)
"""For each cell of a window how far it is from its middle: where windows overlap the nearer one tells."""


def _windows(
    size: tuple[int, int], points: Sequence[tuple[float, float]], bodies: NDArray[np.bool_]
) -> Iterator[Window]:
    """Windows that hold all points, and all cells that show bodies of dice."""
    taken: list[Window] = []
    left_over = bodies.copy()

    def take(x: float, y: float) -> Window:
        window = _at(x, size[0]), _at(y, size[1])
        taken.append(window)
        left, top = (side // STRIDE for side in window)
        left_over[top : top + WINDOW // STRIDE, left : left + WINDOW // STRIDE] = False
        return window

    for x, y in points:
        if not any(
            max(abs(x - left - WINDOW / 2), abs(y - top - WINDOW / 2)) < SAME_WINDOW for left, top in taken
        ):
            yield take(x, y)
    while left_over.any():
        row, column = np.unravel_index(int(np.argmax(left_over)), left_over.shape)
        yield take(STRIDE * (float(column) + 0.5), STRIDE * (float(row) + 0.5) + WINDOW / 2 - GRID)


def _at(middle: float, end: int) -> int:
    """Where a window about a point begins."""
    return GRID * round(min(max(0.0, middle - WINDOW / 2), end - WINDOW) / GRID)
