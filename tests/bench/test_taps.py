"""Response times: from a tap to the next question, and from the command to the first frame."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.games import find_game
from companion.hardware.hub import HubPanel
from companion.hardware.panel_group import PanelGroup
from companion.referee.seats import seats_of
from tests.bench.board_games import SHIPPED
from tests.ui.conftest import _window, app, screen  # noqa: F401 - fixtures of the one window

pytestmark = pytest.mark.every(4)

ROOT = Path(__file__).parents[2]
NOISY = 1000
"""Number of damaged lines that end the measurement."""
ROUNDS = 20
"""More would end the placing of armies on the smallest board."""
TIMEOUT = 60.0
"""Timeout on a slow machine, in seconds."""


@pytest.fixture(params=[SHIPPED[0], *(pytest.param(name, marks=pytest.mark.slow) for name in SHIPPED[1:])])
def tap(app: Any, screen: Any, request: Any) -> Any:  # noqa: F811
    """Start a game on a board that ships; return functions that touch, and release until all is drawn."""
    from kivy.graphics.opengl import glFinish

    app.start_game(find_game("classic"), seats_of(3), {"board": request.param})
    app.playing.answer("red")
    app.playing.answer_by_chance()
    screen.seconds(0.3)

    def down() -> Any:
        finger = screen.finger(*app.home.board.where(app.playing.question.allowed[0]))
        finger.touch_down()
        screen.frames(drawn=True)
        return (finger, app.playing.seq), {}

    def up(finger: Any, seq: Any) -> None:
        finger.touch_up()
        screen.frames(drawn=True)
        glFinish()
        assert app.playing.seq != seq

    return down, up


def test_tap_to_next_question(benchmark: Any, tap: Any) -> None:
    down, up = tap
    benchmark.pedantic(up, setup=down, rounds=ROUNDS)


@pytest.fixture
def invade(app: Any, screen: Any) -> Any:  # noqa: F811
    """Start within a game of StarCraft; return a function that answers until the next question is drawn."""
    from kivy.graphics.opengl import glFinish

    from companion.referee.random_bot import RandomBot

    app.start_game(find_game("starcraft"), seats_of(4), {"mode": "command room", "placing": "all at once"})
    session, player = app.playing, RandomBot(4)
    session.unsubscribe(app._on_change)
    turned = 0
    while session.table.timeline.part == "setup" or turned < 60:
        turned += session.table.timeline.part != "setup"
        session.answer(player.answer(session.question))
    session.subscribe(app._on_change)
    app.show_home()
    screen.seconds(0.3)

    def answer() -> None:
        app.answer(player.answer(session.question), seq=session.seq)
        screen.frames(drawn=True)
        glFinish()

    return answer


def test_answer_to_next_question_of_starcraft(benchmark: Any, invade: Any) -> None:
    benchmark.pedantic(invade, rounds=40)


class Babbler:
    """A hub that sends invalid lines as fast as the connection allows."""

    def __init__(self) -> None:
        self.noise = os.urandom(1 << 16)

    def read(self, size: Any) -> Any:
        return self.noise[:size]

    def write(self, data: Any) -> Any:
        return len(data)

    def close(self) -> None:
        pass


def test_tap_to_next_question_while_a_hub_talks_nonsense(benchmark: Any, tap: Any) -> None:
    """Wait for 1,000 damaged lines, without the pauses between reconnections."""
    down, up = tap
    hub = HubPanel(lambda _: None, find=lambda: "/dev/babble", opener=lambda _: Babbler())
    stop = threading.Event()

    def impatient() -> None:
        while not stop.wait(0.005):
            hub._retry_at = 0

    threading.Thread(target=impatient, daemon=True).start()
    with PanelGroup([hub]):
        benchmark.pedantic(up, setup=down, rounds=30)
        ends = time.monotonic() + TIMEOUT
        while hub.counts.damaged <= NOISY and time.monotonic() < ends:
            time.sleep(0.1)
    stop.set()
    assert hub.counts.damaged > NOISY


def test_command_to_first_picture(benchmark: Any, tmp_path: Path) -> None:
    """Measure `companion play` from a new process to the drawn lobby (offscreen, simulated camera)."""
    program = (
        "import sys, pathlib; data = pathlib.Path(sys.argv[1]);"
        "from tests.e2e.whole_game import window; screen = window(data); screen.wait(0); screen.close()"
    )

    def start() -> None:
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, check=True, capture_output=True
        )

    benchmark.pedantic(start, rounds=3)
