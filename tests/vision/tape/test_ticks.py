"""Ticks that were drawn are counted at their places, with their slant and as long as they are."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.tape.periodicity import TickRow
from companion.vision.tape.slant import Slant
from companion.vision.tape.ticks import (
    END_ROWS,
    MAX_GAP,
    Ticks,
    _clearest,
    _expected,
    _peaks,
    _robust_line,
    _run_lengths,
    count_ticks,
)

LEVEL, STEP = 60, 12.0
LONG = np.where(np.arange(40) % 10 == 3, 4.0, np.where(np.arange(40) % 10 == 8, 3.0, 2.0))
"""How far each tick reaches below the row, in steps; above it all reach one."""

Values = NDArray[Any]


def drawn(place: Values, steps: Values, below: Values, slant: Slant) -> NDArray[np.float32]:
    """The stroke response of ticks."""
    rows, columns = np.mgrid[:160, : int(place[-1]) + 40]
    stroke = np.zeros(rows.shape, np.float32)
    for x, step, reach in zip(place, steps, below, strict=True):
        off = columns - (x + (slant.intercept + slant.slope * x) * (rows - LEVEL))
        there = (rows >= LEVEL - step) & (rows <= LEVEL + reach * step)
        stroke = np.maximum(stroke, there * 50 * np.exp(-(off**2) / 4)).astype(np.float32)
    return stroke


@pytest.mark.every(4, first=1)
@pytest.mark.parametrize("gone", [(), (7,), (20, 21, 22), (0, 1, 39)])
@pytest.mark.parametrize(("intercept", "slope"), [(0.0, 0.0), (0.12, 0.0), (-0.1, 0.0004)])
@pytest.mark.parametrize("grows", [0.0, 0.006])
def test_ticks_are_counted_as_they_were_drawn(
    gone: tuple[int, ...], intercept: float, slope: float, grows: float
) -> None:
    """Steps that grow along the strip are those of a tape that comes nearer."""
    steps = STEP * (1 + grows) ** np.arange(40)
    place, slant = 30 + np.cumsum(steps), Slant(intercept, slope)
    left = np.array([number for number in range(40) if number not in gone])
    stroke = drawn(place[left], steps[left], LONG[left], slant)
    start = float(place[15])
    found = count_ticks(stroke, TickRow(LEVEL - 0.01 * start, 0.01, start, STEP, 1.0, 4.0))
    assert found is not None
    assert (found.number - found.number[0]).tolist() == (left - left[0]).tolist()
    assert found.place == pytest.approx(place[left], abs=0.2) and found.row == pytest.approx(LEVEL)
    inner = slice(1, -1)  # at both ends the step is told from one side
    assert found.above[inner] == pytest.approx(1.0, abs=0.15)
    assert found.below[inner] == pytest.approx(LONG[left][inner], abs=0.15)
    assert found.length[inner] == pytest.approx(1 + LONG[left][inner], abs=0.25)
    assert found.slant.at(place) == pytest.approx(slant.at(place), abs=0.02)
    tape_slope, edge, depth = found.level()
    shortest = 3 * float(np.median(steps))
    assert tape_slope * place.mean() + edge == pytest.approx(LEVEL - STEP + shortest / 2, abs=STEP * 0.4)
    assert depth == pytest.approx(shortest / 4, rel=0.1)


@pytest.mark.parametrize("count", [7, 8])
def test_few_ticks_are_no_row(count: int) -> None:
    place = 30 + STEP * np.arange(count)
    stroke = drawn(place, np.full(count, STEP), np.full(count, 2.0), Slant())
    found = count_ticks(stroke, TickRow(LEVEL, 0.0, float(place[3]), STEP, 1.0, 4.0))
    assert (found is not None) == (count == 8)


@pytest.mark.parametrize(
    ("numbers", "run"),
    [
        (range(5), range(5)),
        ([0, 1, 2, 3 + MAX_GAP, 4 + MAX_GAP], range(5)),
        ([0, 1, 2, 4 + MAX_GAP, 5 + MAX_GAP], range(3)),
        ([0, 4 + MAX_GAP, 7 + MAX_GAP, 20, 21], range(1, 3)),
    ],
)
def test_a_gap_over_which_the_count_is_uncertain_ends_a_run(numbers: range | list[int], run: range) -> None:
    each = np.array(numbers, np.float64)
    found = Ticks(each, each * STEP, each + 0.5, each + 0.25, 7.0, Slant(1.0, 2.0)).longest_run()
    assert found.number.tolist() == each[run].tolist() and found.place.tolist() == (each[run] * STEP).tolist()
    assert found.length.tolist() == (2 * each[run] + 0.75).tolist() and found.row == 7.0


@pytest.mark.parametrize("seed", range(3))
def test_a_tick_ends_where_nothing_is_seen_for_three_rows(seed: int) -> None:
    seen = np.random.default_rng(seed).random((60, 25)) < (0.3, 0.6, 0.9)[seed]
    for row, length in zip(seen, _run_lengths(seen), strict=True):
        ended = [*row.tolist(), *[False] * END_ROWS]
        assert length == next(at for at in range(26) if not any(ended[at : at + 3]))


def test_peaks_are_where_a_signal_is_higher_than_beside_itself() -> None:
    """Between samples by a parabola; of two alike the first; neither below zero nor at the ends."""
    centres = [3.0, 7.25, 11.6]
    at = np.arange(16.0)
    signal = np.max([5 - (at - centre) ** 2 for centre in centres], axis=0)
    places, heights = _peaks(signal)
    assert places == pytest.approx(centres) and heights == pytest.approx(signal[[3, 7, 12]])
    assert _peaks(signal - 9)[0].tolist() == []
    assert _peaks(np.array([9.0, 1, 4, 4, 1, 9]))[0].tolist() == [2.5]


@pytest.mark.parametrize(("start", "nearest"), [(11.0, 1), (29.0, 3), (-50.0, 0), (90.0, 5), (41.0, 3)])
def test_the_first_tick_is_the_clearest_near_the_start(start: float, nearest: int) -> None:
    """Within three steps; if there is none, the nearest."""
    places, heights = np.array([0.0, 10, 20, 30, 40, 60]), np.array([1.0, 8, 2, 7, 3, 9])
    row = TickRow(0.0, 0.0, start, 5.0, 1.0, 4.0)
    assert _clearest(places, heights, row) == nearest


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize(
    ("count", "step", "told"), [(1, 10.0, 10.0), (3, 10.0, 10.0), (4, 10.0, 11.0), (4, 20.0, 20.0)]
)
def test_where_the_next_tick_is_expected(way: int, count: int, step: float, told: float) -> None:
    """From the fourth on by a line through the last ones; a step far from it is not believed."""
    numbers = list(range(count))
    places = 100 + way * 11.0 * np.arange(count)
    place, new = _expected(numbers, places, count + 1, step, way)
    line = count >= 4
    assert place == pytest.approx(100 + way * 11 * (count + 1) if line else places[-1] + way * 2 * step)
    assert new == pytest.approx(told)


def test_a_line_goes_past_what_lies_beside_it() -> None:
    x = np.arange(30.0)
    y = 0.5 * x + 4
    y[[3, 17, 25]] += (40, -60, 90)
    slope, intercept, usual = _robust_line(x, y)
    assert (slope, intercept, usual) == (pytest.approx(0.5, abs=0.01), pytest.approx(4, abs=0.1), 0.3)
    y[::2] += 2.0
    y[1::2] -= 2.0
    assert _robust_line(x, y)[2] == pytest.approx(2, abs=0.2)
