"""Lens distortion and its removal."""

from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from calibration.sheet_shape import SheetShape
from companion.errors import Unmeasurable
from companion.locale.messages import gettext, gettext_noop

Matrix = NDArray[np.floating[Any]]


class Distortion(Protocol):
    """A mapping between pixels of the picture and pixels of an undistorted picture; n x 2 each."""

    def undistort(self, pixels: Points) -> Points:
        """Map pixels to undistorted pixels."""
        ...

    def distort(self, pixels: Points) -> Points:
        """Map undistorted pixels to pixels of the picture."""
        ...


class NoDistortion:
    """A lens without distortion."""

    def undistort(self, pixels: Points) -> Points:
        """Return the same points."""
        return np.asarray(pixels, np.float64)

    def distort(self, pixels: Points) -> Points:
        """Return the same points."""
        return np.asarray(pixels, np.float64)


NO_DISTORTION = NoDistortion()


@dataclass(frozen=True, slots=True)
class RadialDistortion:
    """Radial distortion with one coefficient, the division model; one picture of a board determines no more.

    A. Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens distortion", CVPR 2001.

    Attributes:
        size: of the picture, width and height in pixels.
        coefficient: for half the diagonal as unit; negative for barrel, positive for pincushion distortion.
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
        """Map pixels to undistorted pixels."""
        out = (np.asarray(pixels, np.float64) - self._middle) / self._reach
        squared = (out**2).sum(axis=-1, keepdims=True)
        return np.asarray(self._middle + self._reach * out / (1 + self.coefficient * squared))

    def distort(self, pixels: Points) -> Points:
        """Map undistorted pixels to pixels of the picture; points far outside are put on its edge."""
        out = (np.asarray(pixels, np.float64) - self._middle) / self._reach
        squared = (out**2).sum(axis=-1, keepdims=True)
        root = np.sqrt(np.maximum(1 - 4 * self.coefficient * squared, 0))
        return np.asarray(self._middle + self._reach * out * 2 / (1 + root))


OTHER_SHAPE = gettext_noop(
    "The lens was calibrated with pictures of {wide} x {high} pixels; these are {wide_now} x {high_now}, of "
    "another shape: use the camera as it was calibrated, or calibrate again."
)


def resized(size: tuple[int, int], now: tuple[int, int], refusal: str) -> float:
    """Return how many times as large pictures are now as when something was calibrated.

    Raises:
        Unmeasurable: they have another aspect ratio, so that their centre is unknown; `refusal` says so.
    """
    factor = now[0] / size[0]
    if abs(now[1] - size[1] * factor) > 0.01 * now[1]:
        raise Unmeasurable(gettext(refusal, wide=size[0], high=size[1], wide_now=now[0], high_now=now[1]))
    return factor


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A calibrated lens: the camera's intrinsic parameters.

    Z. Zhang, "A flexible new technique for camera calibration", 2000, as in cv2.calibrateCamera.

    Attributes:
        size: width and height of the pictures it was calibrated with, in pixels.
        matrix: 3 x 3: focal lengths and principal point, in pixels.
        distortion: OpenCV's k1, k2, p1, p2, k3.
        reprojection_error: root mean square over the calibration's corners, in pixels.
        views: number of pictures in the calibration.
        sheet: the shape of the sheet it was calibrated with; None if that is as good as flat.
    """

    size: tuple[int, int]
    matrix: Matrix
    distortion: NDArray[np.floating[Any]]
    reprojection_error: float
    views: int
    sheet: SheetShape | None = None

    def for_size(self, size: tuple[int, int]) -> "Lens":
        """Return the lens for pictures of another resolution.

        Raises:
            Unmeasurable: the pictures have another aspect ratio, so that their centre is unknown.
        """
        factor = resized(self.size, size, OTHER_SHAPE)
        matrix = self.matrix * np.array([[factor], [factor], [1.0]])
        return Lens(size, matrix, self.distortion, self.reprojection_error * factor, self.views, self.sheet)

    def undistort(self, pixels: Points) -> Points:
        """Map pixels to undistorted pixels."""
        points = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(points, self.matrix, self.distortion, P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def distort(self, pixels: Points) -> Points:
        """Map undistorted pixels to pixels of the picture."""
        out = (np.asarray(pixels, np.float64).reshape(-1, 2) - self.matrix[:2, 2]) / np.diag(self.matrix)[:2]
        rays = np.hstack([out, np.ones((len(out), 1))])
        nowhere = np.zeros(3)
        bent, _ = cv2.projectPoints(rays, nowhere, nowhere, self.matrix, self.distortion)
        return np.asarray(bent, np.float64).reshape(-1, 2)
