"""A seat of the computer on the screen: what it does is said, and a tap says that its pieces are moved."""

from typing import Any

import pytest
from msgspec import structs

from companion.games import find_game
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of


@pytest.fixture
def against_computer(app: Any, screen: Any) -> Any:
    """Red is a person, Blue the computer; Red has to answer first."""
    red, blue = seats_of(2)
    app.start_game(find_game("classic"), (red, structs.replace(blue, strength="normal")), {})
    screen.frames(3)
    return app


def to_the_computer(app: Any, wanted: type[Any]) -> Any:
    session, chance = app.playing, RandomBot(1)
    for _ in range(400):
        move = app.computer_move
        if move is not None and isinstance(session.question, wanted) and move.moves_pieces:
            return session
        session.answer(move.answer if move is not None else chance.answer(session.question))
    raise AssertionError("the computer is never asked")


def test_a_tap_says_that_its_pieces_are_moved(against_computer: Any, screen: Any) -> None:
    app = against_computer
    session = to_the_computer(app, Deploy)
    screen.frames(3)
    move, given = app.computer_move, len(session.table.entries)
    assert app.pointer.shows(move.text)
    assert app.home.board.chosen == move.places
    app.pointer.tap("Pieces moved")
    assert len(session.table.entries) == given + 1
    assert (session.table.entries[-1].value, session.table.entries[-1].by) == (move.answer, "computer")


def test_where_no_piece_is_moved_it_goes_on_by_itself(
    against_computer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui.screens import table

    app = against_computer
    session, chance = app.playing, RandomBot(1)
    while app.computer_move is None or app.computer_move.moves_pieces:
        move = app.computer_move
        session.answer(move.answer if move is not None else chance.answer(session.question))
    seq = session.seq
    app.open_overlay("why")
    monkeypatch.setattr(table, "monotonic", lambda: 1e12)
    app._tick(0.0)
    assert session.seq == seq, "people are reading"
    app.close_overlay()
    app.home.tick()
    assert session.seq != seq


def test_its_answer_is_no_quarrel(against_computer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen asks anew before it ticks, so that nothing is answered twice."""
    from companion.ui.screens import table

    app = against_computer
    session, chance = app.playing, RandomBot(1)
    said: list[str] = []
    monkeypatch.setattr(app, "show_toast", said.append)
    clock = iter(range(10**6, 10**9, 60))
    monkeypatch.setattr(table, "monotonic", lambda: next(clock))
    given: list[Any] = []
    while session.question is not None and len(given) < 4:
        move = app.computer_move
        if move is None or move.moves_pieces:
            session.answer(move.answer if move is not None else chance.answer(session.question))
        app.home.tick()
        given = [entry for entry in session.table.entries if entry.by == "computer"]
    assert given, "none of its answers was given by itself"
    assert [words for words in said if "answered first" in words] == []


def test_people_get_advice(against_computer: Any, screen: Any) -> None:
    app = against_computer
    session, chance = app.playing, RandomBot(1)
    while app.computer_move is not None or not isinstance(session.question, Deploy):
        move = app.computer_move
        session.answer(move.answer if move is not None else chance.answer(session.question))
    screen.frames(3)
    move, before = app.computer.advise(), app.home.card._detail.text
    app.pointer.tap("Advice")
    assert app.home.card._detail.text == f"{move.text}. {move.reason}" != before
    assert app.home.board.advised == move.places == (move.answer["place"],)
    assert app.home.card._detail.top <= app.home.card.top, "it is in sight"
    session.answer(move.answer)
    screen.frames(3)
    assert app.home.board.advised == () and move.reason not in app.home.card._detail.text


def test_seats_are_given_to_the_computer(app: Any, screen: Any) -> None:
    app.open_overlay("seats", lobby=app.home)
    screen.frames(3)
    for strength in ("easy", "normal", "hard", None):
        app.pointer.tap("Person" if strength == "easy" else "Computer")
        screen.frames(2)
        app.pointer.tap(strength.capitalize() if strength else "Person")
        screen.frames(2)
        assert app.home.seats[-1].strength == strength or app.home.seats[0].strength == strength
