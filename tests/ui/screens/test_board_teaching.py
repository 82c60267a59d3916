"""Teaching a board by touches: rings at its corners, its lines, pieces of each player, and it is kept."""

from typing import Any

import pytest

from companion.games import find_game
from companion.games.boards.board import load_board
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.tools.demonstrations.simulated_board import CORNERS, SimulatedBoard
from tests.ui.screens.test_settings import scroll_to


@pytest.fixture
def table(app: Any) -> SimulatedBoard:
    """A game of Classic with a camera over its board."""
    from companion.app.camera.table_camera import TableCamera

    board = SimulatedBoard(load_board("classic"))
    profile = app.context.journal.path.parent / "profile.toml"
    app.context.table = TableCamera("drawn", lambda: board.picture, profile)
    app.start_game(find_game("classic"), seats_of(3), {})
    return board


def drag_corners(app: Any, screen: Any) -> None:
    """Drag the rings to the corners of the board."""
    view = app.overlay.view
    for handle, corner in zip(tuple(view.ruler.handles), CORNERS, strict=True):
        finger = screen.finger(*view.where(handle))
        finger.touch_down()
        screen.frames(2)
        finger.touch_move(*view.where(corner))
        screen.frames(2)
        finger.touch_up()
        screen.frames(2)


def teach(app: Any, screen: Any, table: SimulatedBoard) -> None:
    """Go through the whole lesson by touches."""
    table.put({})
    app.open_overlay("board teaching")
    screen.frames(3)
    drag_corners(app, screen)
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.step == "lines")
    app.pointer.tap("Yes")
    table.put({place: (colour, 3) for colour, place in app.overlay.lesson.places.items()})
    screen.frames(3)
    app.pointer.tap("Look")
    screen.until(lambda: not app.overlay._busy)


@pytest.mark.long
def test_a_board_is_taught_by_touches_and_kept(app: Any, screen: Any, table: Any) -> None:
    teach(app, screen, table)
    assert app.pointer.shows("Good. Take the pieces off again."), app.pointer.texts()
    model = app.context.table.boards.find("classic")
    assert set(model.seats) == {"red", "blue", "green"}
    assert abs(model.corners() - CORNERS).max() < 12, "pixels of the picture"
    app.pointer.tap("Done")
    assert app.overlay is None


@pytest.mark.slow
def test_what_is_not_seen_is_said_and_nothing_is_kept(app: Any, screen: Any, table: Any) -> None:
    app.open_overlay("board teaching")
    screen.frames(3)
    drag_corners(app, screen)
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.step == "lines")
    app.pointer.tap("No, again")
    assert app.overlay.step == "empty"
    screen.seconds(0.3)
    drag_corners(app, screen)
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.step == "lines")
    app.pointer.tap("Yes")
    places = list(app.overlay.lesson.places.values())
    table.put({places[0]: ("red", 3), places[1]: ("blue", 3)})
    app.pointer.tap("Look")
    screen.until(lambda: not app.overlay._busy)
    assert app.overlay.step == "pieces"
    assert list(app.overlay.lesson.problems) == ["green"]
    assert any("No pieces are seen there" in words for words in app.pointer.texts())
    assert app.context.table.boards.find("classic") is None


@pytest.mark.usefixtures("table")
def test_corners_that_lie_together_are_refused(app: Any, screen: Any) -> None:
    app.open_overlay("board teaching")
    screen.frames(3)
    app.overlay.view.ruler.handles = [(10.0, 10.0), (40.0, 10.0), (40.0, 30.0), (10.0, 30.0)]
    app.pointer.tap("Look")
    screen.until(lambda: not app.overlay._busy)
    assert app.overlay.step == "empty"
    assert any("too near" in words for words in app.pointer.texts())


def test_without_a_camera_nothing_is_different(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    app.open_overlay("pause")
    screen.frames(3)
    assert "Teach the board" not in app.pointer.texts()


@pytest.mark.usefixtures("table")
def test_it_is_reached_from_the_pause_and_leads_back(app: Any, screen: Any) -> None:
    bot = RandomBot(1)
    app.playing.answer(bot.answer(app.playing.question))
    app.open_tool("pause")
    screen.frames(3)
    app.pointer.tap("Teach the board")
    screen.frames(3)
    app.pointer.tap("Back")
    assert app.overlay.name == "pause"


def test_the_empty_board_is_taught_from_the_settings_and_its_pieces_in_a_game(
    app: Any, screen: Any, table: SimulatedBoard
) -> None:
    app.leave_game()
    table.put({})
    app.open_overlay("settings")
    screen.frames(3)
    scroll_to(screen, "Teach a board")
    app.pointer.tap("Teach a board")
    app.pointer.tap("World")
    screen.frames(3)
    drag_corners(app, screen)
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.step == "lines")
    app.pointer.tap("Yes")
    assert app.pointer.shows("Good. The pieces are learned in a game."), app.pointer.texts()
    app.pointer.tap("Done")
    assert app.overlay.name == "settings"
    model = app.context.table.boards.find("classic")
    assert model is not None and not model.seats
    app.start_game(find_game("classic"), seats_of(3), {})
    assert not app.board_watch.ready, "pieces are not known yet"
    app.open_overlay("board teaching")
    screen.frames(3)
    assert app.overlay.step == "lines", "the board need not be cleared again"
    app.pointer.tap("Yes")
    table.put({place: (colour, 3) for colour, place in app.overlay.lesson.places.items()})
    screen.frames(3)
    app.pointer.tap("Look")
    screen.until(lambda: app.overlay.step == "done")
    assert set(app.context.table.boards.find("classic").seats) == {"red", "blue", "green"}
    assert app.board_watch.ready


@pytest.mark.slow
def test_only_colours_that_are_not_known_are_asked_for(app: Any, screen: Any, table: SimulatedBoard) -> None:
    teach(app, screen, table)
    app.start_game(find_game("classic"), seats_of(4), {})
    app.open_overlay("board teaching")
    screen.frames(3)
    new = {seat.colour for seat in app.playing.seats} - {"red", "blue", "green"}
    assert set(app.overlay.lesson.places) == new and len(new) == 1
    app.start_game(find_game("classic"), seats_of(3), {})
    app.open_overlay("board teaching")
    screen.frames(3)
    assert app.overlay.step == "empty" and len(app.overlay.lesson.places) == 3, "all is known: taught anew"
