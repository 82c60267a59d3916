"""The single ticks of a row: where each stands, how it leans, and how long it is."""

from dataclasses import dataclass

import numpy as np

from companion.vision.tape.floats import Floats
from companion.vision.tape.periodicity import TickRow

NEAR = 0.3
"""Of a step: a tick stands this close to where its neighbours make it expected."""

FAINT = 0.3
"""Of its neighbours' strength: a fainter stroke is no tick."""

MOST_MISSING = 7
"""After so many ticks that cannot be seen the count is lost."""

RECENT = 10
"""So many ticks tell where the next one is expected."""

ENDED = 0.4
"""Of its own strength: where a stroke is fainter than this for ENDED_ROWS rows it has ended."""

ENDED_ROWS = 3

LONG = 70
"""Percentile of their lengths above which ticks are long enough to show how they lean."""

FOR_LEAN = 8
"""Ticks needed to tell how the lean changes along the tape."""

LOOKS = 7
"""Rows of each tick that are looked at for its lean."""

LONGEST = 14.0
"""Steps: no tick is longer; what goes on is a line of the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticks:
    """A row of ticks that was counted through.

    Attributes:
        number: of each tick, counted from left to right; missing ticks leave their number out.
        place: where it stands along the strip, in pixels.
        above: how far it reaches above the row, in steps.
        below: how far it reaches below.
        row: the row of the strip in which it was looked at, in pixels.
        lean: intercept and slope: at x a tick leans by intercept + slope * x pixels per row.
        lean_miss: standard deviation of that, in pixels per row.
    """

    number: Floats
    place: Floats
    above: Floats
    below: Floats
    row: float
    lean: tuple[float, float]
    lean_miss: float

    @property
    def length(self) -> Floats:
        """How long each tick is, in steps."""
        return self.above + self.below

    def level(self) -> tuple[float, float, float]:
        """How the tape really runs: rows per pixel along it, a row through all ticks at x = 0, its depth.

        Told by the end that all ticks share, the edge of the tape or a printed line; the other ends differ.
        """
        step = np.gradient(self.place, self.number)
        ends = [(self.row - self.above * step, 1.0), (self.row + self.below * step, -1.0)]
        lines = [(*_steady_line(self.place, end), way) for end, way in ends]
        slope, edge, _, way = min(lines, key=lambda line: line[2])
        shortest = float(np.percentile(self.length, 25) * np.median(step))
        return slope, edge + way * shortest / 2, max(1.0, shortest / 4)

    @property
    def widest_gap(self) -> int:
        """The most ticks in a row that could not be seen."""
        return int(np.diff(self.number).max()) - 1 if len(self.number) > 1 else 0


def count_ticks(stroke: Floats, row: TickRow) -> Ticks | None:
    """Count the ticks of a row, from its clearest place to both sides; None if there are too few.

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
    right = _follow(places, heights, first, row.step, 1)
    left = _follow(places, heights, first, row.step, -1)
    counted = sorted([(-number, at) for number, at in left] + [(0, first)] + right)
    if len(counted) < 8:
        return None
    number = np.array([one for one, _ in counted], np.float64)
    place = places[[at for _, at in counted]]
    strength = heights[[at for _, at in counted]]
    steps = np.gradient(place, number)
    near = np.full(len(place), max(2.0, 0.6 * row.depth))
    lean, miss = _lean(stroke, place, level, near, near, steps)
    above, below = (_reach(stroke, place, level, lean, steps, strength, way) for way in (-1, 1))
    long = above + below >= np.percentile(above + below, LONG)
    if long.sum() >= FOR_LEAN:
        reaches = [np.maximum(0.9 * (way * steps)[long], 1.0) for way in (above, below)]
        lean, miss = _lean(stroke, place[long], level, reaches[0], reaches[1], steps[long])
        above, below = (_reach(stroke, place, level, lean, steps, strength, way) for way in (-1, 1))
    return Ticks(number, place, above, below, level, lean, miss)


