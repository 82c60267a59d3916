"""Guides a learner through a first turn: a bubble for each step, and the place to tap outlined."""

from collections.abc import Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.uix.widget import Widget

from companion.app.night.computer_players import ComputerMove
from companion.locale.messages import gettext
from companion.referee.game import Lesson
from companion.referee.questions import (
    END,
    Choose,
    Confirm,
    Count,
    Deploy,
    Measure,
    PickOrEnd,
    Question,
    Roll,
    Shuffle,
)
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls.bubble import Bubble

AROUND = 4
"""Distance of an outline from its button, in theme pixels."""
CHANCE = (gettext("Roll for us"), gettext("Roll"), gettext("Let chance decide"))
"""Buttons with which the companion rolls or shuffles."""


class Outline:
    """A bright line around a widget, which follows it.

    Args:
        widget: what is outlined.
    """

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        self._group = InstructionGroup()
        self._lines = [SmoothLine(width=px(4)), SmoothLine(width=px(2))]
        for colour, line in zip((theme.DARK_TEXT, theme.ACCENT_BRIGHT), self._lines, strict=True):
            self._group.add(Color(*colour))
            self._group.add(line)
        widget.canvas.after.add(self._group)
        widget.bind(pos=self._fit, size=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        (x, y), (wide, high), beyond = self.widget.pos, self.widget.size, px(AROUND)
        for line in self._lines:
            line.rounded_rectangle = (
                x - beyond,
                y - beyond,
                wide + 2 * beyond,
                high + 2 * beyond,
                px(theme.CORNER_RADIUS),
            )

    def remove(self) -> None:
        """Take the line away."""
        self.widget.unbind(pos=self._fit, size=self._fit)
        self.widget.canvas.after.remove(self._group)


class Coach:
    """Explains the game on the shell to a learner, and guides through the first turn.

    Attributes:
        outline: what is outlined besides places on the board; None if nothing is.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._left: list[Lesson] = []
        self._bubble: Bubble | None = None
        self._laid_on: Widget | None = None
        self._learner: str | None = None
        self.outline: Outline | None = None
        self._point_soon = Clock.create_trigger(lambda _: self._point())
        shell.bind(overlay=self._overlay_changed)

    def begin(self, lessons: tuple[Lesson, ...]) -> None:
        """Show these lessons from now on, and guide whoever is on turn until the turn ends."""
        self._left = list(lessons)
        session = self._shell.session
        self._learner = session.table.timeline.active if session is not None else None
        self.follow()

    def end(self) -> None:
        """Stop showing lessons and guiding."""
        self._left, self._learner = [], None
        self._close()
        self._release()

    def follow(self) -> None:
        """Show the lesson of the current step, and what to tap, if a person is on turn."""
        self._release()
        session = self._shell.session
        question = session.question if session is not None else None
        if question is None or self._shell.computer_answers:
            self._close()
            return
        if self._laid_on is not self._shell.home:
            self._close()  # another screen lies over it
        if self._learner != session.table.timeline.active:
            self._learner = None
        if self._learner is not None:
            self._point_soon()
        step = session.table.state.step
        lesson = next((lesson for lesson in self._left if lesson.step == step), None)
        if lesson is not None:
            self._left.remove(lesson)
            self._show(lesson.text)
        elif self._bubble is not None and self._bubble.x >= self._shell.home.side.x:
            self._close()  # it was read, and lies over the next question

    # --- the place to tap ----------------------------------------------------------------------------------

    def _point(self) -> None:
        """Ask for advice on the open question, to show where to tap."""
        if (
            self._learner is not None and self._shell.overlay is None
        ):  # behind it, the home screen still shows the question before
            self._shell.ask_advice(self._point_at)

    def _point_at(self, move: ComputerMove | None) -> None:
        """Show advice for the open question, and outline the button that gives it."""
        home, question = self._shell.home, self._shell.session and self._shell.session.question
        if home is None or question is None or self._learner is None or self._shell.overlay is not None:
            return
        if move is not None and hasattr(home, "show_advice"):
            home.show_advice(move)
        if move is not None and isinstance(question, Count):
            home.panel.stepper.value = move.answer
            self.outline = Outline(home.panel.confirm)
            return
        if move is not None and isinstance(question, Deploy) and "count" in move.answer:
            home.panel.choose(move.answer["count"])
        button = _button(home, button_words(question, move.answer if move is not None else None))
        if button is None and isinstance(question, Roll | Measure):
            button = getattr(home, "panel", None)  # where real dice or a real tape are entered
        self.outline = Outline(button) if button is not None else None

    def _overlay_changed(self, _shell: Any, overlay: Widget | None) -> None:
        """Point again at the question that an overlay has covered."""
        if overlay is None and self.outline is None:
            self._point_soon()

    def _release(self) -> None:
        self._point_soon.cancel()
        if self.outline is not None:
            self.outline.remove()
            self.outline = None

    # --- bubbles -------------------------------------------------------------------------------------------

    def _show(self, text: str) -> None:
        self._close()
        bubble = Bubble(text=text, on_close=lambda _: self._close())
        self._bubble, self._laid_on = bubble, self._shell.home
        Clock.schedule_once(lambda _: self._lay(bubble), 0)

    def _lay(self, bubble: Bubble) -> None:
        home = self._shell.home
        if bubble is not self._bubble or home is None:
            return
        pos, (width, height) = home.banner_box(lambda _: px(Bubble.HIGH))
        if width <= 0:  # the screen of the new question is laid out in one of the next frames
            Clock.schedule_once(lambda _: self._lay(bubble), 0)
            return
        bubble.pos, bubble.size = pos, (width, height)
        self._shell.add_widget(bubble)

    def _close(self) -> None:
        if self._bubble is not None and self._bubble.parent is not None:
            self._shell.remove_widget(self._bubble)
        self._bubble = None


def button_words(question: Question, answer: Any) -> tuple[str, ...]:
    """Return the words of the button that gives an answer, or of those that may stand in its place.

    Args:
        question: the question.
        answer: the answer in the notation of a table; None to let chance decide.

    Returns:
        No words for answers that are given on the board.
    """
    if isinstance(answer, dict) and set(answer) == {"offer"}:
        return tuple(offer.label for offer in question.offers if offer.id == answer["offer"])
    match question:
        case Roll() | Shuffle():
            return CHANCE
        case PickOrEnd() if answer == END:
            return (question.end,)
        case Confirm() if answer is not None:
            return (question.yes if answer else question.no,)
        case Choose():
            return tuple(option.label for option in question.options if option.id == answer)
    return ()


def _button(home: Widget, words: Iterable[str]) -> Widget | None:
    """Return the widget of a screen with one of these words, the first ones first."""
    shown = {
        text: widget
        for widget in home.walk()
        for text in (getattr(widget, "text", ""), getattr(widget, "title", ""))
        if text and widget.opacity
    }
    return next((shown[text] for text in words if text in shown), None)
