"""The base class of all rulers: handles to drag over the picture."""

from collections.abc import Sequence
from math import hypot
from typing import ClassVar

import numpy as np

from calibration.boards import Points
from calibration.plane import TablePlane
from companion.locale.messages import Message, gettext, ngettext
from companion.ui.rulers.annotations import Annotation, ColourTone, Handle, Polyline, TextMark
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.vision.miniatures.detection import Miniature

STEP = 0.25
"""Steps of a reach under a finger, in inches."""


class Ruler:
    """One kind of ruler.

    Args:
        table_picture: the picture it measures in.

    Attributes:
        title: text of its button.
        names: whether taps add and remove miniatures.
        needs_plane: whether it needs the table's plane.
    """

    title: ClassVar[str] = ""
    names: ClassVar[bool] = True
    needs_plane: ClassVar[bool] = True

    def __init__(self, table_picture: TablePicture) -> None:
        self.table_picture = table_picture
        wide, high = table_picture.size
        self.handles: list[Pixel] = [(wide * 0.34, high * 0.6), (wide * 0.66, high * 0.6)]
        self.held: int | None = None
        self._offset: Pixel = (0.0, 0.0)

    # --- fingers -------------------------------------------------------------------------------------------

    def grab(self, pixel: Pixel) -> bool:
        """Grab the handle under a finger.

        Returns:
            Whether there is one.
        """
        if not self.handles:
            return False
        gaps = [hypot(pixel[0] - x, pixel[1] - y) for x, y in self.handles]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] > self.table_picture.reach:
            return False
        self.held = nearest
        self._offset = (self.handles[nearest][0] - pixel[0], self.handles[nearest][1] - pixel[1])
        return True

    def drag(self, pixel: Pixel) -> None:
        """Follow the finger; the handle keeps its distance to it, so that it stays visible."""
        if self.held is not None:
            self.move(self.held, self._inside((pixel[0] + self._offset[0], pixel[1] + self._offset[1])))

    def drop(self) -> None:
        """Release the handle."""
        self.held = None

    def tap(self, pixel: Pixel) -> None:
        """Handle a tap beside the handles."""
        if self.names:
            self.table_picture.tap(pixel)

    def move(self, handle: int, pixel: Pixel) -> None:
        """Move a handle to a pixel."""
        self.handles[handle] = pixel

    def _inside(self, pixel: Pixel) -> Pixel:
        wide, high = self.table_picture.size
        return min(max(pixel[0], 0.0), wide - 1.0), min(max(pixel[1], 0.0), high - 1.0)

    @property
    def aim(self) -> Pixel | None:
        """The pixel to magnify while a handle is held."""
        return None if self.held is None else self.handles[self.held]

    @property
    def middle_of(self) -> Sequence[Pixel]:
        """Pixels between which a closer look is taken."""
        return self.handles

    # --- showing -------------------------------------------------------------------------------------------

    @property
    def reading(self) -> str:
        """The reading, for large letters."""
        return ""

    @property
    def remark(self) -> str:
        """A remark beside the reading."""
        return ""

    @property
    def counted(self) -> list[Miniature]:
        """The miniatures that it counts."""
        return []

    def annotations(self) -> list[Annotation]:
        """All that is drawn on the picture."""
        return [*self.own_annotations(), *self._miniature_marks(), *self._handle_marks()]

    def own_annotations(self) -> Sequence[Annotation]:
        """Its own lines and words."""
        return ()

    def outlined(
        self, outline: Points, tone: ColourTone = "lamp", *, filled: bool = False
    ) -> list[Annotation]:
        """An outline on the table, n x 2 inches, as the picture shows it."""
        plane = self.table_picture.plane
        if plane is None:
            return []
        points = project_outline(outline, plane)
        return [Polyline(points, tone, closed=True, filled=filled)] if np.isfinite(points).all() else []

    def _miniature_marks(self) -> list[Annotation]:
        """A ring around the base of every miniature; counted ones have a number."""
        if not self.names or self.table_picture.plane is None:
            return []
        counted, marks = self.counted, list[Annotation]()
        for miniature in self.table_picture.miniatures:
            number = counted.index(miniature) + 1 if miniature in counted else 0
            marks += self.outlined(base_of(miniature), "good" if number else "quiet")
            if number:
                marks.append(TextMark(str(number), self.table_picture.pixel(miniature.centre), "good"))
        return marks

    def _handle_marks(self) -> list[Annotation]:
        return [Handle(at, number == self.held) for number, at in enumerate(self.handles)]


def project_outline(outline: Points, plane: TablePlane, step: float = 0.25) -> Points:
    """A closed outline on the table, n x 2 inches, as it appears in the picture, distorted: m x 2 pixels.

    Two points of the result are at most `step` inches apart.
    """
    points = []
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = max(1, int(np.ceil(np.hypot(*(end - start)) / step)))
        points.append(start + np.arange(count)[:, None] / count * (end - start))
    return plane.to_pixels(np.vstack(points))


def base_of(miniature: Miniature) -> Points:
    """The rim of a miniature's base as a polygon, n x 2 inches."""
    around = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return np.asarray(miniature.centre + miniature.radius * np.column_stack([np.cos(around), np.sin(around)]))


def stepped(inches: float, preset: float | None = None) -> float:
    """Snap a reach to a preset value nearby, else to the quarter inch."""
    if preset is not None and abs(inches - preset) <= STEP:
        return preset
    return max(STEP, round(inches / STEP) * STEP)


def counted_words(count: int) -> Message:
    """Format a number of miniatures."""
    return ngettext("{count} miniature", "{count} miniatures", count) if count else gettext("no miniature")
