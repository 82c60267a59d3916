"""The panel for choosing one of a few options."""

from companion.referee.questions import Choose, Option
from companion.ui import theme
from companion.ui.layout import column, grid, scrolled, tall
from companion.ui.panels.panel import Panel, following
from companion.ui.widgets.buttons import ChoiceCard

SHORT = 9
"""Letters that fit on a card of half the width."""
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
        self._list = scrolled(grid(*cards, across=2) if short else column(*cards))
        self.add_widget(self._list)

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


def _height(option: Option) -> float:
    return theme.BUTTON if not option.detail else theme.BUTTON + theme.BODY * (1 + len(option.detail) // 26)
