"""Which dice have been rolled since the last ones answered: each limit, each way to touch dice."""

import pytest

from companion.vision.dice import DieReading
from companion.vision.tracking.association import (
    distance,
    newly_rolled,
    none_in_place,
    same_arrangement,
    same_places,
)

EDGE = 40.0
NEAR, FAR = 0.3 * EDGE, 2.5 * EDGE
"""Pixels within which a die was not rolled, and within which dice that show the same were only nudged."""

Placed = tuple[int, float, float]


def dice(*placed: Placed) -> tuple[DieReading, ...]:
    """Dice by face and place, 40 pixels wide."""
    return tuple(
        DieReading(face, (x - 20, y - 20, x + 20, y + 20), "red", 0.9, True) for face, x, y in placed
    )


LAY = ((4, 100.0, 100.0), (2, 300.0, 100.0))

ROLLED: list[tuple[str, tuple[Placed, ...], tuple[Placed, ...], list[int] | None]] = [
    ("the tray was empty", (), LAY, [4, 2]),
    ("nothing was touched", LAY, LAY, []),
    ("nudged, in place", LAY, ((4, 111.9, 100.0), (2, 300.0, 111.9)), []),
    ("pushed as far as may be", LAY, ((4, 100 + FAR - 0.1, 100.0), (2, 300.0, FAR)), []),
    ("one farther than that", LAY, ((4, 100 + FAR + 0.1, 100.0), (2, 300.0, 150.0)), [4, 2]),
    ("the same faces elsewhere", LAY, ((4, 100.0, 300.0), (2, 300.0, 300.0)), [4, 2]),
    ("both show something else", LAY, ((5, 100.0, 100.0), (3, 300.0, 100.0)), [5, 3]),
    ("they changed places", ((4, 1.0, 1.0), (2, 51.0, 1.0)), ((2, 1.0, 1.0), (4, 51.0, 1.0)), []),
    ("one was taken away", LAY, LAY[:1], []),
    ("one was taken away, the other pushed", LAY, ((4, 150.0, 100.0),), [4]),
    ("one was turned over", LAY, (LAY[0], (3, 300.0, 100.0)), []),
    ("one came", LAY, (*LAY, (6, 200.0, 300.0)), [6]),
    ("two came", LAY, ((6, 50.0, 300.0), *LAY, (6, 200.0, 300.0)), [6, 6]),
    ("one came, another was pushed", LAY, (LAY[0], (2, 350.0, 100.0), (6, 200.0, 300.0)), [6]),
    ("one came, another was rolled too", LAY, (LAY[0], (3, 350.0, 300.0), (6, 200.0, 300.0)), None),
    ("one like it came nearer", LAY, (LAY[0], (2, 301.0, 100.0), (2, 330.0, 100.0)), [2]),
    ("the nearer one is the old one", LAY, (LAY[0], (2, 360.0, 100.0), (2, 330.0, 100.0)), [2]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "faces"), [row[1:] for row in ROLLED], ids=[row[0] for row in ROLLED]
)
def test_which_dice_were_rolled(
    before: tuple[Placed, ...], after: tuple[Placed, ...], faces: list[int] | None
) -> None:
    fresh = newly_rolled(dice(*after), dice(*before))
    assert faces == (None if fresh is None else [die.face for die in fresh])


def test_of_two_alike_the_farther_one_is_new() -> None:
    fresh = newly_rolled(dice(LAY[0], (2, 330.0, 100.0), (2, 360.0, 100.0)), dice(LAY[0], (2, 300.0, 100.0)))
    assert fresh is not None and [die.centre[0] for die in fresh] == [360.0]


ALIKE: list[tuple[tuple[Placed, ...], bool, bool, bool]] = [
    # what lies there beside LAY, and whether that is: the same, in the same places, with none of them there
    (LAY, True, True, False),
    (LAY[::-1], True, True, False),
    (((4, 100.0, 100 + NEAR - 0.1), LAY[1]), True, True, False),
    (((4, 100.0, 100 + NEAR + 0.1), LAY[1]), False, False, False),
    (((5, 100.0, 100.0), LAY[1]), False, True, False),
    (LAY[:1], False, False, False),
    ((*LAY, (6, 200.0, 300.0)), False, False, False),
    (((4, 113.0, 100.0), (2, 313.0, 100.0)), False, False, True),
    (((1, 113.0, 100.0), (1, 300.0, 100.0)), False, False, False),
    ((), False, False, True),
]


@pytest.mark.parametrize(("others", "same", "in_places", "none"), ALIKE)
def test_what_two_readings_have_in_common(
    others: tuple[Placed, ...], same: bool, in_places: bool, none: bool
) -> None:
    lay, lie = dice(*LAY), dice(*others)
    assert (same_arrangement(lie, lay), same_places(lie, lay), none_in_place(lie, lay)) == (
        same,
        in_places,
        none,
    )


def test_distance_is_in_sizes_of_the_first_die() -> None:
    small = DieReading(1, (0.0, 0.0, 20.0, 20.0), "red", 0.9, True)
    (large,) = dice((1, 40.0, 50.0))
    assert distance(small, large) == pytest.approx(2.5) and distance(large, small) == pytest.approx(1.25)
