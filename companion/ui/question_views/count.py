"""Enters a number."""

from typing import cast

from kivy.uix.widget import Widget

from companion.app.labels import inflect
from companion.locale.messages import gettext, joined, pgettext
from companion.referee.questions import Count
from companion.ui import theme
from companion.ui.layout import fixed_height, fixed_width, row
from companion.ui.question_views.question_view import QuestionView, next_choice
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.stepper import Stepper

FAR = 4
"""Smallest range for which the two ends get a button each."""

STEPPER = 70
"""Height of the stepper, in theme pixels."""
END = 66
"""Width of these buttons, in theme pixels."""
BESIDE = 270
"""Width of the space beside the board; where words have no room in it, these buttons are narrower."""


class CountView(QuestionView):
    """A stepper that starts at the suggested number, buttons for both ends, and one to confirm."""

    question: Count
    kind = Count

    def build(self) -> None:
        """Lay out the stepper and the buttons."""
        self.stepper = Stepper.asking(self.question)
        self.stepper.bind(on_denied=lambda _, ruling: self.refuse(ruling))
        self.confirm = BigButton(on_tap=lambda _: self.give(int(self.stepper.value)))
        self.stepper.bind(value=self._word_confirm)
        self._word_confirm()
        self.add_widget(fixed_height(self.stepper, STEPPER))
        self.add_widget(fixed_height(row(*self._bottom()), theme.TAP_TARGET + theme.SPACE_4))

    @property
    def spare(self) -> float:
        """What the stepper is higher than a touch target."""
        return float(self.stepper.height) - px(theme.TAP_TARGET)

    def shorten(self, missing: float) -> None:
        """Make the stepper lower; the confirm button shows what is counted, too."""
        self.stepper.height = max(px(theme.TAP_TARGET), self.stepper.height - missing)
        if missing > 0:
            self.stepper.unit = ""

    @property
    def _ends_shown(self) -> bool:
        return self.question.most - self.question.least >= FAR

    def _bottom(self) -> list[Widget]:
        """The confirm button, between the buttons for both ends if the range is large."""
        question = self.question
        if not self._ends_shown:
            return [self.confirm]
        least = self._end(question.least, gettext("least"))
        most = self._end(question.most, pgettext("button", "all"))
        widest = BigButton(text=str(question.most), detail=inflect(question.unit, question.most))
        if least.width + widest.least_width + most.width + 2 * px(theme.TARGET_GAP) > px(BESIDE):
            for end in (least, most):
                fixed_width(end, theme.TAP_TARGET)
        return [least, self.confirm, most]

    def propose(self, step: int) -> None:
        """Step up or down; above the largest number it continues at the smallest."""
        numbers = range(self.question.least, self.question.most + 1)
        self.stepper.value = next_choice(numbers, int(self.stepper.value), step)

    def accept(self) -> None:
        """Answer with the number that is shown."""
        self.give(int(self.stepper.value))

    def _end(self, value: int, text: str) -> BigButton:
        end = BigButton(
            text=str(value), detail=text, kind="quiet", on_tap=lambda _: setattr(self.stepper, "value", value)
        )
        return cast(BigButton, fixed_width(end, END))

    def _word_confirm(self, *_: object) -> None:
        number = int(self.stepper.value)
        unit = inflect(self.question.unit, number)
        if self._ends_shown:
            self.confirm.text, self.confirm.detail = str(number), unit
        else:
            self.confirm.text = joined([str(number), unit])
