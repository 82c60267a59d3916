"""Finds rows of ticks in a level strip by their periodicity.

The power spectrum of each window is summed over the harmonics of each frequency (harmonic summation: A. Noll,
"Pitch determination of human speech by the harmonic product spectrum, the harmonic sum spectrum and a maximum
likelihood estimate", 1969). The share of the power in the best one and its harmonics is the harmonicity.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.tape.floats import Floats

WINDOWS = (224, 640)
"""Window lengths along the tape, in pixels, within which the step is nearly constant; the long one for coarse
ticks.
"""

MIN_STEP = 4.0
"""Pixels between two ticks below which they cannot be resolved."""

MIN_STEPS = 6
"""Steps that a window must hold."""

ZERO_PADDING = 2
"""Factor by which windows are padded with zeros for a finer spectrum."""

HARMONICS = 5
"""Harmonics that are summed; narrow ticks far apart have many."""

TIE = 0.9
"""Frequencies with at least this share of the highest power tie; the highest of them is the fundamental."""

MIN_HARMONICITY = 0.5
"""A place is periodic from this harmonicity on."""

MIN_RESPONSE = 1.0
"""Mean stroke response below which there is only noise."""

ROWS_SAMPLED = 300
"""About this many rows of a strip are analysed; a row of ticks is many pixels high."""

FREQUENCY_TOLERANCE = 0.2
"""Share by which the frequencies of neighbouring places of one row of ticks may differ."""


@dataclass(frozen=True, slots=True)
class TickRow:
    """A row of ticks that was found by its periodicity.

    Attributes:
        row, slope: it lies on the line y = row + slope * x of the strip, in pixels.
        start: where along the strip it is clearest.
        step: pixels between two ticks there.
        strength: its harmonicity, summed along the strip; larger is clearer.
        depth: half the height, in pixels, over which all ticks are there.
    """

    row: float
    slope: float
    start: float
    step: float
    strength: float
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Periodicity:
    """The fundamental period of each sampled row and window of a strip.

    Attributes:
        every: pixels from one sampled row to the next.
        harmonicity: share of the power in the fundamental and its harmonics: rows x windows.
        step: pixels of one period: rows x windows.
        middles: of the windows, in pixels along the strip.
    """

    every: int
    harmonicity: Floats
    step: Floats
    middles: Floats

    @property
    def by_row(self) -> Floats:
        """The harmonicity of each row above the minimum, summed over its windows."""
        return np.asarray(
            np.maximum(self.harmonicity - MIN_HARMONICITY, 0).sum(axis=1) / np.sqrt(len(self.middles))
        )


def measure_periodicity(stroke: Floats, window: int) -> Periodicity | None:
    """The periodicity of a strip's stroke response, or None if the strip is shorter than the window."""
    every = int(np.clip(len(stroke) // ROWS_SAMPLED, 2, 6))
    rows = np.maximum(stroke[::every], 0)
    if rows.shape[1] < window:
        return None
    starts = np.arange(0, rows.shape[1] - window + 1, window // 4)
    pieces = np.lib.stride_tricks.sliding_window_view(rows, window, axis=1)[:, starts]
    shaped = pieces * np.hanning(window).astype(np.float32)
    power = np.abs(np.fft.rfft(shaped, ZERO_PADDING * window, axis=2)).astype(np.float32) ** 2
    harmonicity, frequency = _fundamental(power)
    harmonicity[np.abs(pieces).mean(axis=2) < MIN_RESPONSE] = 0
    return Periodicity(every, harmonicity, ZERO_PADDING * window / frequency, starts + window / 2)


def _fundamental(power: Floats) -> tuple[Floats, Floats]:
    """The harmonicity and the fundamental frequency of each row and window."""
    places = power.shape[2]
    lowest, highest = ZERO_PADDING * MIN_STEPS, int((places - 1) * 2 / MIN_STEP)
    reach = ZERO_PADDING * 2 - 1
    sums = np.cumsum(power, axis=2)
    frequencies = np.arange(lowest, highest)
    energy = np.zeros((*power.shape[:2], len(frequencies)), np.float32)
    for harmonic in range(1, HARMONICS + 1):
        low, high = harmonic * frequencies - reach, harmonic * frequencies + reach
        inside = high < places
        energy[:, :, inside] += sums[:, :, high[inside]] - sums[:, :, low[inside] - 1]
    total = sums[:, :, -1] - sums[:, :, ZERO_PADDING * 3] + 1e-6
    # A half or a third of the fundamental has the same harmonics: the highest of equal frequencies is meant.
    as_good = energy >= TIE * energy.max(axis=2, keepdims=True)
    best = energy.shape[2] - 1 - as_good[:, :, ::-1].argmax(axis=2)
    share = np.take_along_axis(energy, best[:, :, None], 2)[:, :, 0] / total
    return share, frequencies[best].astype(np.float32)


def tick_rows(stroke: Floats, most: int = 4) -> list[TickRow]:
    """The clearest rows of ticks in a strip, clearest first."""
    found: list[TickRow] = []
    for window in WINDOWS:
        periodicity = measure_periodicity(stroke, window)
        if periodicity is None:
            continue
        left = periodicity.by_row.copy()
        for _ in range(most):
            best = int(left.argmax())
            if left[best] <= 0:
                break
            row, taken = _row_around(periodicity, best)
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


def _row_around(periodicity: Periodicity, best: int) -> tuple[TickRow, slice]:
    """The row of ticks about one periodic row, and the rows it takes up."""
    window = int(periodicity.harmonicity[best].argmax())
    periodic = _same_frequency(periodicity, best, window)
    high = _run_around(np.asarray(periodic.any(axis=1)), best)
    rows = np.arange(len(periodic))[:, None] * periodic * periodicity.harmonicity
    weight = (periodic * periodicity.harmonicity)[high].sum(axis=0)
    there = weight > 0
    middle = rows[high].sum(axis=0)[there] / weight[there] * periodicity.every
    row, slope = _robust_line(periodicity.middles[there], middle, weight[there])
    depth = float(np.median(periodic[high].sum(axis=0)[there])) * periodicity.every / 2
    strength = float(
        (periodicity.harmonicity * periodic)[high].max(axis=0).sum() / np.sqrt(len(periodicity.middles))
    )
    start, step = float(periodicity.middles[window]), float(periodicity.step[best, window])
    return TickRow(row, slope, start, step, strength, max(depth, 1.0)), high


def _same_frequency(periodicity: Periodicity, best: int, window: int) -> NDArray[np.bool_]:
    """A mask (rows x windows) of the frequency of `best`, followed from window to window as it changes."""
    periodic = periodicity.harmonicity > MIN_HARMONICITY
    step = float(periodicity.step[best, window])
    for windows in (range(window, periodic.shape[1]), range(window - 1, -1, -1)):
        frequency = step
        for place in windows:
            alike = np.abs(periodicity.step[:, place] / frequency - 1) < FREQUENCY_TOLERANCE
            periodic[:, place] &= alike
            if periodic[:, place].any():
                frequency = float(np.median(periodicity.step[periodic[:, place], place]))
    return periodic


def _run_around(there: NDArray[np.bool_], place: int) -> slice:
    """The connected run of true values about one of them; single gaps are closed."""
    low = high = place
    while low > 0 and (there[low - 1] or (low > 1 and there[low - 2])):
        low -= 1
    while high < len(there) - 1 and (there[high + 1] or (high < len(there) - 2 and there[high + 2])):
        high += 1
    return slice(low, high + 1)


def _robust_line(x: Floats, y: Floats, weight: Floats) -> tuple[float, float]:
    """Intercept and slope of a line, by iteratively reweighted least squares."""
    if len(x) < 3:
        return float(np.average(y, weights=weight)), 0.0
    kept = np.array(weight, np.float64)
    slope, intercept = 0.0, 0.0
    for _ in range(5):
        slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(kept))
        miss = np.abs(y - slope * x - intercept)
        kept = weight / np.maximum(1, miss / max(float(np.median(miss)), 1.0)) ** 2
    return float(intercept), float(slope)
