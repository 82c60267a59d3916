"""A secret choice: the board is covered until the player who is asked looks alone."""

from typing import Any

import pytest
from msgspec import structs

from companion.app.night import computer_players
from companion.games import find_game
from companion.hardware.panel import ASK, CONFIRM, UNDO
from companion.hardware.signals import meanings
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of


@pytest.fixture
def choosing(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Red and Blue are people, Green the computer, which is waited for; Red is about to choose a capital."""
    monkeypatch.setattr(computer_players, "AT_ONCE", 60.0)
    red, blue, green = seats_of(3)
    seats = (red, blue, structs.replace(green, strength="easy"))
    app.start_game(find_game("classic"), seats, {"goal": "capitals"})
    chance = RandomBot(1)
    app.playing.answer("red")
    while not app.playing.question.secret:
        app.playing.answer(chance.answer(app.playing.question))
    screen.frames(3)
    return app


def test_the_screen_is_covered_between_two_players(choosing: Any, screen: Any) -> None:
    session, pointer = choosing.playing, choosing.pointer
    for name in ("Red", "Blue"):
        assert pointer.shows(f"Only {name} looks")
        assert choosing.home.board.parent is None
        pointer.tap(f"I am {name}")
        screen.frames(2)
        before, place = session.seq, session.question.allowed[0]
        pointer.tap_at(*choosing.home.board.where(place))
        screen.frames(2)
        assert session.seq == before + 1
        assert session.table.entries[-1].value == place
    assert not [mark for place in session.table.game_view.places.values() for mark in place.marks]


def test_what_the_computer_chooses_is_not_said(choosing: Any, screen: Any) -> None:
    session = choosing.playing
    for _ in range(2):
        session.answer(session.question.allowed[0])
    screen.frames(2)
    move = choosing.computer_move
    assert (move.text, move.reason, move.places, move.moves_pieces) == ("In secret", "", (), False)
    assert choosing.home.board.chosen == ()


def test_who_looks_alone_is_advised_and_an_undone_choice_is_covered_again(choosing: Any, screen: Any) -> None:
    session, pointer = choosing.playing, choosing.pointer
    pointer.tap("I am Red")
    screen.frames(2)
    choosing.home._advise()
    assert not pointer.shows("In secret"), "who looks alone gets whole advice"
    session.answer(session.question.allowed[0])
    session.undo()
    screen.frames(2)
    assert pointer.shows("Only Red looks")


def test_no_button_of_the_panel_chooses_before_the_player_looks(choosing: Any) -> None:
    asked, seats = choosing.playing.question, choosing.playing.seats
    assert {button for button, _ in meanings(asked, seats)} > {CONFIRM, UNDO, ASK}
    found = choosing.home.meanings(meanings(asked, seats))
    assert {button for button, _ in found} == {CONFIRM, UNDO, ASK}
    assert (found[CONFIRM, False].action, found[CONFIRM, False].text) == ("accept", "I am Red")


def test_a_press_of_the_panel_uncovers_it(choosing: Any, screen: Any) -> None:
    choosing.home.panel.accept()
    screen.frames(2)
    assert choosing.home.panel.places == choosing.playing.question.allowed
