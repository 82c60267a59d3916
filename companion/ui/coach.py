"""Bubbles that explain the steps of a first turn, each once."""

from typing import Any

from kivy.clock import Clock

from companion.referee.game import Lesson
from companion.ui.theme import px
from companion.ui.widgets.controls.bubble import Bubble


class Coach:
    """Explains the game on the shell to a learner.

    Args:
        shell: the shell.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._left: list[Lesson] = []
        self._bubble: Bubble | None = None

    def begin(self, lessons: tuple[Lesson, ...]) -> None:
        """Show these lessons from now on."""
        self._left = list(lessons)
        self.follow()

    def end(self) -> None:
        """Stop showing lessons."""
        self._left = []
        self._close()

    def follow(self) -> None:
        """Show the lesson of the current step, if a person is on turn."""
        session = self._shell.session
        question = session.question if session is not None else None
        if question is None or self._shell.computer_move is not None:
            self._close()
            return
        step = session.table.state.step
        lesson = next((lesson for lesson in self._left if lesson.step == step), None)
        if lesson is not None:
            self._left.remove(lesson)
            self._show(lesson.text)

    def _show(self, text: str) -> None:
        self._close()
        bubble = Bubble(text=text, on_close=lambda _: self._close())
        self._bubble = bubble
        # The screen of the new question is laid out in the next frame.
        Clock.schedule_once(lambda _: self._lay(bubble), 0)

    def _lay(self, bubble: Bubble) -> None:
        home = self._shell.home
        if bubble is self._bubble and home is not None:
            bubble.pos, bubble.size = home.banner_box(px(Bubble.HIGH))
            self._shell.add_widget(bubble)

    def _close(self) -> None:
        if self._bubble is not None and self._bubble.parent is not None:
            self._shell.remove_widget(self._bubble)
        self._bubble = None
