"""Plane geometry of outlines, checked on a square with a notch."""

from math import inf

import pytest

from companion.games.boards.outlines import Point, Side, area, contains, distance, meet, nearest_on, sides

NOTCHED = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0))
LEVEL = ((0.0, 0.0), (4.0, 0.0))


@pytest.mark.parametrize(
    ("at", "inside", "away"),
    [
        ((1.0, 1.0), True, 0.8321),
        ((2.0, 2.0), False, 0.5547),
        ((2.0, 0.5), True, 0.5),
        ((7.0, 8.0), False, 5.0),
    ],
)
def test_what_lies_inside_and_how_far_away(at: Point, inside: bool, away: float) -> None:
    assert contains(sides(NOTCHED), at) == inside
    assert distance(sides(NOTCHED), at) == pytest.approx(away, abs=1e-4)


def test_the_area_is_that_of_the_square_without_the_notch() -> None:
    assert area(NOTCHED) == area(NOTCHED[::-1]) == 16 - 6
    assert area(()) == 0


def test_the_nearest_point_of_a_line_is_an_end_beyond_it() -> None:
    assert [nearest_on(LEVEL, (x, 3.0)) for x in (-2.0, 1.0, 9.0)] == [(0.0, 0.0), (1.0, 0.0), (4.0, 0.0)]
    assert nearest_on(((1.0, 1.0), (1.0, 1.0)), (5.0, 5.0)) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("other", "together"),
    [
        (((2.0, -1.0), (2.0, 1.0)), True),
        (((2.0, 0.0), (2.0, 1.0)), True),  # ends on it
        (((2.0, 0.1), (2.0, 1.0)), False),
        (((4.0, 0.0), (6.0, 0.0)), True),  # goes on where it ends
        (((5.0, 0.0), (6.0, 0.0)), False),  # in one line, but apart
        (((1.0, 0.0), (3.0, 0.0)), True),
        (((9.0, -1.0), (9.0, 1.0)), False),
    ],
)
def test_lines_that_cross_or_touch_meet(other: Side, together: bool) -> None:
    assert meet(LEVEL, other) == meet(other, LEVEL) == together


def test_nothing_lies_in_no_outline() -> None:
    assert not contains(sides(()), (0.0, inf))
