"""Finds the tape in a picture, identifies its graduation and measures along it, or says why it is unsure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.boards import CENTIMETRES
from companion.locale.messages import gettext, listed
from companion.vision.frames import Picture
from companion.vision.tape.floats import Floats
from companion.vision.tape.graduation import Graduation, graduation_of_step
from companion.vision.tape.periodicity import TickRow, tick_rows
from companion.vision.tape.strip import cut_strip, likely_directions, stroke_response
from companion.vision.tape.tick_row import MeasuredRow, Pixel, measure_row

MIN_SIDE = 1200
"""Pixels: smaller pictures are doubled, so that fine ticks can be resolved."""

MAX_SKEW = 15.0
"""Degrees between a tape and the line between two points on it."""

SEARCH_BAND = 0.12
"""Share of the picture's diagonal: how far beside the two points the tape is searched."""

MAX_ROWS = 5

CLEAR_STRENGTH = 3.0
"""If a row of ticks is this strong, no other direction is tried."""

MAX_OFFSET = 1.5
"""Inches beside the nearest ticks beyond which a point is off the tape."""

MAX_RELATIVE_ERROR = 1 / 64
"""Larger errors than 1/32 inch, or than this share of the distance, are unsure."""

CLEARLY_NEARER = 2.0
"""If two rows disagree, the nearer one is used if it is this many times nearer to the fingers."""

MIN_OFFSET = 6.0
"""Pixels: points nearer than this are on the ticks."""

LUMA = np.array([0.114, 0.587, 0.299], np.float32)
"""Weights of blue, green and red (ITU-R BT.601)."""

NO_TAPE = gettext("I see no tape or ruler: lay it in view, lit evenly, with its ticks in focus")


@dataclass(frozen=True, slots=True)
class TapeDistance:
    """A distance along a tape.

    Attributes:
        inches: how far; None if it is not known.
        error: the 95 per cent confidence interval is plus or minus this, in inches.
        graduation: of the ticks that were counted.
        reasons: why it is unsure, for players; empty if it is sure.
    """

    inches: float | None
    error: float
    graduation: Graduation | None
    reasons: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether it can be relied on."""
        return self.inches is not None and not self.reasons

    @property
    def centimetres(self) -> float | None:
        """The distance in centimetres."""
        return None if self.inches is None else self.inches * CENTIMETRES


@dataclass(frozen=True, slots=True, eq=False)
class TapeReading:
    """A tape as it lies in a picture.

    Attributes:
        rows: its rows of ticks, clearest first; many tapes have inches on one edge, centimetres on the other.
        reasons: why none of them is certain, for players.
    """

    rows: tuple[MeasuredRow, ...] = field(repr=False)
    reasons: tuple[str, ...] = ()
    _enlarged: float = 1.0

    @property
    def sure(self) -> bool:
        """Whether a tape with a known graduation was found."""
        return bool(self.rows) and not self.reasons

    @property
    def graduation(self) -> Graduation | None:
        """The graduation of the clearest row, to be shown for confirmation."""
        return self.rows[0].graduation if self.rows else None

    def confirmed(self, graduation: Graduation) -> "TapeReading":
        """The same tape with the graduation that a player states, for the rows that can have it.

        If no row can, all are kept, each with the reason why not.
        """
        sure = [row for row in self.rows if row.sure]
        stated = [row.stated(graduation, sure) for row in self.rows if row.counted] or [
            row.stated(graduation, sure) for row in self.rows
        ]
        possible = [row for row in stated if row.sure] or stated
        return TapeReading(tuple(possible), (), self._enlarged)

    def ticks(self) -> list[tuple[int, Pixel]]:
        """The clearest row's ticks: their numbers from one end, and where they stand in the picture."""
        if not self.rows:
            return []
        return [(number, (x / self._enlarged, y / self._enlarged)) for number, (x, y) in self.rows[0].ticks()]

    def distance(self, start: Pixel, end: Pixel) -> TapeDistance:
        """The distance of two pixels along the tape, by the ticks nearest to them."""
        ends = [(x * self._enlarged, y * self._enlarged) for x, y in (start, end)]
        read = [row for row in self.rows if row.graduation is not None]
        if not read:
            return TapeDistance(None, np.inf, None, self.reasons or (NO_TAPE,))
        row = min(read, key=lambda one: (not all(map(one.covers, ends)), _offset(one, ends)))
        inches, error = row.distance(ends[0], ends[1])
        reasons = [*self.reasons, *row.reasons, *_graduation_reasons(row, read, ends)]
        for (x, y), at in zip((start, end), ends, strict=True):
            if not row.covers(at):
                reasons.append(
                    gettext("The point {x:g}, {y:g} is beyond the ticks that I can count", x=x, y=y)
                )
            if row.offset_inches(at) > MAX_OFFSET:
                reasons.append(gettext("The point {x:g}, {y:g} does not lie on the tape", x=x, y=y))
        if error > MAX_RELATIVE_ERROR * max(inches, 2.0):
            reasons.append(
                gettext(
                    "By these ticks it might be off by {error:.2f} in: point nearer to ticks, or go closer",
                    error=error,
                )
            )
        return TapeDistance(inches, error, row.graduation, tuple(dict.fromkeys(reasons)))


