"""A game that waits draws nothing: people think for minutes, and a drawn frame costs most of a core."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.questions import Confirm, Deploy, PickOrEnd, Question, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.theme import PULSE_SECONDS, PULSES
from tests.ui.conftest import play_unseen
from tests.ui.simulated_time import SimulatedTime

SETTLED = PULSES * PULSE_SECONDS + 6.0
"""Seconds after which toasts, pulses and hand-overs are over."""

WATCHED, STEPS = 10.0, 2
"""Seconds that are watched, and steps of the clock in them at most."""

STEP, LONG_STEP = 0.1, 0.5
"""Seconds between two chances to draw: while it is watched, drawing at each would be ten frames a second."""

Waiting = tuple[str, dict[str, str], type[Question]]

QUESTIONS: list[Waiting] = [
    ("classic", {"placing": "all at once"}, PickOrEnd),
    ("classic", {"placing": "all at once"}, Roll),
    ("classic", {"placing": "all at once"}, Deploy),
    ("starcraft", {"placing": "all at once", "mode": "command room"}, Deploy),
    ("rogue", {}, PickOrEnd),
    ("battle", {}, Confirm),
]


@pytest.fixture
def time(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedTime]:
    simulated = SimulatedTime(screen, app, monkeypatch.setattr)
    monkeypatch.setattr("companion.ui.widgets.status.panel_strip.monotonic", lambda: simulated.now)
    yield simulated
    simulated.close()


def drawn_frames(screen: Any, time: SimulatedTime, seconds: float, step: float = STEP) -> int:
    """The number of frames that are drawn in this time."""
    from kivy.base import EventLoop

    drawn: list[float] = []
    screen.window.bind(on_flip=lambda *_: drawn.append(time.now))
    for _ in range(round(seconds / step)):
        time.now += step
        EventLoop.idle()
    return len(drawn)


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize(
    ("game", "rules", "kind"), QUESTIONS, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_question_that_waits_draws_only_where_its_clock_steps(
    app: Any, screen: Any, time: SimulatedTime, game: str, rules: dict[str, str], kind: type[Question]
) -> None:
    app.start_game(find_game(game), seats_of(3 if find_game(game).seats[1] > 2 else 2), rules)
    play_unseen(app, RandomBot(5), lambda session: waits(session, kind))
    assert isinstance(app.playing.question, kind)
    time.pause(SETTLED, frames=round(SETTLED / LONG_STEP))
    screen.frames(2, drawn=True)
    assert drawn_frames(screen, time, WATCHED) <= STEPS, "only the clock changes"


def waits(session: Any, kind: type[Question]) -> bool:
    """Whether a question of this kind is open in a turn."""
    return session.question is None or (
        isinstance(session.question, kind) and session.table.timeline.part == "turn"
    )
