"""Rows of ticks found by their period: on strips that are drawn, with the period known."""

import numpy as np
import pytest

from companion.vision.tape.floats import Floats
from companion.vision.tape.periodicity import (
    TickRow,
    _robust_line,
    _run_around,
    _same,
    measure_periodicity,
    tick_rows,
)


def comb(step: float, width: int = 900, offset: float = 3.0) -> Floats:
    """The response of a row of ticks, in one row of pixels."""
    place = np.arange(width)
    nearest = (place - offset + step / 2) % step - step / 2
    return np.asarray(40 * np.exp(-((nearest / 1.2) ** 2)), np.float32)


def strip(*rows: tuple[int, int, float], slope: float = 0.0) -> Floats:
    """A strip of 120 rows of pixels with rows of ticks: first and last row of pixels, and step."""
    stroke = np.zeros((120, 900), np.float32)
    for first, last, step in rows:
        for row in range(120):
            along = (row - slope * np.arange(900) >= first) & (row - slope * np.arange(900) <= last)
            stroke[row] += comb(step) * along
    return stroke


@pytest.mark.parametrize("step", [6.0, 8.5, 12.25, 21.0, 33.0])
def test_the_period_of_each_window_is_measured(step: float) -> None:
    found = measure_periodicity(strip((40, 60, step)), 224)
    assert found is not None and found.every == 2
    assert found.middles.tolist() == [112 + 56 * number for number in range(13)]
    ticked = found.harmonicity[22:29]
    assert (np.abs(448 / found.step[22:29] - 448 / step) < 1.5).all(), "the spectrum has so many places"
    assert (ticked > 0.7).all() and not found.harmonicity[:18].any() and not found.harmonicity[33:].any()
    assert found.by_row[25] == pytest.approx((ticked[3] - 0.5).sum() / 13**0.5, rel=1e-5)
    assert not found.by_row[:18].any()


def test_what_is_not_periodic_is_not_found() -> None:
    chance = np.random.default_rng(1)
    found = measure_periodicity(np.abs(chance.normal(0, 20, (60, 900))).astype(np.float32), 224)
    assert found is not None and not found.by_row.any()
    assert not tick_rows(strip((40, 60, 12.0)) * 0.02), "too faint"
    assert measure_periodicity(strip((40, 60, 12.0))[:, :223], 224) is None, "shorter than the window"


@pytest.mark.parametrize(("rows", "every"), [(120, 2), (1500, 5), (6000, 6)])
def test_about_three_hundred_rows_are_sampled(rows: int, every: int) -> None:
    found = measure_periodicity(np.ones((rows, 224), np.float32), 224)
    assert found is not None and (found.every, len(found.harmonicity)) == (every, -(-rows // every))


@pytest.mark.parametrize("slope", [0.0, 0.02, -0.02])
def test_rows_of_ticks_are_found_clearest_first(slope: float) -> None:
    found = tick_rows(strip((50, 74, 12.0), slope=slope))
    assert len(found) == 1
    (row,) = found
    assert row.row + row.slope * 450 == pytest.approx(62 + slope * 450, abs=1.5)
    assert row.slope == pytest.approx(slope, abs=0.003)
    assert (row.step, row.depth) == pytest.approx((12, 13), rel=0.1)
    assert 0 <= row.start <= 900


def test_two_edges_of_a_tape_are_two_rows() -> None:
    found = tick_rows(strip((20, 34, 9.0), (80, 100, 21.33)))
    assert sorted((round(row.row), round(row.step)) for row in found) == [(27, 9), (90, 21)]
    assert [row.strength for row in found] == sorted((row.strength for row in found), reverse=True)
    assert len(tick_rows(strip((20, 34, 9.0), (80, 100, 21.33)), most=1)) == 1


@pytest.mark.parametrize(
    ("there", "place", "run"),
    [
        ("0110", 1, (1, 3)),
        ("0110", 2, (1, 3)),
        ("1111", 2, (0, 4)),
        ("1011", 3, (0, 4)),  # a single gap is closed
        ("1101", 0, (0, 4)),
        ("1001", 3, (3, 4)),
        ("1001", 0, (0, 1)),
        ("0100", 1, (1, 2)),
        ("1010101", 2, (0, 7)),
    ],
)
def test_a_run_of_rows_goes_over_single_gaps(there: str, place: int, run: tuple[int, int]) -> None:
    found = _run_around(np.array([one == "1" for one in there]), place)
    assert (found.start, found.stop) == run


def test_a_line_goes_past_a_row_that_is_off() -> None:
    x = np.arange(8.0) * 50
    y = 20 + 0.1 * x
    y[6] += 60
    assert _robust_line(x, y, np.ones(8)) == pytest.approx((20, 0.1), abs=0.3)
    assert _robust_line(x[:2], np.array([3.0, 6.0]), np.array([2.0, 1.0])) == (4, 0), "two give a level"
    assert _robust_line(x[:3], np.array([3.0, 8.0, 13.0]), np.ones(3)) == pytest.approx((3, 0.1))


@pytest.mark.parametrize(
    ("row", "slope", "depth", "same"),
    [
        (10, 0.0, 3, False),
        (13.9, 0.0, 3, False),
        (16.1, 0.0, 3, True),
        (14, 0.0, 7, True),
        (10, 0.1, 3, True),
    ],
)
def test_rows_closer_than_their_depth_are_the_same(
    row: float, slope: float, depth: float, same: bool
) -> None:
    """At the place where the first is clearest, 100 along: at 20 rows, 3 deep; 4 at least."""
    one, other = TickRow(20, 0.0, 100, 9, 1, 3), TickRow(row, slope, 0, 9, 1, depth)
    assert _same(one, other) is same
