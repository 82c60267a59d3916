"""The panel for yes or no."""

from companion.referee.questions import Confirm
from companion.ui import theme
from companion.ui.layout import space, tall
from companion.ui.panels.panel import Panel
from companion.ui.widgets.buttons import BigButton


class ConfirmPanel(Panel):
    """Two buttons."""

    question: Confirm

    def build(self) -> None:
        """Lay out yes over no."""
        self.add_widget(space())
        yes = BigButton(text=self.question.yes, on_tap=lambda _: self.give(True))
        no = BigButton(text=self.question.no, kind="quiet", on_tap=lambda _: self.give(False))
        self.add_widget(tall(yes, theme.BUTTON))
        self.add_widget(tall(no, theme.BUTTON))
