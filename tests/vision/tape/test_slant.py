"""Ticks that slant: where they stand in their row, and how their slant is found."""

import numpy as np
import pytest

from companion.vision.tape.slant import SHIFTS, Slant, _sub_sample, _weighted_line, fit_slant, sampled


@pytest.mark.parametrize("slant", [Slant(), Slant(0.3, 0.0), Slant(-0.2, 0.001), Slant(0.1, -0.002)])
def test_the_foot_of_a_tick_is_where_it_crosses_the_row(slant: Slant) -> None:
    for place in (0.0, 50.0, 200.0):
        for offset in (-12.0, 0.0, 20.0):
            along = place + slant.at(np.array([place]))[0] * offset
            assert slant.foot(along, offset) == pytest.approx(place)


def test_a_strip_is_sampled_between_its_columns_and_in_its_nearest_row() -> None:
    stroke = np.arange(12, dtype=np.float64).reshape(3, 4)
    x = np.array([0.0, 1.25, 2.75, 3.0, -5.0, 9.0])
    assert sampled(stroke, x, np.array([1.4])).tolist() == [4, 5.25, 6.75, 7, 4, 7]
    assert sampled(stroke, np.array([1.0]), np.array([-9.0, 0.6, 1.6, 9.0])).tolist() == [1, 5, 9, 9]


@pytest.mark.parametrize("peak", [-0.2, -0.021, 0.0, 0.0125, 0.31])
def test_a_shift_is_refined_by_a_parabola(peak: float) -> None:
    seen = 5 - (SHIFTS[None] - peak) ** 2
    assert _sub_sample(seen, seen.argmax(axis=1))[0] == pytest.approx(peak)


def test_a_shift_at_the_end_is_no_peak() -> None:
    assert _sub_sample(SHIFTS[None].copy(), np.array([len(SHIFTS) - 1]))[0] == pytest.approx(SHIFTS[-1])


@pytest.mark.parametrize("blot", [False, True])
@pytest.mark.parametrize(("intercept", "slope"), [(0.0, 0.0), (0.2, 0.0), (-0.15, 0.0), (-0.1, 0.0004)])
def test_the_slant_of_drawn_ticks_is_found(intercept: float, slope: float, blot: bool) -> None:
    """Twenty ticks of two lengths, 20 pixels apart; a blot may hide one."""
    place, level = 60 + 20.0 * np.arange(20), 40.0
    above, below = np.where(np.arange(20) % 5, 12.0, 24.0), np.full(20, 6.0)
    rows, columns = np.mgrid[:80, :500]
    stroke = np.zeros((80, 500))
    for x, up, down in zip(place, above, below, strict=True):
        off = columns - x - (intercept + slope * x) * (rows - level)
        inside = (rows >= level - up - 1) & (rows <= level + down + 1)
        stroke += np.exp(-((off / 1.5) ** 2)) * inside
    if blot:
        stroke[:, 135:150] = 0.4
    found = fit_slant(stroke, place, level, above, below, np.full(20, 20.0))
    assert found.at(place) == pytest.approx(intercept + slope * place, abs=0.01)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx([0, 0], abs=0.01)


@pytest.mark.parametrize("wrong", [(), (4,), (0, 11, 19)])
def test_a_line_through_slants_weighs_long_ticks_and_leaves_out_what_is_wrong(wrong: tuple[int, ...]) -> None:
    """Its covariance is that of least squares, with the least noise that is assumed."""
    x, lever = 40 + 17.0 * np.arange(20), np.where(np.arange(20) % 5, 8.0, 20.0)
    slants = 0.1 - 0.0004 * x
    slants[list(wrong)] += 0.3
    found = _weighted_line(x, slants, lever)
    assert (found.intercept, found.slope) == pytest.approx((0.1, -0.0004), abs=1e-6)
    kept = np.array([number not in wrong for number in range(20)])
    design = np.column_stack([np.ones(20), x]) * (lever * kept)[:, None]
    assert found.covariance == pytest.approx(np.linalg.inv(design.T @ design) * 0.05**2, rel=0.01)


def test_a_line_through_scattered_slants_has_their_noise() -> None:
    chance, x = np.random.default_rng(3), np.linspace(0, 900, 400)
    found = _weighted_line(x, chance.normal(0.2, 0.02, 400), np.full(400, 10.0))
    assert found.at(np.array([450.0]))[0] == pytest.approx(0.2, abs=0.005)
    middle = np.array([1.0, 450.0]) @ found.covariance @ np.array([1.0, 450.0])
    assert np.sqrt(middle) == pytest.approx(0.02 / np.sqrt(400), rel=0.2)
