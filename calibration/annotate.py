"""Draws the results of calibration on pictures."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points

Picture = NDArray[np.uint8]
BgrColour = tuple[int, int, int]

FOUND: BgrColour = (90, 220, 60)
DOUBTFUL: BgrColour = (40, 160, 255)
WRONG: BgrColour = (60, 60, 235)
QUIET: BgrColour = (230, 200, 120)
"""Colours as blue, green, red."""

FRACTION_BITS = 4
"""Fractional bits of OpenCV's drawing coordinates (its `shift`)."""


def copy_as_bgr(picture: NDArray[np.uint8]) -> Picture:
    """Return a colour copy to draw on."""
    colour = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture
    return np.array(colour, np.uint8)


def _fixed_point(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.rint(np.asarray(points) * (1 << FRACTION_BITS)), np.int32)


def thickness(picture: Picture) -> int:
    """Return a line width in pixels that is visible at the picture's size."""
    return max(1, round(float(max(picture.shape[:2])) / 500))


def draw_points(picture: Picture, points: Points, colour: BgrColour = FOUND) -> None:
    """Draw small circles around points, n x 2 pixels."""
    radius = (4 * thickness(picture)) << FRACTION_BITS
    for x, y in _fixed_point(points[np.isfinite(points).all(axis=1)]):
        cv2.circle(picture, (int(x), int(y)), radius, colour, thickness(picture), cv2.LINE_AA, FRACTION_BITS)


def draw_outline(picture: Picture, points: Points, colour: BgrColour = FOUND, closed: bool = True) -> None:
    """Draw lines between points, n x 2 pixels; nothing if a point is not finite."""
    if np.isfinite(points).all():
        lines = [_fixed_point(points).reshape(-1, 1, 2)]
        cv2.polylines(picture, lines, closed, colour, thickness(picture), cv2.LINE_AA, FRACTION_BITS)


def draw_text(picture: Picture, text: str, at: Sequence[float], colour: BgrColour = FOUND) -> None:
    """Draw a short text with a dark outline."""
    size = max(picture.shape[:2]) / 1400
    place = (round(at[0]), round(at[1]))
    for ink, thick in (((20, 20, 20), 4), (colour, 1)):
        wide = max(1, round(thick * max(size, 0.5)))
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, wide, cv2.LINE_AA)


def draw_grid(picture: Picture, shares: NDArray[np.bool_], colour: BgrColour = FOUND) -> None:
    """Tint the cells of a grid (rows x columns) that are True."""
    high, wide = picture.shape[:2]
    rows, columns = shares.shape
    tinted = picture.copy()
    for row, column in np.argwhere(shares):
        start = column * wide // columns, row * high // rows
        end = (column + 1) * wide // columns, (row + 1) * high // rows
        cv2.rectangle(tinted, start, end, colour, -1)
    cv2.addWeighted(tinted, 0.25, picture, 0.75, 0, dst=picture)


def draw_markers(picture: Picture, markers: Iterable[tuple[int, Points]], colour: BgrColour = FOUND) -> None:
    """Draw the outlines and ids of markers."""
    for number, corners in markers:
        draw_outline(picture, corners, colour)
        draw_text(picture, str(number), corners.mean(axis=0), colour)
