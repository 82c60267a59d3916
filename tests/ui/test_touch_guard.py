"""A double tap, and a finger that was on the screen before, never answer the next question."""

from typing import Any

import pytest

from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.pointer import Pointer
from tests.ui.every_game import CASES

FAST, SLOW = 12, 100
"""Answers by double taps in each game."""
PATIENCE = 5
"""Times that many answers are tried: a first tap may come before its question is drawn."""
BETWEEN = 0.12
"""Seconds between the two taps."""


class DoubleTaps(Pointer):
    """Taps everything twice, and notes where the second tap answered as well."""

    def __init__(self, shell: Any, pause: Any) -> None:
        super().__init__(pause)
        self.shell, self.now = shell, 100.0
        self.answers, self.twice = 0, []
        shell.guard.clock = lambda: self.now

    def tap_at(self, x: float, y: float, hold: float = 0.0) -> None:
        before = self.shell.playing.seq
        super().tap_at(x, y, hold)
        answered = self.shell.playing.seq
        if answered != before:
            self.answers += 1
            question = self.shell.playing.question
            self.now += BETWEEN
            super().tap_at(x, y)
            if self.shell.playing.seq != answered:
                self.twice.append((x, y, question))
        self.now += 1.0


def play(app: Any, screen: Any, case: tuple[str, int, dict[str, str]], answers: int) -> DoubleTaps:
    """Play a game by double taps until this many have answered, or the game is over."""
    from companion.games import find_game

    name, players, house = case
    pointer = DoubleTaps(app, app.pointer._pause)
    app.guard.seconds = 0.35
    app.pointer = app.driver.pointer = pointer
    app.start_game(find_game(name), seats_of(players), house)
    bot = RandomBot(len(name))
    for _ in range(PATIENCE * answers):
        if pointer.answers >= answers or app.playing.question is None:
            return pointer
        screen.frames(2)
        pointer.now += 1.0
        app.driver.give(bot.answer(app.playing.question))
    raise AssertionError(f"{pointer.answers} answers; the screen says {pointer.texts()}")


@pytest.mark.parametrize("case", CASES[:1] + CASES[2:3] + CASES[-4:], ids=lambda case: case[0])
def test_a_double_tap_answers_once(app: Any, screen: Any, case: Any) -> None:
    assert play(app, screen, case, FAST).twice == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_a_thousand_double_taps_answer_once_each(app: Any, screen: Any, case: Any) -> None:
    assert play(app, screen, case, SLOW).twice == []


def test_a_finger_that_was_down_before_the_question_does_not_answer_it(app: Any, screen: Any) -> None:
    from companion.games import find_game

    app.guard.seconds = 0.35
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    bot = RandomBot(3)
    while app.playing.table.timeline.part == "setup" or not app.home.panel.places:
        app.playing.answer(bot.answer(app.playing.question))
        screen.frames(2)
    app.guard.clock = lambda: 100.0
    finger = screen.finger(*app.home.board.where(app.home.panel.places[0]))
    app.guard._until = 0.0
    finger.touch_down()
    app.guard.start()
    seq = app.playing.seq
    finger.touch_up()
    assert app.playing.seq == seq
    screen.tap(*app.home.board.where(app.home.panel.places[0]))
    assert app.playing.seq == seq, "the guard lasts"
    app.guard.clock = lambda: 101.0
    screen.tap(*app.home.board.where(app.home.panel.places[0]))
    assert app.playing.seq > seq


def test_the_guard_waits_until_the_question_is_drawn(app: Any, screen: Any) -> None:
    now = 100.0
    app.guard.seconds, app.guard.clock = 0.35, lambda: now
    app.guard.start()
    now = 200.0  # the frame takes this long; the finger came down meanwhile
    assert app.guard.blocks(screen.finger(1, 1))
    screen.frames(2)
    assert app.guard.blocks(screen.finger(1, 1))
    now = 200.4
    assert not app.guard.blocks(screen.finger(1, 1))


def test_the_button_that_ends_is_never_where_one_confirmed(screen: Any) -> None:
    from companion.referee.questions import Count, PickOrEnd
    from companion.ui.question_views.count import CountView
    from companion.ui.question_views.pick import PickOrEndView

    asked = {"seat": "red", "prompt": "How many?", "rules": ("CL-ATT",)}
    count = CountView(Count(**asked, least=1, most=3, unit="army"), print, print)
    end = PickOrEndView(PickOrEnd(**asked, allowed=("peru",), denied={}, end="End"), print, print)
    screen.show(count)
    confirm_top = count.confirm.top
    screen.show(end)
    (button,) = [part for part in end.walk() if getattr(part, "text", "") == "End"]
    assert confirm_top < end.center_y < button.y
