"""The base class of the battle screens: the open roll, the tray's camera, the answer with its evidence."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.camera.dice_tray import DiceTray
from companion.locale.messages import gettext
from companion.referee.dice import Dice
from companion.referee.interruptions import CALL_OFF
from companion.referee.questions import Roll
from companion.ui import theme
from companion.ui.question_views.roll import faces_of
from companion.ui.screen import Screen
from companion.ui.screens.offers import more_key, offer_key, offer_list
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.vision.dice import DieReading

FRAME_SECONDS = 1 / 20
"""Seconds between two updates from the tray."""


class DiceScreen(Screen):
    """A roll of dice, read by the camera or entered by hand.

    Attributes:
        question: the open roll, once there is one.
        by_hand: whether the players enter the dice.
        listing: whether the interruptions are listed in place of the dice.
    """

    def __init__(self, shell: Shell, **params: object) -> None:
        super().__init__(shell, **params)
        self._seq = -1
        self.question: Roll | None = None
        self.by_hand = self.listing = False
        self._offers_shown = 0
        self._camera_clock = Clock.create_trigger(lambda _: self._watch_tray(), FRAME_SECONDS, interval=True)

    @property
    def tray(self) -> DiceTray | None:
        """The tray under the camera, if the camera can read the dice of this roll."""
        tray = self.shell.context.tray
        return (
            tray if tray is not None and self.question is not None and tray.can_read(self.question) else None
        )

    @property
    def picture_tag(self) -> str:
        """Text on the tray's picture if it is simulated."""
        return gettext("Simulated") if self.tray is not None and self.tray.simulated else ""

    def marked_dice(self, tray: DiceTray, *, read: bool) -> tuple[DieReading, ...]:
        """List the dice to outline: those of this roll without those left from the last."""
        update = tray.tray_update
        if update is None or update.reading is None or not (read or update.fresh):
            return ()
        return tuple(update.reading.dice)

    def refresh(self) -> None:
        """Show the open roll; a new one starts with empty dice."""
        question = self.playing.question
        if self.playing.seq == self._seq or not isinstance(question, Roll) or not self.shows(question):
            return
        self._seq = self.playing.seq
        self._camera_clock()
        self.forget_dice()
        self.listing = False
        self.by_hand = self.shell.context.by_hand
        self.ask_tray(question)
        self.by_hand = self.by_hand or self.tray is None
        self.build()

    def shows(self, question: Roll) -> bool:  # noqa: ARG002 - subclasses ask
        """Whether this screen can show a roll."""
        return True

    def forget_dice(self) -> None:
        """Forget the dice of the roll before."""

    def build(self) -> None:
        """Lay the screen out again."""

    def watch(self, tray: DiceTray) -> None:
        """Handle the camera's reading, and show its picture."""

    def ask_tray(self, question: Roll) -> None:
        """Open a roll, and ask the camera for its dice."""
        self.question = question
        if self.tray is not None:
            self.tray.ask(question, self.playing.seats)

    def on_leave(self) -> None:
        """Stop watching the tray, until there is another roll."""
        self._seq = -1
        self._camera_clock.cancel()
        if self.tray is not None:
            self.tray.finish()

    def offer_buttons(self, others: Sequence[BigButton], width: float) -> list[Widget]:
        """Interruptions, the switch between camera and manual entry, and others, in one row.

        Args:
            others: more buttons of the row.
            width: of the row, in pixels. Interruptions that it has no room for are listed by More, which
                gives up its word before the first of them does.
        """
        offers, gap, line = self._offers(), px(theme.TARGET_GAP), list(others)
        if self.tray is not None:
            text = gettext("Camera") if self.by_hand else gettext("By hand")
            switch = BigButton(
                text=text, kind="quiet", on_tap=lambda _: self.switch(by_hand=not self.by_hand)
            )
            line.insert(0, switch)
        ways = [(shown, True) for shown in range(len(offers), 0, -1)] + [(1, False), (0, True)]
        for self._offers_shown, worded in ways[0 if offers else -1 :]:
            shown, rest = offers[: self._offers_shown], offers[self._offers_shown :]
            buttons = [*shown, *([self._more(worded=worded)] if rest else []), *line]
            room = width - sum(_least(button) + gap for button in buttons) + gap
            if room >= 0:
                break
        for button in sorted(buttons, key=lambda button: button.full_width - _least(button)):
            extra = button.full_width - _least(button)  # one line instead of two
            button.size_hint_x = _least(button) + (extra if 0 < extra <= room else 0)
            room -= extra if 0 < extra <= room else 0
        return [*buttons]

    def switch(self, *, by_hand: bool) -> None:
        """Enter the dice by hand, or let the camera read them; the next rolls follow."""
        self.by_hand = self.shell.context.by_hand = by_hand
        self.build()

    def answer(self, dice: Dice) -> bool:
        """Answer the roll, with the camera's evidence of the dice; return whether it was taken."""
        evidence = self.tray.evidence(dice) if self.tray is not None else None
        by = "camera" if self.tray is not None and self.tray.has_read else ""
        return bool(self.shell.answer(faces_of(dice), seq=self._seq, by=by, evidence=evidence))

    def _offers(self) -> list[BigButton]:
        """One button for each interruption; that which calls the battle off is the first."""
        offers = self.question.offers if self.question is not None else ()
        ordered = sorted(offers, key=lambda offer: offer.id != CALL_OFF)
        return [offer_key(offer, self._take) for offer in ordered]

    def _take(self, offer: str) -> None:
        self.shell.answer({"offer": offer}, seq=self._seq)

    def _more(self, *, worded: bool) -> BigButton:
        """The button that lists the interruptions without room in the row, and then the dice again."""
        if self.listing:
            return BigButton(text=gettext("Dice"), kind="quiet", on_tap=lambda _: self._list())
        return more_key(self._list, worded=worded)

    def _list(self) -> None:
        self.listing = not self.listing
        self.build()

    def offer_list(self) -> Widget:
        """The interruptions that the row has no room for."""
        return offer_list(self._offers()[self._offers_shown :])

    def _watch_tray(self) -> None:
        tray = self.tray
        if tray is not None and not self.by_hand and self.parent is not None:
            self.watch(tray)


def _least(button: BigButton) -> float:
    """Return the least width of a button, in pixels: that of its words, or of its icon alone."""
    return max(float(button.least_width), px(theme.TAP_TARGET))
