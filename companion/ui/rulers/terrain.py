"""Traces what hides others on the table: walls, woods, hills; once, corner by corner."""

from collections.abc import Sequence
from math import dist
from typing import ClassVar

import numpy as np

from calibration.templates import inside_by
from companion.app.camera.kept_table import Area
from companion.locale.messages import gettext, ngettext
from companion.ui.rulers.annotations import Annotation, Polyline
from companion.ui.rulers.ruler import Ruler
from companion.ui.rulers.table_picture import Pixel, TablePicture

FEWEST = 3
"""Corners of an area."""
MOST = 40
SLIPS = 0.3
"""Share of the touch radius within which a finger has not moved, and hits a corner itself."""


class TerrainRuler(Ruler):
    """Taps add corners, which may be dragged; a tap on what was traced chooses it.

    Attributes:
        chosen: the traced area that was tapped.
    """

    title: ClassVar[str] = gettext("Terrain")
    names: ClassVar[bool] = False

    def __init__(self, table_picture: TablePicture) -> None:
        super().__init__(table_picture)
        self.handles = []
        self.chosen: Area | None = None
        self._touched: Pixel | None = None

    def grab(self, pixel: Pixel) -> bool:
        """Grab the corner under a finger, which has yet to move."""
        self._touched = pixel
        return super().grab(pixel)

    def drag(self, pixel: Pixel) -> None:
        """Follow the finger once it moves: corners lie closer to each other than fingers are wide."""
        if self._touched is not None and dist(pixel, self._touched) > self.table_picture.reach * SLIPS:
            self._touched = None
        if self._touched is None:
            super().drag(pixel)

    def drop(self) -> None:
        """Release the corner; a finger that has not moved has tapped a new one beside it."""
        if self.held is not None and self._touched is not None:
            apart = dist(self._touched, self.handles[self.held])
            if apart > self.table_picture.reach * SLIPS:
                self._add(self._touched)
        super().drop()

    def tap(self, pixel: Pixel) -> None:
        """Add a corner; with none yet, choose the area under the finger."""
        here = self.table_picture.inches(pixel)
        if here is None:
            return
        if not self.handles:
            on = (one for one in self.table_picture.terrain if inside_by(np.array(one), here) >= 0)
            self.chosen = next(on, None)
        if self.chosen is None:
            self._add(pixel)

    def _add(self, pixel: Pixel) -> None:
        if len(self.handles) < MOST:
            self.handles.append(pixel)

    def take_back(self) -> None:
        """Take the last corner back."""
        del self.handles[-1:]

    @property
    def area(self) -> Area | None:
        """The traced area in inches; None while it has too few corners."""
        places = [self.table_picture.inches(handle) for handle in self.handles]
        corners = tuple((round(at[0], 2), round(at[1], 2)) for at in places if at is not None)
        return corners if len(corners) >= FEWEST else None

    @property
    def middle_of(self) -> Sequence[Pixel]:
        """The corners, or the middle of the picture."""
        wide, high = self.table_picture.size
        return self.handles or [(wide / 2, high / 2)]

    @property
    def reading(self) -> str:
        """The number of corners."""
        count = len(self.handles)
        return ngettext("{count} corner", "{count} corners", count) if count else gettext("Terrain")

    @property
    def remark(self) -> str:
        """What to do."""
        if self.chosen is not None:
            return gettext("It hides what stands behind it.")
        return gettext("Tap the corners of what hides others.")

    def own_annotations(self) -> Sequence[Annotation]:
        """All areas, and the one that is traced."""
        marks = terrain_marks(self, self.chosen)
        if len(self.handles) > 1:
            marks.append(Polyline(np.array(self.handles), closed=self.area is not None, filled=True))
        return marks


def terrain_marks(ruler: Ruler, chosen: Area | None = None) -> list[Annotation]:
    """Return the outlines of what was traced on the table."""
    marks: list[Annotation] = []
    for area in ruler.table_picture.terrain:
        marks += ruler.outlined(np.array(area), "warning" if area == chosen else "quiet", filled=True)
    return marks
