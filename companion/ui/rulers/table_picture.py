"""The picture that rulers measure in: the table's plane and the miniatures on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.boards import Points
from calibration.plane import TablePlane
from companion.errors import Unmeasurable
from companion.vision.miniatures import Miniature, miniature_at, miniatures_under, tapped_miniature

Pixel = tuple[float, float]

BASE = 0.25
"""Inches from the middle of a base to its rim, where nobody has measured it."""

SAME = 0.4
"""Inches within which a figure that was tapped out is taken for the one that is found again."""


@dataclass
class TablePicture:
    """The table in one camera's pictures.

    Attributes:
        size: of the pictures, width and height in pixels.
        plane: from pixels to inches; nothing when it is not known.
        found: figures that the camera has found.
        added: figures that were tapped in.
        left_out: middles of figures that were tapped out, in inches.
        reach: pixels about a thing within which a finger means it.
    """

    size: tuple[int, int]
    plane: TablePlane | None = None
    found: Sequence[Miniature] = ()
    added: list[Miniature] = field(default_factory=list)
    left_out: list[Pixel] = field(default_factory=list)
    reach: float = 30.0

    @property
    def figures(self) -> list[Miniature]:
        """All that count."""
        kept = [figure for figure in self.found if not any(_near(figure, spot) for spot in self.left_out)]
        return [*kept, *self.added]

    def tap(self, pixel: Pixel) -> None:
        """Take a figure in, or leave it out; where none is, one is put there."""
        if self.plane is None:
            return
        try:
            here = tapped_miniature(pixel, self.plane, BASE)
        except Unmeasurable:
            return
        out = [spot for spot in self.left_out if _near(here, spot)]
        if out:
            self.left_out.remove(out[0])
        elif not self._leave_out(pixel):
            self.added.append(here)

    def _leave_out(self, pixel: Pixel) -> bool:
        """Leave out the figure at a pixel; returns whether there was one."""
        assert self.plane is not None, "only pixels on a known table are tapped"
        figures = self.figures
        place = miniature_at(pixel, figures, self.plane, self.reach)
        if place is None:
            return False
        if figures[place] in self.added:
            self.added.remove(figures[place])
        else:
            self.left_out.append(figures[place].centre)
        return True

    def figure_at(self, pixel: Pixel) -> Miniature | None:
        """The figure that a finger means."""
        if self.plane is None:
            return None
        figures = self.figures
        place = miniature_at(pixel, figures, self.plane, self.reach)
        return None if place is None else figures[place]

    def figures_under(self, outline: Points) -> list[Miniature]:
        """The figures under an outline on the table, n x 2 inches."""
        figures = self.figures
        return [figures[place] for place in miniatures_under(outline, figures)]

    def inches(self, pixel: Pixel) -> Pixel | None:
        """The place on the table that a pixel shows, if it shows one."""
        if self.plane is None:
            return None
        try:
            x, y = self.plane.to_inches(np.array([pixel]))[0]
        except Unmeasurable:
            return None
        return float(x), float(y)

    def pixel(self, inches: Pixel) -> Pixel:
        """Where a place on the table appears; the middle of the picture where it does not."""
        if self.plane is not None:
            x, y = self.plane.to_pixels(np.array([inches]))[0]
            if np.isfinite((x, y)).all():
                return float(x), float(y)
        return self.size[0] / 2, self.size[1] / 2


def _near(figure: Miniature, spot: Pixel) -> bool:
    return float(np.hypot(figure.centre[0] - spot[0], figure.centre[1] - spot[1])) <= SAME
