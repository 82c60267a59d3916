"""Renders a printed tile on green felt as seen by a tilted camera."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.rogue.geometry import Point
from companion.tools.demonstrations.simulated_table import SimulatedTable

CORNERS: tuple[Point, ...] = ((412.0, 215.0), (884.0, 231.0), (967.0, 722.0), (318.0, 698.0))
"""The tile's corners in the picture, in pixels: top left, top right, bottom right, bottom left."""
SIDE = 600
"""Side of the tile in the rectified view, in pixels."""
GROUNDS = ((104, 150, 150), (150, 128, 84), (92, 132, 128), (112, 158, 132))
"""Blue, green and red of each zone: sand, water, scrub, meadow."""
GRAIN = (9, 9)
"""Kernel size of the blur on the felt, in pixels: its grain makes large files."""
LINE = (48, 60, 62)


def on_felt(zones: Sequence[Sequence[Point]]) -> NDArray[np.uint8]:
    """Return the picture, BGR.

    Args:
        zones: their corners, in hundredths of the tile's side from its bottom left.
    """
    frame = SimulatedTable().next_frame()
    assert frame is not None, "a drawn table always has a picture"
    felt = cv2.GaussianBlur(np.asarray(frame.picture), GRAIN, 0)
    flat = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    lean = cv2.getPerspectiveTransform(flat, np.array(CORNERS, np.float32))
    size = (felt.shape[1], felt.shape[0])
    seen = cv2.warpPerspective(_printed(zones), lean, size)
    there = cv2.warpPerspective(np.full((SIDE, SIDE), 255, np.uint8), lean, size)
    return np.where(there[..., None] > 0, seen, felt).astype(np.uint8)


def _printed(zones: Sequence[Sequence[Point]]) -> NDArray[np.uint8]:
    tile = np.zeros((SIDE, SIDE, 3), np.uint8)
    for zone, ground in zip(zones, GROUNDS, strict=True):
        corners = np.array(zone, np.float64) * SIDE / 100
        cv2.fillPoly(tile, [corners.astype(np.int32)], ground)
        cv2.polylines(tile, [corners.astype(np.int32)], True, LINE, 5, cv2.LINE_AA)
    return np.flipud(tile)
