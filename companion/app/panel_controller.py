"""The signal box: shows the game in the lights of the panels, and carries their presses to the game."""

import time
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from companion.hardware.panel import ASK, BLANK, Press
from companion.hardware.signals import Meaning, Meanings, Moment, chime, frame, meanings
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.together import Panels
from companion.ui.screens.tools import open_tool
from companion.ui.widgets.panel_strip import PanelStrip

if TYPE_CHECKING:
    from companion.ui.stage import Stage

READING = 0.35
"""Seconds for which a new question takes no answer from a button: nobody has read it yet, and the press
was meant for the one before."""
REFUSAL = 2.0
"""Seconds for which the lights say that something was refused."""

Presses = SimpleQueue[Press]
"""Presses on their way from the panels' threads to the game's."""


class SignalBox:
    """One for the stage; does nothing and shows nothing while no panel is at work.

    Args:
        stage: where the game is.
        panels: all panels there are.
        presses: what their threads put presses into.
    """

    def __init__(self, stage: "Stage", panels: Panels, presses: Presses) -> None:
        self._stage = stage
        self._panels = panels
        self._presses = presses
        self._seq = -1
        self._asked_at = 0.0
        self._refused_until = 0.0
        simulated = [panel for panel in panels.panels if isinstance(panel, SimulatedPanel)]
        self.strip = PanelStrip(touchable=bool(simulated))
        for panel in simulated:
            self.strip.bind(on_press=lambda _, button, held, panel=panel: panel.press(button, long=held))

    @property
    def at_work(self) -> bool:
        """Whether a game is on and there are buttons whose meaning is worth a strip on the screen."""
        return self._stage.session is not None and self._panels.present

    def follow(self, *, changed: bool = False) -> None:
        """Show the game as it is now.

        Args:
            changed: something has just happened, which may sound.
        """
        session = self._stage.session
        if session is None:
            self._panels.show(BLANK)
            self.strip.frame, self.strip.meanings = BLANK, {}
            return
        if session.seq != self._seq:
            self._seq, self._asked_at = session.seq, time.monotonic()
            self._refused_until = 0.0
        table, moment = session.table, self._moment()
        out = [standing.seat for standing in table.scene.standings if standing.out]
        shown = frame(
            table.timeline, session.seats, session.question, moment, winners=table.state.winners, out=out
        )
        self._panels.show(shown)
        self.strip.frame = shown
        self.strip.meanings = self._meanings()
        self.strip.seats = session.seats
        if changed:
            self._panels.chime(chime(moment, table.timeline, session.question))

    def refused(self) -> None:
        """Say in light and sound that something was refused."""
        self._refused_until = time.monotonic() + REFUSAL
        self.follow(changed=True)

    def _moment(self) -> Moment:
        if time.monotonic() < self._refused_until:
            return "refusal"
        told = self._stage.playing.table.latest
        return told[-1].kind if told else "note"

    def _meanings(self) -> Meanings:
        """What the buttons mean on the screen of the moment; under a cover only how to leave it."""
        stage, session = self._stage, self._stage.playing
        if stage.cover is None:
            found = meanings(session.question, session.seats)
            return stage.home.meanings(found) if stage.home is not None else found
        if session.clocks.paused:
            return {(ASK, True): Meaning("pause", "Go on")}
        return {(ASK, False): Meaning("why", "Back")}

    # --- presses -------------------------------------------------------------------------------------------

    def drain(self) -> None:
        """Do what was pressed since the last time; called on the game's thread only."""
        while True:
            try:
                press = self._presses.get_nowait()
            except Empty:
                return
            self._pressed(press)

    def _pressed(self, press: Press) -> None:
        session = self._stage.session
        if session is None:
            return
        meaning = self._meanings().get((press.button, press.long))
        if meaning is not None:
            self._do(meaning)

    def _do(self, meaning: Meaning) -> None:
        stage = self._stage
        if stage.close_sheet():
            return
        match meaning.deed:
            case "undo":
                stage.do(lambda: stage.playing.undo())
            case "undo turn":
                stage.do(lambda: stage.playing.undo_turn())
            case "why":
                if stage.cover is not None:
                    stage.back()
                else:
                    open_tool(stage, "why")
            case "pause":
                self._pause()
            case _ if time.monotonic() - self._asked_at > READING:
                self._answer(meaning)

    def _pause(self) -> None:
        """Pause; the same press goes on."""
        stage = self._stage
        if stage.playing.clocks.paused:
            stage.playing.go_on()
            stage.back()
        else:
            open_tool(stage, "pause")

    def _answer(self, meaning: Meaning) -> None:
        stage = self._stage
        with stage.acting("panel"):
            if meaning.deed == "answer":
                stage.answer(meaning.raw, seq=stage.playing.seq)
            elif stage.home is not None:
                stage.home.press(meaning)
