"""Where the camera is over a board: things that stand up lean away from the point below it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.vision.board.registration import Homography

LIKELY_FOCAL = 0.95
"""Focal length of a usual camera, as a share of its picture's width."""
PRIOR = 0.003
"""How much a usual focal length counts beside the board's own perspective."""
SIDE = 0.8
"""How much area the side of a piece adds to that of its top, where it is seen at 45 degrees."""


class Eye(NamedTuple):
    """The camera: the point of the board below it, and its height, in board pixels."""

    x: float
    y: float
    height: float

    def slant(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """The tangent of the angle from the vertical at which points, n x 2, are seen."""
        return np.asarray(
            np.hypot(points[..., 0] - self.x, points[..., 1] - self.y) / self.height, np.float64
        )

    def feet(self, points: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        """Where on the board things at a height stand that are seen at points, n x 2."""
        below = np.array([self.x, self.y])
        return np.asarray(below + (points - below) * (1 - height / self.height), np.float64)


def eye_over(to_board: Homography, camera: tuple[int, int]) -> Eye:
    """Find the camera from the perspective of the board.

    The two axes of the board are as long as each other and square (Zhang 2000); of all focal lengths the one
    that fits best is taken, a usual one where the board is seen from straight above and all fit.

    Args:
        to_board: homography from the camera's pixels to board pixels.
        camera: width and height of the camera's picture.
    """
    middle = np.array([[1, 0, -camera[0] / 2], [0, 1, -camera[1] / 2], [0, 0, 1.0]])
    plane = middle @ np.linalg.inv(to_board)
    shares = np.geomspace(0.5, 2.5, 60)
    scaled = [np.diag([1 / (share * camera[0]), 1 / (share * camera[0]), 1.0]) @ plane for share in shares]
    best = min(zip(shares, scaled, strict=True), key=lambda pair: _fitting_error(pair[1], float(pair[0])))[1]
    lengths = np.linalg.norm(best[:, :2], axis=0)
    best = best / np.sqrt(lengths[0] * lengths[1]) * np.sign(best[2, 2] or 1.0)
    right, down, place = best.T
    depth = np.cross(right, down)
    return Eye(float(-right @ place), float(-down @ place), max(1.0, abs(float(depth @ place))))


def _fitting_error(axes: NDArray[np.float64], share: float) -> float:
    one, other = axes[:, 0], axes[:, 1]
    square = float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))
    even = float(np.log(np.linalg.norm(one) / np.linalg.norm(other)))
    return square**2 + even**2 + PRIOR * float(np.log(share / LIKELY_FOCAL)) ** 2
