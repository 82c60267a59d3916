"""A simulated camera over a table, with pictures of flat objects and their ground truth."""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

FINE = 2
"""Supersampling factor along each axis."""
COARSE = 8
"""Fine pixels between two whose distortion is computed."""


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with distortion that looks at a point of the table.

    Attributes:
        size: width and height of its pictures, in pixels.
        focal: focal length, in pixels.
        tilt: angle from the vertical, in degrees; distant points are at the top of the picture.
        turn: rotation about the vertical, in degrees.
        distance: from the camera to that point, in inches.
        look_at: that point, in inches.
        distortion: OpenCV's k1, k2, p1, p2, k3.
    """

    size: tuple[int, int] = (1280, 960)
    focal: float = 1100.0
    tilt: float = 0.0
    turn: float = 0.0
    distance: float = 20.0
    look_at: tuple[float, float] = (0.0, 0.0)
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    matrix: Points = field(init=False)

    def __post_init__(self) -> None:
        middle = (self.size[0] - 1) / 2, (self.size[1] - 1) / 2
        matrix = np.array([[self.focal, 0, middle[0]], [0, self.focal, middle[1]], [0, 0, 1.0]])
        object.__setattr__(self, "matrix", matrix)

    def pose(self) -> tuple[Points, Points]:
        """Return OpenCV's rotation and translation, from inches (z is up, towards the camera, negative)."""
        tilt, turn = np.deg2rad(self.tilt), np.deg2rad(self.turn)
        tip = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
        rotation = tip @ spin
        return rotation, np.array([0, 0, self.distance]) - rotation @ [*self.look_at, 0.0]

    def horizon(self) -> float:
        """Return the row of the horizon in the picture, without the lens distortion."""
        tilt = np.deg2rad(self.tilt)
        return float(self.matrix[1, 2] - self.focal / np.tan(tilt)) if tilt > 0 else -1e9

    def project(self, inches: Points, height: float = 0.0) -> Points:
        """Project points of the table, n x 2 inches, or `height` inches above it, to n x 2 pixels."""
        rotation, shift = self.pose()
        places = np.column_stack([inches, np.full(len(inches), -height)])
        turned = cv2.Rodrigues(rotation)[0]
        pixels = cv2.projectPoints(places, turned, shift, self.matrix, np.array(self.distortion))[0]
        return np.asarray(pixels.reshape(-1, 2), np.float64)

    def photograph(
        self,
        thing: Picture,
        pixels_per_inch: float,
        origin: tuple[float, float] = (0.0, 0.0),
        ground: int = 150,
    ) -> Picture:
        """Return a picture of a flat object.

        Args:
            thing: the print on it, height x width (x 3).
            pixels_per_inch: its resolution.
            origin: position of its upper left corner on the table, in inches.
            ground: grey level of the table around it.
        """
        wide, high = self.size
        rotation, shift = self.pose()
        to_table = np.linalg.inv(np.column_stack([rotation[:, :2], shift]))
        to_thing = np.array([[pixels_per_inch, 0, 0], [0, pixels_per_inch, 0], [0, 0, 1.0]])
        to_thing[:2, 2] = -np.array(origin) * pixels_per_inch - 0.5
        edge, paint = cv2.BORDER_CONSTANT, (ground,) * 3
        if any(self.distortion):
            maps = cv2.perspectiveTransform(self._straightened(), to_thing @ to_table)
            across, down = maps[..., 0], maps[..., 1]
            shown = cv2.remap(thing, across, down, cv2.INTER_LINEAR, borderMode=edge, borderValue=paint)
        else:
            from_fine = np.array(
                [[1 / FINE, 0, 0.5 / FINE - 0.5], [0, 1 / FINE, 0.5 / FINE - 0.5], [0, 0, 1.0]]
            )
            from_pixel = to_thing @ to_table @ np.linalg.inv(self.matrix) @ from_fine
            how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            size = wide * FINE, high * FINE
            shown = cv2.warpPerspective(
                thing, from_pixel, size, flags=how, borderMode=edge, borderValue=paint
            )
        shown[: max(0, round((self.horizon() + 0.5) * FINE))] = ground
        return np.asarray(cv2.resize(shown, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

    def _straightened(self) -> NDArray[np.float32]:
        """Return the direction of each fine pixel without the distortion: rows x columns x 2, at distance 1.

        Every eighth is computed, one more on each side; lines between them err by a thousandth of a pixel.
        """
        wide, high = (side * FINE // COARSE + 2 for side in self.size)
        across, down = (((np.arange(count) - 0.5) * COARSE) / FINE - 0.5 for count in (wide, high))
        grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 1, 2)
        bent = cv2.undistortPoints(grid, self.matrix, np.array(self.distortion))
        coarse = bent.reshape(high, wide, 2).astype(np.float32)
        fine = cv2.resize(coarse, (wide * COARSE, high * COARSE), interpolation=cv2.INTER_LINEAR)
        return np.asarray(fine[COARSE:-COARSE, COARSE:-COARSE])


@lru_cache(4)
def _grain(shape: tuple[int, ...], seed: int) -> NDArray[np.float32]:
    """Return noise of standard deviation one."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def worn(picture: Picture, blur: float = 0.7, noise: float = 2.0, seed: int = 0) -> Picture:
    """Return the picture with a real camera's slight blur and noise."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    grain = _grain(picture.shape, seed) * noise - 0.5  # a sensor counts whole levels, and OpenCV rounds
    return np.asarray(cv2.add(soft, grain, dtype=cv2.CV_8U), np.uint8)
