"""The stage: what lies on the screen, and the way from a tap to the game and back.

On the stage lies the home screen of the moment (lobby, table, battle, victory), perhaps a cover over it
(Why?, Correct the board, what was answered, pause), and perhaps a sheet on top with a ruling or a choice.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError, StaleAnswer
from companion.referee.game import Game
from companion.referee.questions import Roll
from companion.referee.ruling import Ruling
from companion.referee.seats import Seat
from companion.ui.equipment import Equipment
from companion.ui.inbox import Inbox
from companion.ui.screens.screen import Screen
from companion.ui.session import Session
from companion.ui.theme import MEASURES
from companion.ui.widgets.ruling_sheet import RulingSheet
from companion.ui.widgets.toast import Toast

_log = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two looks at clocks and inbox."""

KEEP_CLOCKS_EVERY = 5.0
"""Seconds between two times that the clocks are written down."""

Screens = Mapping[str, Callable[..., Screen]]


class Stage(FloatLayout):
    """Root of everything on the screen.

    Args:
        equipment: journal, games, camera and chance.
        screens: how to make each screen, by name.
    """

    def __init__(self, equipment: Equipment, screens: Screens, **properties: Any) -> None:
        super().__init__(**properties)
        self.equipment = equipment
        self.inbox = Inbox(self.explain)
        self.session: Session | None = None
        self.home: Screen | None = None
        self.cover: Screen | None = None
        self._screens = screens
        self._sheet: Widget | None = None
        self._toast = Toast()
        self._clocks = (
            Clock.schedule_interval(self._tick, TICK),
            Clock.schedule_interval(self._keep_clocks, KEEP_CLOCKS_EVERY),
            Clock.schedule_interval(lambda _: self.inbox.drain(), 1 / 30),
        )
        self.go_home()

    def close(self) -> None:
        """Stop the clocks and let go of the game."""
        for clock in self._clocks:
            clock.cancel()
        self._keep_clocks(0.0)

    # --- games ---------------------------------------------------------------------------------------------

    def begin(self, game: Game[Any], seats: tuple[Seat, ...], chosen: Mapping[str, str]) -> None:
        """Sit down to a new game."""
        equipment = self.equipment
        self.play(Session.begin(equipment.journal, game, seats, chosen, chance=equipment.chance))

    def resume(self, number: int) -> None:
        """Go on with a saved game."""
        equipment = self.equipment
        self.play(Session.resume(equipment.journal, number, equipment.find_game, chance=equipment.chance))

    def play(self, session: Session) -> None:
        """Put a session on the stage."""
        self.session = session
        session.subscribe(self._on_change)
        self.go_home()
        if session.clocks.paused:
            self.open("pause")

    def leave_game(self) -> None:
        """Put the game away; it waits in the lobby."""
        if self.session is not None:
            self.session.save_clocks()
            self.session.unsubscribe(self._on_change)
        self.session = None
        self.go_home()

    # --- acting --------------------------------------------------------------------------------------------

    def answer(self, raw: object, *, seq: int, by: str = "touch", evidence: Any = None) -> bool:
        """Give an answer to the game; a refusal explains itself on a sheet.

        Returns:
            Whether it was taken.
        """
        session = self.playing
        return self.do(lambda: session.answer(raw, seq=seq, by=by, evidence=evidence))

    def do(self, deed: Callable[[], Ruling | None]) -> bool:
        """Do something to the game and explain whatever speaks against it.

        Returns:
            Whether it was done.
        """
        try:
            ruling = deed()
        except StaleAnswer:
            self.say("Somebody was quicker: this is the next question")
            return False
        except CompanionError as failure:
            self.explain(failure)
            return False
        if ruling is not None and not ruling.allowed:
            self.refuse(ruling)
            return False
        return True

    def refuse(self, ruling: Ruling, title: str = "") -> None:
        """Show a ruling with the text of its rules."""
        texts = {}
        if self.session is not None:
            rulebook = self.session.game.rulebook
            texts = {rule: rulebook.find(rule).text for rule in ruling.rules if rule}
        sheet = RulingSheet(ruling=ruling, texts=texts, title=title or "Why not?")
        sheet.open(self)

    def explain(self, failure: Exception) -> None:
        """Say in words what went wrong; the game stands where it stood."""
        _log.warning("told the players: %s", failure)
        self.say(str(failure))

    def say(self, words: str) -> None:
        """Show a line for a few seconds."""
        if self._toast.parent is not None:
            self.remove_widget(self._toast)
        self.add_widget(self._toast)
        self._toast.say(words)

    @property
    def playing(self) -> Session:
        """The session that is on the stage; screens of a game ask for it."""
        assert self.session is not None, "only screens of a game ask for the session"
        return self.session

    # --- screens -------------------------------------------------------------------------------------------

    def go_home(self) -> None:
        """Show the screen that the game wants now, with nothing over it."""
        self.back()
        name = self._home_name()
        if self.home is not None and self.home.name == name and self.home.session is self.session:
            self.home.refresh()
            return
        self._put_home(self._screens[name](self))

    def open(self, name: str, **words: Any) -> None:
        """Lay a cover over the home screen."""
        self.back()
        self.cover = self._screens[name](self, **words)
        if self.home is not None:
            self.remove_widget(self.home)
        self.add_widget(self.cover)
        self.cover.refresh()

    def back(self) -> None:
        """Take the cover away."""
        if self.cover is None:
            return
        self.cover.leave()
        self.remove_widget(self.cover)
        self.cover = None
        if self.home is not None:
            self.add_widget(self.home)
            self.home.refresh()

    def rebuild(self) -> None:
        """Make the screens anew, in the measures of a window that has changed its size."""
        cover, self.cover = self.cover, None
        if cover is not None:
            cover.leave()
            self.remove_widget(cover)
        self._put_home(self._screens[self._home_name()](self))
        if cover is not None:
            self.open(cover.name, **cover.words)

    def _home_name(self) -> str:
        if self.session is None:
            return "lobby"
        question = self.session.question
        if question is None:
            return "victory"
        return "battle" if isinstance(question, Roll) and question.contest is not None else "table"

    def _put_home(self, screen: Screen) -> None:
        if self.home is not None:
            self.home.leave()
            self.remove_widget(self.home)
        self.home = screen
        self.add_widget(screen)
        screen.refresh()

    def _on_change(self) -> None:
        if self.cover is None or not self.cover.stays:
            self.go_home()
        else:
            self.cover.refresh()

    def _tick(self, _: float) -> None:
        shown = self.cover or self.home
        if shown is not None:
            shown.tick()

    def _keep_clocks(self, _: float) -> None:
        if self.session is not None and not self.session.clocks.paused:
            self.session.save_clocks()


def fit(stage: Stage, width: float, height: float) -> None:
    """Fit everything to a window of so many pixels."""
    MEASURES.fit(width, height)
    stage.rebuild()
