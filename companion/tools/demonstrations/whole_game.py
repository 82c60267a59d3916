"""Plays a game of classic Risk by simulated touches and saves screenshots.

Everything is real but the people and the dice: the window (drawn offscreen), the journal, and the dice
reader over a simulated tray. The README shows these screenshots.
"""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.camera.dice_tray import open_tray
from companion.app.night.session import Session
from companion.games import find_game
from companion.referee.bot import Bot
from companion.referee.questions import Deploy, PickOrEnd, PlayCards, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from companion.tools.demonstrations.appliance import show_settings
from companion.tools.demonstrations.offscreen import Offscreen
from companion.tools.demonstrations.screenshots import keep
from companion.tools.demonstrations.shown_phones import ShownPhones
from companion.tools.demonstrations.skirmish import to_the_shot

SEED = 11
TARGET, TARGET_AWAY = "blue-infantry-2", 7.5
"""The soldier that the cannon fires at, and its distance in inches."""
STEPS = 1000
"""Maximum number of answers by touches until a wanted moment."""
SOON, BOTS = 2500, 60
"""Maximum number of a bot's answers until a wanted moment, and number of bots to try."""


class WholeGameDemonstration:
    """Plays and takes screenshots.

    Args:
        screen: the app, offscreen, with a simulated tray.
        folder: where to save the screenshots.
    """

    def __init__(self, screen: Offscreen, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._screen = screen
        self._folder = folder
        self.pictures: list[Path] = []
        self.shell, self.pointer, self.driver = screen.shell, screen.pointer, screen.driver

    def picture(self, name: str) -> None:
        """Save a screenshot."""
        path = self._folder / f"{name}.png"
        keep(self._screen, path)
        self.pictures.append(path)

    def play(self) -> None:
        """Play from the lobby to the victory, through every screen."""
        self._show_lobby()
        self._first_turns()
        self._battle()
        self._covers()
        self._trade()
        self._win()
        self._put_away()
        self._fire()

    def _show_lobby(self) -> None:
        self.picture("lobby")
        with TemporaryDirectory() as folder:
            show_settings(self._screen, self.picture, Path(folder))
        self.pointer.tap("Learn")
        self.picture("learn")
        self.pointer.tap("Back")
        self.pointer.tap("House rules")
        self.pointer.tap("Each player all at once")
        self.picture("house-rules")
        self.pointer.tap("Back")
        self.shell.open_overlay("seats", lobby=self.shell.home)
        self.picture("seats")
        self.pointer.tap("Back")
        self.pointer.tap("Start")
        self.picture("choose")

    def _first_turns(self) -> None:
        """Play the set-up by touches, up to the first attack."""
        while self.session.table.timeline.part == "setup":
            self._touch_next()
        self.picture("reinforce")
        self.shell.turn_display.hand_over(self.session)
        self.picture("hand-over")
        self.shell.turn_display.close()
        self._until(
            lambda: isinstance(self.question, PickOrEnd) and self.session.table.state.step == "attack"
        )
        self.picture("table")
        self.driver.touch_place(sorted(self.question.denied)[0])
        self.picture("refusal")
        self.pointer.tap_at(*self.shell.center)

    def _battle(self) -> None:
        self._until(lambda: isinstance(self.question, Roll))
        self.picture("battle")
        self.driver.roll()
        self.picture("battle-read")
        self.pointer.tap("Confirm")
        self._until(lambda: isinstance(self.question, Roll))
        self.pointer.tap("By hand")
        self.picture("battle-by-hand")

    def _covers(self) -> None:
        self._until(lambda: isinstance(self.question, Deploy))
        for name, text in (("why", "Why?"), ("undo", "Undo"), ("correct", "Fix")):
            self.pointer.tap(text)
            if name == "correct":
                self.driver.touch_place("brazil")
            self.picture(name)
            self.pointer.tap("Back")
        self.shell.open_overlay("standings")
        self.picture("standings")
        self.pointer.tap("Back")
        self.shell.context.phones = ShownPhones()
        self.shell.open_overlay("pause")
        self.picture("pause")
        self.pointer.tap("Phones")
        self.picture("phones-off")
        self.pointer.tap("Switch on")
        self.picture("phones")
        self.pointer.tap("Back")
        self.pointer.tap("Go on")

    def _trade(self) -> None:
        """Play to the first set of cards without the screen."""
        self._skip(lambda table: isinstance(table.question, PlayCards))
        self.picture("cards")

    def _win(self) -> None:
        self._skip(lambda table: table.question is None)
        self.picture("victory")
        self._overlays("chronicle", "curves")

    def _overlays(self, *names: str) -> None:
        """Take screenshots of overlays that need no parameters."""
        for name in names:
            self.shell.open_overlay(name)
            self.picture(name)
            self.shell.close_overlay()

    def _put_away(self) -> None:
        """Leave the game, and show it in the list of all games."""
        self.shell.leave_game()
        self._overlays("players")
        self.shell.open_overlay("games")
        self.picture("games")
        self.shell.close_overlay()

    def _fire(self) -> None:
        """Show a roll that is no battle between territories: a cannon's, in Battle Risk."""
        session = to_the_shot(self.shell.context.journal)
        session.answer(TARGET_AWAY)
        session.answer([TARGET])
        self.shell.show_session(session)
        self._screen.wait(0.0)
        self.pointer.tap("Camera")
        self.driver.roll()
        self.picture("roll")

    @property
    def session(self) -> Session:
        """The current session."""
        return self.shell.playing

    @property
    def question(self) -> Any:
        """The open question."""
        return self.session.question

    @cached_property
    def _bot(self) -> Bot[Any]:
        """A bot that plays all seats well, so that the screenshots look realistic."""
        return _bot(self.session.table, SEED)

    def _touch_next(self) -> None:
        self.driver.give(_answer(self._bot, self.session.table))

    def _until(self, reached: Callable[[], bool]) -> None:
        for _ in range(STEPS):
            if reached():
                return
            self._touch_next()

    def _skip(self, reached: Callable[[Table[Any]], bool]) -> None:
        """Play on with a bot without the screen, then show the game again."""
        number, answers = self.session.number, _way(self.session.table, reached)
        self.shell.leave_game()
        session = Session.resume(self.shell.context.journal, number, find_game)
        for answer in answers:
            session.answer(answer, by="demonstration")
        self.shell.resume_game(number)


def _bot(table: Table[Any], seed: int) -> Bot[Any]:
    make = table.game.bot
    assert make is not None, "the demonstration plays games with bots"
    return make("hard", seed)


def _answer(bot: Bot[Any], table: Table[Any]) -> Any:
    assert table.question is not None, "a bot is asked while the game goes on"
    advice = bot.advise(table.question, table.state)
    if advice is not None:
        return advice.answer
    # The bot gives no advice on hidden cards: lay a set if the hand may hold one.
    if isinstance(table.question, PlayCards) and any(table.question.allowed):
        return max((list(cards) for cards in table.question.allowed), key=len)
    return RandomBot(0).answer(table.question)


def _way(table: Table[Any], reached: Callable[[Table[Any]], bool]) -> list[Any]:
    """Return the answers of the first bot that reaches a moment within `SOON` answers.

    Raises:
        LookupError: no bot reaches it.
    """
    for seed in range(BOTS):
        copy = Table.resume(table.game, table.positions, table.entries)
        bot = _bot(table, seed)
        answers: list[Any] = []
        while not reached(copy) and copy.question is not None and len(answers) < SOON:
            answers.append(_answer(bot, copy))
            copy.answer(answers[-1])
        if reached(copy):
            return answers
    raise LookupError(f"None of {BOTS} bots came to the wanted moment.")


def demonstrate(folder: Path, data: Path, size: tuple[int, int]) -> list[Path]:
    """Play a demonstration game offscreen.

    Args:
        folder: where to save the screenshots.
        data: folder of the games.
        size: of the window, in pixels.

    Returns:
        The screenshots, in the order they were taken.
    """
    screen = Offscreen(data, size, open_tray(f"simulated:{SEED}"), SEED)
    try:
        demonstration = WholeGameDemonstration(screen, folder)
        demonstration.play()
    finally:
        screen.close()
    return demonstration.pictures
