"""Ticks in perspective, with a lens and with outliers, are counted as they were made."""

import numpy as np
import pytest

from companion.vision.tape.slant import Slant
from companion.vision.tape.tick_scale import fit_tick_scale
from companion.vision.tape.ticks import Ticks

pytestmark = pytest.mark.every(3)


@pytest.mark.parametrize("count", [12, 40])
@pytest.mark.parametrize("tilt", [0.0, 0.15, -0.25])
@pytest.mark.parametrize("bend", [0.0, 0.2])
def test_a_scale_counts_ticks_as_they_were_made(count: int, tilt: float, bend: float) -> None:
    """A bend is told from many ticks only."""
    x = np.linspace(-1, 1, count)
    numbers = 50 + 20 * x / (1 + tilt * x) + bend * (count == 40) * x**3
    off = np.zeros(count)
    off[count // 2] = 3.0
    place, nothing = 400 + 300 * x, np.zeros(count)
    scale = fit_tick_scale(Ticks(numbers + off, place, nothing, nothing, 0.0, Slant(0.0, 0.0)))
    assert scale.tick_at(place) == pytest.approx(numbers, abs=0.01)
    assert scale.inlier_share == pytest.approx(1 - 1 / count)
    assert (scale.first, scale.last) == pytest.approx((numbers[0], numbers[-1]))
    assert scale.residual_std < 0.03
