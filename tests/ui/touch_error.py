"""Simulated touches that miss their target by a normally distributed error of some mm in each direction."""

from collections.abc import Iterator

import numpy as np

from companion.ui.theme import px

SPREAD = 2.0
"""Standard deviation of a touch in each direction, in mm."""
MILLIMETRE = 5.2
"""In theme pixels."""
WANTED = 0.97
"""Minimum share of touches that must hit their target."""


def touches(
    at: tuple[float, float], count: int, seed: int = 1, *, spread: float = SPREAD
) -> Iterator[tuple[float, float]]:
    """Yield this many touches aimed at a point, in pixels; the spread is in mm."""
    off = np.random.default_rng(seed).normal(0.0, px(spread * MILLIMETRE), (count, 2))
    for across, up in off.tolist():
        yield at[0] + across, at[1] + up
