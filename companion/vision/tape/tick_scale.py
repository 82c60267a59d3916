"""The projective map from places along a tape to the count of ticks."""

from dataclasses import dataclass

import numpy as np

from calibration.least_squares import Values, levenberg_marquardt
from companion.vision.tape.floats import Floats
from companion.vision.tape.ticks import Ticks

OUTLIER = 3.5
"""Residual, in standard deviations, from which a tick is an outlier."""

MIN_RESIDUAL = 0.02
"""Smallest standard deviation of a tick, as a share of a step."""

NORMAL_95 = 1.96
"""Standard deviations within which 95 of 100 values of a normal distribution lie."""

MIN_TICKS_FOR_LENS = 24
"""Number of ticks from which lens distortion is fitted too."""


@dataclass(frozen=True, slots=True, eq=False)
class TickScale:
    """Counts ticks along a strip.

    Attributes:
        homography: a, b, c of the projective map of a line: x shows tick (a x + b) / (c x + 1), both relative
            to their medians.
        distortion: coefficients of a cubic in x that is added for the lens.
        origin: the place and the tick that are 0 in the map, and the unit of x, in pixels.
        residual_std: standard deviation of a tick, in steps, without the outliers.
        tick_error: what 95 of 100 ticks, outliers too, are off by, divided by 1.96, in steps.
        inlier_share: share of the ticks that fit.
        first, last: the tick numbers it was found from.
    """

    homography: Values
    distortion: Values
    origin: tuple[float, float, float]
    residual_std: float
    tick_error: float
    inlier_share: float
    first: float
    last: float

    def tick_at(self, place: Floats) -> Floats:
        """The count of ticks, with its fraction, at places along the strip."""
        at, tick, unit = self.origin
        x = (np.asarray(place, np.float64) - at) / unit
        a, b, c = self.homography
        return np.asarray(tick + (a * x + b) / (c * x + 1) + np.polyval(self.distortion, x))


def fit_tick_scale(ticks: Ticks) -> TickScale:
    """Fit the projective map of a row of ticks without outliers."""
    at, tick = float(np.median(ticks.place)), float(np.median(ticks.number))
    unit = float(np.ptp(ticks.place)) / 2
    x, y = (ticks.place - at) / unit, ticks.number - tick
    homography = np.array([float(np.polyfit(x, y, 1)[0]), 0.0, 0.0])
    kept = np.ones(len(x), bool)
    distortion = np.zeros(4)
    for _ in range(4):
        homography = _fitted(x[kept], y[kept] - np.polyval(distortion, x[kept]), homography)
        left = y - _projected(homography, x)
        if kept.sum() >= MIN_TICKS_FOR_LENS:
            distortion = np.polyfit(x[kept], left[kept], 3)
            left = left - np.polyval(distortion, x)
        sigma = max(1.4826 * float(np.median(np.abs(left[kept]))), MIN_RESIDUAL)
        kept = np.abs(left) < OUTLIER * sigma
    residual_std = max(float(np.sqrt(np.mean(left[kept] ** 2))), MIN_RESIDUAL)
    tick_error = max(float(np.quantile(np.abs(left), 0.95)) / NORMAL_95, MIN_RESIDUAL)
    first, last = float(ticks.number[kept].min()), float(ticks.number[kept].max())
    found = (at, tick, unit)
    return TickScale(homography, distortion, found, residual_std, tick_error, float(kept.mean()), first, last)


def _projected(homography: Values, x: Floats) -> Floats:
    return np.asarray((homography[0] * x + homography[1]) / (homography[2] * x + 1))


def _fitted(x: Floats, y: Floats, start: Values) -> Values:
    """The projective map with the least squared residuals."""

    def residuals(homography: Values) -> Values:
        return np.asarray(_projected(homography, x) - y)

    return levenberg_marquardt(residuals, start).parameters
