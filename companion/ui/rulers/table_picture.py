"""The picture that rulers measure in: the table's plane and the miniatures on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist

import cv2
import numpy as np

from calibration.boards import Points
from calibration.plane import TablePlane
from calibration.templates import all_under
from companion.app.camera.kept_table import Area
from companion.errors import Unmeasurable
from companion.vision.miniatures.detection import Miniature
from companion.vision.miniatures.figures import TrackedFigure

Pixel = tuple[float, float]

BASE = 0.25
"""Default radius of a base, in inches."""

ADDED_COLOUR = (128, 128, 128)
"""Of a miniature that players added: blue, green, red."""

SAME = 0.4
"""A miniature within this distance of a removed one is the same, in inches."""


@dataclass
class TablePicture:
    """The table in one camera's pictures.

    Attributes:
        size: of the pictures, width and height in pixels.
        plane: from pixels to inches; None if it is not known.
        found: miniatures that the camera has found.
        added: miniatures that players added.
        left_out: centres of miniatures that players removed, in inches.
        reach: touch radius, in pixels.
        figures: miniatures with the names that players gave them.
        terrain: corners of areas that hide what stands behind them, in inches.
    """

    size: tuple[int, int]
    plane: TablePlane | None = None
    found: Sequence[Miniature] = ()
    added: list[Miniature] = field(default_factory=list)
    left_out: list[Pixel] = field(default_factory=list)
    reach: float = 30.0
    figures: Sequence[TrackedFigure] = ()
    terrain: Sequence[Area] = ()

    @property
    def miniatures(self) -> list[Miniature]:
        """All miniatures that count."""
        kept = [found for found in self.found if not any(_near(found, spot) for spot in self.left_out)]
        return [*kept, *self.added]

    def tap(self, pixel: Pixel) -> None:
        """Add or remove the miniature at a pixel; without one there, add a new one."""
        place = self.inches(pixel)
        if place is None:
            return
        here = Miniature(place, BASE, ADDED_COLOUR)
        out = [spot for spot in self.left_out if _near(here, spot)]
        if out:
            self.left_out.remove(out[0])
        elif not self._leave_out(pixel):
            self.added.append(here)

    def _leave_out(self, pixel: Pixel) -> bool:
        """Remove the miniature at a pixel; return whether there was one."""
        nearest = self.nearest_miniature(pixel)
        if nearest is None:
            return False
        if nearest in self.added:
            self.added.remove(nearest)
        else:
            self.left_out.append(nearest.centre)
        return True

    def nearest_miniature(self, pixel: Pixel) -> Miniature | None:
        """The miniature nearest to a finger, within its touch radius."""
        if self.plane is None:
            return None
        nearest = min(self.miniatures, key=lambda miniature: self._gap(pixel, miniature), default=None)
        return nearest if nearest and self._gap(pixel, nearest) <= self.reach else None

    def _gap(self, pixel: Pixel, miniature: Miniature) -> float:
        """The distance from a pixel to a miniature, in pixels; 0 on it."""
        base = dist(self.pixel(miniature.centre), pixel)
        if not len(miniature.outline):
            return base
        contour = miniature.outline.astype(np.float32).reshape(-1, 1, 2)
        return min(base, max(0.0, -float(cv2.pointPolygonTest(contour, pixel, measureDist=True))))

    def covered_by(self, outline: Points) -> list[Miniature]:
        """The miniatures under an outline on the table, n x 2 inches."""
        miniatures = self.miniatures
        under = all_under(outline, [(miniature.centre, miniature.radius) for miniature in miniatures])
        return [miniatures[place] for place in under]

    def inches(self, pixel: Pixel) -> Pixel | None:
        """The point of the table at a pixel, if there is one."""
        if self.plane is None:
            return None
        try:
            x, y = self.plane.to_inches(np.array([pixel]))[0]
        except Unmeasurable:
            return None
        return float(x), float(y)

    def pixel(self, inches: Pixel) -> Pixel:
        """The pixel of a point on the table; the middle of the picture if it is not visible."""
        if self.plane is not None:
            x, y = self.plane.to_pixels(np.array([inches]))[0]
            if np.isfinite((x, y)).all():
                return float(x), float(y)
        return self.size[0] / 2, self.size[1] / 2


def _near(miniature: Miniature, spot: Pixel) -> bool:
    return dist(miniature.centre, spot) <= SAME
