"""Numbers printed along a tape come once an inch or a centimetre: they tell an inch from a half of one."""

import numpy as np

from companion.vision.tape.floats import Floats
from companion.vision.tape.tick_scale import Scale
from companion.vision.tape.ticks import Ticks

ROUNDS = (2, 4, 5, 8, 10, 16, 20, 32)
"""Ticks after which something may come again; after 2 and after 5 no numbers come, but long ticks do."""

NO_NUMBERS = (2, 5)

CLEAR_OF_TICKS = 0.2
"""Of a step: ink so close to a tick is the tick's own."""

BLURRED = 3.0
"""Pixels over which a tick's ink may be smeared."""

ALIKE = 0.3
"""Correlation from which what is printed is taken to come again."""

BEYOND_CHANCE = 3.5
"""Standard deviations of the correlation of nothing with nothing that it must exceed."""

CLEARER = 0.12
"""How much better it must come again after a round than after any shorter one."""

LEAST_ROUNDS = 2.5
"""Rounds that must be in view."""

HALF = 0.5
"""What comes again half as clearly after half a round might be the number itself: then nothing is told."""

CELLS = 2
"""Parts of a step in which ink is looked for."""


def ticks_per_number(bands: list[Floats], ticks: Ticks, scale: Scale) -> int | None:
    """After how many ticks the printing beside them comes again, or None if it cannot be told.

    Args:
        bands: the level strip in each of its colours.
        ticks: counted in it.
        scale: fitted to them.
    """
    ink = _ink(bands, ticks, scale)
    if ink is None:
        return None
    again = {
        turn: _correlation(ink, turn * CELLS) for turn in ROUNDS if len(ink) >= LEAST_ROUNDS * turn * CELLS
    }
    for turn, alike in again.items():
        shorter = max((again[other] for other in again if other < turn), default=0.0)
        chance = BEYOND_CHANCE / np.sqrt(len(ink) - turn * CELLS)
        if alike > max(ALIKE, chance) and alike > shorter + CLEARER:
            half_alike = again.get(turn // 2, 0.0) > HALF * alike
            return None if turn in NO_NUMBERS or half_alike else turn
    return None


def _ink(bands: list[Floats], ticks: Ticks, scale: Scale) -> Floats | None:
    """How uneven the tape is in each part of a step, in the band between short and long ticks' ends."""
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


def _correlation(ink: Floats, lag: int) -> float:
    """How alike the ink is to itself `lag` cells on, once what changes slowly (shade, dirt) is taken off."""
    slow = np.convolve(np.pad(ink, (lag // 2, lag - 1 - lag // 2), mode="edge"), np.ones(lag) / lag, "valid")
    quick = ink - slow
    one, other = quick[:-lag], quick[lag:]
    return float(np.corrcoef(one, other)[0, 1]) if one.std() > 0 and other.std() > 0 else 0.0
