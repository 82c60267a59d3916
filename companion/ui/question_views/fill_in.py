"""Fills in numbers, choices and words that the rules leave to the players."""

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.locale.messages import gettext
from companion.referee.questions import Field, FillIn
from companion.ui import theme
from companion.ui.layout import (
    SCROLL_BAR,
    TextLabel,
    column,
    fixed_height,
    fixed_width,
    row,
    scroll_into_view,
    scrollable,
)
from companion.ui.question_views.question_view import QuestionView
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import TextField
from companion.ui.widgets.controls.stepper import Stepper

ENTRY = 226
"""Width of an entry beside its name."""


class FillInView(QuestionView):
    """One row per field with its suggested value, the total cost, and one button."""

    question: FillIn
    kind = FillIn

    def build(self) -> None:
        """Stack the fields above one button."""
        self.entries: dict[str, Widget] = {}
        self._read: dict[str, Callable[[], int | str]] = {}
        self._cost = TextLabel("", theme.SUBTITLE, bold=True, fill=True, lines=1)
        self._done = BigButton(
            text=gettext("Confirm"),
            on_tap=lambda _: self._filled(),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        fields = column(*map(self._row, self.question.fields))
        fields.padding = (0, 0, px(SCROLL_BAR), 0)
        self._fields = scrollable(fields)
        self.add_widget(self._fields)
        if self.question.prices:
            self.add_widget(fixed_height(row(fixed_width(self._cost, 200), self._done), theme.BUTTON_HEIGHT))
        else:
            self.add_widget(fixed_height(self._done, theme.BUTTON_HEIGHT))
        self._judge()

    @property
    def large(self) -> bool:
        """Always in the board's place: beside it a stepper would be cut."""
        return True

    @property
    def values(self) -> dict[str, int | str]:
        """The current values by field."""
        return {name: read() for name, read in self._read.items()}

    @property
    def cost(self) -> int:
        """The total cost of the current values."""
        return sum(price * int(self.values.get(name, 0)) for name, price in self.question.prices.items())

    def accept(self) -> None:
        """Answer with the current values."""
        self._filled()

    def scroll_to(self, name: str) -> Widget:
        """Scroll to a field, and return its entry."""
        scroll_into_view(self._fields, self.entries[name])
        return self.entries[name]

    def _row(self, field: Field) -> Widget:
        entry = self.entries[field.name] = self._entry(field)
        name = TextLabel(field.label, theme.SUBTITLE, fill=True)
        return fixed_height(row(name, fixed_width(entry, ENTRY)), theme.BUTTON_HEIGHT)

    def _entry(self, field: Field) -> Widget:
        if field.choices:
            return self._cycle(field)
        if isinstance(field.value, int):
            stepper = Stepper(least=field.least, most=field.most, value=field.value)
            stepper.bind(value=self._judge)
            self._read[field.name] = lambda: int(stepper.value)
            return stepper
        text_field = TextField(text=field.value, title=field.label)
        self._read[field.name] = lambda: str(text_field.text)
        return text_field

    def _cycle(self, field: Field) -> Widget:
        """A button that goes to the next choice with every tap."""
        button = BigButton(text=field.text(str(field.value)), icon="forward", kind="quiet")
        chosen = field.value

        def go_on(_: object) -> None:
            nonlocal chosen
            now = field.choices.index(str(chosen)) if chosen in field.choices else -1
            chosen = field.choices[(now + 1) % len(field.choices)]
            button.text = field.text(chosen)

        button.bind(on_tap=go_on)
        self._read[field.name] = lambda: chosen
        return button

    def _judge(self, *_: object) -> None:
        """Show the cost; disable the button if it exceeds the purse."""
        purse = self.question.purse
        self._cost.text = (
            gettext("Costs {cost}", cost=self.cost)
            if purse is None
            else gettext("Costs {cost} of {purse}", cost=self.cost, purse=purse)
        )
        short = purse is not None and self.cost > purse
        self._cost.color = theme.WARNING if short else theme.TEXT
        self._done.ruling = self.question.judge(self.values) if short else None

    def _filled(self) -> None:
        if self._done.denied:
            self.refuse(self._done.ruling)
        else:
            self.give(self.values)
