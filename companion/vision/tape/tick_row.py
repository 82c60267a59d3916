"""One row of ticks of a tape: counted, read, and measured along."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from companion.locale.messages import gettext
from companion.vision.tape.floats import Floats
from companion.vision.tape.graduation import Graduation, contradiction, identify_graduation, miscounted
from companion.vision.tape.numerals import ticks_per_number
from companion.vision.tape.periodicity import TickRow, tick_rows
from companion.vision.tape.strip import Strip, cut_strip, stroke_response
from companion.vision.tape.tick_scale import NORMAL_95, TickScale, fit_tick_scale
from companion.vision.tape.ticks import Ticks, count_ticks

Pixel = tuple[float, float]

LEVELLINGS = 3
"""How often a strip is cut again, each time levelled by the common end of the ticks."""

FINE_STEP, FINE_ZOOM = 7.5, 2.0
"""Steps below this many pixels are measured in an enlarged strip."""

FINER_STEP = 0.7
"""If the step of another row is below this share, it has ticks between those of this one."""

MIN_TICKS = 16
MIN_SEEN = 0.8
"""Share of the ticks between the first and the last that must be seen."""

MAX_RESIDUAL = 0.16
"""Largest residual, as a share of a step; above it some ticks are false."""

MIN_INLIERS = 0.8
"""Smallest share of the counted ticks that must fit one projective map."""

SCALE_TOLERANCE = 0.05
"""Largest relative difference of the size of an inch between two rows of one tape."""

POINTING_ERROR = 0.3
"""Standard deviation of a point that a player marks, in pixels."""

FLATNESS_ERROR = 0.003
"""Standard deviation because the tape is not quite flat, as a share of the distance."""

CURL = 1.2
"""Inches that a curved steel tape lies above or below the tangent of its edge, one inch across it.

