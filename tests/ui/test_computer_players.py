"""A seat of the computer on the screen: what it does is said, and a tap says that its pieces are moved."""

from threading import Event
from typing import Any

import pytest
from msgspec import structs

from companion.app.night import computer_players
from companion.app.night.panel_controller import READING
from companion.games import find_game
from companion.hardware.panel import ASK, CONFIRM, END, NEXT, UNDO, seat_button
from companion.hardware.signals import ATTENTION
from companion.referee.bot import Bot
from companion.referee.questions import Deploy, PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui import theme


@pytest.fixture
def against_computer(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Red is a person, Blue the computer, which is waited for; Red has to answer first."""
    monkeypatch.setattr(computer_players, "AT_ONCE", 60.0)
    red, blue = seats_of(2)
    app.start_game(find_game("classic"), (red, structs.replace(blue, strength="normal")), {})
    screen.frames(3)
    return app


def to_the_computer(app: Any, wanted: type[Any]) -> Any:
    session, chance = app.playing, RandomBot(1)
    for _ in range(400):
        move = app.computer_move
        if move is not None and isinstance(session.question, wanted) and "offer" not in move.answer:
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


def slow_down(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let bots decide only when the event is set, but on dice at once."""
    may_go_on, advise = Event(), Bot.advise

    def slowly(bot: Any, question: Any, state: Any) -> Any:
        assert question.by_chance or may_go_on.wait(20.0)
        return advise(bot, question, state)

    monkeypatch.setattr(computer_players, "AT_ONCE", 0.0)
    monkeypatch.setattr(Bot, "advise", slowly)
    return may_go_on


@pytest.fixture
def slow_computer(against_computer: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Event]:
    """The computer is asked for armies, and decides when the event is set."""
    session = to_the_computer(against_computer, Deploy)
    session.undo()
    may_go_on = slow_down(monkeypatch)
    session.redo()
    return against_computer, may_go_on


def test_the_screen_goes_on_while_it_thinks(slow_computer: tuple[Any, Event], screen: Any) -> None:
    app, may_go_on = slow_computer
    screen.frames(3)
    assert app.pointer.shows("The computer is thinking.") and not app.pointer.shows("Pieces moved")
    screen.until(lambda: app.panel.frame.attention == ATTENTION["thinking"])
    screen.until(lambda: {button for button, _ in app.strip.meanings} == {UNDO, ASK})
    app.open_overlay("why")
    screen.frames(2)
    may_go_on.set()
    screen.until(lambda: not app.thinking)
    assert app.overlay.name == "why", "what people read stays open"
    app.close_overlay()
    screen.frames(3)
    assert app.pointer.shows(app.computer_move.text) and app.pointer.shows("Pieces moved")


def test_what_it_thought_about_an_undone_question_is_not_shown(
    slow_computer: tuple[Any, Event], screen: Any
) -> None:
    app, may_go_on = slow_computer
    app.playing.undo()
    asked = app.playing.question
    may_go_on.set()
    screen.until(lambda: not app.thinking)
    app.computer.thinks(lambda: None)
    screen.frames(3)
    assert app.home.panel.question == asked


def test_late_advice_is_told_unless_another_question_is_open(
    against_computer: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, chance = against_computer, RandomBot(1)
    told: list[Any] = []
    session, may_go_on = app.playing, slow_down(monkeypatch)
    while session.question.by_chance or session.question.seat != "red":
        session.answer(chance.answer(session.question))
    assert app.ask_advice(told.append) and not told
    may_go_on.set()
    screen.until(lambda: bool(told))
    assert told[0].answer == app.computer.advise().answer
    may_go_on.clear()
    session.correct({})
    assert app.ask_advice(told.append)
    session.answer(chance.answer(session.question))
    may_go_on.set()
    screen.seconds(0.3)
    assert len(told) == 1


@pytest.mark.long
def test_no_press_of_the_panel_answers_for_it(
    against_computer: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Confirm lets it go on; End and its seat's button do nothing."""
    monkeypatch.setattr(theme, "COMPUTER_SECONDS", 1e9)
    app = against_computer
    session = to_the_computer(app, PickOrEnd)
    screen.seconds(READING + 0.1)
    seq, move = session.seq, app.computer_move
    for button, held in ((END, False), (NEXT, True), (seat_button(1), False), (seat_button(1), True)):
        app.panel.press(button, long=held)
        screen.until(app.context.presses.empty)
    assert session.seq == seq
    app.panel.press(CONFIRM)
    screen.until(lambda: session.seq != seq)
    assert (session.table.entries[-1].value, session.table.entries[-1].by) == (move.answer, "computer")


@pytest.mark.slow
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


def attacks_from(app: Any, who: str) -> Any:
    """Play on until somebody is asked where to attack from and an attack is best; return that answer."""
    session, chance = app.playing, RandomBot(1)
    for _ in range(600):
        question, move = session.question, app.computer_move
        decided = move or app.computer.advise()
        begins = isinstance(question, PickOrEnd) and decided is not None and decided.arrow is not None
        if begins and not question.focus and (move is not None) == (who == "computer"):
            return decided
        session.answer(decided.answer if decided is not None else chance.answer(question))
    raise AssertionError("nobody attacks")


@pytest.mark.parametrize("who", ["a person who asks for advice", "computer"])
def test_an_arrow_shows_from_where_and_to_where_an_attack_goes(
    against_computer: Any, screen: Any, who: str
) -> None:
    """From the first of both answers on, and never towards where it comes from."""
    app = against_computer
    move = attacks_from(app, who)
    screen.frames(3)
    if who != "computer":
        app.pointer.tap("Advice")
    origin, target = app.home.board.arrow
    assert (origin, target) == move.arrow and origin == move.answer
    app.playing.answer(origin)
    screen.frames(3)
    assert target in app.playing.question.allowed
    assert app.home.board.arrow == ((origin, target) if who == "computer" else ())


def test_seats_are_given_to_the_computer(app: Any, screen: Any) -> None:
    app.open_overlay("seats", lobby=app.home)
    screen.frames(3)
    for strength in ("easy", "normal", "hard", None):
        app.pointer.tap("Person" if strength == "easy" else "Computer")
        screen.frames(2)
        app.pointer.tap(strength.capitalize() if strength else "Person")
        screen.frames(2)
        assert app.home.seats[-1].strength == strength or app.home.seats[0].strength == strength
