"""The panel for a distance measured with a tape, in inches."""

from companion.referee.questions import Measure
from companion.ui import theme
from companion.ui.layout import Words, grid, space, tall
from companion.ui.panels.panel import Panel
from companion.ui.widgets.buttons import BigButton

STEPS = (-1.0, -0.25, 0.25, 1.0)


class MeasurePanel(Panel):
    """A reading to the quarter inch, stepped with four buttons."""

    question: Measure

    def build(self) -> None:
        """Lay out the reading, the steps and the confirmation."""
        self.inches = self.question.most or 0.0
        self._reading = Words("", theme.FIGURE, bold=True, align="center")
        self._confirm = BigButton(on_tap=lambda _: self._measured())
        ends = f"From {self.question.start} to {self.question.finish}"
        self.add_widget(Words(ends, colour=theme.MUTED))
        self.add_widget(self._reading)
        self.add_widget(tall(grid(*map(self._step, STEPS), across=4), theme.TAP))
        self.add_widget(space())
        self.add_widget(tall(self._confirm, theme.BUTTON))
        self._show()

    def accept(self) -> None:
        """Answer with the reading."""
        self._measured()

    def _step(self, step: float) -> BigButton:
        text = f"{'+' if step > 0 else '−'}{'1' if abs(step) == 1 else '¼'}"
        return BigButton(text=text, kind="quiet", on_tap=lambda _: self._move(step))

    def _move(self, step: float) -> None:
        self.inches = max(0.0, self.inches + step)
        self._show()

    def _show(self) -> None:
        self._reading.text = f'{self.inches:g}"'
        self._confirm.text = f'It is {self.inches:g}"'

    def _measured(self) -> None:
        self.give(self.inches)
