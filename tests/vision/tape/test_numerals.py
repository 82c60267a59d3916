"""How many ticks lie from one printed number to the next, by printing that comes again."""

from typing import Any

import numpy as np
import pytest

from companion.vision.tape import numerals
from companion.vision.tape.numerals import CELLS, CLEAR_OF_TICKS, _autocorrelation, _texture, ticks_per_number
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


@pytest.mark.parametrize(
    ("correlations", "cells", "period"),
    [
        # clear, or not
        ({10: 0.31}, 900, 10),
        ({10: 0.29}, 900, None),
        ({}, 900, None),
        # in a short strip chance correlates too: three and a half standard deviations are needed
        ({10: 0.56}, 60, 10),
        ({10: 0.54}, 60, None),
        # two and a half periods must be in view
        ({32: 0.9}, 160, 32),
        ({32: 0.9}, 159, None),
        # the shortest that is clear, and clearer than shorter ones
        ({8: 0.7, 10: 0.9}, 900, 8),
        ({8: 0.3, 10: 0.43}, 900, 10),
        ({8: 0.3, 10: 0.41}, 900, None),
        # long ticks come every 2 or 5, numbers do not
        ({2: 0.6}, 900, None),
        ({5: 0.6, 10: 0.9}, 900, None),
        # half of it may be the period
        ({4: 0.29, 8: 0.59}, 900, 8),
        ({4: 0.29, 8: 0.57}, 900, None),
    ],
)
def test_which_period_is_believed(
    monkeypatch: pytest.MonkeyPatch, correlations: dict[int, float], cells: int, period: int | None
) -> None:
    nothing: Any = None
    monkeypatch.setattr(numerals, "_texture", lambda *_: np.zeros(cells))
    monkeypatch.setattr(numerals, "_autocorrelation", lambda _, lag: correlations.get(lag // CELLS, 0.0))
    assert ticks_per_number([], nothing, nothing) == period
    monkeypatch.setattr(numerals, "_texture", lambda *_: None)
    assert ticks_per_number([], nothing, nothing) is None


@pytest.mark.parametrize("lag", [4, 5, 9])
def test_how_alike_the_printing_is_after_a_lag(lag: int) -> None:
    """Whatever shade lies over it; half a period later it is the opposite."""
    at, chance = np.arange(40 * lag), np.random.default_rng(2)
    wave, noise = np.sin(2 * np.pi * at / lag), chance.normal(0, 1, len(at))
    for shade in (0.0, 0.05, -0.2):
        assert _autocorrelation(wave + shade * at, lag) > 0.97
    assert _autocorrelation(np.sin(np.pi * at / lag), lag) < -0.9
    assert abs(_autocorrelation(noise, lag)) < 0.25
    assert 0.35 < _autocorrelation(wave + 0.7 * noise, lag) < 0.8
    assert _autocorrelation(np.ones(len(at)), lag) == 0


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("off", [0.1, 0.15, 0.25, 0.45])
def test_only_what_is_clear_of_the_ticks_is_their_texture(off: float, way: int) -> None:
    """Edges at this part of a step beside every fourth tick, on the side of the long ones' ends."""
    step, number = 40, np.arange(17.0)
    place = 20.0 + step * number
    reach, other = np.where(number % 4, 0.1, 0.2), np.full(len(number), 0.1)
    above, below = (other, reach) if way > 0 else (reach, other)
    ticks = Ticks(number, place, above, below, 20, Slant())
    band = np.full((41, int(place[-1]) + 20), 200, np.float32)
    rows = slice(25, 41, 2) if way > 0 else slice(0, 16, 2)
    for at in place[::4]:
        for side in (-1, 1):
            band[rows, int(at + side * off * step)] = 0
    texture = _texture([band], ticks, fit_tick_scale(ticks))
    assert texture is not None
    beside = [cell for cell in range(len(texture)) if (cell + 1) % (4 * CELLS) < 2]
    assert all((texture[cell] > 0) == (off > CLEAR_OF_TICKS) for cell in beside)
    assert not np.delete(texture, beside).any()
