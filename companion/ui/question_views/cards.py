"""Chooses cards to play."""

from companion.referee.questions import PlayCards
from companion.ui.question_views.question_view import QuestionView, next_choice
from companion.ui.theme import px
from companion.ui.widgets.players.cards import CardPicker

MAX_BESIDE_BOARD = 2
"""Kinds of cards that fit beside the board."""
USUAL_HEIGHT = 148
"""Height of cards and buttons, in theme pixels."""
MIN_HEIGHT = 124
"""The same where space is short: low cards, which say no more than their names."""


class PlayCardsView(QuestionView):
    """The playable cards as pictures; tap those to play."""

    question: PlayCards
    kind = PlayCards

    def build(self) -> None:
        """Add the picker, which has its own buttons."""
        self.picker = CardPicker(question=self.question, size_hint_min_y=px(USUAL_HEIGHT))
        self.picker.bind(
            on_confirm=lambda _, kinds: self.give(list(kinds)),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        self.add_widget(self.picker)

    @property
    def large(self) -> bool:
        """More than two kinds would be too small to distinguish beside the board."""
        return len(self.question.kinds) > MAX_BESIDE_BOARD

    def shorten(self, missing: float) -> None:
        """Make the cards lower; the buttons below them stay as they are."""
        self.picker.size_hint_min_y = max(px(MIN_HEIGHT), self.picker.size_hint_min_y - missing)

    def propose(self, step: int) -> None:
        """Select the next set that can be traded."""
        if self.question.allowed:
            self.picker.picked = next_choice(self.question.allowed, tuple(sorted(self.picker.picked)), step)

    def accept(self) -> None:
        """Answer with the selected cards, or show why they are refused."""
        ruling = self.question.judge(tuple(self.picker.picked))
        if ruling.allowed:
            self.give(list(self.picker.picked))
        else:
            self.refuse(ruling)
