"""Where the dice tray is in the camera's picture, and how large a die looks there."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ImpossibleReading
from companion.vision.assignment.colour_classification import TrayLight
from companion.vision.perspective import Perspective, perspective_over


@dataclass(frozen=True, slots=True)
class Tray:
    """The tray's floor as calibration found it. Shares of the picture, so that any resolution will do.

    Attributes:
        corners: three or more corners of the floor in turn; x and y from 0 to 1, or beyond the picture.
        die_edge: the edge of a die lying on the floor, as a share of the picture's width; None if unknown.
        focal: focal length of the camera above the tray, in widths of the picture; None if it is not
            known. With it dice that lean or lie on others are told by how much of the picture they cover.
        light: what the empty tray looked like, for the names of colours; None if that is not known.
    """

    corners: tuple[tuple[float, float], ...]
    die_edge: float | None = None
    focal: float | None = None
    light: TrayLight | None = None

    def __post_init__(self) -> None:
        """Check that such a tray can be.

        Raises:
            ImpossibleReading: too few corners, or a die as large as the picture.
        """
        if len(self.corners) < 3:
            raise ImpossibleReading(f"a tray of {len(self.corners)} corners; expected at least 3")
        if self.die_edge is not None and not 0.0 < self.die_edge < 1.0:
            raise ImpossibleReading(f"a die edge of {self.die_edge} picture widths; expected between 0 and 1")

    def corners_in(self, size: tuple[int, int]) -> NDArray[np.int32]:
        """The corners in pixels of a picture of `size` (width, height): n x 2."""
        return np.rint(np.array(self.corners) * size).astype(np.int32)

    def window(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """The part of a picture of `size` with the tray and an edge about it: left, top, right, below."""
        edge = (self.die_edge or 0.1) * size[0]
        in_view = np.clip(self.corners_in(size), 0, np.array(size, np.int32))
        left, top, across, down = cv2.boundingRect(in_view)
        return (
            max(0, int(left - edge)),
            max(0, int(top - edge)),
            min(size[0], int(left + across + edge)),
            min(size[1], int(top + down + edge)),
        )

    def perspective(self, size: tuple[int, int]) -> Perspective | None:
        """How the camera looks at the floor in a picture of `size`; None where its lens is not known."""
        if self.focal is None:
            return None
        return perspective_over(np.array(self.corners) * size, self.focal * size[0], size)

    def mask(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Height x width; 255 on the tray, 0 beside it."""
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(mask, [self.corners_in(size)], (255,))
        return mask

    def holds(self, point: tuple[float, float], size: tuple[int, int]) -> float:
        """How far inside the tray a pixel lies: positive inside, in pixels; negative beside it."""
        return float(cv2.pointPolygonTest(self.corners_in(size), point, measureDist=True))


WHOLE_PICTURE = Tray(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
"""Used where no tray was calibrated."""
