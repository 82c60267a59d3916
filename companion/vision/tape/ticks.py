"""The ticks of a row: the place, slant and length of each."""

from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from companion.vision.tape.floats import Floats
from companion.vision.tape.periodicity import TickRow
from companion.vision.tape.slant import Slant, fit_slant, sampled

NEAR = 0.3
"""Largest distance of a tick from its predicted place, as a share of a step."""

FAINT = 0.3
"""Share of its neighbours' response below which a stroke is no tick."""

MAX_MISSING = 7
"""Missing ticks in a row after which counting stops."""

MAX_GAP = 4
"""Most missing ticks in a row over which the count is certain."""

RECENT = 10
"""Number of ticks from which the next one is predicted."""

END_STRENGTH = 0.4
"""Share of its own response below which, for END_ROWS rows, a tick has ended."""

END_ROWS = 3

SLANT_FITS = 4
"""How often the slant is fitted, each time to more of each tick, as reaches are measured along it."""

KEPT_REACH = 0.9
"""Share of a tick's length that is sampled for its slant."""

MAX_LENGTH = 14.0
"""Largest length of a tick in steps; a longer stroke is a line of the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticks:
    """A row of ticks that was counted.

    Attributes:
        number: of each tick, counted from left to right; numbers of missing ticks are skipped.
        place: where it stands along the strip, in pixels.
        above: how far it reaches above the row, in steps.
        below: how far it reaches below.
        row: the row of the strip in which they were found, in pixels.
        slant: of the ticks, along the strip.
    """

    number: Floats
    place: Floats
    above: Floats
    below: Floats
    row: float
    slant: Slant

    @property
    def length(self) -> Floats:
        """The length of each tick, in steps."""
        return self.above + self.below

    def level(self) -> tuple[float, float, float]:
        """The line of the tape: its slope, its row at x = 0, and its depth, in pixels.

        Found from the end that all ticks share, the edge of the tape or a printed line; the other ends
        differ.
        """
        step = np.gradient(self.place, self.number)
        ends = [(self.row - self.above * step, 1.0), (self.row + self.below * step, -1.0)]
        lines = [(*_robust_line(self.place, end), way) for end, way in ends]
        slope, edge, _, way = min(lines, key=lambda line: line[2])
        shortest = float(np.percentile(self.length, 25) * np.median(step))
        return slope, edge + way * shortest / 2, max(1.0, shortest / 4)

    def longest_run(self) -> "Ticks":
        """The most ticks that stand together without a gap over which the count is uncertain."""
        starts = np.flatnonzero(np.diff(self.number) > MAX_GAP + 1) + 1
        run = max(np.split(np.arange(len(self.number)), starts), key=len)
        arrays = (self.number[run], self.place[run], self.above[run], self.below[run])
        return Ticks(*arrays, self.row, self.slant)


def count_ticks(stroke: Floats, row: TickRow) -> Ticks | None:
    """Count the ticks of a row, from its clearest place towards both ends; None if there are too few.

    Args:
        stroke: the strip, so level that the row does not leave it.
        row: which ticks.
    """
    level = row.row + row.slope * row.start
    reach = max(1, round(row.depth / 2))
    low, high = max(0, round(level) - reach), min(len(stroke), round(level) + reach + 1)
    if high - low < 1:
        return None
    places, heights = _peaks(stroke[low:high].mean(axis=0))
    if len(places) < 8:
        return None
    first = _clearest(places, heights, row)
    right = _track(places, heights, first, row.step, 1)
    left = _track(places, heights, first, row.step, -1)
    counted = sorted([(-number, at) for number, at in left] + [(0, first)] + right)
    if len(counted) < 8:
        return None
    number = np.array([one for one, _ in counted], np.float64)
    place = places[[at for _, at in counted]]
    strength = heights[[at for _, at in counted]]
    steps = np.gradient(place, number)
    above = below = np.full(len(place), max(2.0, 0.6 * row.depth)) / steps
    for _ in range(SLANT_FITS):
        reaches = [np.maximum(KEPT_REACH * reach * steps, 1.0) for reach in (above, below)]
        slant = fit_slant(stroke, place, level, reaches[0], reaches[1], steps)
        above, below = (_reach(stroke, place, level, slant, steps, strength, way) for way in (-1, 1))
    return Ticks(number, place, above, below, level, slant)


def _robust_line(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Slope, intercept and median residual of a line, by iteratively reweighted least squares."""
    weight = np.ones(len(x))
    slope, intercept, usual = 0.0, 0.0, 0.0
    for _ in range(8):
        slope, intercept = np.polyfit(x, y, 1, w=weight)
        residual = np.abs(y - slope * x - intercept)
        usual = max(float(np.median(residual)), 0.3)
        weight = 1 / np.maximum(1, residual / usual)
    return float(slope), float(intercept), usual


