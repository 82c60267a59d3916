"""The perspective of a camera on a level floor, from the corners of a rectangle on it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixel = tuple[float, float]

STEEPEST = 0.6
"""Cosine of the largest tilt of a camera over a tray; beyond it the corners were no rectangle."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """A camera over a floor.

    Attributes:
        below: the pixel straight below the camera (the nadir).
        rise: the length of an upright edge in lengths of a flat one, for each pixel of distance from there.
    """

    below: Pixel
    rise: float

    def foot_of(self, point: Pixel) -> Pixel:
        """Where the foot of an upright edge appears from its head at a pixel, in lengths of a flat edge."""
        return self.rise * (self.below[0] - point[0]), self.rise * (self.below[1] - point[1])


def perspective_over(corners: NDArray[np.float64], focal: float, size: tuple[int, int]) -> Perspective:
    """The perspective of a camera on a floor with a rectangle on it.

    Args:
        corners: of the rectangle in turn, in pixels: n x 2. If there are not four, or the tilt would be too
            large, the camera is assumed to look straight down.
        focal: focal length, in pixels.
        size: the picture's width and height, in pixels.
    """
    middle = size[0] / 2, size[1] / 2
    if len(corners) != 4:
        return Perspective(middle, 1 / focal)
    one, two, three, four = np.column_stack([corners - middle, np.full(4, focal)])
    # Each pair of opposite sides meets in a vanishing point.
    along = _unit(np.cross(np.cross(one, two), np.cross(four, three)))
    across = _unit(np.cross(np.cross(two, three), np.cross(one, four)))
    down = _unit(np.cross(along, across))
    if abs(down[2]) < STEEPEST:
        return Perspective(middle, 1 / focal)
    right, lower = focal * down[:2] / down[2]
    below = middle[0] + float(right), middle[1] + float(lower)
    return Perspective(below, abs(float(down[2])) / focal)


def _unit(direction: NDArray[np.float64]) -> NDArray[np.float64]:
    return direction / max(float(np.linalg.norm(direction)), 1e-9)
