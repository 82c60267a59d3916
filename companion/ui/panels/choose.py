"""The panel for choosing one of a few options."""

from kivy.uix.widget import Widget

from companion.referee.questions import Choose, Option
from companion.ui import theme
from companion.ui.layout import grid, scrolled, tall
from companion.ui.panels.panel import Panel, following
from companion.ui.widgets.buttons import ChoiceCard

SHORT = 9
"""Letters that fit on a card of half the width."""
MANY = 5
"""Options that fit beside the board."""
WORDY = 160
"""Letters in all options that fit there."""
COLUMN = 2
"""Options without details that still stand one below the other."""


class ChoosePanel(Panel):
    """One card per option; what cannot be chosen says why."""

    question: Choose

    def build(self) -> None:
        """Stack the options; many of them scroll."""
        options = self.question.options
        self._proposed = -1
        self._cards = [self._card(option) for option in options]
        cards = [tall(card, _height(option)) for card, option in zip(self._cards, options, strict=True)]
        short = len(options) > COLUMN and not any(
            option.detail or len(option.label) > SHORT for option in options
        )
        across = 2 if short or self.large else 1
        self._list = scrolled(_fitted(grid(*cards, across=across)))
        self.add_widget(self._list)

    @property
    def large(self) -> bool:
        """Many options, or long ones, are laid out side by side in large."""
        options = self.question.options
        return len(options) > MANY or sum(len(option.label + option.detail) for option in options) > WORDY

    def propose(self, step: int) -> None:
        """Light up the next option that can be chosen."""
        numbers = [number for number, option in enumerate(self.question.options) if option.ruling.allowed]
        if numbers:
            self._proposed = following(numbers, self._proposed, step)
            for number, card in enumerate(self._cards):
                card.chosen = number == self._proposed
            self._list.scroll_to(self._cards[self._proposed])

    def accept(self) -> None:
        """Choose the option that is lit; light one up first when none is."""
        if self._proposed < 0:
            self.propose(1)
        else:
            self.give(self.question.options[self._proposed].id)

    def _card(self, option: Option) -> ChoiceCard:
        return ChoiceCard(
            title=option.label,
            detail=option.detail,
            ruling=option.ruling,
            on_tap=lambda _: self.give(option.id),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )


def _fitted(laid: Widget) -> Widget:
    laid.size_hint_y = None
    laid.bind(minimum_height=laid.setter("height"))
    return laid


def _height(option: Option) -> float:
    return theme.BUTTON if not option.detail else theme.BUTTON + theme.BODY * (1 + len(option.detail) // 26)
