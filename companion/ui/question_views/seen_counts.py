"""The pieces that the camera saw come: a number for each place, to correct, and one tap for all."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.referee.place_questions import Deploy, Deployment
from companion.referee.ruling import ALLOWED
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.stepper import Stepper

STEPPER = 158
"""Width of a number with its keys, in theme pixels."""
BY_HAND = 96
"""Width of the button for choosing by hand, in theme pixels."""
FEW, SHOWN = 3, 1.4
"""So many rows are all shown; of more, so many at least: a part of a row says that there are more."""


class SeenCounts(BoxLayout):
    """A row for each place, and one button for all of them.

    Args:
        question: the question that asks for them.
        counts: the numbers, by the ids of places.
        names: of places, for people.
        confirm: called with the numbers.
        by_hand: called to choose by hand instead.
    """

    def __init__(
        self,
        question: Deploy,
        counts: Mapping[str, int],
        names: Mapping[str, str],
        confirm: Callable[[Mapping[str, int]], Any],
        by_hand: Callable[[], Any],
    ) -> None:
        super().__init__(orientation="vertical", spacing=px(theme.SPACE_4))
        self._question = question
        self.steppers = {
            place: Stepper(least=0, most=question.most, value=count) for place, count in counts.items()
        }
        for stepper in self.steppers.values():
            stepper.bind(value=self._word)
        rows = column(
            *(self._row(names[place], stepper) for place, stepper in self.steppers.items()), gap=theme.SPACE_4
        )
        shown = len(counts) if len(counts) <= FEW else SHOWN
        least = shown * (theme.TAP_TARGET + theme.SPACE_4)
        self.size_hint_min_y = px(least + theme.BUTTON_HEIGHT)
        self.add_widget(scrollable(rows))
        self.confirm = BigButton(on_tap=lambda _: confirm(self.counts))
        hand = BigButton(text=gettext("By hand"), kind="quiet", on_tap=lambda _: by_hand())
        self.add_widget(fixed_height(row(fixed_width(hand, BY_HAND), self.confirm), theme.BUTTON_HEIGHT))
        self._word()

    @staticmethod
    def _row(name: str, stepper: Stepper) -> Widget:
        label = TextLabel(name, theme.BODY, bold=True, fill=True, lines=2)
        return fixed_height(row(label, fixed_width(stepper, STEPPER)), theme.TAP_TARGET)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers as they are corrected."""
        return {place: int(stepper.value) for place, stepper in self.steppers.items()}

    def _word(self, *_: object) -> None:
        """Say on the button how many are put; more or fewer than may be put cannot be."""
        total = sum(self.counts.values())
        judged = self._question.judge(Deployment(self._question.allowed[0], total))
        self.confirm.ruling = ALLOWED if judged.allowed else judged
        self.confirm.text = gettext("Put {count}", count=total)
