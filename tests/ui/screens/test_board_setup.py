"""Setting the board up: part by part, ticked off, and back to the game as it was."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.widgets.players.event_row import EventRow
from tests.app.camera.boards_seen import pieces
from tests.ui.seen_board import put_under_camera


@pytest.fixture
def seen_table(app: Any) -> Any:
    return put_under_camera(app)


def _play(app: Any, name: str, answers: int = 130) -> None:
    app.start_game(find_game(name), seats_of(3), {})
    session, player = app.playing, RandomBot(2)
    session.unsubscribe(app._on_change)
    for _ in range(answers):
        session.answer(player.answer(session.question))
    app.show_session(session)
    app.pointer._pause(0.0)


def _rows(app: Any) -> list[EventRow]:
    return [widget for widget in app.overlay.walk() if isinstance(widget, EventRow)]


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize("name", ["classic", "balance", "rogue"])
def test_each_part_is_shown_once_and_nothing_is_answered(
    app: Any, screen: Any, tmp_path: Path, name: str
) -> None:
    _play(app, name)
    before = app.playing.seq
    app.open_overlay("standings")
    screen.frames(3)
    app.pointer.tap("Set the board up")
    shown: list[str] = []
    while app.overlay is not None:
        screen.frames(3)
        screen.picture(tmp_path / f"{name}-{len(shown)}.png")
        shown += [row.text for row in _rows(app)]
        app.pointer.tap("Next" if app.overlay.index < len(app.overlay.parts) - 1 else "Done")
    parts = len(shown)
    assert parts == len(set(shown))
    assert parts >= sum(place.count > 0 for place in app.playing.table.game_view.places.values())
    assert app.playing.seq == before
    assert app.home.session is app.playing


def test_rows_and_places_are_ticked_off(app: Any, screen: Any) -> None:
    _play(app, "classic")
    app.open_overlay("board setup")
    screen.frames(3)
    first = _rows(app)[0]
    app.pointer.touch(first)
    placed = app.overlay.parts[0].places[0]
    assert app.overlay.laid == {placed.place}
    assert first.chosen and app.overlay.board.chosen == (placed.place,)
    other = app.overlay.parts[0].places[1]
    app.pointer.tap_at(*app.overlay.board.where(other.place))
    assert app.overlay.laid == {placed.place, other.place}
    app.pointer.touch(first)
    assert app.overlay.laid == {other.place}


def test_a_kept_game_is_set_up_from_the_pause_with_few_taps(app: Any, screen: Any) -> None:
    _play(app, "classic")
    app.open_tool("pause")
    number = app.playing.number
    app.leave_game()
    screen.frames(3)
    taps = ["Go on", "Set the board up", *["Next"] * 5, "Done", "Go on"]
    for words in taps:
        app.pointer.tap(words)
        screen.frames(3)
    assert app.playing.number == number and not app.playing.clocks.paused and app.overlay is None
    assert len(taps) <= 15


def test_its_page_is_saved_and_said(app: Any, screen: Any) -> None:
    _play(app, "classic")
    app.open_overlay("board setup")
    screen.frames(3)
    app.pointer.tap("Save a page")
    screen.until(lambda: app.toast.toast.parent is not None)
    (path,) = (app.context.journal.path.parent / "saved games").glob("*-setup.html")
    assert app.toast.toast.text == f"Saved as {path}"
    placed = sum(place.count > 0 for place in app.playing.table.game_view.places.values())
    assert path.read_text(encoding="utf-8").count("checkbox") == placed


def test_an_empty_board_offers_no_setup(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    for screen_name in ("standings", "pause"):
        app.open_overlay(screen_name)
        screen.frames(3)
        assert "Set the board up" not in app.pointer.texts()


def test_an_open_field_offers_no_setup(app: Any, screen: Any) -> None:
    app.start_game(find_game("battle"), seats_of(2), {})
    app.open_overlay("standings")
    screen.frames(3)
    assert "Set the board up" not in app.pointer.texts()


@pytest.mark.long
def test_a_camera_ticks_off_what_lies_right_and_turns_on(app: Any, screen: Any, seen_table: Any) -> None:
    places = app.playing.table.game_view.places
    right, taps = pieces(places), 0
    seen_table.put({})
    app.open_tool("pause")
    number = app.playing.number
    app.leave_game()
    screen.frames(3)
    for words in ("Go on", "Set the board up"):
        app.pointer.tap(words)
        taps += 1
    screen.seconds(0.5)
    assert app.overlay.index == 0 and not app.overlay.laid, "an empty board has nothing that lies right"
    first = {placed.place for placed in app.overlay.parts[0].places}
    seen_table.put({id: there for id, there in right.items() if id in first})
    app.board_watch._next = 0.0
    screen.until(lambda: bool(app.overlay.laid))
    assert app.overlay.laid <= first, "nothing else is ticked off"
    seen_table.put(right)
    app.board_watch._next = 0.0
    screen.until(lambda: len(app.overlay.laid) > len(right) * 0.8)
    while app.overlay.name == "board setup":
        app.pointer.tap("Next" if app.overlay.index < len(app.overlay.parts) - 1 else "Done")
        taps += 1
        screen.frames(3)
    app.pointer.tap("Go on")
    taps += 1
    assert app.playing.number == number and app.overlay is None
    assert taps <= 15


@pytest.mark.slow
def test_what_lies_wrong_is_not_ticked_off(app: Any, screen: Any, seen_table: Any) -> None:
    places = app.playing.table.game_view.places
    others = {"red": "green", "green": "blue", "blue": "red"}
    seen_table.put({id: (others[owner], count) for id, (owner, count) in pieces(places).items()})
    app.open_overlay("board setup")
    looks: list[Any] = []
    app.board_watch.look(looks.append, at_once=True)
    screen.until(lambda: bool(looks))
    assert app.overlay.laid == set()
