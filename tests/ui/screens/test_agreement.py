"""Does the table agree? Differences are named with their photo, and set right on either side, by touches."""

from typing import Any

import pytest

from companion.tools.demonstrations.simulated_board import SimulatedBoard
from tests.app.camera.boards_seen import pieces
from tests.ui.seen_board import put_under_camera


@pytest.fixture
def table(app: Any) -> SimulatedBoard:
    return put_under_camera(app)


def compare(app: Any, screen: Any) -> None:
    """Ask from the pause whether the table agrees, and wait for the look."""
    app.open_tool("pause")
    screen.frames(3)
    app.pointer.tap("Does the table agree?")
    screen.until(lambda: app.overlay.found is not None)
    screen.frames(3)


def of(app: Any, owner: str) -> str:
    """A large territory of an owner, which the camera tells well."""
    places = app.playing.table.game_view.places
    large = ("india", "congo", "argentina", "siberia", "western-united-states", "mongolia", "ural", "egypt")
    return next(id for id in large if places[id].owner == owner)


def test_a_board_that_lies_right_agrees(app: Any, screen: Any, table: SimulatedBoard) -> None:
    compare(app, screen)
    assert app.pointer.shows("Table and record agree."), app.pointer.texts()
    app.pointer.tap("Done")
    assert app.overlay.name == "pause"
    assert table.pieces


@pytest.mark.slow
def test_the_table_is_set_right_and_looked_at_again(app: Any, screen: Any, table: SimulatedBoard) -> None:
    places = app.playing.table.game_view.places
    place = of(app, "red")
    table.put({id: there for id, there in pieces(places).items() if id != place})
    compare(app, screen)
    (one,) = app.overlay.open
    assert (one.place, one.seen) == (place, None)
    count = places[place].count
    assert any(words.endswith(f"looks empty; the record says Red {count}.") for words in app.pointer.texts())
    seq = app.playing.seq
    app.pointer.tap(f"Red: put {count} there")
    table.put(pieces(places))
    app.pointer.tap("Look again")
    screen.until(lambda: app.overlay.found is not None)
    screen.frames(3)
    assert app.pointer.shows("Table and record agree.")
    assert app.playing.seq == seq, "nothing is answered"


def test_the_record_is_set_right_with_the_fix_proposed(app: Any, screen: Any, table: SimulatedBoard) -> None:
    places = app.playing.table.game_view.places
    place = of(app, "red")
    wrong = "green" if places[place].count else "blue"
    table.put({**pieces(places), place: (wrong, places[place].count)})
    compare(app, screen)
    app.pointer.tap("Fix the record")
    screen.frames(3)
    assert app.overlay.name == "correct" and app.playing.table.game_view.places[place].owner == "red"
    app.pointer.tap("Fix (1)")
    assert app.playing.table.game_view.places[place].owner == wrong
    screen.until(lambda: app.overlay.found is not None)
    screen.frames(3)
    assert app.pointer.shows("Table and record agree.")


@pytest.mark.slow
def test_back_from_the_fix_leaves_the_record(app: Any, screen: Any, table: SimulatedBoard) -> None:
    places = app.playing.table.game_view.places
    place = of(app, "blue")
    table.put({**pieces(places), place: ("red", 2)})
    compare(app, screen)
    app.pointer.tap("Fix the record")
    app.pointer.tap("Back")
    assert app.overlay.name == "agreement"
    assert app.playing.table.game_view.places[place].owner == "blue"


@pytest.mark.slow
def test_a_board_that_is_gone_is_said(app: Any, screen: Any, table: SimulatedBoard) -> None:
    table._views.extend([picture * 0 + 90 for picture in table._views])
    for _ in range(2):
        table._views.popleft()
    compare(app, screen)
    assert app.pointer.shows("The camera does not find the board.")
