"""A learner is shown where to tap: an arrow on the board, or a line around a button."""

from typing import Any

import pytest

from companion.app.night import computer_players
from companion.app.night.lessons import first_lesson
from companion.games import find_game
from companion.referee.questions import END, PickOrEnd
from companion.referee.random_bot import RandomBot

GUIDED = {"classic": 1.0, "starcraft": 0.9, "nuked": 0.8, "balance": 0.8, "rogue": 0.8, "battle": 0.8}
"""Share of the questions of a learner's first turn, at least, that show what to tap."""
MOST = 12


@pytest.fixture
def learning(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Start the first lesson of a game; its bots are waited for."""
    monkeypatch.setattr(computer_players, "AT_ONCE", 60.0)

    def start(name: str) -> Any:
        game = find_game(name)
        app.show_session(first_lesson(app.context.journal, game, app.context.dice_roller))
        app.coach.begin(game.lessons)
        screen.frames(4)
        return app

    return start


def shown(app: Any) -> bool:
    """Whether the open question shows what to tap."""
    board = getattr(app.home, "board", None)
    return app.coach.outline is not None or bool(board is not None and board.advised)


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("name", GUIDED)
def test_the_first_turn_shows_what_to_tap(learning: Any, screen: Any, name: str) -> None:
    app, chance = learning(name), RandomBot(1)
    guided: list[tuple[str, str, bool]] = []
    session = app.playing
    learner = session.table.timeline.active
    while session.question is not None and session.table.timeline.active == learner and len(guided) < MOST:
        move = app.computer.advise()
        if app.computer_move is None:
            guided.append((type(session.question).__name__, session.question.prompt, shown(app)))
        session.answer(move.answer if move is not None else chance.answer(session.question))
        screen.frames(4)
    dark = [question for *question, lit in guided if not lit]
    assert guided
    assert 1 - len(dark) / len(guided) >= GUIDED[name], dark
    assert not shown(app) or session.table.timeline.active == learner, "the next turn is not guided"


def test_the_outlined_button_gives_the_advised_answer(learning: Any, screen: Any) -> None:
    app = learning("classic")
    session = app.playing
    while True:
        move = app.computer.advise()
        if isinstance(session.question, PickOrEnd) and move is not None and move.answer == END:
            break
        session.answer(move.answer if move is not None else RandomBot(1).answer(session.question))
    screen.frames(4)
    outline, seq = app.coach.outline, session.seq
    assert outline.widget.text == session.question.end
    app.pointer.touch(outline.widget)
    screen.frames(3)
    assert session.seq != seq and app.coach.outline is not outline
    assert outline._group not in outline.widget.canvas.after.children


def test_a_bubble_goes_with_the_screen_that_it_is_about(learning: Any, screen: Any) -> None:
    from companion.ui.widgets.controls.bubble import Bubble

    app = learning("classic")
    bubbles: dict[str, bool] = {}  # by the step that it explains
    while app.home.name != "battle":
        shows = any(isinstance(child, Bubble) for child in app.children)
        bubbles.setdefault(app.playing.table.state.step, shows)
        app.playing.answer(app.computer.advise().answer)
        screen.frames(4)
    assert bubbles == {"reinforce": True, "attack": True}
    assert not any(isinstance(child, Bubble) for child in app.children)


def test_a_bubble_beside_the_board_leaves_the_next_question_to_be_read(learning: Any, screen: Any) -> None:
    app = learning("battle")
    app.playing.answer({"movement": [4]})
    screen.frames(4)
    assert app.coach._bubble is not None and app.coach._bubble.x >= app.home.side.x, "a roster leaves no room"
    app.playing.answer(app.playing.question.allowed[0])
    assert app.coach._bubble is None


def test_the_advised_number_is_chosen_before_the_place_is_tapped(learning: Any, screen: Any) -> None:
    app = learning("starcraft")
    screen.frames(2)
    advised = app.computer.advise().answer
    assert advised["count"] > 1
    app.driver.touch_place(advised["place"])
    assert app.playing.table.entries[-1].value == advised


def test_nothing_is_pointed_at_while_a_screen_lies_over_the_question(
    learning: Any, screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.clock import Clock

    from companion.referee.questions import Count
    from companion.tools.demonstrations.shown_phones import ShownPhones

    app = learning("classic")
    app.context.phones = ShownPhones()
    app.open_overlay("phones")  # phones answer while it is open
    while not isinstance(app.playing.question, Count):
        move = app.computer.advise()
        app.playing.answer(move.answer if move else RandomBot(1).answer(app.playing.question), by="phone")
        screen.frames(3)
    assert app.overlay.name == "phones"
    assert app.coach.outline is None
    now = Clock.time()
    monkeypatch.setattr(Clock, "time", lambda: now)  # what waits for a time does not come
    app.close_overlay()
    screen.frames(2)
    monkeypatch.undo()
    outline = app.coach.outline
    assert outline is not None and outline.widget is app.home.panel.confirm
