"""The panel for what the rules leave to the table: a few numbers, choices and words."""

from collections.abc import Callable

from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.referee.questions import Field, FillIn
from companion.ui import theme
from companion.ui.layout import Words, column, scrolled, tall
from companion.ui.panels.panel import Panel
from companion.ui.theme import px
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.stepper import Stepper


class FillInPanel(Panel):
    """One row per field, filled with what is suggested."""

    question: FillIn

    def build(self) -> None:
        """Stack the fields over one button."""
        self._read: dict[str, Callable[[], int | str]] = {}
        rows = [part for field in self.question.fields for part in self._row(field)]
        self.add_widget(scrolled(column(*rows)))
        done = BigButton(text="That is right", on_tap=lambda _: self._filled())
        self.add_widget(tall(done, theme.BUTTON))

    def accept(self) -> None:
        """Answer with what is filled in."""
        self._filled()

    def _row(self, field: Field) -> tuple[Widget, Widget]:
        return Words(field.label, colour=theme.MUTED), tall(self._entry(field), theme.BUTTON)

    def _entry(self, field: Field) -> Widget:
        if field.choices:
            return self._cycle(field)
        if isinstance(field.value, int):
            stepper = Stepper(least=field.least, most=field.most, value=field.value)
            self._read[field.name] = lambda: int(stepper.value)
            return stepper
        words = TextInput(text=field.value, multiline=False, font_size=px(theme.LEAD), font_name=theme.FONT)
        self._read[field.name] = lambda: str(words.text)
        return words

    def _cycle(self, field: Field) -> Widget:
        """A button that goes to the next choice with every tap."""
        button = BigButton(text=str(field.value), kind="quiet")

        def go_on(_: object) -> None:
            now = field.choices.index(button.text) if button.text in field.choices else -1
            button.text = field.choices[(now + 1) % len(field.choices)]

        button.bind(on_tap=go_on)
        self._read[field.name] = lambda: str(button.text)
        return button

    def _filled(self) -> None:
        self.give({name: read() for name, read in self._read.items()})
