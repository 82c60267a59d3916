"""Simulated touches that miss their target by a normally distributed error of 2 mm in each direction."""

from collections.abc import Iterator

import numpy as np

from companion.ui.theme import px

SPREAD = 2 * 5.2
"""Standard deviation of a touch in each direction: 2 mm, in theme pixels."""
WANTED = 0.97
"""Minimum share of touches that must hit their target."""


def touches(at: tuple[float, float], count: int, seed: int = 1) -> Iterator[tuple[float, float]]:
    """Yield this many touches aimed at a point, in pixels."""
    off = np.random.default_rng(seed).normal(0.0, px(SPREAD), (count, 2))
    for across, up in off.tolist():
        yield at[0] + across, at[1] + up
