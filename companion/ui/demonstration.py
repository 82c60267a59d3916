"""A demonstration: a game of classic Risk played by touches, its screens kept as pictures.

It plays with everything real but the people: the window (drawn offscreen), the journal, the eye over a
simulated tray. The README's pictures are made by it.
"""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.games import find_game
from companion.journal import Journal
from companion.referee.chance import Chance
from companion.referee.questions import Cards, Deploy, PickOrEnd, Roll
from companion.referee.stand_in import StandIn
from companion.ui import theme
from companion.ui.app import SCREENS
from companion.ui.dice_tray import open_tray
from companion.ui.equipment import Equipment
from companion.ui.fingers import Fingers
from companion.ui.hand import Hand
from companion.ui.stage import Stage

SEED = 11
STEPS = 3000
"""Answers after which even a slow game is over."""


class Demonstration:
    """Plays and takes pictures.

    Args:
        folder: where the pictures go.
        data: where the demonstration's games go.
        size: of the window, in pixels.
    """

    def __init__(self, folder: Path, data: Path, size: tuple[int, int]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.pictures: list[Path] = []
        EventLoop.ensure_window()
        EventLoop.status = "started"
        Window.clearcolor = theme.TABLE
        Window.size = size
        theme.MEASURES.fit(*size)
        games = (find_game("classic"),)
        self.equipment = Equipment(
            Journal.open(data / "games.sqlite"), games, Chance(SEED), open_tray("simulated")
        )
        self.stage = Stage(self.equipment, SCREENS)
        Window.add_widget(self.stage)
        self.hand = Hand(self.wait)
        self.fingers = Fingers(self.stage, self.hand, self.wait)
        self.player = StandIn(SEED)

    def wait(self, seconds: float) -> None:
        """Let the screen draw for so many seconds, three frames at the least."""
        end = monotonic() + seconds
        for _ in range(3):
            EventLoop.idle()
        while monotonic() < end:
            EventLoop.idle()

    def picture(self, name: str) -> None:
        """Keep what the screen shows."""
        self.wait(0.6)
        path = self._folder / f"{name}.png"
        Path(Window.screenshot(name=str(path))).rename(path)
        self.pictures.append(path)

    def play(self) -> None:
        """Play from the lobby to the victory, past every screen."""
        self._sit_down()
        self._first_turns()
        self._battle()
        self._covers()
        self._trade()
        self._win()

    def close(self) -> None:
        """Put everything away."""
        self.stage.close()
        Window.remove_widget(self.stage)
        if self.equipment.tray is not None:
            self.equipment.tray.shut()
        self.equipment.journal.close()

    def _sit_down(self) -> None:
        self.picture("lobby")
        self.hand.tap("House rules")
        self.hand.tap("Each player all at once")
        self.picture("house-rules")
        self.hand.tap("Back")
        self.stage.open("seats", lobby=self.stage.home)
        self.picture("seats")
        self.hand.tap("Back")
        self.hand.tap("Start")
        self.picture("choose")

    def _first_turns(self) -> None:
        """Set up by touches, and come to the first attack."""
        while self.session.table.timeline.part == "setup":
            self._touch_next()
        self.picture("reinforce")
        self._until(
            lambda: isinstance(self.question, PickOrEnd) and self.session.table.state.step == "attack"
        )
        self.picture("table")
        self.fingers.touch_place(sorted(self.question.denied)[0])
        self.picture("refusal")
        self.hand.tap_at(*self.stage.center)

    def _battle(self) -> None:
        self._until(lambda: isinstance(self.question, Roll))
        self.picture("battle")
        self.fingers.roll()
        self.picture("battle-read")
        self.hand.tap("Confirm")
        self._until(lambda: isinstance(self.question, Roll))
        self.hand.tap("By hand")
        self.picture("battle-by-hand")

    def _covers(self) -> None:
        self._until(lambda: isinstance(self.question, Deploy))
        for name, words in (("why", "Why?"), ("undo", "Undo"), ("correct", "Correct")):
            self.hand.tap(words)
            if name == "correct":
                self.fingers.touch_place("brazil")
            self.picture(name)
            self.hand.tap("Back")
        self.stage.open("pause")
        self.picture("pause")
        self.hand.tap("Go on")

    def _trade(self) -> None:
        """Skip to the first set of cards."""
        self._skip(lambda: isinstance(self.question, Cards))
        self.picture("cards")

    def _win(self) -> None:
        self._skip(lambda: self.question is None)
        self.wait(0.5)
        self.picture("victory")

    @property
    def session(self) -> Any:
        """The session on the stage."""
        return self.stage.playing

    @property
    def question(self) -> Any:
        """The open question."""
        return self.session.question

    def _touch_next(self) -> None:
        self.fingers.give(self.player.answer(self.question))

    def _until(self, reached: Callable[[], bool]) -> None:
        for _ in range(STEPS):
            if reached():
                return
            self._touch_next()

    def _skip(self, reached: Callable[[], bool]) -> None:
        """Let the stand-in answer straight away, without touching."""
        for _ in range(STEPS):
            if reached():
                return
            self.session.answer(self.player.answer(self.question), by="demonstration")


def demonstrate(folder: Path, data: Path, size: tuple[int, int]) -> list[Path]:
    """Play a demonstration game offscreen.

    Args:
        folder: where its screens are left as pictures.
        data: where its games are kept.
        size: of the window, in pixels.

    Returns:
        The pictures, in the order they were taken.
    """
    demonstration = Demonstration(folder, data, size)
    try:
        demonstration.play()
    finally:
        demonstration.close()
    return demonstration.pictures
