"""However a board is moved and zoomed, it is never lost, and fingers keep what they hold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.widgets.board.territory.viewport import MAX_ZOOM, Viewport

VIEW = Viewport((1600.0, 1180.0), (0.0, 48.0), (520.0, 384.0))
points = st.tuples(st.floats(0, 520), st.floats(48, 432))
moves = st.lists(
    st.tuples(st.floats(0.2, 5.0), points, st.tuples(st.floats(-900, 900), st.floats(-900, 900))), max_size=8
)


def wandered(steps: Any) -> Any:
    view = VIEW
    for factor, around, by in steps:
        view = view.zoomed(factor, around).moved(by)
    return view


@given(moves, points)
def test_there_and_back_again(steps: Any, point: Any) -> None:
    view = wandered(steps)
    assert view.to_screen(view.to_board(point)) == pytest.approx(point, abs=1e-6)


@given(moves)
def test_zoom_stays_within_bounds(steps: Any) -> None:
    assert 1.0 <= wandered(steps).zoom <= MAX_ZOOM


@given(moves)
def test_no_gap_opens_at_any_side(steps: Any) -> None:
    view = wandered(steps)
    for axis in (0, 1):
        start, end = view.origin[axis], view.origin[axis] + view.board[axis] * view.scale
        corner, room = view.corner[axis], view.room[axis]
        if end - start >= room:
            assert start <= corner + 1e-6 and end >= corner + room - 1e-6
        else:
            assert (start + end) / 2 == pytest.approx(corner + room / 2)


@given(moves)
def test_the_whole_board_comes_back(steps: Any) -> None:
    assert wandered(steps).whole() == VIEW


def test_the_point_between_the_fingers_stays() -> None:
    around = (260.0, 240.0)
    zoomed = VIEW.zoomed(2.0, around)
    assert zoomed.to_board(around) == pytest.approx(VIEW.to_board(around))


@given(moves, st.lists(st.tuples(st.floats(100, 1500), st.floats(100, 1080)), min_size=1, max_size=5))
def test_a_frame_shows_all_points_and_is_as_close_as_it_may_be(steps: Any, shown: Any) -> None:
    view = wandered(steps).framing(shown, 48.0)
    inside = [VIEW.corner[0] <= x <= 520 and 48 <= y <= 432 for x, y in map(view.to_screen, shown)]
    assert all(inside) and 1.0 <= view.zoom <= MAX_ZOOM
    if len(shown) == 1:
        assert view.zoom == MAX_ZOOM


@given(moves, points)
def test_a_board_moves_only_for_points_that_are_out_of_sight(steps: Any, point: Any) -> None:
    view = wandered(steps)
    x, y = view.to_screen(view.showing([point], 0.0).to_board(point))
    assert view.showing([point], 0.0).shift == pytest.approx(view.shift, abs=1e-6), "it was in sight"
    assert (x, y) == pytest.approx(point, abs=1e-6)
