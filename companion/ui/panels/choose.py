"""The panel for choosing one of a few options."""

from companion.referee.questions import Choose, Option
from companion.ui import theme
from companion.ui.layout import column, grid, scrolled, tall
from companion.ui.panels.panel import Panel
from companion.ui.widgets.buttons import ChoiceCard

COLUMN = 2
"""Options without details that still stand one below the other."""


class ChoosePanel(Panel):
    """One card per option; what cannot be chosen says why."""

    question: Choose

    def build(self) -> None:
        """Stack the options; many of them scroll."""
        options = self.question.options
        cards = [tall(self._card(option), _height(option)) for option in options]
        short = len(options) > COLUMN and not any(option.detail for option in options)
        self.add_widget(scrolled(grid(*cards, across=2) if short else column(*cards)))

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