It grows with the square of the distance from the edge: on four photos of a steel tape, the ticks of one edge
measured by those of the other are off by 0.5 to 1.1 times this.
"""

BODY_HEIGHT = 0.2
"""Inches from the table up to the edge of a curved steel tape: points beyond the edge are farther away."""

BEYOND_EDGE = 0.03
"""Inches from the end of the ticks, towards the edge, from which a point is no longer on the tape."""

READING_ERROR = 0.005
"""Standard error of each length besides what grows with it: wear and print of the lines, in inches."""

FOCAL_LENGTH = 0.8
"""Of a usual camera, as a share of the longer side of its picture: it tells how far away the tape is."""


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredRow:
    """A row of ticks in a picture.

    Attributes:
        graduation: of its ticks; None if it is not certain.
        reasons: why it is unsure, for players; empty if it is sure.
        counted: whether the count of its ticks is certain.
        strength: how clearly its ticks are seen.
    """

    graduation: Graduation | None
    reasons: tuple[str, ...]
    counted: bool
    strength: float
    _strip: Strip = field(repr=False)
    _ticks: Ticks = field(repr=False)
    _scale: TickScale = field(repr=False)
    _focal_length: float = field(repr=False)
    _per_number: int | None = None

    @property
    def sure(self) -> bool:
        """Whether it can be relied on."""
        return self.graduation is not None and not self.reasons

    def with_graduation(self, graduation: Graduation) -> "MeasuredRow":
        """The same row with a known graduation."""
        return replace(self, graduation=graduation, reasons=() if self.counted else self.reasons)

    def stated(self, graduation: Graduation, known: Sequence["MeasuredRow"]) -> "MeasuredRow":
        """The same row with the graduation that a player states, and the reasons against it.

        Args:
            graduation: of its ticks, as the player states.
            known: rows of the same tape whose graduation is sure.
        """
        row = self.with_graduation(graduation)
        wrong = contradiction(graduation, self._ticks.number, self._ticks.length, self._per_number)
        for other in known:
            if not wrong and other is not self and not row.agrees(other):
                assert other.graduation is not None
                wrong = gettext(
                    "These are not ticks of {length}: others are of {other}",
                    length=graduation.name,
                    other=other.graduation.name,
                )
        return replace(row, reasons=(wrong, *row.reasons)) if wrong else row

    def ticks(self) -> list[tuple[int, Pixel]]:
        """The ticks: their numbers, counted from one end, and where they stand in the picture."""
        first = self._ticks.number.min()
        return [
            (round(float(number - first)), self._strip.to_picture(float(x), self._ticks.row))
            for number, x in zip(self._ticks.number, self._ticks.place, strict=True)
        ]

    def step_at(self, place: float) -> float:
        """Pixels from tick to tick at a place along the strip."""
        before, after = self._scale.tick_at(np.array([place - 0.5, place + 0.5]))
        return float(1 / max(abs(after - before), 1e-6))

    def offset(self, point: Pixel) -> float:
        """The distance of a pixel from the row of ticks, in pixels; negative above it."""
        return self._strip.from_picture(point)[1] - self._ticks.row

    def count_at(self, point: Pixel) -> float:
        """The count of ticks, with its fraction, at a pixel."""
        return float(self._scale.tick_at(np.array([self._foot(point)]))[0])

    def _foot(self, point: Pixel) -> float:
        """Where the tick through a pixel stands along the strip."""
        x, _ = self._strip.from_picture(point)
        return self._ticks.slant.foot(x, self.offset(point))

    def covers(self, point: Pixel) -> bool:
        """Whether a pixel lies between the counted ticks, or at most one step beyond."""
        return bool(self._scale.first - 1 <= self.count_at(point) <= self._scale.last + 1)

    def offset_inches(self, point: Pixel) -> float:
        """The distance of a pixel from the row of ticks, in inches. Only for rows with a known graduation."""
        assert self.graduation is not None
        return abs(self.offset(point)) / self.step_at(self._foot(point)) * self.graduation.inches

    def distance(self, start: Pixel, end: Pixel) -> tuple[float, float]:
        """The distance of two pixels along the tape, and its 95 per cent error, in inches.

        Only for rows with a known graduation.
        """
        assert self.graduation is not None
        inches = abs(self.count_at(start) - self.count_at(end)) * self.graduation.inches
        squares = (FLATNESS_ERROR * inches / 2) ** 2 + READING_ERROR**2
        by_slant = np.zeros(2)
        for way, point in ((1, start), (-1, end)):
            foot = self._foot(point)
            per_pixel = self.graduation.inches / self.step_at(foot)
            squares += (POINTING_ERROR * self._strip.zoom * per_pixel) ** 2
            squares += (self._scale.tick_error * self.graduation.inches) ** 2
            by_slant += way * self.offset(point) * per_pixel * np.array([1.0, foot])
        squares += float(by_slant @ self._ticks.slant.covariance @ by_slant)
        heights = max(self._height_error(start), self._height_error(end))
        return inches, NORMAL_95 * float(np.sqrt(squares)) + heights * inches

    def _height_error(self, point: Pixel) -> float:
        """The relative error because a point lies higher or lower than the ticks."""
        assert self.graduation is not None
        steps = self.offset(point) / self.step_at(self._foot(point))
        off_body = any(steps * way > end + BEYOND_EDGE / self.graduation.inches for way, end in self._edges())
        height = max(CURL * (steps * self.graduation.inches) ** 2, BODY_HEIGHT if off_body else 0.0)
        pixels_per_inch = self.step_at(self._foot(point)) / self.graduation.inches
        return height * pixels_per_inch / self._focal_length

    def _edges(self) -> list[tuple[int, float]]:
        """The end that all ticks share, the tape's edge: its side, and how far it is from the row, in steps.

        The other ends differ, as inches are longer than halves. Both, if neither end is clearly shared.
        """
        ends = [(-1, self._ticks.above), (1, self._ticks.below)]
        spread = [float(np.subtract(*np.percentile(end, (90, 10)))) for _, end in ends]
        shared = [one for one, width in zip(ends, spread, strict=True) if width <= 2 * min(spread)]
        return [(way, float(np.median(end))) for way, end in shared]

    def same_row(self, other: "MeasuredRow") -> bool:
        """Whether both are one row of ticks."""
        middle = self._strip.to_picture(float(np.median(self._ticks.place)), self._ticks.row)
        return abs(other.offset(middle)) < max(4.0, 0.5 * other.step_at(other._foot(middle)))

    def agrees(self, other: "MeasuredRow") -> bool:
        """Whether both rows, of known graduation, give an inch the same size."""
        assert self.graduation is not None
        return abs(self.step_by(other) / self.graduation.inches - 1) <= SCALE_TOLERANCE

    def step_by(self, other: "MeasuredRow") -> float:
        """The step of this row by that of another row with a known graduation, in inches.

        Across a curved tape the ticks of each edge run apart towards the other edge. Each row is measured by
        the other; their geometric mean leaves that out.
        """
        assert other.graduation is not None
        return other.graduation.inches * float(np.sqrt(self._steps_of(other) / other._steps_of(self)))

    def _steps_of(self, other: "MeasuredRow") -> float:
        """How many steps of another row one step of this row is long."""
        middle = float(np.median(self._ticks.place))
        half = 4 * self.step_at(middle)
        ends = [self._strip.to_picture(middle + side * half, self._ticks.row) for side in (-1, 1)]
        return max(abs(other.count_at(ends[0]) - other.count_at(ends[1])) / 8, 1e-6)


def measure_row(colours: Floats, grey: Floats, row: TickRow, spot: Pixel, turn: float) -> MeasuredRow | None:
    """Level one row of ticks, count it and read its graduation; None if it is no row of ticks.

    Args:
        colours: the picture, height x width x 3.
        grey: the same in grey.
        row: where it was found.
        spot: the pixel of the picture at which it is clearest.
        turn: in which direction it runs, in degrees.
    """
    zoom = FINE_ZOOM if row.step < FINE_STEP else 1.0
    half = 12 * row.step + 2 * row.depth
    step, depth = row.step * zoom, row.depth * zoom
    for again in count():
        strip = cut_strip(grey, spot, turn, half, zoom)
        stroke = stroke_response(strip)
        start, level = strip.from_picture(spot)
        ticks = count_ticks(stroke, TickRow(level, 0.0, start, step, row.strength, depth))
        if ticks is None or again == LEVELLINGS:
            break
        slope, base, depth = ticks.level()
        turn += float(np.degrees(np.arctan(slope)))
        level = base + slope * start
        finer = finer_row(stroke, ticks, step)
        if finer is not None:
            start, level, step, depth = (
                finer.start,
                finer.row + finer.slope * finer.start,
                finer.step,
                finer.depth,
            )
        spot = strip.to_picture(start, level)
    ticks = ticks and ticks.longest_run()
    if ticks is None or len(ticks.number) < MIN_TICKS:
        return None
    cuts = [np.ascontiguousarray(colours[:, :, channel]) for channel in range(3)]
    bands = [cut_strip(cut, spot, turn, half, zoom).grey for cut in cuts]
    focal_length = FOCAL_LENGTH * max(grey.shape) * zoom
    return _checked(strip, bands, ticks, row.strength, focal_length)


def finer_row(stroke: Floats, ticks: Ticks, step: float) -> TickRow | None:
    """A finer row of ticks over the same length, or None.

    Where only the longer ticks reach, they look like a separate, coarser row.
    """
    gaps = np.gradient(ticks.place, ticks.number)
    high = max(0, int(ticks.row - np.percentile(ticks.above * gaps, 75)) - 2)
    low = int(ticks.row + np.percentile(ticks.below * gaps, 75)) + 3
    finer = [tick_row for tick_row in tick_rows(stroke[high:low]) if tick_row.step < FINER_STEP * step]
    best = max(finer, key=lambda one: one.strength, default=None)
    return replace(best, row=best.row + high) if best else None


def _checked(
    strip: Strip, bands: list[Floats], ticks: Ticks, strength: float, focal_length: float
) -> MeasuredRow:
    """The row with its graduation and all reasons why it is unsure."""
    scale = fit_tick_scale(ticks)
    per_number = ticks_per_number(bands, ticks, scale)
    graduation, reason = identify_graduation(ticks.number, ticks.length, per_number)
    miscounts = []
    if scale.residual_std > MAX_RESIDUAL or scale.inlier_share < MIN_INLIERS:
        miscounts.append(gettext("The ticks do not stand evenly enough to be counted"))
    if graduation is not None and miscounted(graduation, ticks.number, ticks.length):
        miscounts.append(gettext("The long ticks do not come evenly: some ticks were missed"))
    if len(ticks.number) < MIN_SEEN * (np.ptp(ticks.number) + 1):
        miscounts.append(gettext("Some ticks between are hidden or too faint to be counted"))
    reasons = ((reason,) if reason else ()) + tuple(miscounts)
    counted = not miscounts
    return MeasuredRow(graduation, reasons, counted, strength, strip, ticks, scale, focal_length, per_number)
