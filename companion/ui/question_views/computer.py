"""Shows that the computer thinks, then its answer, and the button to confirm that its pieces are moved."""

from collections.abc import Callable
from typing import Any

from companion.app.night.computer_players import ComputerMove
from companion.hardware.signals import Meanings, only_confirm
from companion.locale.messages import gettext
from companion.referee.questions import Question
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, spacer
from companion.ui.question_views.question_view import Give, QuestionView
from companion.ui.widgets.controls.buttons import BigButton


class ThinkingView(QuestionView):
    """Says that the computer thinks about its answer."""

    def build(self) -> None:
        """Show it in one line."""
        self.add_widget(TextLabel(gettext("The computer is thinking."), colour=theme.MUTED))
        self.add_widget(spacer())

    def meanings(self, meanings: Meanings) -> Meanings:
        """The computer answers, not who presses."""
        return only_confirm(meanings)


class ComputerView(QuestionView):
    """The answer and its reason, and one button.

    Args:
        question: the question that the computer answers.
        give: called with the answer.
        refuse: called with a ruling.
        move: the computer's answer.
    """

    def __init__(
        self, question: Question, give: Give, refuse: Callable[[Ruling], Any], move: ComputerMove
    ) -> None:
        self.move = move
        super().__init__(question, give, refuse)

    def build(self) -> None:
        """Show its answer, its reason, and what people move for it."""
        move = self.move
        self.done = BigButton(
            text=gettext("Pieces moved") if move.moves_pieces else gettext("Go on"),
            icon="check" if move.moves_pieces else "play",
            on_tap=lambda _: self.accept(),
        )
        self.add_widget(TextLabel(move.text, theme.SUBTITLE, theme.ACCENT, bold=True))
        self.add_widget(TextLabel(move.reason, colour=theme.MUTED))
        self.add_widget(spacer())
        self.add_widget(fixed_height(self.done, theme.BUTTON_HEIGHT))

    def meanings(self, meanings: Meanings) -> Meanings:
        """Confirm says that its pieces are moved; the rest of its question is not for people."""
        return only_confirm(meanings, self.done.text)

    @property
    def marked(self) -> tuple[str, ...]:
        """The places that the computer names."""
        return self.move.places

    @property
    def arrow(self) -> tuple[str, ...]:
        """From where and to where its answer goes."""
        return self.move.arrow or ()

    def accept(self) -> None:
        """Give the computer's answer."""
        self.give(self.move.answer)