def _offset(row: MeasuredRow, ends: Sequence[Pixel]) -> float:
    """The sum of the distances of two points from a row, in pixels."""
    return sum(max(abs(row.offset(end)), MIN_OFFSET) for end in ends)


def _graduation_reasons(row: MeasuredRow, rows: Sequence[MeasuredRow], ends: Sequence[Pixel]) -> list[str]:
    """The reason to be unsure if another row, about as near as this one, gives an inch another size."""
    for other in rows:
        near = other is not row and _offset(other, ends) < CLEARLY_NEARER * _offset(row, ends)
        if near and not other.agrees(row):
            names = listed(one.graduation.name for one in (row, other) if one.graduation)
            return [
                gettext("Two rows of ticks disagree ({names}): point at the ticks that you mean", names=names)
            ]
    return []


def read_tape(picture: Picture, points: Sequence[Pixel] = ()) -> TapeReading:
    """Find a tape measure or ruler and read its graduation.

    Args:
        picture: height x width x 3, BGR.
        points: two or more pixels that lie along it, if they are known; it is searched near them.
    """
    enlarged = 2.0 if max(picture.shape[:2]) < MIN_SIDE else 1.0
    colours = picture.astype(np.float32)
    if enlarged != 1.0:
        bigger = cv2.resize(colours, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
        colours = np.asarray(bigger, np.float32)
    near = [(x * enlarged, y * enlarged) for x, y in points]
    rows: list[MeasuredRow] = []
    for ink in (1.0, -1.0):
        rows += _rows(np.asarray(colours * ink, np.float32), near)
        if any(row.sure for row in rows):
            break
    return _consistent(sorted(rows, key=lambda row: -row.strength), enlarged)


def _rows(colours: Floats, points: list[Pixel]) -> list[MeasuredRow]:
    """Every row of ticks that can be counted, with its graduation."""
    grey = np.asarray(colours @ LUMA, np.float32)
    found: list[tuple[TickRow, Pixel, float]] = []
    middle, degrees, half = _search_strip(points, grey.shape)
    for direction in likely_directions(grey, degrees, MAX_SKEW):
        strip = cut_strip(grey, middle, direction, half)
        for row in tick_rows(stroke_response(strip)):
            turn = direction + float(np.degrees(np.arctan(row.slope)))
            found.append((row, strip.to_picture(row.start, row.row + row.slope * row.start), turn))
        if any(row.strength > CLEAR_STRENGTH for row, _, _ in found):
            break
    rows: list[MeasuredRow] = []
    tried = 0
    for row, spot, turn in sorted(found, key=lambda one: -one[0].strength):
        if tried >= MAX_ROWS or any(abs(other.offset(spot)) < 4 for other in rows):
            continue
        tried += 1
        read = measure_row(colours, grey, row, spot, turn)
        if read is not None and not any(read.same_row(other) for other in rows):
            rows.append(read)
    return rows


def _search_strip(points: list[Pixel], shape: tuple[int, ...]) -> tuple[Pixel, float | None, float]:
    """The centre, direction in degrees and half height in pixels of the strip that is searched."""
    diagonal = float(np.hypot(shape[0], shape[1]))
    if len(points) < 2:
        return (shape[1] / 2, shape[0] / 2), None, diagonal
    places = np.array(points)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    one, other = divmod(int(apart.argmax()), len(places))
    run = places[other] - places[one]
    degrees = float(np.degrees(np.arctan2(run[1], run[0])))
    middle = places.mean(axis=0)
    return (
        (float(middle[0]), float(middle[1])),
        degrees,
        max(SEARCH_BAND * diagonal, 0.4 * float(apart.max())),
    )


def _consistent(rows: list[MeasuredRow], enlarged: float) -> TapeReading:
    """The rows that are sure, and those whose graduation follows from them."""
    if not rows:
        return TapeReading((), (NO_TAPE,), enlarged)
    sure = [row for row in rows if row.sure]
    if not sure:
        return TapeReading(tuple(rows), rows[0].reasons, enlarged)
    best = sure[0]
    identified = [
        row.with_graduation(graduation)
        for row in rows
        if not row.sure and (graduation := _graduation_by(row, best))
    ]
    return TapeReading((*sure, *identified), (), enlarged)


def _graduation_by(row: MeasuredRow, best: MeasuredRow) -> Graduation | None:
    """The graduation of a counted row by the step of a row whose graduation is known; None if none fits."""
    return graduation_of_step(row.step_by(best)) if row.counted else None