def _peaks(signal: Floats) -> tuple[Floats, Floats]:
    """The local maxima of a signal with subpixel places, and their heights."""
    middle = signal[1:-1]
    at = np.nonzero((middle > signal[:-2]) & (middle >= signal[2:]) & (middle > 0))[0] + 1
    before, here, after = signal[at - 1], signal[at], signal[at + 1]
    return np.asarray(at + 0.5 * (before - after) / (before - 2 * here + after), np.float64), here


def _clearest(places: Floats, heights: Floats, row: TickRow) -> int:
    near = np.abs(places - row.start) <= 3 * row.step
    if not near.any():
        return int(np.abs(places - row.start).argmin())
    return int(np.where(near, heights, -1.0).argmax())


def _track(places: Floats, heights: Floats, first: int, step: float, way: int) -> list[tuple[int, int]]:
    """Count from one tick in one direction: the number and the peak of each tick found."""
    numbers, found = [0], [first]
    number = 0
    while number - numbers[-1] <= MAX_MISSING:
        number += 1
        expected, step = _expected(numbers, places[found], number, step, way)
        if not 0 <= expected <= places[-1] + step:
            break
        usual = median(heights[found[-RECENT:]].tolist())
        residual = np.abs(places - expected)
        worth = np.where(
            (residual < NEAR * step) & (heights > FAINT * usual), np.minimum(heights, usual), 0.0
        )
        worth = worth * (1 - residual / step)
        if worth.max() > 0:
            numbers.append(number)
            found.append(int(worth.argmax()))
    return list(zip(numbers[1:], found[1:], strict=True))


def _expected(numbers: list[int], places: Floats, number: int, step: float, way: int) -> tuple[float, float]:
    """The predicted place of tick `number` and the step there, from a line through the previous ticks."""
    recent, where = np.array(numbers[-RECENT:], np.float64), places[-RECENT:]
    if len(recent) < 4:
        return float(where[-1] + way * step * (number - recent[-1])), step
    centred = recent - recent.mean()
    slope = float(centred @ where / (centred @ centred))
    intercept = float(where.mean() - slope * recent.mean())
    if abs(abs(slope) / step - 1) < 0.15:
        step = abs(slope)
    residual = float(np.mean(where[-3:] - (slope * recent[-3:] + intercept)))
    return slope * number + intercept + residual, step


def _reach(
    stroke: Floats, place: Floats, level: float, slant: Slant, steps: Floats, strength: Floats, way: int
) -> Floats:
    """How far each tick reaches above (way -1) or below (way 1) the row, in steps."""
    rows = np.arange(1, int(MAX_LENGTH * float(np.median(steps))) + 1) * way
    leaning = slant.at(place)[:, None] * rows[None]
    beside = [sampled(stroke, place[:, None] + leaning + x, (level + rows)[None]) for x in (-1.0, 0.0, 1.0)]
    seen = np.maximum.reduce(beside) > END_STRENGTH * strength[:, None]
    seen &= ((level + rows >= 0) & (level + rows < len(stroke)))[None]
    return np.asarray(_run_lengths(seen) / steps)


def _run_lengths(seen: NDArray[np.bool_]) -> Floats:
    """For each row of `seen` the number of true values before END_ROWS consecutive false ones."""
    padded = np.hstack([seen, np.zeros((len(seen), END_ROWS), bool)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, END_ROWS, axis=1)
    return np.asarray((~windows).all(axis=2).argmax(axis=1), np.float64)
