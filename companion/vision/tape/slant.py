"""How the ticks of a row slant along a strip: in perspective they all point to one vanishing point."""

from dataclasses import dataclass

import numpy as np

from companion.vision.tape.floats import Floats

SAMPLES = 7
"""Rows of each tick at which its slant is sampled."""

SHIFTS = np.linspace(-0.45, 0.45, 37)
"""Shifts of a tick from one sample to the next that are tried, in steps."""

PEAK_REACH = 4
"""The peak is within this many shifts of the chosen one."""

REWEIGHTINGS = 8

TUKEY = 4.7
"""Residual, in standard deviations, from which a tick has no weight in the fit (Tukey's biweight)."""

MIN_NOISE = 0.05
"""Smallest standard deviation of a sample of a tick, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Slant:
    """Lines through one vanishing point: at x a tick slants by intercept + slope * x pixels per row.

    Attributes:
        intercept, slope: see above.
        covariance: of both, 2 x 2.
    """

    intercept: float = 0.0
    slope: float = 0.0
    covariance: Floats = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.covariance is None:
            object.__setattr__(self, "covariance", np.zeros((2, 2)))

    def at(self, x: Floats) -> Floats:
        """Pixels per row of ticks at places along the strip."""
        return np.asarray(self.intercept + self.slope * x)

    def foot(self, x: float, offset: float) -> float:
        """Where the tick through x, `offset` rows below the row, crosses the row."""
        return (x - self.intercept * offset) / (1 + self.slope * offset)


def fit_slant(
    stroke: Floats, place: Floats, level: float, above: Floats, below: Floats, steps: Floats
) -> Slant:
    """The slant of the ticks of a row.

    Args:
        stroke: the strip.
        place: of each tick, in pixels along it.
        level: the row in which they were found.
        above: how far above it each tick is sampled, in pixels.
        below: how far below.
        steps: from tick to tick, in pixels.
    """
    rows = np.linspace(-above, below, SAMPLES, axis=1)
    shifts = _tracked(stroke, place, level, rows, steps)
    centred = rows - rows.mean(axis=1, keepdims=True)
    leverage = (centred**2).sum(axis=1)
    slants = (centred * shifts).sum(axis=1) / np.maximum(leverage, 1e-6)
    return _weighted_line(place, slants, np.sqrt(leverage))


def _tracked(stroke: Floats, place: Floats, level: float, rows: Floats, steps: Floats) -> Floats:
    """The shift of each tick at each of its sampled rows, in pixels: ticks x rows."""
    shifts = np.zeros_like(rows)
    middle = int(np.argmin(np.abs(rows).sum(axis=0)))
    # Each sample starts where the tick was found in the sample nearer to the middle row.
    for way in (range(middle, SAMPLES), range(middle - 1, -1, -1)):
        before = shifts[:, middle]
        for sample in way:
            at = place[:, None] + before[:, None] + SHIFTS[None] * steps[:, None]
            seen = sampled(stroke, at, level + rows[:, sample, None])
            near = (seen * (1 - np.abs(SHIFTS))[None]).argmax(axis=1)
            # The penalised response selects the peak; the response itself gives its exact place.
            about = np.abs(np.arange(len(SHIFTS))[None] - near[:, None]) <= PEAK_REACH
            before = before + _sub_sample(seen, np.where(about, seen, -np.inf).argmax(axis=1)) * steps
            shifts[:, sample] = before
    return shifts


def _sub_sample(seen: Floats, best: Floats) -> Floats:
    """The shift of the best sample, refined by a parabola through it and its neighbours."""
    inner = np.clip(best, 1, len(SHIFTS) - 2)
    each = np.arange(len(seen))
    before, here, after = seen[each, inner - 1], seen[each, inner], seen[each, inner + 1]
    curve = before - 2 * here + after
    part = np.where(curve < 0, 0.5 * (before - after) / np.minimum(curve, -1e-6), 0.0)
    return np.asarray(SHIFTS[best] + np.clip(part, -0.5, 0.5) * (SHIFTS[1] - SHIFTS[0]))


def _weighted_line(x: Floats, y: Floats, lever: Floats) -> Slant:
    """A line fitted by iteratively reweighted least squares; long ticks weigh more."""
    middle, unit = float(np.median(x)), max(1.0, float(np.ptp(x)) / 2)
    design = np.column_stack([np.ones(len(x)), (x - middle) / unit])
    weight = np.asarray(lever, np.float64)
    sigma = MIN_NOISE
    for _ in range(REWEIGHTINGS):
        weighted = design * weight[:, None]
        line = np.linalg.lstsq(weighted, weight * y, rcond=None)[0]
        residual = np.abs(y - design @ line) * lever
        long = lever >= np.median(lever)
        sigma = max(1.4826 * float(np.median(residual[long])), MIN_NOISE)
        weight = lever * np.maximum(1 - (residual / (TUKEY * sigma)) ** 2, 0)
    covariance = np.linalg.pinv(weighted.T @ weighted) * sigma**2
    to_strip = np.array([[1, -middle / unit], [0, 1 / unit]])
    intercept, slope = to_strip @ line
    return Slant(float(intercept), float(slope), to_strip @ covariance @ to_strip.T)


def sampled(stroke: Floats, x: Floats, y: Floats) -> Floats:
    """The strip at places between its pixels, nearest row, linear along it; x and y are broadcast."""
    height, width = stroke.shape
    rows = np.clip(np.rint(y).astype(np.intp), 0, height - 1)
    left = np.clip(np.floor(x).astype(np.intp), 0, width - 2)
    share = np.clip(x - left, 0, 1)
    first = rows * width + left
    pixels = stroke.ravel()
    return np.asarray(pixels.take(first) * (1 - share) + pixels.take(first + 1) * share)
