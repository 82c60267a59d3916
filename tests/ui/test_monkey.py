"""Monkey testing: fast random touches, drags, two fingers and presses break and answer nothing twice."""

import subprocess
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from kivy.base import EventLoop

from companion.hardware.panel import PANEL_BUTTONS, seat_button
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.pointer import SimulatedTouch
from companion.ui.widgets.controls.canvas_widget import Tappable
from tests.ui.every_game import CASES
from tests.ui.simulated_time import SimulatedTime

Case = tuple[str, int, dict[str, str]]
Point = tuple[float, float]
FIRST = {case[0]: case for case in reversed(CASES)}
"""The first case of each game."""
FEW, MANY = 60, 400
"""Actions in each game."""
ANSWERS_EVERY, ANSWERS = 12, 3
"""After so many actions players answer so many questions, so that the game goes on."""
LOOK_EVERY = 50
"""Actions after which the journal is compared with the table."""
GUARD = 0.35
LONGEST = 0.3
"""Seconds between two actions at most."""


class Monkey:
    """Touches the screen and presses the panel at random, faster than the screen comes to rest.

    Args:
        app: the app.
        time: app time.
        seed: of what it does.
    """

    def __init__(self, app: Any, time: SimulatedTime, seed: int) -> None:
        self.app, self.time, self.chance = app, time, Random(seed)
        self.dragging = False
        self.answered: list[str] = []
        self.too_soon: list[str] = []
        self._entries, self._asked_at = 0, 0.0

    def watch(self) -> None:
        """Note each answer by touch, and those to a question that was open for less than the guard."""
        session = self.app.playing
        self._entries, self._asked_at = len(session.table.entries), self.time.now
        session.subscribe(self._note)

    def _note(self) -> None:
        entries, now = self.app.playing.table.entries, self.time.now
        if len(entries) > self._entries and entries[-1].by == "touch":
            self.answered.append(str(entries[-1]))
            if now - self._asked_at < GUARD - 1e-6 and not self.dragging:
                self.too_soon.append(f"{entries[-1]} after {now - self._asked_at:.2f} s")
        self._entries, self._asked_at = len(entries), now

    def act(self) -> None:
        """Do one thing."""
        acts: list[Callable[[], None]] = [self.tap, self.tap, self.tap, self.tap_twice, self.drag, self.pinch]
        self.chance.choice([*acts, self.hold, self.press])()
        self.time.pause(self.chance.uniform(0.0, LONGEST))

    def tap(self) -> None:
        self._finger(self._target())

    def tap_twice(self) -> None:
        point = self._target()
        self._finger(point)
        self.time.pause(self.chance.uniform(0.05, LONGEST))
        self._finger(point)

    def hold(self) -> None:
        self._finger(self._target(), seconds=self.chance.uniform(0.5, 1.5))

    def drag(self) -> None:
        self.dragging = True
        self._finger(self._target(), [self._target() for _ in range(self.chance.randint(1, 4))])
        self.dragging = False

    def pinch(self) -> None:
        """Two fingers come down, move and go up in any order."""
        points = [self._target() for _ in range(2)]
        fingers = [SimulatedTouch(*point) for point in points]
        # A finger on a button leaves the other one alone on the board, where it may be drawn over places.
        self.dragging = sum(map(self._is_on_board, points)) == 1
        for finger in fingers:
            EventLoop.post_dispatch_input("begin", finger)
        for _ in range(3):
            self._move(self.chance.choice(fingers), self._target())
            self.time.pause(0.0)
        self.chance.shuffle(fingers)
        for finger in fingers:
            EventLoop.post_dispatch_input("end", finger)
        self.dragging = False

    def _is_on_board(self, point: Point) -> bool:
        board = getattr(self.app.home, "board", None)
        return board is not None and bool(board.collide_point(*point))

    def press(self) -> None:
        """Press a button of the panel, while a finger is on the screen or not."""
        buttons = (*PANEL_BUTTONS, *(seat_button(number) for number in range(2)))
        self.app.panel.press(self.chance.choice(buttons), long=self.chance.random() < 0.2)

    def _finger(self, start: Point, way: list[Point] | None = None, seconds: float = 0.0) -> None:
        finger = SimulatedTouch(*start)
        EventLoop.post_dispatch_input("begin", finger)
        for point in way or ():
            self._move(finger, point)
            self.time.pause(0.0)
        if seconds or self.chance.random() < 0.5:
            self.time.pause(seconds)
        EventLoop.post_dispatch_input("end", finger)

    def _move(self, finger: Any, to: Point) -> None:
        finger.move((to[0] / self.app.width, to[1] / self.app.height))
        EventLoop.post_dispatch_input("update", finger)

    def _target(self) -> Point:
        """The middle of something that can be tapped, or any point."""
        shown = self.app.overlay or self.app.home
        kinds = self.chance.random()
        if kinds < 0.3 and self.app.overlay is None and shown.name == "table" and shown.board.selectable:
            return tuple(shown.board.where(self.chance.choice(tuple(shown.board.selectable))))
        if kinds < 0.8:
            keys = [part for part in shown.walk() if isinstance(part, Tappable) and min(part.size) > 1]
            part = self.chance.choice(keys)
            return tuple(part.to_window(*part.center))
        return self.chance.uniform(0, self.app.width), self.chance.uniform(0, self.app.height)


def play(app: Any, time: SimulatedTime, case: Case, actions: int, seed: int) -> Monkey:
    """Let it play; look again and again whether the disk holds what the table knows."""
    from companion.games import find_game

    name, players, house = case
    app.guard.seconds, app.turn_display._enabled = GUARD, True
    app.start_game(find_game(name), seats_of(players), house)
    monkey, bot, number = Monkey(app, time, seed), RandomBot(seed), app.playing.number
    monkey.watch()
    for action in range(actions):
        monkey.act()
        if app.session is None or app.playing.number != number or app.playing.practice:
            app.leave_game()
            app.resume_game(number)
            monkey.watch()
        if action % ANSWERS_EVERY == 0:
            for _ in range(ANSWERS):
                if app.playing.question is not None:
                    app.playing.answer(bot.answer(app.playing.question), by="script")
        if action % LOOK_EVERY == 0:
            assert_kept(app)
    time.pause(1.0)
    assert_kept(app)
    app.leave_game()
    return monkey


def assert_kept(app: Any) -> None:
    """Every answer that the table knows is on disk, once and in order."""
    session = app.playing
    saved = session.journal.load(session.number)  # that of a practice is its own
    assert list(saved.entries) == list(session.table.entries)


@pytest.fixture
def time(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedTime]:
    """App time that passes only as a test says; no program of the machine is started."""

    def refuse(*command: Any, **_: Any) -> None:
        raise AssertionError(f"a touch starts {command}")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    simulated = SimulatedTime(screen, app, monkeypatch.setattr)
    yield simulated
    simulated.close()


@pytest.mark.parametrize(
    "case",
    [FIRST["classic"], pytest.param(FIRST["battle"], marks=pytest.mark.long)],
    ids=["classic", "battle"],
)
def test_random_touches(app: Any, time: SimulatedTime, case: Case) -> None:
    monkey = play(app, time, case, FEW, seed=1)
    assert monkey.answered
    assert monkey.too_soon == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def test_thousands_of_random_touches(app: Any, time: SimulatedTime, case: Case) -> None:
    monkey = play(app, time, case, MANY, seed=2)
    assert len(monkey.answered) >= MANY // 100
    assert monkey.too_soon == []
