"""The dice tray in the camera's picture: its floor and the size of a die on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import DieColour, TrayObservation
from companion.errors import ImpossibleReading
from companion.vision.detection.detector_output import Place
from companion.vision.frames import Floats, Picture, size_of
from companion.vision.perspective import Perspective, perspective_over


@dataclass(frozen=True)
class Tray:
    """The tray's floor as calibrated, in shares of the picture, so that it fits any resolution.

    Attributes:
        corners: three or more corners of the floor in order; x and y from 0 to 1, or beyond the picture.
        die_edge: the edge of a die lying on the floor, as a share of the picture's width; None if unknown.
        focal: focal length of the camera, in widths of the picture; None if unknown. It is needed to detect
            dice that lean, by the sides in view.
        empty: the picture of the empty tray; what it shows is no die. None if there is none.
        dice: the table's own dice, as they look in that light.
    """

    corners: tuple[tuple[float, float], ...]
    die_edge: float | None = None
    focal: float | None = None
    empty: Picture | None = field(default=None, compare=False, repr=False)
    dice: tuple[DieColour, ...] = ()

    @classmethod
    def observed(
        cls, tray: TrayObservation, dice: Sequence[DieColour] = (), focal: float | None = None
    ) -> "Tray":
        """The tray that a calibration has observed."""
        corners = tuple((float(x), float(y)) for x, y in tray.corners)
        return cls(corners, tray.die_edge, focal, tray.picture, tuple(dice))

    def __post_init__(self) -> None:
        """Check that such a tray can exist.

        Raises:
            ImpossibleReading: too few corners, or a die as large as the picture.
        """
        if len(self.corners) < 3:
            raise ImpossibleReading(f"a tray of {len(self.corners)} corners; expected at least 3")
        if self.die_edge is not None and not 0.0 < self.die_edge < 1.0:
            raise ImpossibleReading(f"a die edge of {self.die_edge} picture widths; expected between 0 and 1")

    def edge_in(self, size: tuple[int, int]) -> float | None:
        """The edge of a die in pixels of a picture of `size` (width, height); None if unknown."""
        return None if self.die_edge is None else self.die_edge * size[0]

    def corners_in(self, size: tuple[int, int]) -> NDArray[np.int32]:
        """The corners in pixels of a picture of `size` (width, height): n x 2."""
        return np.rint(np.array(self.corners) * size).astype(np.int32)

    def window(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """The part of a picture of `size` with the tray and a margin: left, top, right, bottom."""
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
        """The camera's perspective on the floor in a picture of `size`.

        None if its focal length is unknown.
        """
        if self.focal is None:
            return None
        return perspective_over(np.array(self.corners) * size, self.focal * size[0], size)

    def mask(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Height x width; 255 on the tray, 0 beside it."""
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(mask, [self.corners_in(size)], (255,))
        return mask

    def floor_colour(self, picture: Picture, places: Sequence[Place] = ()) -> Floats | None:
        """The median colour of the floor beside the dice; None if hardly any of it is in view."""
        step = max(1, max(picture.shape[:2]) // 160)
        free = np.ascontiguousarray(self.mask(size_of(picture))[::step, ::step])
        for x, y, edge in places:
            cv2.circle(free, (int(x / step), int(y / step)), int(1.4 * edge / step) + 1, (0,), -1)
        pixels = picture[::step, ::step][free > 0]
        return np.asarray(np.median(pixels, axis=0), np.float32) if len(pixels) > 200 else None

    @cached_property
    def empty_floor(self) -> Floats | None:
        """The colour of the floor when it was calibrated; None if that is unknown."""
        return None if self.empty is None else self.floor_colour(self.empty)

    def holds(self, point: tuple[float, float], size: tuple[int, int]) -> float:
        """The signed distance of a pixel from the tray's edge, in pixels: positive inside."""
        return float(cv2.pointPolygonTest(self.corners_in(size), point, measureDist=True))


WHOLE_PICTURE = Tray(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
"""The tray that is used if none was calibrated."""
