"""The root widget: holds the screens and passes answers from a tap to the game.

The shell shows a home screen (lobby, table, battle, victory), at times an overlay instead (Why?, Correct the
board, history, pause), and at times a popup on top with a ruling or a choice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.app_context import AppContext
from companion.app.night.task_queue import TaskQueue
from companion.errors import CompanionError, StaleAnswer
from companion.journal.save_folder import readable
from companion.locale.messages import gettext
from companion.ui.banner import BannerSlot, ToastSlot
from companion.ui.foot import FootSlot
from companion.ui.game_parts import GameParts
from companion.ui.screen import Screen, Screens
from companion.ui.screen_saver import ScreenSaver
from companion.ui.theme import METRICS
from companion.ui.touch_guard import GUARD_SECONDS, TouchGuard

if TYPE_CHECKING:
    from companion.app.night.computer_players import ComputerMove, ComputerPlayers
    from companion.app.night.practice import Practice
    from companion.app.night.session import Session
    from companion.hardware.signals import Meaning, Meanings
    from companion.referee.dice import Dice
    from companion.referee.evaluation import WinChance
    from companion.referee.game import Game
    from companion.referee.questions import Question
    from companion.referee.ruling import Ruling
    from companion.referee.seats import Seat
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

_log = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two updates of clocks and screens."""
KEEP_CLOCKS_EVERY = 5.0
"""Seconds between two times that the players' clocks are saved."""


