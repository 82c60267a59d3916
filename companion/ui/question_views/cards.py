"""Lays down cards."""

from companion.referee.questions import Cards
from companion.ui.question_views.question_view import QuestionView, next_choice
from companion.ui.theme import px
from companion.ui.widgets.cards import CardPicker

MAX_BESIDE_BOARD = 2
"""Kinds of cards that fit beside the board."""
MIN_HEIGHT = 148
"""Height that cards and buttons need, in theme pixels."""


class CardsView(QuestionView):
    """The cards that can be laid down, as pictures; touch those that are."""

    question: Cards

    def build(self) -> None:
        """Show the picker, which has its own buttons."""
        self.picker = CardPicker(question=self.question, size_hint_min_y=px(MIN_HEIGHT))
        self.picker.bind(
            on_confirm=lambda _, kinds: self.give(list(kinds)),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        self.add_widget(self.picker)

    @property
    def large(self) -> bool:
        """More kinds than two are too small to be told apart beside the board."""
        return len(self.question.kinds) > MAX_BESIDE_BOARD

    def propose(self, step: int) -> None:
        """Lay out the next set that can be traded."""
        if self.question.allowed:
            self.picker.picked = next_choice(self.question.allowed, tuple(sorted(self.picker.picked)), step)

    def accept(self) -> None:
        """Answer with the cards that are laid out, or hear why they cannot be."""
        ruling = self.question.judge(tuple(self.picker.picked))
        if ruling.allowed:
            self.give(list(self.picker.picked))
        else:
            self.refuse(ruling)
