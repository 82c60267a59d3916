"""The panel for laying down cards."""

from companion.referee.questions import Cards
from companion.ui.panels.panel import Panel
from companion.ui.widgets.cards import CardPicker


class CardsPanel(Panel):
    """The cards that can be laid down, as pictures; touch those that are."""

    question: Cards

    def build(self) -> None:
        """Show the picker, which has its own buttons."""
        self.picker = CardPicker(question=self.question)
        self.picker.bind(
            on_confirm=lambda _, kinds: self.give(list(kinds)),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        self.add_widget(self.picker)