class Shell(GameParts, FloatLayout):
    """Root of the widget tree.

    Args:
        context: journal, games, camera and random numbers.
        screens: creates each screen, by name.
        guard_seconds: how long touches are ignored after a new question.
        show_turns: show hand-overs and who plays, and play sounds.
    """

    session: Session | None = ObjectProperty(None, allownone=True)
    overlay: Screen | None = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        context: AppContext,
        screens: Screens,
        *,
        guard_seconds: float = GUARD_SECONDS,
        show_turns: bool = True,
        **properties: Any,
    ) -> None:
        super().__init__(**properties)
        self.guard = TouchGuard(self, guard_seconds)
        self._asked = (0, -1)
        self.context = context
        self.tasks = TaskQueue(self.show_error)
        self.computer: ComputerPlayers | None = None
        self.thinking = False
        self.practice: Practice | None = None
        self.screen_saver: ScreenSaver | None = None
        self.home: Screen | None = None
        self._kept_screens: dict[str, Screen] = {}
        self._screens = screens
        self._popup: RulingPopup | None = None
        self.banner, self.toast, self.foot = BannerSlot(self), ToastSlot(self), FootSlot(self)
        self._shows_turns = show_turns
        self._acting = "touch"
        self.bind(size=lambda *_: self._fit_screens())
        self._clocks = (
            Clock.schedule_interval(self._tick, TICK),
            Clock.schedule_interval(self._keep_clocks, KEEP_CLOCKS_EVERY),
            Clock.schedule_interval(lambda _: self._drain_queues(), 1 / 30),
        )
        if context.phones is not None:
            context.phones.resume()
        self.show_home()

    def close(self) -> None:
        """Stop the clocks, screens, phones and panels."""
        for clock in self._clocks:
            clock.cancel()
        for screen in (self.overlay, self.home):
            if screen is not None:
                screen.on_leave()
        self._keep_clocks(0.0)
        if self.context.phones is not None:
            self.context.phones.close()
        self.context.panels.close()

    # --- touches -------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Ignore a touch that begins before the new question can be read."""
        self.turn_display.touched()
        if self.guard.blocks(touch):
            return True
        self.banner.touched(touch)
        self.toast.touched(touch)
        return bool(super().on_touch_down(touch))

    def _guard_question(self) -> None:
        """Start the guard if the open question is a new one."""
        asked = (self.playing.number, self.playing.seq)
        if asked != self._asked:
            self._asked = asked
            self.banner.close()
            self.guard.start()

    # --- for the panels ------------------------------------------------------------------------------------

    def wake_only(self) -> bool:
        """Wake a dark screen; return whether it was dark."""
        return self.screen_saver is not None and self.screen_saver.wake_only()

    @property
    def overlaid(self) -> bool:
        """Whether an overlay covers the home screen."""
        return self.overlay is not None

    def word_meanings(self, found: Meanings) -> Meanings:
        """Return the functions of the panel's buttons as the home screen names them."""
        return self.home.meanings(found) if self.home is not None else found

    def press(self, meaning: Meaning) -> None:
        """Pass a press of the panel to the home screen."""
        if self.home is not None:
            with self.acting("panel"):
                self.home.press(meaning)

    def phone_confirms_dice(self) -> None:
        """Accept the dice that the camera has read, for a phone."""
        if self.home is not None:
            with self.acting("phone"):
                self.home.confirm_dice()

    def phone_claims_dice(self, pool: str, count: int) -> None:
        """Set how many dice one side rolls, for a phone."""
        if self.home is not None:
            with self.acting("phone"):
                self.home.claim_dice(pool, count)

    @property
    def win_chances(self) -> tuple[WinChance, ...]:
        """Everybody's chance to win, where this table wants to see it."""
        shown = self.session is not None and self.context.settings.who_is_winning
        return self.playing.win_chances if shown else ()

    @property
    def read_dice(self) -> Dice | None:
        """The dice that the camera has read and a player must confirm."""
        return self.home.read_dice if self.home is not None else None

    def open_tool(self, name: str, **params: Any) -> None:
        """Open a tool's screen; Pause also stops the clocks."""
        if name == "pause":
            self.playing.pause()
        self.open_overlay(name, **params)

    # --- games ---------------------------------------------------------------------------------------------

    def start_game(self, game: Game[Any], seats: tuple[Seat, ...], chosen: Mapping[str, str]) -> None:
        """Start a new game."""
        self.show_session(self.context.begin_session(game, seats, chosen))

    def resume_game(self, number: int) -> None:
        """Resume a saved game."""
        self.show_session(self.context.resume_session(number))

    def branch_game(self, entry_count: int) -> None:
        """Continue from an earlier moment as a new game; the current game stays saved unchanged."""
        from companion.app.chronicle.recorded_game import branch

        number = branch(self.context.journal, self.playing.number, entry_count)
        self.leave_game()
        self.resume_game(number)

    def show_session(self, session: Session) -> None:
        """Show a session."""
        from companion.app.night.computer_players import ComputerPlayers

        self.session, self.computer = session, ComputerPlayers(session)
        session.subscribe(self._on_change)
        self._guard_question()
        self._let_computer_think()
        self.signals.follow()
        self.show_home()
        self.turn_display.follow()
        self.board_watch.follow()
        if session.clocks.paused:
            self.open_overlay("pause")

    def leave_game(self) -> None:
        """Leave the game; it can be resumed from the lobby."""
        self.close_overlay()
        if self.session is not None:
            self.session.save_clocks()
            self.session.unsubscribe(self._on_change)
        if self.computer is not None:
            self.computer.close()
        self.session, self.computer, self.thinking = None, None, False
        if self.practice is not None:
            self.practice.close()
            self.practice = None
        self.banner.close()
        self.coach.end()
        self.turn_display.follow()
        self.signals.follow()
        self.show_home()
        self._kept_screens.clear()
        self._fit_screens()

    @property
    def computer_move(self) -> ComputerMove | None:
        """The computer's answer to the open question, as soon as it has decided; None if people answer."""
        return self.computer.move if self.computer is not None else None

    @property
    def computer_answers(self) -> bool:
        """Whether the computer answers the open question, or may, since it is thinking about it."""
        return self.thinking or self.computer_move is not None

    def ask_advice(self, then: Callable[[ComputerMove | None], None]) -> bool:
        """Ask the strongest computer player for its answer to the open question.

        Args:
            then: called with it, at once or as soon as it has decided, unless another question is open then.

        Returns:
            Whether it is still thinking.
        """
        from companion.app.night.computer_players import ADVISER

        computer, asked = self.computer, self._asked

        def hand_over() -> None:
            if computer is not None and computer is self.computer and asked == self._asked:
                then(computer.advise())

        if computer is not None and computer.thinks(lambda: self.tasks.put(hand_over), ADVISER):
            return True
        hand_over()
        return False

    def _let_computer_think(self) -> None:
        """Let the computer think about a new question that it may answer; the screen goes on meanwhile."""
        then = partial(self._computer_decided, self._asked)
        self.thinking = self.computer is not None and self.computer.thinks(lambda: self.tasks.put(then))

    def _computer_decided(self, asked: tuple[int, int]) -> None:
        """Show what the computer answers, if that is still asked."""
        if self.session is None or asked != self._asked:
            return
        self.thinking = False
        self.guard.start()
        self.signals.follow()
        if self.home is not None and self.overlay is None:
            self.home.refresh()
        self.coach.follow()
        self.board_watch.follow()

    @property
    def worded_question(self) -> Question | None:
        """The open question, worded for people who answer it for the computer."""
        return self.computer.question if self.computer is not None else None

    # --- acting --------------------------------------------------------------------------------------------

    def answer(self, raw: object, *, seq: int, by: str = "", evidence: Any = None) -> bool:
        """Give an answer to the game; return whether it was accepted. A popup explains a refusal.

        Args:
            raw: the answer.
            seq: number of the question.
            by: who gives it; by default who acts now (touch, panel or phone).
            evidence: what the dice reader saw, for a roll.
        """
        session = self.playing
        return self.attempt(lambda: session.answer(raw, seq=seq, by=by or self._acting, evidence=evidence))

    @contextmanager
    def acting(self, who: str) -> Iterator[None]:
        """Record answers given within this block as coming from this player or device."""
        self._acting = who
        try:
            yield
        finally:
            self._acting = "touch"

    def attempt(self, action: Callable[[], Ruling | None]) -> bool:
        """Run an action on the game, or show why it is refused; return whether it succeeded."""
        try:
            ruling = action()
        except StaleAnswer:
            self.show_toast(gettext("Another player answered first"))
            return False
        except (CompanionError, OSError) as failure:  # also a full disk, or a stick that was pulled out
            self.show_error(failure)
            return False
        if ruling is not None and not ruling.allowed:
            self.show_refusal(ruling)
            return False
        return True

    def show_refusal(self, ruling: Ruling, title: str = "") -> None:
        """Show a ruling with the text of its rules."""
        texts = {}
        if self.session is not None:
            rulebook = self.session.game.rulebook
            texts = {rule: rulebook.find(rule).text for rule in ruling.rules if rule}
        from companion.ui.widgets.controls.ruling_popup import RulingPopup

        self.close_popup()
        guard = {"on_close": lambda _: self.guard.start()}
        self._popup = RulingPopup(ruling=ruling, texts=texts, title=title or gettext("Why not?"), **guard)
        self._popup.open(self)
        self.guard.start()
        self.signals.refused()
        self.sounds.play("refusal")

    def close_popup(self) -> bool:
        """Close the popup that explains a ruling; return whether one was open."""
        sheet, self._popup = self._popup, None
        if sheet is None or sheet.parent is None:
            return False
        sheet.close()
        return True

    def show_error(self, failure: Exception) -> None:
        """Show an error message; the game does not change."""
        _log.warning("shown to the players: %s", readable(str(failure)))
        of_system = isinstance(failure, OSError) and not isinstance(failure, CompanionError)
        text = gettext("The file cannot be used: {error}.", error=failure)
        self.show_toast(text if of_system else str(failure))

    def show_toast(self, text: str) -> None:
        """Show a line of text for a few seconds."""
        self.toast.show(text)

    @property
    def playing(self) -> Session:
        """The current session; only screens of a game use this."""
        assert self.session is not None, "only screens of a game ask for the session"
        return self.session

    # --- screens -------------------------------------------------------------------------------------------

    def show_home(self) -> None:
        """Show the home screen for the game's state, and close any overlay."""
        self.close_overlay()
        name = self._home_name()
        if self.home is not None and self.home.name == name and self.home.session is self.session:
            self.home.refresh()
            return
        kept = self._kept_screens.get(name)
        self._put_home(
            kept if kept is not None and kept.session is self.session else self._screens[name](self)
        )

    def open_overlay(self, name: str, **params: Any) -> None:
        """Show an overlay instead of the home screen, whose banner goes with it."""
        self.close_overlay()
        self.banner.close()
        self.overlay = self._screens[name](self, **params)
        if self.home is not None:
            self.remove_widget(self.home)
        self._attach(self.overlay)
        self.overlay.refresh()

    def close_overlay(self) -> None:
        """Close the overlay and show the home screen again."""
        if self.overlay is None:
            return
        self.overlay.on_leave()
        self.remove_widget(self.overlay)
        self.overlay = None
        if self.home is not None:
            self._attach(self.home)
            self.home.refresh()

    def rebuild(self) -> None:
        """Create the screens again, for a window that has changed its size."""
        overlay, self.overlay = self.overlay, None
        if overlay is not None:
            overlay.on_leave()
            self.remove_widget(overlay)
        self._put_home(self._screens[self._home_name()](self))
        self._kept_screens.clear()
        if overlay is not None:
            self.open_overlay(overlay.name, **overlay.params)

    def _home_name(self) -> str:
        if self.session is None:
            return "lobby"
        from companion.referee.questions import Roll

        question = self.session.question
        if question is None:
            return "victory"
        if not isinstance(question, Roll) or self.computer_move is not None:
            return "table"
        if question.symbol_contest is not None:
            return "symbol-battle"
        if question.contest is not None:
            return "battle"
        tray = self.context.tray
        return "roll" if tray is not None and tray.can_read(question) else "table"

    def _put_home(self, screen: Screen) -> None:
        if self.home is not None:
            self.home.on_leave()
            self.remove_widget(self.home)
            if self.home.cached:
                self._kept_screens[self.home.name] = self.home
        self.home = screen
        self._attach(screen)
        screen.refresh()

    def _attach(self, screen: Screen) -> None:
        """Add a screen below the toast, and ignore a second tap on it."""
        self.guard.start()
        self.add_widget(screen)
        self.toast.follow()
        self._fit_screens()

    def _fit_screens(self) -> None:
        """Divide the height between the screen and its foot."""
        height = self.foot.lay()
        for screen in (self.home, self.overlay):
            if screen is not None:
                screen.size_hint, screen.size = (None, None), (self.width, self.height - height)
                screen.pos = (self.x, self.y + height)

    def _drain_queues(self) -> None:
        """Run the tasks of other threads and the panel's presses, and update the phones."""
        self.tasks.drain()
        if not self.context.presses.empty():
            self.signals.drain()
        if self.context.phones is not None:
            self.context.phones.follow(self)

    def _on_change(self) -> None:
        self._guard_question()
        self._let_computer_think()
        self.signals.follow(changed=True)
        if self.overlay is None or not self.overlay.stays_open:
            self.show_home()
        else:
            self.overlay.refresh()
        for follower in (self.turn_display, self.coach, self.sounds, self.board_watch):
            follower.follow()

    def _tick(self, _: float) -> None:
        self._fit_screens()
        if self.session is not None:
            self.signals.follow()
            self.turn_display.tick()
            self.board_watch.tick()
        if (shown := self.overlay or self.home) is not None:
            shown.tick()

    def _keep_clocks(self, _: float) -> None:
        if self.session is not None and not self.session.clocks.paused:
            self.session.save_clocks()


def fit(shell: Shell, width: float, height: float) -> None:
    """Fit all screens to a window of this many pixels."""
    METRICS.fit(width, height)
    shell.rebuild()
