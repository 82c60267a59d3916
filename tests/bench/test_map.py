"""Time to draw the board in software: all of it, a change and a move; and the camera's picture."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.boards.board import board_of, load_board
from companion.referee.game_view import Place
from companion.referee.seats import seats_of
from tests.bench.board_games import LARGEST
from tests.bench.board_games import board as random_board
from tests.ui.conftest import _window, screen  # noqa: F401 - fixtures of the one window
from tests.ui.widgets.gallery import world


@pytest.fixture(params=("classic", "duel", "archipelago", "europe", LARGEST))
def board_map(screen: Any, request: Any) -> Any:  # noqa: F811
    """The map of each board that ships, and of a random one of 90 territories."""
    from companion.ui.widgets.board.territory_map import TerritoryMap

    name = request.param
    board = board_of(random_board(1, LARGEST), "random") if name == LARGEST else load_board(name)
    size = {"size_hint": (None, None), "size": (520, 384), "pos": (0, 48)}
    return screen.show(TerritoryMap(board=board, game_view=world(board=board), seats=seats_of(6), **size))


@pytest.fixture
def finished_frame(screen: Any) -> Any:  # noqa: F811
    """Draw a frame and wait until it is complete."""
    from kivy.graphics.opengl import glFinish

    def draw() -> None:
        screen.window.canvas.ask_update()
        screen.frames(drawn=True)
        glFinish()

    return draw


def changed(board_map: Any, owner: Any, count: Any) -> Any:
    """The view with another owner and count of one place."""
    view = board_map.game_view
    return replace(view, places={**view.places, board_map.board.territories[0].id: Place(owner, count)})


@pytest.mark.every(5)
def test_frame_without_changes(benchmark: Any, board_map: Any, finished_frame: Any) -> None:  # noqa: ARG001
    benchmark(finished_frame)


@pytest.mark.every(5, first=1)
def test_frame_after_a_count_changed(benchmark: Any, board_map: Any, finished_frame: Any) -> None:
    counts = iter(range(1, 10**6))

    def change() -> None:
        board_map.game_view = changed(board_map, "red", next(counts) % 30)
        finished_frame()

    benchmark(change)


@pytest.mark.every(5, first=1)
def test_frame_after_an_owner_changed(benchmark: Any, board_map: Any, finished_frame: Any) -> None:
    turns = iter(range(10**6))

    def change() -> None:
        board_map.game_view = changed(board_map, ("red", "blue")[next(turns) % 2], 3)
        finished_frame()

    benchmark(change)


@pytest.mark.every(5, first=1)
def test_frame_after_everything_was_dimmed_or_lit(
    benchmark: Any, board_map: Any, finished_frame: Any
) -> None:
    turns = iter(range(10**6))

    def change() -> None:
        board_map.selectable = (None, (board_map.board.territories[0].id,))[next(turns) % 2]
        finished_frame()

    benchmark(change)


@pytest.mark.every(5)
def test_frame_while_a_finger_moves_the_board(
    benchmark: Any,
    board_map: Any,
    screen: Any,  # noqa: F811
    finished_frame: Any,
) -> None:
    finger, turns = screen.finger(260, 240), iter(range(10**6))
    board_map._set_view(board_map._view.zoomed(2.0, (260, 240)))
    finger.touch_down()

    def move() -> None:
        finger.touch_move(260 + 30 * (next(turns) % 3), 240)
        finished_frame()

    benchmark(move)
    finger.touch_up()


def test_frame_with_a_new_camera_picture(benchmark: Any, screen: Any, finished_frame: Any) -> None:  # noqa: F811
    import numpy as np

    from companion.ui.widgets.dice.live_view import LiveView
    from companion.vision.dice import DieReading

    view = screen.show(LiveView(size_hint=(None, None), size=(440, 370)))
    pictures = [np.random.default_rng(n).integers(0, 255, (720, 1280, 3), np.uint8) for n in range(2)]
    dice = [(DieReading(6, (200 + n, 200, 300 + n, 300), "red", 0.99, True),) * 5 for n in range(2)]
    turns = iter(range(10**6))

    def take() -> None:
        turn = next(turns) % 2
        view.show(pictures[turn], dice[turn], "Still moving")
        finished_frame()

    benchmark(take)
