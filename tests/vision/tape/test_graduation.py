"""Which graduation made ticks have, by their lengths and their numbers, and when that cannot be said."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.tape import graduation as graduations
from companion.vision.tape.graduation import (
    GRADUATIONS,
    MILLIMETRE,
    Graduation,
    GraduationFit,
    _fit_lengths,
    _row_medians,
    _without_numbers,
    contradiction,
    fit_graduations,
    graduation_of_step,
    identify_graduation,
    miscounted,
)

pytestmark = pytest.mark.every(3)

NAMED = {graduation.name: graduation for graduation in GRADUATIONS}
ALONE = ("1 mm", "1/2 mm", "1/16 in", "1/32 in")
"""Those that are told without numbers."""
Values = NDArray[np.float64]


def made(name: str, periods: float, phase: int = 3, ratio: float = 1.35) -> tuple[Values, Values]:
    """Numbers and lengths of ticks: each rank longer by a ratio, none quite as it should be."""
    graduation = NAMED[name]
    number = np.arange(int(periods * graduation.period) + 1)
    ranks = np.array(graduation.ranks)[(number - phase) % graduation.period]
    off = np.random.default_rng(len(number)).normal(0, 0.05, len(number))
    return np.asarray(number + 7.0), np.asarray(2 * ratio**ranks + off)


@pytest.mark.parametrize("name", NAMED)
def test_ticks_of_larger_units_are_longer(name: str) -> None:
    """The larger the largest unit that ends at a tick, the higher its rank."""
    units = [10, 5, 1, 1 / 2] if name.endswith("mm") else [1 / 2**halvings for halvings in range(6)]
    finest = units.index(float(Fraction(name.split()[0])))
    step, unit = units[finest], MILLIMETRE if name.endswith("mm") else 1.0
    graduation = NAMED[name]
    assert (graduation.inches, graduation.period * step) == (step * unit, units[0])
    for tick, rank in enumerate(graduation.ranks):
        largest = next(number for number, each in enumerate(units) if tick * step % each == 0)
        assert rank == finest - largest, tick


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("phase", [0, 3])
def test_ticks_and_numbers_that_agree_tell_the_graduation(name: str, phase: int) -> None:
    number, length = made(name, max(4, 40 / NAMED[name].period), phase)
    assert identify_graduation(number, length, NAMED[name].period) == (NAMED[name], "")
    alone = identify_graduation(number, length, None)
    assert alone[0] == (NAMED[name] if name in ALONE else None)
    assert alone[1].startswith("" if name in ALONE else "I cannot tell whole inches from halves")
    assert not miscounted(NAMED[name], number, length)


@pytest.mark.parametrize(
    ("name", "periods", "ratio", "per_number", "why"),
    [
        ("1/32 in", 0.1, 1.35, None, "Too few ticks"),
        ("1 mm", 4, 1.0, None, "The ticks' lengths fit no graduation"),
        ("1 mm", 4, 1.35, 16, "The ticks look like 1 mm, but numbers come after 16"),
        ("1/16 in", 4, 1.35, 10, "The ticks look like 1/16 in, but numbers come after 10"),
        ("1/8 in", 5, 1.35, 10, "The ticks look like 1/8 in, but numbers come after 10"),
        ("1/16 in", 4, 1.2, None, "I cannot tell whole inches from halves"),
    ],
)
def test_else_it_is_said_why_not(
    name: str, periods: float, ratio: float, per_number: int | None, why: str
) -> None:
    found, words = identify_graduation(*made(name, periods, ratio=ratio), per_number)
    assert found is None and words.startswith(why)


@pytest.mark.parametrize(
    ("name", "stated", "per_number", "why"),
    [
        *((name, name, None, "") for name in NAMED),
        *((name, name, NAMED[name].period, "") for name in NAMED),
        ("1 mm", "1/16 in", None, "These are not ticks of 1/16 in: they look like 1 mm"),
        ("1/32 in", "1 mm", None, "These are not ticks of 1 mm: they look like 1/32 in"),
        ("1/8 in", "1/4 in", 8, "These are not ticks of 1/4 in: numbers come after 8"),
        ("1/8 in", "1 mm", 8, "These are not ticks of 1 mm: numbers come after 8"),
    ],
)
def test_what_a_player_states_may_be_contradicted(
    name: str, stated: str, per_number: int | None, why: str
) -> None:
    assert contradiction(NAMED[stated], *made(name, 5), per_number) == why
    flat = made(name, 5, ratio=1.0)
    assert bool(contradiction(NAMED[stated], *flat, per_number)) == (
        per_number not in (None, NAMED[stated].period)
    )


@pytest.mark.parametrize("name", ["1 mm", "1/16 in"])
@pytest.mark.parametrize("lost", [1, 3])
def test_a_tick_that_was_not_counted_is_noticed(name: str, lost: int) -> None:
    number, length = made(name, 8)
    from_here = 4 * NAMED[name].period
    number[from_here:] -= lost
    assert miscounted(NAMED[name], number[:-lost], np.delete(length, range(from_here, from_here + lost)))


@pytest.mark.parametrize(
    ("inches", "name"),
    [(1 / 16, "1/16 in"), (1.049 / 16, "1/16 in"), (0.951 / 16, "1/16 in"), (1.051 / 16, None), (1.0, None)],
)
def test_the_graduation_of_a_step(inches: float, name: str | None) -> None:
    found = graduation_of_step(inches)
    assert (found.name if isinstance(found, Graduation) else None) == name


@pytest.mark.parametrize(
    ("alike", "found"),
    [
        # (names, shares that are explained and how much longer the longest are; the one that is told)
        ([("1 mm", 0.8, 1.13)], "1 mm"),
        ([("1 mm", 0.8, 1.11)], None),
        ([("1 mm", 0.8, 1.3), ("1/16 in", 0.71, 1.3)], "1 mm"),
        ([("1 mm", 0.8, 1.3), ("1/16 in", 0.73, 1.3)], None),
        ([("1/16 in", 0.8, 1.26)], "1/16 in"),
        ([("1/16 in", 0.8, 1.24)], None),
        ([("1/8 in", 0.8, 1.5)], None),
        ([("1/8 in", 0.8, 1.5), ("1/16 in", 0.77, 1.3)], "1/16 in"),
        ([("1/8 in", 0.8, 1.5), ("1/16 in", 0.75, 1.3)], None),
        ([("1/16 in", 0.8, 1.1), ("1/32 in", 0.78, 1.3)], "1/32 in"),
    ],
)
def test_what_lengths_tell_without_numbers(alike: list[tuple[str, float, float]], found: str | None) -> None:
    fits = [GraduationFit(NAMED[name], 0, explained, ratio) for name, explained, ratio in alike]
    graduation, why = _without_numbers(fits)
    assert (graduation and graduation.name, bool(why)) == (found, found is None)


@pytest.mark.parametrize("columns", [1, 2, 5, 8])
def test_medians_of_rows(columns: int) -> None:
    values = np.random.default_rng(columns).normal(0, 1, (6, columns))
    assert _row_medians(values) == pytest.approx(np.median(values, axis=1))


@pytest.mark.parametrize("name", ["1 mm", "1/4 in", "1/8 in"])
@pytest.mark.parametrize("seed", range(3))
def test_a_graduation_explains_what_its_ranks_leave_less_of(name: str, seed: int) -> None:
    """Counted tick by tick: each rank has its median length, no shorter than that of the rank below."""
    chance, of = np.random.default_rng(seed), NAMED[name]
    number: Any = np.sort(chance.choice(4 * of.period, 3 * of.period, replace=False))
    lengths = np.asarray(
        2.0 * 1.3 ** chance.integers(0, 3, (2, len(number))) + chance.normal(0, 0.2, (2, len(number)))
    )
    explained, major = _fit_lengths(of, number, lengths)
    for row, length in enumerate(lengths):
        off = np.abs(length - np.median(length))
        clip = 2 * np.median(off) + 1
        for phase in range(of.period):
            rank = [of.ranks[(one - phase) % of.period] for one in number]
            medians, rising = dict[int, Any](), list[float]()
            for level in range(max(of.ranks) + 1):
                ours = [one for one, at in zip(length, rank, strict=True) if at == level]
                medians[level] = np.median(ours) if ours else None
                rising.append(max([*rising[-1:], *([medians[level]] if ours else [])]))
            left = sum(min(abs(one - rising[at]), clip) for one, at in zip(length, rank, strict=True))
            assert explained[row, phase] == pytest.approx(1 - left / np.minimum(off, clip).sum())
            tops = rising[-1] / rising[-2] if medians[max(of.ranks)] == rising[-1] else 1.0
            assert major[row, phase] == pytest.approx(tops)


@pytest.mark.parametrize("ticks", [8, 9, 20, 21, 64, 65])
def test_two_periods_of_a_graduation_must_be_in_view(ticks: int) -> None:
    """The best fit comes first, each at its best phase, by whatever number the ticks begin."""
    length = np.random.default_rng(1).normal(3, 1, ticks)
    found = fit_graduations(np.arange(ticks) + 7.0, length)
    assert {fit.graduation.name for fit in found} == {
        name for name, one in NAMED.items() if ticks - 1 >= 2 * one.period
    }
    assert [fit.explained for fit in found] == sorted((fit.explained for fit in found), reverse=True)


Fits = list[tuple[str, float, float]]


@pytest.mark.parametrize(
    ("fits", "periods", "per_number", "told", "why"),
    [
        # the numbers agree with the lengths, or the lengths fit nearly as well
        ([("1 mm", 0.8, 1.3)], 4, 10, "1 mm", ""),
        ([("1/8 in", 0.8, 1.3), ("1/16 in", 0.73, 1.3)], 4, 16, "1/16 in", ""),
        ([("1/8 in", 0.8, 1.3), ("1/16 in", 0.71, 1.3)], 4, 16, None, "look like 1/8 in, but numbers"),
        ([("1/16 in", 0.8, 1.3), ("1/8 in", 0.79, 1.3)], 4, 8, None, "look like 1/16 in, but numbers"),
        # of a short piece the numbers are believed
        ([("1/16 in", 0.8, 1.3), ("1/8 in", 0.79, 1.3)], 2.9, 8, "1/8 in", ""),
        ([("1/16 in", 0.8, 1.3), ("1/8 in", 0.79, 1.3)], 3, 8, None, "look like 1/16 in, but numbers"),
        # without numbers, decimal and binary must be apart
        ([("1 mm", 0.8, 1.3), ("1/16 in", 0.71, 1.3)], 4, None, "1 mm", ""),
        ([("1 mm", 0.8, 1.3), ("1/16 in", 0.73, 1.3)], 4, None, None, "might be 1 mm or 1/16 in"),
        ([("1/16 in", 0.8, 1.3), ("1 mm", 0.71, 1.3)], 4, None, "1/16 in", ""),
        ([("1/16 in", 0.8, 1.3), ("1 mm", 0.73, 1.3)], 4, None, None, "might be 1/16 in or 1 mm"),
        ([], 4, None, None, "Too few ticks"),
    ],
)
def test_what_lengths_and_numbers_tell_together(
    monkeypatch: pytest.MonkeyPatch,
    fits: Fits,
    periods: float,
    per_number: int | None,
    told: str | None,
    why: str,
) -> None:
    found = [GraduationFit(NAMED[name], 0, explained, ratio) for name, explained, ratio in fits]
    monkeypatch.setattr(graduations, "fit_graduations", lambda *_: found)
    monkeypatch.setattr(graduations, "_significant", lambda *_: True)
    number = np.linspace(7, 7 + periods * (found[0].graduation.period if found else 1), 9)
    graduation, words = identify_graduation(number, number, per_number)
    assert (graduation and graduation.name) == told and why in words and bool(why) == bool(words)
    if found:
        monkeypatch.setattr(graduations, "_significant", lambda *_: False)
        assert identify_graduation(number, number, per_number)[1].startswith("The ticks' lengths fit no")


@pytest.mark.parametrize(
    ("explained", "chance", "significant"),
    [(0.19, 0.0, False), (0.21, 0.0, True), (0.44, 0.3, False), (0.46, 0.3, True)],
)
def test_what_explains_no_more_than_chance_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, explained: float, chance: float, significant: bool
) -> None:
    monkeypatch.setattr(graduations, "_permutation_baseline", lambda *_: chance)
    fit = GraduationFit(NAMED["1 mm"], 0, explained, 1.3)
    assert graduations._significant(fit, np.zeros(1), np.zeros(1)) == significant
