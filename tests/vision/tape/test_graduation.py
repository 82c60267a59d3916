"""Which graduation made ticks have, by their lengths and their numbers, and when that cannot be said."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.tape.graduation import (
    GRADUATIONS,
    Graduation,
    GraduationFit,
    _without_numbers,
    contradiction,
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
