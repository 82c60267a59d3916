"""Answers yes or no."""

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale.catalogue import shown
from companion.referee.questions import Confirm
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, grid, row, scrollable, spacer
from companion.ui.question_views.question_view import QuestionView
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.list_row import ListRow

MAX_NOTES = 2
"""Lines of detail below the prompt; more of them are shown as a list."""
BESIDE = 254
"""Width of a line in a list beside the board, in theme pixels."""
ROWS_BESIDE = 3
"""Lines of a list that fit beside the board; a longer list takes its place, in two columns."""
HALF = 110
"""Width of the text of one of two buttons side by side."""
SHOWN = 112
"""Least height of a list, in theme pixels."""


class ConfirmView(QuestionView):
    """Two buttons, below an optional list of what is confirmed."""

    question: Confirm
    kind = Confirm

    def build(self) -> None:
        """Lay out the list, and the buttons for yes and no."""
        self.add_widget(self._list() if self.shows_detail else spacer())
        yes = BigButton(text=self.question.yes, on_tap=lambda _: self.give(True))
        no = BigButton(text=self.question.no, kind="quiet", on_tap=lambda _: self.give(False))
        self.add_widget(self._buttons(yes, no))

    @property
    def _lines(self) -> list[str]:
        return shown(self.question.detail).split("\n")

    @property
    def shows_detail(self) -> bool:
        """Whether the details are shown as a list."""
        return len(self._lines) > MAX_NOTES

    @property
    def offer_room(self) -> int:
        """Without a list there is room for two lines."""
        return super().offer_room if self.shows_detail else 2

    @property
    def large(self) -> bool:
        """Whether a long list, or one of sentences, takes the board's place."""
        return self.shows_detail and (self._wide or len(self._lines) > ROWS_BESIDE)

    @property
    def _wide(self) -> bool:
        """Whether the lines are whole sentences."""
        parts = (part for line in self._lines for part in line.split(": "))
        return max(drawing.text_width(part, px(theme.BODY)) for part in parts) > px(BESIDE)

    @property
    def spare(self) -> float:
        """What two buttons side by side are higher than a touch target."""
        return max(0.0, float(self.children[0].height) - px(theme.TAP_TARGET)) if self._side_by_side else 0.0

    def shorten(self, missing: float) -> None:
        """Make two buttons side by side lower."""
        self.children[0].height -= min(max(missing, 0.0), self.spare)

    def _list(self) -> Widget:
        if self._wide:
            listed: Widget = column(*map(TextLabel, self._lines), gap=theme.SPACE_4)
        else:
            rows = (ListRow(text=line) for line in self._lines)
            listed = grid(*rows, across=2 if self.large else 1, gap=theme.SPACE_4)
        return scrollable(listed, size_hint_min_y=px(SHOWN))

    def _buttons(self, yes: BigButton, no: BigButton) -> BoxLayout:
        widest = max(drawing.text_width(button.text, px(theme.BODY), True) for button in (yes, no))
        self._side_by_side = self.large or widest <= px(HALF)
        if self._side_by_side:
            return fixed_height(row(no, yes), theme.BUTTON_HEIGHT)
        height = theme.TAP_TARGET if self.shows_detail else theme.BUTTON_HEIGHT
        return fixed_height(
            column(fixed_height(yes, height), fixed_height(no, height)), 2 * height + theme.TARGET_GAP
        )
