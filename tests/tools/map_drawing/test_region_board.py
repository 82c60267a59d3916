"""Boards made of labelled pictures: discs on land, lines across the sea, bonuses by the formula."""

import numpy as np
import pytest

from companion.games.boards.board import board_of
from companion.games.boards.board_check import faults
from companion.games.boards.elements import ContinentFacts, TerritoryFacts
from companion.tools.map_drawing.region_board import HEIGHT, MIN_LINE, WIDTH, make_board

FACTS = [TerritoryFacts(id=f"p{n}", name=f"P{n}", continent="c") for n in (1, 2, 3)]
CONTINENTS = [ContinentFacts(id="c", name="C", bonus=0, colour="red")]


def islands(gap: int) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """Two neighbours, and a third place beyond a strait."""
    labels = np.zeros((118, 160), np.int32)
    labels[20:90, 10:50], labels[20:90, 50:90] = 1, 2
    labels[20:90, 90 + gap : 150] = 3
    return labels


def test_neighbours_are_linked_and_others_by_the_lines_that_are_asked_for() -> None:
    board = board_of(make_board("Three", islands(20), FACTS, CONTINENTS, sea=[("p3", "p2")]), "three")
    assert [(link.a, link.b, link.kind) for link in board.links] == [
        ("p1", "p2", "land"),
        ("p2", "p3", "sea"),
    ]
    assert faults(board) == ()
    assert (board.width, board.height) == (WIDTH, HEIGHT)


@pytest.mark.parametrize(("gap", "length"), [(20, 200.0), (1, MIN_LINE)])
def test_a_line_in_a_strait_begins_inland(gap: int, length: float) -> None:
    board = make_board("Three", islands(gap), FACTS, CONTINENTS, sea=[("p2", "p3")])
    x0, y0, x1, y1 = board.drawing.sea_links["p2 p3"][0]
    assert np.hypot(x1 - x0, y1 - y0) == pytest.approx(length, abs=0.2)


def test_a_line_between_neighbours_is_left_out() -> None:
    board = make_board("Three", islands(20), FACTS, CONTINENTS, sea=[("p1", "p2"), ("p2", "p3")])
    assert list(board.drawing.sea_links) == ["p2 p3"]


def test_a_territory_without_land_is_named() -> None:
    with pytest.raises(ValueError, match="p3 has no land"):
        make_board("Three", np.where(islands(20) == 3, 0, islands(20)), FACTS, CONTINENTS)


def test_discs_do_not_overlap_and_stand_where_they_are_put() -> None:
    board = make_board("Three", islands(20), FACTS, CONTINENTS, middles={"p1": (150.0, 700.0)})
    assert board.drawing.territories["p1"].label == (150.0, 700.0)
    assert board.drawing.disc_radius == 62
