"""Shows whose turn it is: hand-over card, a band along the edge, and a screen that rotates to the player."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.labels import count_label
from companion.app.night.seating import sits_opposite
from companion.locale.messages import gettext, joined
from companion.referee.questions import Deploy
from companion.ui import theme
from companion.ui.widgets.players.turn_card import TurnBand, TurnCard

if TYPE_CHECKING:
    from companion.app.night.session import Session


HALF_TURN, FULL_TURN = 180, 360
"""Degrees."""


class TurnDisplay:
    """Updates the turn card and the screen's rotation when the game changes.

    Args:
        shell: the shell.
        enabled: show anything at all; False for simulated players.
    """

    def __init__(self, shell: Any, *, enabled: bool = True) -> None:
        self._shell, self._enabled = shell, enabled
        self._base = int(getattr(Window, "rotation", 0))
        self._turn: tuple[int, str | None] | None = None
        self._card: TurnCard | None = None
        self._band: TurnBand | None = None
        self._ending: Any = None
        self._touched = monotonic()

    @property
    def card(self) -> TurnCard | None:
        """The card that covers the screen now, if any."""
        return self._card

    @property
    def band(self) -> TurnBand | None:
        """The band that shows who plays while the screen is not touched, if it is shown."""
        return self._band

    def touched(self) -> None:
        """Restart the time until the band is shown, and take it away once the touch has had its effect."""
        self._touched = monotonic()
        if self._band is not None:
            Clock.schedule_once(lambda _: self._remove_band(), 0)

    def follow(self) -> None:
        """Show the hand-over card and rotate the screen if the turn has changed."""
        self.touched()
        session: Session | None = self._shell.session
        if not self._enabled or session is None:
            self.close()
            self._remove_band()
            self._turn = None
            return
        where = session.table.timeline
        turn = (session.number, where.active if where.part == "turn" else None)
        if turn == self._turn:
            return
        begins, self._turn = turn[1] is not None and self._turn is not None, turn
        self.close()
        self._face(session)
        if begins and self._shell.context.settings.hand_over:
            self.hand_over(session)

    def hand_over(self, session: Session) -> None:
        """Show briefly whose turn begins."""
        self._show(_hand_over(session), theme.HAND_OVER_SECONDS)

    def tick(self) -> None:
        """Show the band once nobody has touched the screen for a while; update its clock."""
        session: Session | None = self._shell.session
        if session is None or not self._enabled:
            return
        if self._card is not None or not self._is_idle(session):
            self._remove_band()
            return
        if self._band is None:
            self._band = TurnBand(on_close=lambda _: self._shell.guard.start())
            self._shell.add_widget(self._band)
        self._lay_band(self._band, session)

    def _lay_band(self, band: TurnBand, session: Session) -> None:
        """Show who plays over the seats or, to players at the top edge, over the steps."""
        where, table = session.table.timeline, self._shell.home
        seat = session.seat(where.wanted or where.active)
        step = next((chip.title for chip in where.chips if chip.status == "now"), "")
        turned = Window.rotation != self._base
        band.opposite = seat is not None and not turned and sits_opposite(session.seats, seat.id)
        strip = table.strip if band.opposite else table.seats
        band.seat, band.text = seat, session.clocks.face
        band.title = joined((seat.name if seat else "", step), ": ")
        end = strip.pause.x - theme.px(theme.SPACE_8) if band.opposite else strip.right
        band.size_hint, band.size = (None, None), (end - strip.x, strip.height)
        band.pos = strip.to_window(*strip.pos)

    def _remove_band(self) -> None:
        band, self._band = self._band, None
        if band is not None:
            self._shell.remove_widget(band)

    def _is_idle(self, session: Session) -> bool:
        """Return whether the board waits for a player and nobody touches it; rolls have their own screens."""
        shell = self._shell
        board = shell.overlay is None and shell.home is not None and shell.home.name == "table"
        quiet = monotonic() - self._touched > theme.AMBIENT_SECONDS
        wanted = bool(shell.context.settings.ambient) and not session.clocks.paused
        return board and quiet and wanted and session.table.timeline.part == "turn"

    def _face(self, session: Session) -> None:
        """Rotate the screen to the seat whose turn it is, if the setting is on."""
        settings = self._shell.context.settings
        opposite = settings.face_player and sits_opposite(session.seats, session.table.timeline.active)
        rotation = (self._base + HALF_TURN * opposite) % FULL_TURN
        if Window.rotation != rotation:
            Window.rotation = rotation

    def _show(self, card: TurnCard, seconds: float) -> None:
        self.close()
        card.bind(on_close=lambda _: self.close())
        self._card = card
        self._shell.add_widget(card)
        # The time starts when the card has been drawn, which can take a while on a slow machine.
        self._ending = Clock.schedule_once(lambda _: self._end_after(seconds), 0)

    def _end_after(self, seconds: float) -> None:
        self._ending = Clock.schedule_once(lambda _: self.close(), seconds)

    def close(self) -> None:
        """Close the card and show the game again."""
        card, ending = self._card, self._ending
        self._card = self._ending = None
        if ending is not None:
            ending.cancel()
        if card is not None:
            self._shell.remove_widget(card)
            self._shell.guard.start()
            self.touched()


def _hand_over(session: Session) -> TurnCard:
    question = session.question
    seat = session.seat(session.table.timeline.active)
    if isinstance(question, Deploy):
        text = gettext("Your turn: {pieces}", pieces=count_label(session.table.game_view, question.most))
    else:
        text = gettext("Your turn")
    return TurnCard(seat=seat, title=seat.name if seat else "", text=text)
