"""The panel for naming a number."""

from companion.referee.questions import Count
from companion.ui import theme
from companion.ui.layout import row, space, tall
from companion.ui.panels.panel import Panel, following
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.stepper import Stepper

FAR = 4
"""Steps from end to end from which on the ends are worth a button each."""


class CountPanel(Panel):
    """A stepper that starts at what is suggested, the two ends one tap away, and one button to confirm."""

    question: Count

    def build(self) -> None:
        """Lay out the stepper and the buttons."""
        self.stepper = Stepper.asking(self.question)
        self.stepper.bind(on_denied=lambda _, ruling: self.refuse(ruling))
        self.confirm = BigButton(on_tap=lambda _: self.give(int(self.stepper.value)))
        self.stepper.bind(value=self._word_confirm)
        self._word_confirm()
        self.add_widget(tall(self.stepper, 84))
        if self.question.most - self.question.least >= FAR:
            self.add_widget(tall(row(*map(self._end, self._ends)), theme.TAP))
        self.add_widget(space())
        self.add_widget(tall(self.confirm, theme.BUTTON))

    def propose(self, step: int) -> None:
        """One more, or one less; past the most it begins again at the least."""
        numbers = range(self.question.least, self.question.most + 1)
        self.stepper.value = following(numbers, int(self.stepper.value), step)

    def accept(self) -> None:
        """Answer with the number that is shown."""
        self.give(int(self.stepper.value))

    @property
    def _ends(self) -> tuple[tuple[str, int], ...]:
        least, most = self.question.least, self.question.most
        return ((f"Fewest: {least}", least), (f"All: {most}", most))

    def _end(self, end: tuple[str, int]) -> BigButton:
        words, value = end
        return BigButton(text=words, kind="quiet", on_tap=lambda _: setattr(self.stepper, "value", value))

    def _word_confirm(self, *_: object) -> None:
        self.confirm.text = f"{int(self.stepper.value)} {self.question.unit}".strip()
