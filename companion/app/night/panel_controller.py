"""Shows the game in the lights of the panels, and carries their presses to the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from companion.hardware.panel import ASK, BLANK, LightFrame, Press
from companion.hardware.panel_group import PanelGroup
from companion.hardware.signals import Meaning, Meanings, PanelEvent, chime, frame, meanings
from companion.referee.ruling import Ruling
from companion.referee.seats import Seat

if TYPE_CHECKING:
    from companion.app.night.session import Session


READING = 0.35
"""Seconds for which a new question ignores buttons: the press was meant for the previous question."""
REFUSAL = 2.0
"""Seconds for which the lights show a refusal."""

Presses = SimpleQueue[Press]
"""The queue of presses from the panels' threads to the game's thread."""

Display = Callable[[LightFrame, Meanings, tuple[Seat, ...]], None]
"""Shows the lights and the meaning of every button, for instance as a strip on the screen."""


class PanelHost(Protocol):
    """The interface of the screen that a controller uses."""

    @property
    def session(self) -> Session | None:
        """The game that is played, if one is."""

    def wake_only(self) -> bool:
        """Wake a dark screen; return whether it was dark, since the press then has no other effect."""

    @property
    def thinking(self) -> bool:
        """Whether the computer thinks about the open question."""

    @property
    def overlaid(self) -> bool:
        """Whether another screen lies over the game."""

    def word_meanings(self, found: Meanings) -> Meanings:
        """Return the button meanings in the words of the game's screen."""

    def press(self, meaning: Meaning) -> None:
        """Go through the choices on the screen, or accept what it proposes."""

    def answer(self, raw: object, *, seq: int, by: str) -> bool:
        """Give an answer to the game."""

    def attempt(self, action: Callable[[], Ruling | None]) -> bool:
        """Run an action on the game, and show the ruling if it is refused."""

    def close_popup(self) -> bool:
        """Close the popup that explains a ruling; return whether there was one."""

    def open_tool(self, name: str) -> None:
        """Open a screen over the game."""

    def close_overlay(self) -> None:
        """Close the screen that lies over the game."""


class PanelController:
    """Connects the panels with the game; inactive while no panel works.

    Args:
        host: the screen.
        display: shows lights and meanings to people without a panel at hand.
        panels: all panels.
        presses: the queue into which their threads put presses.

    Attributes:
        sound: the panels may sound.
    """

    def __init__(self, host: PanelHost, display: Display, panels: PanelGroup, presses: Presses) -> None:
        self.sound = True
        self._host = host
        self._display = display
        self._panels = panels
        self._presses = presses
        self._seq = -1
        self._asked_at = 0.0
        self._refused_until = 0.0

    @property
    def at_work(self) -> bool:
        """Whether a game is running and a panel has buttons whose meaning the screen should show."""
        return self._host.session is not None and self._panels.present

    def follow(self, *, changed: bool = False) -> None:
        """Show the game as it is now.

        Args:
            changed: whether something has just happened, which may play a sound.
        """
        session = self._host.session
        if session is None:
            self._panels.show(BLANK)
            self._display(BLANK, {}, ())
            return
        if session.seq != self._seq:
            self._seq, self._asked_at = session.seq, time.monotonic()
            self._refused_until = 0.0
        if not self._panels.reachable:
            return
        table, event = session.table, self._event(session)
        out = [standing.seat for standing in table.game_view.standings if standing.out]
        shown = frame(
            table.timeline, session.seats, session.question, event, winners=table.state.winners, out=out
        )
        self._panels.show(shown)
        self._display(shown, self._meanings(session), session.seats)
        if changed and self.sound:
            self._panels.chime(chime(event, table.timeline, session.question))

    def refused(self) -> None:
        """Signal a refusal by light and sound."""
        self._refused_until = time.monotonic() + REFUSAL
        self.follow(changed=True)

    def _event(self, session: Session) -> PanelEvent:
        if time.monotonic() < self._refused_until:
            return "refusal"
        if self._host.thinking:
            return "thinking"
        latest = session.table.latest
        return latest[-1].kind if latest else "note"

    def _meanings(self, session: Session) -> Meanings:
        """The meaning of the buttons now; with an overlay only how to leave it."""
        if not self._host.overlaid:
            return self._host.word_meanings(meanings(session.question, session.seats))
        if session.clocks.paused:
            return {(ASK, True): Meaning("pause", "Go on")}
        return {(ASK, False): Meaning("why", "Back")}

    # --- presses -------------------------------------------------------------------------------------------

    def drain(self) -> None:
        """Handle all presses since the last call; call it on the game's thread only."""
        while True:
            try:
                press = self._presses.get_nowait()
            except Empty:
                return
            session = self._host.session
            if self._host.wake_only() or session is None:
                continue
            meaning = self._meanings(session).get((press.button, press.long))
            if meaning is not None:
                self._do(session, meaning)

    def _do(self, session: Session, meaning: Meaning) -> None:
        host = self._host
        if host.close_popup():
            return
        match meaning.action:
            case "undo":
                host.attempt(session.undo)
            case "undo turn":
                host.attempt(session.undo_turn)
            case "why" if host.overlaid:
                host.close_overlay()
            case "why":
                host.open_tool("why")
            case "pause" if session.clocks.paused:
                session.unpause()
                host.close_overlay()
            case "pause":
                host.open_tool("pause")
            case _ if time.monotonic() - self._asked_at <= READING:
                return
            case "answer":
                host.answer(meaning.raw, seq=session.seq, by="panel")
            case _:
                host.press(meaning)
