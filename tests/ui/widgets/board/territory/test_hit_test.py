"""Fingers hit the territory they aim at, and between two the one that is allowed."""

import random

import pytest

from companion.games.boards.board import Board, board_names, load_board
from companion.ui.theme import px
from companion.ui.widgets.board.territory.hit_test import territory_under
from companion.ui.widgets.board.territory.viewport import Viewport
from tests.ui.touch_error import WANTED, touches

RADIUS = 20.0
TOUCHES = 400


def seen(board: Board) -> Viewport:
    return Viewport((board.width, board.height), (0.0, 48.0), (514.0, 384.0))


def hit(board: Board, place: str, allowed: tuple[str, ...] | None) -> float:
    """Share of the touches aimed at a disc that mean its territory."""
    view = seen(board)
    at = view.to_screen(board.territory(place).label)
    meant = [territory_under(board, view, point, allowed, px(RADIUS)) for point in touches(at, TOUCHES)]
    return meant.count(place) / TOUCHES


@pytest.mark.every(5)
@pytest.mark.parametrize("name", board_names())
def test_fingers_hit_every_territory_where_all_may_be_picked(name: str) -> None:
    board = load_board(name)
    missed = {t.id: share for t in board.territories if (share := hit(board, t.id, None)) < WANTED}
    assert missed == {}


@pytest.mark.every(2)
@pytest.mark.parametrize("share", [0.1, 0.5])
def test_fingers_hit_what_is_allowed_among_what_is_not(share: float) -> None:
    board, chance = load_board("classic"), random.Random(1)
    missed = {}
    for territory in board.territories:
        others = [t.id for t in board.territories if chance.random() < share]
        found = hit(board, territory.id, (territory.id, *others))
        if found < WANTED:
            missed[territory.id] = found
    assert missed == {}


CLASSIC = load_board("classic")
VIEW = seen(CLASSIC)


def between(one: str, other: str, share: float) -> tuple[float, float]:
    """A point so far on the way from one disc to another."""
    start, end = (VIEW.to_screen(CLASSIC.territory(place).label) for place in (one, other))
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


@pytest.mark.parametrize(
    ("share", "allowed", "meant"),
    [
        (0.0, ("egypt",), "east-africa"),  # right on a disc that is not allowed: it explains itself
        (0.5, ("egypt",), "egypt"),
        (0.5, ("east-africa",), "east-africa"),
        (0.3, None, "east-africa"),
        (0.7, None, "egypt"),
        (1.0, ("egypt",), "egypt"),
    ],
)
def test_between_two_discs_the_allowed_one_wins(
    share: float, allowed: tuple[str, ...] | None, meant: str
) -> None:
    point = between("east-africa", "egypt", share)
    assert territory_under(CLASSIC, VIEW, point, allowed, RADIUS) == meant


@pytest.mark.parametrize(("allowed", "meant"), [(("japan",), "japan"), ((), "japan"), (("peru",), "japan")])
def test_off_a_coast_a_finger_still_means_the_island(allowed: tuple[str, ...], meant: str) -> None:
    x, y = VIEW.to_screen(CLASSIC.territory("japan").label)
    assert territory_under(CLASSIC, VIEW, (x + 23, y), allowed, RADIUS) == meant


def test_the_open_sea_means_nothing() -> None:
    assert territory_under(CLASSIC, VIEW, VIEW.to_screen((600, 120)), None, RADIUS) is None
