"""From places along a tape to the count of ticks there, whatever the perspective."""

from dataclasses import dataclass

import numpy as np

from calibration.least_squares import Values, levenberg_marquardt
from companion.vision.tape.floats import Floats
from companion.vision.tape.ticks import Ticks

OUTLIER = 3.5
"""Times the usual miss: a tick farther off was something else."""

LEAST_MISS = 0.02
"""Of a step: no ticks are known better."""

FOR_LENS = 24
"""Ticks from which what the lens does to the tape can be told from noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """Counts ticks along a strip.

    Attributes:
        view: a, b, c: at x stands tick (a x + b) / (c x + 1), both measured from their middles.
        lens: a cubic in x that is added for what the lens does.
        middle: the place and the tick that are called 0 in `view`, and the unit of x, in pixels.
        miss: standard deviation of a tick, in steps.
        kept: share of the ticks that fit.
        first, last: the tick numbers it was found from.
    """

    view: Values
    lens: Values
    middle: tuple[float, float, float]
    miss: float
    kept: float
    first: float
    last: float

    def tick_at(self, place: Floats) -> Floats:
        """The count of ticks, with its fraction, at places along the strip."""
        at, tick, unit = self.middle
        x = (np.asarray(place, np.float64) - at) / unit
        a, b, c = self.view
        return np.asarray(tick + (a * x + b) / (c * x + 1) + np.polyval(self.lens, x))


def fit_scale(ticks: Ticks) -> Scale:
    """Fit the perspective of a row of ticks, leaving out what is no tick."""
    at, tick = float(np.median(ticks.place)), float(np.median(ticks.number))
    unit = float(np.ptp(ticks.place)) / 2
    x, y = (ticks.place - at) / unit, ticks.number - tick
    view = np.array([float(np.polyfit(x, y, 1)[0]), 0.0, 0.0])
    kept = np.ones(len(x), bool)
    bulge = np.zeros(4)
    for _ in range(4):
        view = _view(x[kept], y[kept] - np.polyval(bulge, x[kept]), view)
        left = y - _through(view, x)
        if kept.sum() >= FOR_LENS:
            bulge = np.polyfit(x[kept], left[kept], 3)
            left = left - np.polyval(bulge, x)
        usual = max(1.4826 * float(np.median(np.abs(left[kept]))), LEAST_MISS)
        kept = np.abs(left) < OUTLIER * usual
    miss = max(float(np.sqrt(np.mean(left[kept] ** 2))), LEAST_MISS)
    first, last = float(ticks.number[kept].min()), float(ticks.number[kept].max())
    return Scale(view, bulge, (at, tick, unit), miss, float(kept.mean()), first, last)


def _through(view: Values, x: Floats) -> Floats:
    return np.asarray((view[0] * x + view[1]) / (view[2] * x + 1))


def _view(x: Floats, y: Floats, start: Values) -> Values:
    """The perspective that misses the ticks least."""

    def residuals(view: Values) -> Values:
        return np.asarray(_through(view, x) - y)

    return levenberg_marquardt(residuals, start).parameters
