"""Where in a level strip something comes back again and again at even steps: rows of ticks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.tape.floats import Floats

WINDOWS = (224, 640)
"""Pixels along the tape within which steps are taken to be even; the long one for coarse ticks."""

SHORTEST_STEP = 4.0
"""Pixels between two ticks below which they cannot be told apart."""

LEAST_STEPS = 6
"""A window must hold so many."""

FINER = 2
"""Places per step of the spectrum at which it is looked at."""

OVERTONES = 5
"""Narrow ticks far apart have many; so many of them are heard."""

EQUAL = 0.9

PURE = 0.5
"""A row is rhythmic where this share of its strokes keeps one beat."""

SILENCE = 1.0
"""Strokes weaker than this on average are noise, whatever their rhythm."""

ROWS_HEARD = 300
"""Of a high strip only about so many rows are heard; a row of ticks is many pixels high."""

SAME_BEAT = 0.2
"""Beats of neighbouring places that differ by less than this share are one row of ticks."""


@dataclass(frozen=True, slots=True)
class TickRow:
    """A row of ticks as its rhythm shows it.

    Attributes:
        row, slope: it runs through the places x, row + slope * x of the strip, in pixels.
        start: where along the strip it is clearest.
        step: pixels between two ticks there.
        strength: how much of the strip keeps this beat; the larger the clearer.
        depth: half the height, in pixels, over which all ticks are there.
    """

    row: float
    slope: float
    start: float
    step: float
    strength: float
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Rhythm:
    """The beat at each row that was heard and each window of a strip.

    Attributes:
        every: pixels from one row that was heard to the next.
        purity: share of the strokes that keep the beat: rows x windows.
        step: pixels between two beats: rows x windows.
        middles: of the windows, in pixels along the strip.
    """

    every: int
    purity: Floats
    step: Floats
    middles: Floats

    @property
    def by_row(self) -> Floats:
        """How much rhythm each row has in all: the windows that keep a beat, each by its clarity."""
        return np.asarray(np.maximum(self.purity - PURE, 0).sum(axis=1) / np.sqrt(len(self.middles)))


def rhythm_of(stroke: Floats, window: int) -> Rhythm | None:
    """The rhythm of a strip's strokes, or None if the strip is shorter than the window."""
    every = int(np.clip(len(stroke) // ROWS_HEARD, 2, 6))
    rows = np.maximum(stroke[::every], 0)
    if rows.shape[1] < window:
        return None
    starts = np.arange(0, rows.shape[1] - window + 1, window // 4)
    pieces = np.lib.stride_tricks.sliding_window_view(rows, window, axis=1)[:, starts]
    shaped = pieces * np.hanning(window).astype(np.float32)
    power = np.abs(np.fft.rfft(shaped, FINER * window, axis=2)).astype(np.float32) ** 2
    purity, beat = _strongest_beat(power)
    purity[np.abs(pieces).mean(axis=2) < SILENCE] = 0
    return Rhythm(every, purity, FINER * window / beat, starts + window / 2)


def _strongest_beat(power: Floats) -> tuple[Floats, Floats]:
    """For each row and window the share of power in the best beat and its overtones, and that beat."""
    places = power.shape[2]
    slowest, fastest = FINER * LEAST_STEPS, int((places - 1) * 2 / SHORTEST_STEP)
    reach = FINER * 2 - 1
    sums = np.cumsum(power, axis=2)
    beats = np.arange(slowest, fastest)
    heard = np.zeros((*power.shape[:2], len(beats)), np.float32)
    for overtone in range(1, OVERTONES + 1):
        low, high = overtone * beats - reach, overtone * beats + reach
        inside = high < places
        heard[:, :, inside] += sums[:, :, high[inside]] - sums[:, :, low[inside] - 1]
    total = sums[:, :, -1] - sums[:, :, FINER * 3] + 1e-6
    # Half a beat, or a third of one, has this beat among its overtones: the quickest of equals is meant.
    as_good = heard >= EQUAL * heard.max(axis=2, keepdims=True)
    best = heard.shape[2] - 1 - as_good[:, :, ::-1].argmax(axis=2)
    share = np.take_along_axis(heard, best[:, :, None], 2)[:, :, 0] / total
    return share, beats[best].astype(np.float32)


def tick_rows(stroke: Floats, most: int = 4) -> list[TickRow]:
    """The clearest rows of ticks in a strip, clearest first."""
    found: list[TickRow] = []
    for window in WINDOWS:
        rhythm = rhythm_of(stroke, window)
        if rhythm is None:
            continue
        left = rhythm.by_row.copy()
        for _ in range(most):
            best = int(left.argmax())
            if left[best] <= 0:
                break
            row, taken = _row_about(rhythm, best)
            found.append(row)
            left[taken] = 0
    distinct: list[TickRow] = []
    for row in sorted(found, key=lambda one: -one.strength):
        if not any(_same(row, other) for other in distinct):
            distinct.append(row)
    return distinct[:most]


def _same(one: TickRow, other: TickRow) -> bool:
    apart = abs(one.row + one.slope * one.start - other.row - other.slope * one.start)
    return apart < max(one.depth, other.depth, 4.0)


def _row_about(rhythm: Rhythm, best: int) -> tuple[TickRow, slice]:
    """The row of ticks to which one rhythmic row belongs, and the rows it takes up."""
    window = int(rhythm.purity[best].argmax())
    beating = _beating_alike(rhythm, best, window)
    high = _run_about(np.asarray(beating.any(axis=1)), best)
    rows = np.arange(len(beating))[:, None] * beating * rhythm.purity
    weight = (beating * rhythm.purity)[high].sum(axis=0)
    there = weight > 0
    middle = rows[high].sum(axis=0)[there] / weight[there] * rhythm.every
    row, slope = _robust_line(rhythm.middles[there], middle, weight[there])
    depth = float(np.median(beating[high].sum(axis=0)[there])) * rhythm.every / 2
    strength = float((rhythm.purity * beating)[high].max(axis=0).sum() / np.sqrt(len(rhythm.middles)))
    start, step = float(rhythm.middles[window]), float(rhythm.step[best, window])
    return TickRow(row, slope, start, step, strength, max(depth, 1.0)), high


def _beating_alike(rhythm: Rhythm, best: int, window: int) -> NDArray[np.bool_]:
    """Rows x windows that keep the beat of one place, or one that grows out of it from window to window."""
    beating = rhythm.purity > PURE
    step = float(rhythm.step[best, window])
    for windows in (range(window, beating.shape[1]), range(window - 1, -1, -1)):
        beat = step
        for place in windows:
            alike = np.abs(rhythm.step[:, place] / beat - 1) < SAME_BEAT
            beating[:, place] &= alike
            if beating[:, place].any():
                beat = float(np.median(rhythm.step[beating[:, place], place]))
    return beating


def _run_about(there: NDArray[np.bool_], place: int) -> slice:
    """The unbroken run of true values about one of them; single gaps are stepped over."""
    low = high = place
    while low > 0 and (there[low - 1] or (low > 1 and there[low - 2])):
        low -= 1
    while high < len(there) - 1 and (there[high + 1] or (high < len(there) - 2 and there[high + 2])):
        high += 1
    return slice(low, high + 1)


def _robust_line(x: Floats, y: Floats, weight: Floats) -> tuple[float, float]:
    """Intercept and slope of a line through most points."""
    if len(x) < 3:
        return float(np.average(y, weights=weight)), 0.0
    kept = np.array(weight, np.float64)
    slope, intercept = 0.0, 0.0
    for _ in range(5):
        slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(kept))
        miss = np.abs(y - slope * x - intercept)
        kept = weight / np.maximum(1, miss / max(float(np.median(miss)), 1.0)) ** 2
    return float(intercept), float(slope)
