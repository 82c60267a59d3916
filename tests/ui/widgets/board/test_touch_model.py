"""How surely a touch means a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.boards.board import Board, board_names, load_board
from companion.ui.theme import px
from companion.ui.widgets.board.territory.geometry import lands_of
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.board.touch_model import SPREAD, STEP, SURE, TouchModel

SQUARES: dict[str, tuple[tuple[float, float], list[list[tuple[float, float]]]]] = {
    name: ((x, 0.0), [[(x - 30, -30), (x + 30, -30), (x + 30, 30), (x - 30, 30)]])
    for name, x in (("left", -40.0), ("right", 40.0), ("far", 400.0))
}
MODEL = TouchModel(SQUARES, STEP)


def model_of(board: Board, room: tuple[float, float]) -> tuple[TouchModel, Viewport]:
    """The model of a board, and its view in a widget of a size."""
    view = Viewport((board.width, board.height), (0.0, 52.0), room)
    lands = lands_of(board)
    ground = {id: (board.territory(id).label, lands[id].rings) for id in board.ids}
    return TouchModel(ground, px(STEP) / view.fit), view


def test_half_way_between_two_places_both_are_as_likely() -> None:
    shares = MODEL.posterior((0.0, 0.0), SPREAD, ("left", "right", "far"))
    assert shares["left"] == pytest.approx(0.5, abs=0.02) and shares["far"] < 1e-9


@given(st.floats(-600, 600), st.floats(-600, 600), st.floats(0.5, 40))
def test_posteriors_add_up_however_far_the_touch_is(x: float, y: float, spread: float) -> None:
    shares = MODEL.posterior((x, y), spread, SQUARES)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_a_touch_of_the_middle_is_sure_and_one_between_is_asked() -> None:
    assert MODEL.doubtful("left", (-40.0, 0.0), SPREAD, SQUARES) == ()
    assert MODEL.doubtful("left", (-3.0, 0.0), SPREAD, SQUARES) == ("left", "right")


def test_a_touch_beside_the_middle_by_a_pixel_is_as_sure_as_the_middle() -> None:
    """Where two places are so close that not even their middles are sure."""
    close = {
        name: ((x, 0.0), [[(x - 9, -9), (x + 9, -9), (x + 9, 9)]]) for name, x in (("a", 0.0), ("b", 40.0))
    }
    model = TouchModel(close, STEP)
    assert model.doubtful("a", (0.0, 0.0), SPREAD, close) == ()
    assert model.posterior((0.0, 0.0), SPREAD, close)["a"] < SURE, "the middle itself is in doubt"
    assert model.doubtful("a", (0.2, 0.2), SPREAD, close) == ()
    assert model.doubtful("a", (6.0, 0.0), SPREAD, close) == ("a", "b")


def test_what_is_not_allowed_raises_no_doubt() -> None:
    assert MODEL.doubtful("left", (-3.0, 0.0), SPREAD, ("left", "far")) == ()


def test_a_place_that_the_model_does_not_know_is_sure() -> None:
    assert MODEL.doubtful("nowhere", (0.0, 0.0), SPREAD, ("nowhere",)) == ()


def test_holes_are_no_land() -> None:
    hole = [(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)]
    outer = [(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)]
    ring, full = ({"ring": ((0.0, 0.0), rings)} for rings in ([outer, hole], [outer]))
    aims = [TouchModel(places, 4.0)._aims["ring"][0][1:] for places in (ring, full)]
    assert not (abs(aims[0]) < 16).all(axis=1).any() and (abs(aims[1]) < 16).all(axis=1).any()


@pytest.mark.parametrize("room", [(514.0, 380.0), (257.0, 190.0)])
@pytest.mark.parametrize("name", board_names())
def test_no_touch_of_a_disc_is_asked_again_however_small_the_board(
    name: str, room: tuple[float, float]
) -> None:
    board = load_board(name)
    model, view = model_of(board, room)
    spread = px(SPREAD) / view.scale
    asked = {
        territory.id: again
        for territory in board.territories
        if (again := model.doubtful(territory.id, territory.label, spread, board.ids))
    }
    assert asked == {}


def test_a_touch_beside_four_unlikely_places_is_not_asked_about_one() -> None:
    near = {"middle": (0.0, 0.0), "east": (3.08, 0.0), "west": (-3.08, 0.0)}
    near |= {"north": (0.0, 3.08), "south": (0.0, -3.08)}
    model = TouchModel({name: (at, []) for name, at in near.items()}, STEP)
    assert model.doubtful("middle", (0.05, 0.0), 1.0, near) == ()
