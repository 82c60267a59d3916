"""Covers the screen until the player whose choice is secret looks at it alone."""

from collections.abc import Callable
from typing import Any

from companion.hardware.signals import Meanings, only_confirm
from companion.locale.messages import gettext
from companion.referee.questions import Question
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, spacer
from companion.ui.question_views.question_view import QuestionView
from companion.ui.widgets.controls.buttons import BigButton


class SecretView(QuestionView):
    """Who looks, in large letters in the board's place, and the button with which that player goes on."""

    def __init__(self, question: Question, seat: Seat, uncover: Callable[[], Any]) -> None:
        self.seat, self.uncover = seat, uncover
        super().__init__(question, lambda _: None, lambda _: None)

    def build(self) -> None:
        """Show who looks, and the button."""
        self.go = BigButton(text=gettext("I am {player}", player=self.seat.name), icon="eye")
        self.go.bind(on_tap=lambda _: self.accept())
        self.add_widget(spacer())
        whose = gettext("Only {player} looks", player=self.seat.name)
        self.add_widget(TextLabel(whose, theme.DISTANT, bold=True, align="center"))
        how = gettext("Choose in secret here, or on a phone.")
        self.add_widget(TextLabel(how, theme.SUBTITLE, theme.MUTED, align="center"))
        self.add_widget(spacer())
        self.add_widget(fixed_height(self.go, theme.BUTTON_HEIGHT))

    @property
    def large(self) -> bool:
        """It covers the board."""
        return True

    def meanings(self, meanings: Meanings) -> Meanings:
        """Nothing is chosen before the player looks."""
        return only_confirm(meanings, self.go.text)

    def accept(self) -> None:
        """Show the question itself."""
        self.uncover()
