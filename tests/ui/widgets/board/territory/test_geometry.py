"""Lands are cut without loss, and every border is drawn exactly once."""

from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.ui.widgets.board.territory.geometry import (
    bevelled,
    borders_of,
    chained,
    cut_land,
    lands_of,
    simplified,
)

BOARD = load_board("classic")


def area(ring: Any) -> Any:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def triangles_area(land: Any) -> Any:
    corners = [land.points[number] for number in land.triangles]
    return sum(abs(area(corners[n : n + 3])) for n in range(0, len(corners), 3))


@pytest.mark.parametrize("territory", BOARD.territories, ids=lambda territory: territory.id)
def test_triangles_cover_the_land_and_leave_lakes_out(territory: Any) -> None:
    land = cut_land(territory)
    drawn = sum(area(ring) for polygon in territory.polygons for ring in polygon.rings)
    assert triangles_area(land) == pytest.approx(drawn, rel=0.03)


def length(lines: Any) -> Any:
    return sum(hypot(x1 - x0, y1 - y0) for line in lines for (x0, y0), (x1, y1) in pairwise(line))


def test_each_border_is_drawn_once() -> None:
    borders = borders_of(BOARD)
    rings = [(*ring, ring[0]) for t in BOARD.territories for p in t.polygons for ring in p.rings]
    coasts = [line for coast in borders.coasts.values() for line in coast]
    shared = (*borders.inner, *borders.continents)
    assert length(coasts) + 2 * length(shared) == pytest.approx(length(rings), rel=0.03)


def test_borders_of_continents_lie_between_continents() -> None:
    mainland = {"europe", "asia", "africa"}
    borders = borders_of(BOARD)
    assert borders.continents and set(borders.coasts) >= mainland


@pytest.mark.parametrize(
    ("sides", "lines"),
    [
        ([((0, 0), (9, 0)), ((9, 0), (9, 9))], 1),  # two sides in a row
        ([((0, 0), (9, 0)), ((9, 0), (9, 9)), ((9, 9), (0, 0))], 1),  # a ring
        ([((0, 0), (9, 0)), ((9, 0), (9, 9)), ((9, 0), (18, 0))], 3),  # a fork
        ([((0, 0), (9, 0)), ((20, 0), (29, 0))], 2),  # apart
    ],
)
def test_sides_are_chained(sides: Any, lines: int) -> None:
    assert len(chained(frozenset(side) for side in sides)) == lines


def test_blunt_corners_stay_and_sharp_ones_are_cut() -> None:
    line = ((0.0, 0.0), (10.0, 0.0), (0.0, 1.0), (-10.0, 5.0))
    assert len(bevelled(line, 1.0)) == len(line) + 1


def test_simplified_lines_keep_their_ends() -> None:
    line = tuple((float(x), 0.0) for x in range(10))
    assert simplified(line) == ((0.0, 0.0), (9.0, 0.0))


def test_every_land_is_cut() -> None:
    assert set(lands_of(BOARD)) == {territory.id for territory in BOARD.territories}
