"""Enters dice outside battles, such as a die to flee or to fire."""

from companion.referee.dice import Dice
from companion.referee.questions import Roll
from companion.ui.question_views.question_view import QuestionView
from companion.ui.widgets.dice.dice_pad import DicePad


class RollView(QuestionView):
    """A pad for entering the dice."""

    question: Roll
    kind = Roll

    def build(self) -> None:
        """Lay out the pad."""
        pad = self._pad = DicePad()
        pad.ask(self.question)
        pad.bind(on_confirm=lambda _, dice: self.give(faces_of(dice)))
        pad.bind(on_denied=lambda _, ruling: self.refuse(ruling))
        self.add_widget(pad)

    @property
    def large(self) -> bool:
        """Always in the board's place."""
        return True

    def accept(self) -> None:
        """Answer with the entered dice, or show what is missing."""
        ruling = self.question.judge(self._pad.faces)
        if ruling.allowed:
            self.give(faces_of(self._pad.faces))
        else:
            self.refuse(ruling)


def faces_of(dice: Dice) -> dict[str, list[int]]:
    """Convert dice to the form of a roll's answer."""
    return {pool: list(faces) for pool, faces in dice.items()}
