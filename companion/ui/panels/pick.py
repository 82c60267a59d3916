"""The panels for picking a place on the board."""

from companion.referee.questions import END, Pick, PickOrEnd
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import Words, space, tall
from companion.ui.panels.panel import Panel
from companion.ui.widgets.buttons import BigButton


class PickPanel(Panel):
    """The board takes the answer; the panel only says so."""

    question: Pick | PickOrEnd

    def build(self) -> None:
        """Point to the board."""
        self.add_widget(Words(self._hint, colour=theme.MUTED))
        self.add_widget(space())

    @property
    def _hint(self) -> str:
        lit = len(self.question.allowed)
        if not lit:
            return "No place is possible now; touch any to see why."
        return "Touch a lit place. Touch a dim one to see why not."

    @property
    def places(self) -> tuple[str, ...]:
        """The places the question allows."""
        return self.question.allowed

    def touch_place(self, place: str) -> None:
        """Answer with the place."""
        self.give(place)

    def judge_place(self, place: str) -> Ruling:
        """Ask the question itself."""
        return self.question.judge_place(place)


class PickOrEndPanel(PickPanel):
    """The same with a button that ends."""

    question: PickOrEnd

    def build(self) -> None:
        """Point to the board, and offer the end."""
        super().build()
        end = BigButton(
            text=self.question.end,
            kind="primary" if not self.question.allowed else "quiet",
            ruling=self.question.end_ruling,
            on_tap=lambda _: self.give(END),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        self.add_widget(tall(end, theme.BUTTON))
