"""How many ticks lie from one printed number to the next, by printing that comes again."""

import numpy as np
import pytest

from companion.vision.tape.numerals import ticks_per_number
from companion.vision.tape.slant import Slant
from companion.vision.tape.tick_scale import fit_tick_scale
from companion.vision.tape.ticks import Ticks

STEP, ROW = 10, 30


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(
    ("every", "period", "printed"),
    [
        (10, 10, True),
        (16, 16, True),
        (8, 8, True),
        (20, 20, True),
        (5, None, True),
        (10, None, False),
    ],
)
def test_the_period_of_the_printing(way: int, every: int, period: int | None, printed: bool) -> None:
    """Numbers stand beside long ticks, one of which is `every` ticks from the next."""
    chance = np.random.default_rng(1)
    number = np.arange(8.0 * every + 1)
    place = 20 + STEP * number
    reach = np.where(number % max(2, every // 2) == 0, 4.0, 1.0)
    other = np.ones(len(number))
    above, below = (other, reach) if way > 0 else (reach, other)
    ticks = Ticks(number, place, above, below, ROW + 40, Slant())
    bands = [chance.normal(200, 2, (2 * ROW + 80, int(place[-1]) + 30)).astype(np.float32) for _ in range(3)]
    signs = 120 * (chance.random((60, 3 * STEP)) > 0.5)
    rows = slice(ROW + 50, ROW + 110) if way > 0 else slice(0, 60)
    for at in place[::every].astype(int)[: -1 if printed else 0]:
        bands[1][rows, at + 5 : at + 5 + signs.shape[1]] -= signs.astype(np.float32)
    assert ticks_per_number(bands, ticks, fit_tick_scale(ticks)) == period
