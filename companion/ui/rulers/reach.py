"""Measures a reach: a ring around a piece, or the arc in front of a barrel."""

from collections.abc import Sequence
from math import atan2, degrees, hypot
from typing import ClassVar

import numpy as np

from calibration.boards import Points
from calibration.templates import arc, ring
from companion.locale.messages import gettext
from companion.referee.inches import format_inches
from companion.ui.rulers.annotations import Annotation, Polyline
from companion.ui.rulers.ruler import Ruler, counted_words, stepped
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.vision.miniatures.detection import Miniature

DEFAULT_REACH = 3.0
"""The initial reach in inches."""


class ReachRuler(Ruler):
    """A handle at the centre, and one at the end of the reach."""

    def __init__(self, table_picture: TablePicture, reach: float | None = None) -> None:
        super().__init__(table_picture)
        self.preset = reach
        self.radius = DEFAULT_REACH if reach is None else reach
        self._stand: Pixel | None = table_picture.inches(self.handles[0])
        self._lead_from_stand((1.0, 0.0))

    def _lead_from_stand(self, way: Pixel) -> None:
        """Put the second handle at the end of the reach, or at the picture's border."""
        if self._stand is None:
            return
        for share in (1.0, 0.75, 0.5, 0.35, 0.2, 0.1):
            far = self.radius * share
            x, y = self.table_picture.pixel((self._stand[0] + way[0] * far, self._stand[1] + way[1] * far))
            if 0 <= x < self.table_picture.size[0] and 0 <= y < self.table_picture.size[1]:
                break
        self.handles[1] = self._inside((x, y))

    @property
    def way(self) -> Pixel:
        """The direction from the first handle to the second on the table, one inch long."""
        end = self.table_picture.inches(self.handles[1])
        if self._stand is None or end is None:
            return 1.0, 0.0
        across, down = end[0] - self._stand[0], end[1] - self._stand[1]
        length = hypot(across, down) or 1.0
        return across / length, down / length

    def move(self, handle: int, pixel: Pixel) -> None:
        """Move all by the first handle, which snaps to miniatures; change the reach by the second."""
        if handle == 0:
            way, miniature = self.way, self.table_picture.nearest_miniature(pixel)
            stand = miniature.centre if miniature is not None else self.table_picture.inches(pixel)
            if stand is not None:
                self._stand, self.handles[0] = stand, self.table_picture.pixel(stand)
                self._lead_from_stand(way)
            return
        end = self.table_picture.inches(pixel)
        if end is not None and self._stand is not None:
            self.handles[1] = pixel
            self.reach_to(hypot(end[0] - self._stand[0], end[1] - self._stand[1]))

    def reach_to(self, inches: float) -> None:
        """Set the reach to the finger."""
        self.radius = stepped(inches, self.preset)

    @property
    def outline(self) -> Points | None:
        """The reach as a polygon on the table, n x 2 inches."""
        return None

    @property
    def counted(self) -> list[Miniature]:
        """The miniatures within reach, except the one at the centre."""
        outline = self.outline
        if outline is None or self._stand is None:
            return []
        here = np.array(self._stand)
        return [
            miniature
            for miniature in self.table_picture.covered_by(outline)
            if float(np.hypot(*(miniature.centre - here))) > miniature.radius
        ]

    @property
    def reading(self) -> str:
        """The reach as text."""
        return format_inches(self.radius)

    @property
    def remark(self) -> str:
        """The number of miniatures within reach."""
        return gettext("It reaches {miniatures}.", miniatures=counted_words(len(self.counted)))

    def own_annotations(self) -> Sequence[Annotation]:
        """Its outline."""
        return [] if self.outline is None else self.outlined(self.outline, filled=True)


class RingRuler(ReachRuler):
    """Everything within this many inches."""

    title: ClassVar[str] = gettext("Ring")

    @property
    def outline(self) -> Points | None:
        """The ring."""
        return None if self._stand is None else ring(self._stand, self.radius)


class ArcRuler(ReachRuler):
    """A cannon's arc of fire: 45 degrees to either side of its barrel."""

    title: ClassVar[str] = gettext("Arc")

    def reach_to(self, inches: float) -> None:
        """Turn the barrel; a known range is not changed."""
        if self.preset is None:
            super().reach_to(inches)

    @property
    def outline(self) -> Points | None:
        """The arc."""
        if self._stand is None:
            return None
        return arc(self._stand, degrees(atan2(self.way[1], self.way[0])), self.radius)

    def own_annotations(self) -> Sequence[Annotation]:
        """Its outline, and the line of the barrel."""
        barrel = Polyline(np.array(self.handles), "quiet", bold=False)
        return [*super().own_annotations(), barrel]