def _steady_line(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Slope and intercept of a line through most points, and how far those lie from it."""
    weight = np.ones(len(x))
    slope, intercept, usual = 0.0, 0.0, 0.0
    for _ in range(8):
        slope, intercept = np.polyfit(x, y, 1, w=weight)
        miss = np.abs(y - slope * x - intercept)
        usual = max(float(np.median(miss)), 0.3)
        weight = 1 / np.maximum(1, miss / usual)
    return float(slope), float(intercept), usual


def _peaks(signal: Floats) -> tuple[Floats, Floats]:
    """Where a signal is highest among its neighbours, to a part of a pixel, and how high."""
    middle = signal[1:-1]
    at = np.nonzero((middle > signal[:-2]) & (middle >= signal[2:]) & (middle > 0))[0] + 1
    before, here, after = signal[at - 1], signal[at], signal[at + 1]
    return np.asarray(at + 0.5 * (before - after) / (before - 2 * here + after), np.float64), here


def _clearest(places: Floats, heights: Floats, row: TickRow) -> int:
    near = np.abs(places - row.start) <= 3 * row.step
    if not near.any():
        return int(np.abs(places - row.start).argmin())
    return int(np.where(near, heights, -1.0).argmax())


def _follow(places: Floats, heights: Floats, first: int, step: float, way: int) -> list[tuple[int, int]]:
    """Count from one tick to one side: the number and the peak of each tick that is there."""
    numbers, found = [0], [first]
    number = 0
    while number - numbers[-1] <= MOST_MISSING:
        number += 1
        expected, step = _expected(numbers, places[found], number, step, way)
        if not 0 <= expected <= places[-1] + step:
            break
        usual = float(np.median(heights[found[-RECENT:]]))
        miss = np.abs(places - expected)
        worth = np.where((miss < NEAR * step) & (heights > FAINT * usual), np.minimum(heights, usual), 0.0)
        worth = worth * (1 - miss / step)
        if worth.max() > 0:
            numbers.append(number)
            found.append(int(worth.argmax()))
    return list(zip(numbers[1:], found[1:], strict=True))


def _expected(numbers: list[int], places: Floats, number: int, step: float, way: int) -> tuple[float, float]:
    """Where tick `number` is expected and how far ticks are apart there, from those before it."""
    recent, where = np.array(numbers[-RECENT:], np.float64), places[-RECENT:]
    if len(recent) < 4:
        return float(where[-1] + way * step * (number - recent[-1])), step
    slope, intercept = np.polyfit(recent, where, 1)
    if abs(abs(slope) / step - 1) < 0.15:
        step = abs(float(slope))
    miss = float(np.mean(where[-3:] - (slope * recent[-3:] + intercept)))
    return float(slope * number + intercept + miss), step


def _lean(
    stroke: Floats, place: Floats, level: float, above: Floats, below: Floats, steps: Floats
) -> tuple[tuple[float, float], float]:
    """How the ticks lean along the strip, intercept and slope, and how well that is known.

    Args:
        stroke: the strip.
        place: of each tick, in pixels along it.
        level: the row in which they were found.
        above: how far above it each tick is looked at, in pixels.
        below: how far below.
        steps: from tick to tick, in pixels.
    """
    shifts = np.linspace(-0.45, 0.45, 37)
    rows = np.linspace(-above, below, LOOKS, axis=1)
    # Each look begins where the one nearer to the middle row found the tick.
    found = np.zeros_like(rows)
    middle = int(np.argmin(np.abs(rows).sum(axis=0)))
    for way in (range(middle, LOOKS), range(middle - 1, -1, -1)):
        before = found[:, middle]
        for look in way:
            at = place[:, None] + before[:, None] + shifts[None] * steps[:, None]
            seen = _sampled(stroke, at, np.broadcast_to(level + rows[:, look, None], at.shape))
            near = seen * (1 - np.abs(shifts))[None]
            before = before + shifts[near.argmax(axis=1)] * steps
            found[:, look] = before
    centred = rows - rows.mean(axis=1, keepdims=True)
    leans = (centred * found).sum(axis=1) / np.maximum((centred**2).sum(axis=1), 1e-6)
    return _steady_lean(place, leans)


def _steady_lean(place: Floats, leans: Floats) -> tuple[tuple[float, float], float]:
    usual = float(np.median(leans))
    scatter = 1.4826 * max(float(np.median(np.abs(leans - usual))), 0.005)
    kept = np.abs(leans - usual) <= 3 * scatter
    if kept.sum() < FOR_LEAN or np.ptp(place[kept]) < 0.3 * np.ptp(place):
        return (usual, 0.0), scatter / float(np.sqrt(max(1, kept.sum())))
    slope, intercept = np.polyfit(place[kept], leans[kept], 1)
    left = leans[kept] - slope * place[kept] - intercept
    return (float(intercept), float(slope)), 2 * float(np.std(left) / np.sqrt(kept.sum()))


def _sampled(stroke: Floats, x: Floats, y: Floats) -> Floats:
    """The strip at places between its pixels, nearest row, linear along it."""
    rows = np.clip(np.rint(y).astype(int), 0, len(stroke) - 1)
    left = np.clip(np.floor(x).astype(int), 0, stroke.shape[1] - 2)
    share = np.clip(x - left, 0, 1)
    return np.asarray(stroke[rows, left] * (1 - share) + stroke[rows, left + 1] * share)


def _reach(
    stroke: Floats,
    place: Floats,
    level: float,
    lean: tuple[float, float],
    steps: Floats,
    strength: Floats,
    way: int,
) -> Floats:
    """How far each tick goes on above (way -1) or below (way 1) the row, in steps."""
    rows = np.arange(1, int(LONGEST * float(np.median(steps))) + 1) * way
    leaning = (lean[0] + lean[1] * place)[:, None] * rows[None]
    x = (place[:, None] + leaning)[:, :, None] + np.array([-1.0, 0.0, 1.0])
    y = np.broadcast_to((level + rows)[None, :, None], x.shape)
    seen = _sampled(stroke, x, y).max(axis=2) > ENDED * strength[:, None]
    seen &= ((level + rows >= 0) & (level + rows < len(stroke)))[None]
    return np.asarray(_run_lengths(seen) / steps)


def _run_lengths(seen: Floats) -> Floats:
    """For each row of truths how many come before ENDED_ROWS untrue ones in a row."""
    padded = np.hstack([seen, np.zeros((len(seen), ENDED_ROWS), bool)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, ENDED_ROWS, axis=1)
    return np.asarray((~windows).all(axis=2).argmax(axis=1), np.float64)
