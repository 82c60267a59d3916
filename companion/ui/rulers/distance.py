"""Measures a line between two handles, by the table's plane or along a tape in view."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np

from calibration.plane import Distance as Measured
from calibration.plane import TablePlane
from calibration.templates import ring
from companion.errors import Unmeasurable
from companion.locale.messages import capitalised, gettext, joined
from companion.referee.inches import MeasuredInches, format_inches, margin_text, to_sixteenth
from companion.ui.rulers.annotations import Annotation, ColourTone, Polyline, TextMark
from companion.ui.rulers.ruler import Ruler
from companion.ui.rulers.table_picture import Pixel, TablePicture
from companion.vision.miniatures.detection import Miniature
from companion.vision.tape import TapeDistance, TapeReading

POINTING = 1.0
"""Standard error of a finger with a magnifier, in pixels."""


@lru_cache(maxsize=8)
def _apart(plane: TablePlane | None, start: Pixel, end: Pixel) -> Measured | None:
    """Return the distance of two pixels, if it is known; one look at a ruler asks for it seven times."""
    if plane is None:
        return None
    try:
        return plane.distance(np.array(start), np.array(end), POINTING)
    except Unmeasurable:
        return None


class DistanceRuler(Ruler):
    """Two handles that snap to miniatures, and the inches between them."""

    title: ClassVar[str] = gettext("Line")
    names: ClassVar[bool] = False

    def __init__(self, table_picture: TablePicture, most: float | None = None) -> None:
        super().__init__(table_picture)
        self.most = most
        self.by_rims = False
        self._snapped: list[Miniature | None] = [None, None]

    def move(self, handle: int, pixel: Pixel) -> None:
        """Move a handle; near a miniature it snaps to the middle of its base."""
        miniature = self.table_picture.nearest_miniature(pixel)
        self._snapped[handle] = miniature
        self.handles[handle] = self.table_picture.pixel(miniature.centre) if miniature is not None else pixel

    def between(self, start: Miniature, finish: Miniature) -> None:
        """Lay it from one miniature to another."""
        self._snapped = [start, finish]
        self.handles = [self.table_picture.pixel(one.centre) for one in (start, finish)]

    def along(self, start: Pixel, finish: Pixel) -> None:
        """Lay it between two places of the table, in inches."""
        self._snapped = [None, None]
        self.handles = [self.table_picture.pixel(one) for one in (start, finish)]

    def tap(self, pixel: Pixel) -> None:
        """Move the nearer handle to the finger."""
        gaps = [np.hypot(pixel[0] - x, pixel[1] - y) for x, y in self.handles]
        self.move(int(np.argmin(gaps)), pixel)

    @property
    def between_miniatures(self) -> tuple[Miniature, Miniature] | None:
        """The two miniatures at its ends, if there are."""
        start, finish = self._snapped
        return None if start is None or finish is None or start is finish else (start, finish)

    @property
    def measured(self) -> Measured | None:
        """The distance with its error."""
        start, end = self.handles
        apart = _apart(self.table_picture.plane, tuple(start), tuple(end))
        if apart is None:
            return None
        pair = self.between_miniatures
        return Measured(pair[0].base_distance(pair[1]), apart.error) if pair and self.by_rims else apart

    @property
    def inches(self) -> MeasuredInches | None:
        """The distance with its error, if it is known."""
        measured = self.measured
        return None if measured is None else MeasuredInches(measured.inches, measured.error)

    @property
    def reading(self) -> str:
        """The distance as text."""
        return "?" if self.inches is None else format_inches(self.inches)

    @property
    def remark(self) -> str:
        """The error, and the distance in centimetres."""
        measured = self.measured
        if measured is None:
            return gettext("Both ends must be on the table.")
        if text := margin_text(MeasuredInches(measured.inches, measured.error), self.most):
            return capitalised(text)
        return gettext(
            "± {error:.2f} in, {centimetres:.1f} cm",
            error=max(measured.error, 0.005),
            centimetres=measured.centimetres,
        )

    def own_annotations(self) -> Sequence[Annotation]:
        """The line with its inches, and the allowed distance."""
        inches = self.inches
        beyond = self.most is not None and inches is not None and to_sixteenth(inches) > self.most
        (x0, y0), (x1, y1) = self.handles
        tone: ColourTone = "warning" if beyond else "lamp"
        start = self.table_picture.inches(self.handles[0])
        reach = self.outlined(ring(start, self.most), "quiet") if start and self.most else []
        return [
            *reach,
            Polyline(np.array(self.handles), tone),
            TextMark(self.reading, ((x0 + x1) / 2, (y0 + y1) / 2), tone),
        ]


class TapeRuler(Ruler):
    """Two handles on a real tape that lies in view; it needs no marker and no calibration.

    Args:
        table_picture: the picture.
        read: starts reading the tape near two pixels on another thread; the result comes to `take`.
        most: the range that is asked about, in inches, if one is.
    """

    title: ClassVar[str] = gettext("Tape")
    names: ClassVar[bool] = False
    needs_plane: ClassVar[bool] = False

    def __init__(
        self, table_picture: TablePicture, read: Callable[[Sequence[Pixel]], None], most: float | None = None
    ) -> None:
        super().__init__(table_picture)
        self._read, self.most = read, most
        self.tape: TapeReading | None = None
        self.looking = False

    def drop(self) -> None:
        """Start reading the tape along the line when the finger is lifted."""
        super().drop()
        self.read_tape()

    def read_tape(self) -> None:
        """Start reading the tape."""
        self.looking = True
        self._read(tuple(self.handles))

    def take(self, tape: TapeReading) -> None:
        """Take the reading of the tape."""
        self.tape, self.looking = tape, False

    @property
    def distance(self) -> TapeDistance | None:
        """The distance along the tape, if it was found."""
        return None if self.tape is None else self.tape.distance(*self.handles)

    @property
    def inches(self) -> MeasuredInches | None:
        """The distance with its error, if the reading is sure."""
        distance = self.distance
        if distance is None or not distance.sure or distance.inches is None:
            return None
        return MeasuredInches(distance.inches, distance.error)

    @property
    def reading(self) -> str:
        """The distance as text."""
        return "?" if self.inches is None else format_inches(self.inches)

    @property
    def remark(self) -> str:
        """The tape's graduation, for comparison with the real one, or why it is unsure."""
        distance = self.distance
        if distance is None:
            return (
                gettext("Reading the tape...")
                if self.looking
                else gettext("Lay a tape in view, drag both ends onto it.")
            )
        if not distance.sure:
            return joined([distance.reasons[0], "."], "") if distance.reasons else gettext("Unsure.")
        if self.inches is not None and (text := margin_text(self.inches, self.most)):
            return capitalised(text)
        name = distance.graduation.name if distance.graduation is not None else "?"
        return gettext("Ticks of {name}, ± {error:.2f} in", name=name, error=max(distance.error, 0.005))

    def own_annotations(self) -> Sequence[Annotation]:
        """The ticks that were counted, and the line between the handles."""
        ticks = np.array([at for _, at in self.tape.ticks()]) if self.tape is not None else np.zeros((0, 2))
        lines: list[Annotation] = [Polyline(ticks, "good", bold=False)] if len(ticks) > 1 else []
        (x0, y0), (x1, y1) = self.handles
        return [
            *lines,
            Polyline(np.array(self.handles)),
            TextMark(self.reading, ((x0 + x1) / 2, (y0 + y1) / 2)),
        ]
