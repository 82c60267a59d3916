"""Lens distortion and how to undo it."""

from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from companion.errors import Unmeasurable

Matrix = NDArray[np.floating[Any]]


class Distortion(Protocol):
    """Maps pixels of the picture to pixels of an undistorted picture, and back; n x 2 each."""

    def undistort(self, pixels: Points) -> Points:
        """Where the points would be without distortion."""
        ...

    def distort(self, pixels: Points) -> Points:
        """Where undistorted points appear in the picture."""
        ...


class NoDistortion:
    """A lens without distortion."""

    def undistort(self, pixels: Points) -> Points:
        """The same points."""
        return np.asarray(pixels, np.float64)

    def distort(self, pixels: Points) -> Points:
        """The same points."""
        return np.asarray(pixels, np.float64)


NO_DISTORTION = NoDistortion()


@dataclass(frozen=True, slots=True)
class RadialDistortion:
    """Radial distortion with one coefficient, the division model: all that one picture of a board shows.

    A. Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens distortion", CVPR 2001.

    Attributes:
        size: of the picture, width and height in pixels.
        coefficient: at half the diagonal as unit; below 0 barrel, above 0 pincushion; -0.1 is a wide webcam.
    """

    size: tuple[int, int]
    coefficient: float

    @property
    def _middle(self) -> Points:
        return (np.array(self.size, np.float64) - 1) / 2

    @property
    def _reach(self) -> float:
        return float(np.hypot(*self._middle))

    def undistort(self, pixels: Points) -> Points:
        """Where the points would be without distortion."""
        out = (np.asarray(pixels, np.float64) - self._middle) / self._reach
        squared = (out**2).sum(axis=-1, keepdims=True)
        return np.asarray(self._middle + self._reach * out / (1 + self.coefficient * squared))

    def distort(self, pixels: Points) -> Points:
        """Where undistorted points appear in the picture; far outside its view, at its rim."""
        out = (np.asarray(pixels, np.float64) - self._middle) / self._reach
        squared = (out**2).sum(axis=-1, keepdims=True)
        root = np.sqrt(np.maximum(1 - 4 * self.coefficient * squared, 0))
        return np.asarray(self._middle + self._reach * out * 2 / (1 + root))


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A calibrated lens: the camera's intrinsic parameters.

    Z. Zhang, "A flexible new technique for camera calibration", 2000, as in cv2.calibrateCamera.

    Attributes:
        size: width and height of the pictures it was calibrated with, in pixels.
        matrix: 3 x 3: focal lengths and principal point, in pixels.
        distortion: OpenCV's k1, k2, p1, p2, k3.
        reprojection_error: of the corners it was calibrated from, root mean square, in pixels.
        views: how many pictures it was calibrated from.
    """

    size: tuple[int, int]
    matrix: Matrix
    distortion: NDArray[np.floating[Any]]
    reprojection_error: float
    views: int

    def for_size(self, size: tuple[int, int]) -> "Lens":
        """The same lens for pictures of another resolution.

        Raises:
            Unmeasurable: the pictures are cut differently, so that their middle is not known.
        """
        factor = size[0] / self.size[0]
        if abs(size[1] - self.size[1] * factor) > 0.01 * size[1]:
            raise Unmeasurable(
                f"The lens was calibrated with pictures of {self.size[0]} x {self.size[1]} pixels; these are "
                f"{size[0]} x {size[1]}, of another "
                "shape: use the camera as it was calibrated, or calibrate again."
            )
        matrix = self.matrix * np.array([[factor], [factor], [1.0]])
        return Lens(size, matrix, self.distortion, self.reprojection_error * factor, self.views)

    def undistort(self, pixels: Points) -> Points:
        """Where the points would be without distortion."""
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(points, self.matrix, self.distortion, P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def distort(self, pixels: Points) -> Points:
        """Where undistorted points appear in the picture."""
        out = (np.asarray(pixels, np.float64).reshape(-1, 2) - self.matrix[:2, 2]) / np.diag(self.matrix)[:2]
        rays = np.hstack([out, np.ones((len(out), 1))])
        nowhere = np.zeros(3)
        bent, _ = cv2.projectPoints(rays, nowhere, nowhere, self.matrix, self.distortion)
        return np.asarray(bent, np.float64).reshape(-1, 2)
