"""Picks any number of places or units."""

from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.referee.questions import PickSeveral
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, fixed_width, row
from companion.ui.question_views.pick import PlaceView
from companion.ui.question_views.question_view import next_choice
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton

HINT_LINE = 1.3
"""Height of the hint's first line, in font sizes."""


class SeveralView(PlaceView):
    """Tap to select, tap again to deselect, and confirm once."""

    question: PickSeveral
    kind = PickSeveral

    def build(self) -> None:
        """Add the button, which shows how many are chosen."""
        self.chosen: tuple[str, ...] = ()
        self._found: int | None = None
        self._hint = TextLabel("", colour=theme.MUTED, fill=True, lines=3)
        self._hint.size_hint_min_y = px(theme.BODY * HINT_LINE)
        self.add_widget(self._hint)
        self.confirm = BigButton(
            on_tap=lambda _: self.give(list(self.chosen)), on_denied=lambda _, ruling: self.refuse(ruling)
        )
        self._bottom = row(self.confirm)
        self.add_widget(fixed_height(self._bottom, theme.BUTTON_HEIGHT))
        self._update_text()

    @property
    def measured(self) -> bool:
        """Whether the picture of the table can show the units under a shape."""
        return self.question.template is not None

    def offer_camera(self, button: Widget) -> None:
        """Add the button that lays the question's shape on the picture of the table."""
        self._bottom.add_widget(fixed_width(button, 138), index=1)

    def expect(self, count: int) -> None:
        """Set the number that was counted in the picture; players select the pieces themselves."""
        self._found = count
        self._update_text()

    def _update_text(self) -> None:
        labels = {0: self.question.none or gettext("None"), 1: gettext("This one")}
        self.confirm.text = labels.get(len(self.chosen), gettext("These {number}", number=len(self.chosen)))
        self.confirm.ruling = self.question.judge(self.chosen)
        self._hint.text, self._hint.color = self.hint

    @property
    def hint(self) -> tuple[str, theme.Rgba]:
        """The hint: what to do, or how many counted pieces are still to be selected."""
        if self._found is None:
            return gettext("Tap all that you choose."), theme.MUTED
        chosen = len(self.chosen)
        text = gettext("{found} on the picture, {chosen} named here.", found=self._found, chosen=chosen)
        return text, theme.SUCCESS if chosen == self._found else theme.WARNING

    @property
    def marked(self) -> tuple[str, ...]:
        """The chosen ones."""
        return self.chosen

    def touch_place(self, place: str) -> None:
        """Select or deselect it."""
        left = tuple(at for at in self.chosen if at != place)
        self.chosen = left if place in self.chosen else (*self.chosen, place)
        self._update_text()
        self.show()

    def propose(self, step: int) -> None:
        """Select the next possible one, cyclically."""
        if self.question.allowed:
            last = self.chosen[-1] if self.chosen else None
            self._proposed = next_choice(self.question.allowed, last, step)
            self.touch_place(self._proposed)

    def accept(self) -> None:
        """Answer with the chosen ones."""
        if self.confirm.denied:
            self.refuse(self.confirm.ruling)
        else:
            self.give(list(self.chosen))
