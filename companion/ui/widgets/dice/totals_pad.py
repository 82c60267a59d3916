"""Tells what several rolls of a battle have left: tap the number of armies that stand on either side."""

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.referee.dice import Losses
from companion.referee.questions import Roll
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, replace_children, row
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.canvas_widget import WithEvents
from companion.ui.widgets.dice.dice_pad import KEYS_SHARE, lines_within, outcome_keys

LINES = 2
"""Lines of keys for the numbers of a side."""
LABEL = 34
"""Height of a label above its keys in portrait, in theme pixels."""

Standing = tuple[str, int]
"""The name of a place, and the number of armies on it before the rolls."""


class TotalsPad(WithEvents, BoxLayout):
    """A key for every number of armies that may be left, for either side; both numbers answer.

    Most battles that are told like this were won: the defender's number is none until another is tapped, and
    the attacker's number alone says that the place was taken.

    Attributes:
        keys: the keys of both sides, by the number of armies left; those of the open pages.
        more: the keys that turn the page of a side whose numbers have no room; else None.
        outcomes: the keys for the losses of one roll.
        back: the key that goes back to single dice.

    Events:
        on_losses: both numbers are known; gets the losses.
        on_dice: the single dice are wanted.
        on_denied: a number was tapped that no rolls can leave; gets the ruling.
    """

    __events__ = ("on_losses", "on_dice", "on_denied")

    def __init__(self, **properties: Any) -> None:
        super().__init__(orientation="vertical", spacing=px(theme.TARGET_GAP), **properties)
        self.keys: tuple[dict[int, BigButton], dict[int, BigButton]] = ({}, {})
        self.back = BigButton(text=gettext("Dice"), kind="quiet", on_tap=lambda _: self.dispatch("on_dice"))
        self._question: Roll | None = None
        self._standing: tuple[Standing, ...] = ()
        self.more: list[BigButton | None] = [None, None]
        self.outcomes: list[BigButton] = []
        self._left: list[int | None] = [None, None]
        self._page = [0, 0]
        self.bind(width=self._build)

    def ask(self, question: Roll, standing: tuple[Standing, ...], names: tuple[str, str]) -> None:
        """Show another battle or its next roll, with no defender left where that is possible.

        Args:
            question: the roll question.
            standing: the places of the attacker and the defender, and the armies there.
            names: of both sides, for the keys for the losses of one roll.
        """
        self._question, self._standing = question, standing
        self.outcomes = outcome_keys(question.outcomes, names, lambda lost: self.dispatch("on_losses", lost))
        beaten = question.beaten
        self._left = [None, None if beaten is None else standing[1][1] - beaten]
        self._page = [0, 0]
        self._build()

    def _build(self, *_: object) -> None:
        if self._question is None or not self._question.several:
            return
        for key in (*self.outcomes, self.back):
            if key.parent is not None:
                key.parent.remove_widget(key)
        lines = lines_within([*self.outcomes, self.back], self.width)
        keys = (fixed_height(row(*line), theme.BUTTON_HEIGHT) for line in lines)
        replace_children(self, self._side(1), self._side(0), *keys)

    def _side(self, side: int) -> Widget:
        """The keys of a side, with the place named beside them, or above them in portrait."""
        place, standing = self._standing[side]
        words = (
            gettext("Taken; left of {count} in {place}", count=standing, place=place)
            if (side, self._left[1]) == (0, 0)
            else gettext("Left in {place}", place=place)
        )
        label = TextLabel(words, theme.SUBTITLE, bold=True, fill=True, lines=3)
        upright = theme.METRICS.portrait
        room = self.width * (1.0 if upright else KEYS_SHARE)
        across = max(1, int((room + px(theme.TARGET_GAP)) // (px(theme.TAP_TARGET) + px(theme.TARGET_GAP))))
        numbers = sorted({standing - lost[side] for lost in self._totals()} | {standing})
        keys = self._page_of(side, numbers, across * LINES)
        lines = -(-len(keys) // across)
        laid = grid(*keys, across=-(-len(keys) // lines) if lines > 1 else across)
        if upright:
            return column(fixed_height(label, LABEL), laid, size_hint_y=lines)
        beside = fixed_width(laid, room / theme.METRICS.unit)
        return row(beside, label, gap=theme.SPACE_12, size_hint_y=lines)

    def _totals(self) -> list[tuple[int, int]]:
        assert self._question is not None, "a side is built for a question"
        return [(lost.attacker, lost.defender) for lost in self._question.totals]

    def _page_of(self, side: int, numbers: list[int], room: int) -> list[Widget]:
        """The keys of the open page; where there are more, the last key turns the page."""
        pages = [numbers]
        if len(numbers) > room:
            pages = [numbers[at : at + room - 1] for at in range(0, len(numbers), room - 1)]
        shown = pages[self._page[side] % len(pages)]
        self.keys[side].clear()
        self.keys[side].update({number: self._key(side, number) for number in shown})
        self.more[side] = more = self._more(side) if len(pages) > 1 else None
        return [*self.keys[side].values(), *([more] if more is not None else [])]

    def _more(self, side: int) -> BigButton:
        def turn(_: object) -> None:
            self._page[side] += 1
            self._build()

        return BigButton(text="...", kind="quiet", on_tap=turn)

    def _key(self, side: int, number: int) -> BigButton:
        chosen = self._left[side] == number
        key = BigButton(
            text=str(number), kind="primary" if chosen else "quiet", on_tap=self._chooser(side, number)
        )
        ruling = self._judge(side, number)
        if ruling is not None and not ruling.allowed:
            key.ruling = ruling
            key.bind(on_denied=lambda _, ruling: self.dispatch("on_denied", ruling))
        return key

    def _judge(self, side: int, number: int) -> Ruling | None:
        """Rule on a number beside the chosen one of the other side; None if that is not chosen."""
        left = [*self._left]
        left[side] = number
        losses = self._losses(left)
        return None if losses is None or self._question is None else self._question.judge_losses(losses)

    def _losses(self, left: list[int | None]) -> Losses | None:
        attacker, defender = left
        if attacker is None or defender is None:
            return None
        return Losses(self._standing[0][1] - attacker, self._standing[1][1] - defender)

    def _chooser(self, side: int, number: int) -> Callable[[object], None]:
        def choose(_: object) -> None:
            self._left[side] = number
            losses = self._losses(self._left)
            if losses is not None:
                self.dispatch("on_losses", losses)
            else:
                self._build()

        return choose
