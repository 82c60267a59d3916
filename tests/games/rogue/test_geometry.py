"""Areas and overlaps of zones that fingers have drawn."""

import pytest

from companion.games.boards.outlines import Point, area
from companion.games.rogue.geometry import MIN_WIDTH, overlap, width

SQUARE = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))
L_SHAPE = ((0.0, 0.0), (100.0, 0.0), (100.0, 20.0), (20.0, 20.0), (20.0, 100.0), (0.0, 100.0))
STRIP = ((0.0, 40.0), (100.0, 40.0), (100.0, 47.0), (0.0, 47.0))
BAR = ((0.0, 40.0), (100.0, 40.0), (100.0, 60.0), (0.0, 60.0))


def moved(polygon: tuple[Point, ...], x: float, y: float) -> tuple[Point, ...]:
    return tuple((across + x, up + y) for across, up in polygon)


@pytest.mark.parametrize(
    ("polygon", "expected"),
    [(SQUARE, 2500), (L_SHAPE, 3600), (SQUARE[::-1], 2500), (((0, 0), (50, 0), (100, 0)), 0)],
)
def test_area(polygon: tuple[Point, ...], expected: float) -> None:
    assert area(polygon) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (SQUARE, SQUARE, True),  # drawn twice
        (SQUARE, SQUARE[2:] + SQUARE[:2], True),
        (SQUARE, moved(SQUARE, 50, 0), False),  # side by side
        (SQUARE, moved(SQUARE, 46, 0), False),  # a finger is not more exact
        (SQUARE, moved(SQUARE, 30, 30), True),
        (SQUARE, moved(SQUARE, 60, 60), False),
        (SQUARE, ((15.0, 15.0), (35.0, 15.0), (25.0, 35.0)), True),  # one inside the other
        (BAR, tuple((y, x) for x, y in BAR), True),  # a cross: no corner of one lies in the other
        (BAR, ((70.0, 0.0), (85.0, 0.0), (85.0, 100.0), (70.0, 100.0)), True),
        (L_SHAPE, moved(SQUARE, 30, 30), False),  # in the corner that the L leaves free
        (L_SHAPE, moved(SQUARE, 10, 10), True),
        (STRIP, moved(STRIP, 0, 0.5), True),  # too thin to reach deep inside, but drawn twice
        (STRIP, moved(STRIP, 0, 6), False),
        (STRIP, ((0.0, 45.0), (100.0, 45.0), (100.0, 90.0), (0.0, 90.0)), False),
    ],
)
def test_overlap(one: tuple[Point, ...], other: tuple[Point, ...], expected: bool) -> None:
    assert overlap(one, other) == overlap(other, one) == expected


@pytest.mark.parametrize(
    ("polygon", "has_room"),
    [
        (SQUARE, True),
        (STRIP, True),
        (((0, 0), (5, 0), (5, 5), (0, 5)), True),  # the smallest zone
        (((0, 0), (100, 0), (100, 2), (0, 2)), False),  # 200 square units, and no figure fits
        (((0, 0), (100, 0), (50, 0)), False),
    ],
)
def test_a_sliver_has_no_room(polygon: tuple[Point, ...], has_room: bool) -> None:
    assert (width(polygon) >= MIN_WIDTH) == has_room
