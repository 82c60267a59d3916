"""Finds the spacing of the numbers along a tape by autocorrelation; they come once an inch or centimetre."""

import numpy as np

from companion.vision.tape.floats import Floats
from companion.vision.tape.tick_scale import TickScale
from companion.vision.tape.ticks import Ticks

PERIODS = (2, 4, 5, 8, 10, 16, 20, 32)
"""Periods to try, in ticks; periods of 2 and 5 are those of long ticks, not of numbers."""

NO_NUMBERS = (2, 5)

CLEAR_OF_TICKS = 0.2
"""Share of a step around a tick that is ignored, since the tick itself is its texture."""

BLURRED = 3.0
"""Largest width of a blurred tick, in pixels."""

MIN_CORRELATION = 0.3
"""Autocorrelation from which the printing is periodic."""

MIN_SIGNIFICANCE = 3.5
"""Standard deviations of the autocorrelation of noise that it must exceed."""

MIN_LEAD = 0.12
"""How much the autocorrelation must exceed that at any shorter period."""

MIN_PERIODS = 2.5
"""Periods that must be in view."""

MAX_HALF_PERIOD = 0.5
"""If half the period has this share of the autocorrelation, the spacing is ambiguous and unknown."""

CELLS = 2
"""Samples of the texture per step."""


def ticks_per_number(bands: list[Floats], ticks: Ticks, scale: TickScale) -> int | None:
    """The period of the printing beside the ticks, in ticks, or None if it is not clear.

    Args:
        bands: the level strip in each of its colours.
        ticks: counted in it.
        scale: fitted to them.
    """
    texture = _texture(bands, ticks, scale)
    if texture is None:
        return None
    again = {
        period: _autocorrelation(texture, period * CELLS)
        for period in PERIODS
        if len(texture) >= MIN_PERIODS * period * CELLS
    }
    for period, correlation in again.items():
        shorter = max((again[other] for other in again if other < period), default=0.0)
        chance = MIN_SIGNIFICANCE / np.sqrt(len(texture) - period * CELLS)
        if correlation > max(MIN_CORRELATION, chance) and correlation > shorter + MIN_LEAD:
            half_period = again.get(period // 2, 0.0) > MAX_HALF_PERIOD * correlation
            return None if period in NO_NUMBERS or half_period else period
    return None


def _texture(bands: list[Floats], ticks: Ticks, scale: TickScale) -> Floats | None:
    """Mean gradient in each cell, in the band between the ends of short and long ticks."""
    way = -1 if np.var(ticks.above) > np.var(ticks.below) else 1
    reach = ticks.above if way < 0 else ticks.below
    step = float(np.median(np.gradient(ticks.place, ticks.number)))
    near, far = np.percentile(reach, 30) * step + 2, np.percentile(reach, 95) * step
    rows = ticks.row + way * np.arange(near, max(far, near + 4))
    rows = rows[(rows >= 0) & (rows < len(bands[0]))].astype(int)
    if len(rows) < 4:
        return None
    rough = np.max([np.abs(np.diff(band[rows], axis=0)) for band in bands], axis=0).mean(axis=0)
    count = scale.tick_at(np.arange(len(rough), dtype=np.float64))
    cells = np.floor((count - scale.first) * CELLS).astype(int)
    inside = (cells >= 0) & (cells < (scale.last - scale.first) * CELLS)
    inside &= np.abs((count - np.floor(count)) - 0.5) < 0.5 - max(CLEAR_OF_TICKS, BLURRED / step)
    if not inside.any():
        return None
    return np.asarray(np.bincount(cells[inside], rough[inside]) / np.maximum(np.bincount(cells[inside]), 1))


def _autocorrelation(texture: Floats, lag: int) -> float:
    """Normalised autocorrelation at a lag in cells, after subtracting a moving average (shade, dirt)."""
    slow = np.convolve(
        np.pad(texture, (lag // 2, lag - 1 - lag // 2), mode="edge"), np.ones(lag) / lag, "valid"
    )
    quick = texture - slow
    one, other = quick[:-lag], quick[lag:]
    return float(np.corrcoef(one, other)[0, 1]) if one.std() > 0 and other.std() > 0 else 0.0
