"""What all question panels have in common."""

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.referee.questions import Question
from companion.referee.ruling import ALLOWED, Ruling
from companion.ui import theme
from companion.ui.theme import px

Give = Callable[[object], Any]
"""Gives an answer to the game, in the form the question's kind wants."""


class Panel(BoxLayout):
    """Takes the answer to one question.

    Args:
        question: the question.
        give: called with the answer.
        refuse: called with the ruling when something is tapped that is not allowed.
    """

    def __init__(self, question: Question, give: Give, refuse: Callable[[Ruling], Any]) -> None:
        super().__init__(orientation="vertical", spacing=px(theme.SMALL))
        self.question: Any = question
        self.give = give
        self.refuse = refuse
        self.build()

    def build(self) -> None:
        """Lay out what there is to touch."""

    @property
    def places(self) -> tuple[str, ...] | None:
        """Places on the board that may be touched; nothing when the question is not about places."""
        return None

    def touch_place(self, place: str) -> None:
        """A place on the board was touched that may be."""

    def judge_place(self, place: str) -> Ruling:  # noqa: ARG002 - what is asked does not hang on the place
        """Say why a place may not be touched; the allowing ruling when there is nothing to say."""
        return ALLOWED
