"""What players enter of a battle by hand: the dice of a roll, or what several rolls have left."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.referee.questions import Roll
from companion.ui.layout import replace_children
from companion.ui.widgets.controls.canvas_widget import WithEvents
from companion.ui.widgets.dice.dice_pad import DicePad
from companion.ui.widgets.dice.totals_pad import Standing, TotalsPad


class BattlePad(WithEvents, BoxLayout):
    """The dice pad, or the pad for the totals of several rolls; what was used last stays for the next roll.

    Attributes:
        dice: the pad for the dice of one roll.
        totals: the pad for several rolls.
        by_totals: whether the latter is shown where it can be.

    Events:
        on_confirm, on_losses, on_denied: as those of the two pads.
    """

    __events__ = ("on_confirm", "on_losses", "on_denied")

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.dice, self.totals, self.by_totals = DicePad(), TotalsPad(), False
        self._unasked: tuple[Any, ...] = ()
        self.dice.bind(on_confirm=lambda _, dice: self.dispatch("on_confirm", dice))
        self.dice.bind(on_several=lambda _: self._switch(by_totals=True))
        self.totals.bind(on_dice=lambda _: self._switch(by_totals=False))
        for pad in (self.dice, self.totals):
            pad.bind(on_losses=lambda _, losses: self.dispatch("on_losses", losses))
            pad.bind(on_denied=lambda _, ruling: self.dispatch("on_denied", ruling))

    def ask(self, question: Roll, standing: tuple[Standing, ...], names: tuple[str, str], **how: Any) -> None:
        """Show another roll, without anything entered.

        Args:
            question: the roll question.
            standing: both places, and the armies on them.
            names: of both sides.
            how: the look of the dice, see `DicePad.ask`.
        """
        self.dice.ask(question, names=names, **how)
        self._unasked = question, standing, names
        self._switch(by_totals=self.by_totals)

    @property
    def shown(self) -> DicePad | TotalsPad:
        """The pad on the screen."""
        pad: DicePad | TotalsPad = self.children[0]
        return pad

    def _switch(self, *, by_totals: bool) -> None:
        self.by_totals = by_totals
        wanted = self.totals if by_totals and self.dice.question.several else self.dice
        if wanted is self.totals and self._unasked:  # a key for each number: made once they are wanted
            self.totals.ask(*self._unasked)
            self._unasked = ()
        if self.children != [wanted]:
            replace_children(self, wanted)
