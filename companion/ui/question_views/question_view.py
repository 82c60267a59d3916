"""The base class of all question views."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.questions import Question
from companion.referee.ruling import ALLOWED, Ruling
from companion.ui import theme
from companion.ui.theme import px

T = TypeVar("T")

Give = Callable[[object], Any]
"""Gives an answer to the game, in the form the question's kind wants."""


class QuestionView(BoxLayout):
    """Takes the answer to one question.

    Args:
        question: the question.
        give: called with the answer.
        refuse: called with the ruling when something is tapped that is not allowed.

    Attributes:
        show: called when other places may be touched than before, or are chosen.
    """

    def __init__(self, question: Question, give: Give, refuse: Callable[[Ruling], Any]) -> None:
        super().__init__(orientation="vertical", spacing=px(theme.TARGET_GAP))
        self.question: Any = question
        self.give = give
        self.refuse = refuse
        self.show: Callable[[], Any] = _nothing
        self.build()

    def build(self) -> None:
        """Lay out what there is to touch."""

    def follow(self, before: "QuestionView") -> None:
        """Keep what was chosen for the question before, where this one asks for the same."""

    @property
    def places(self) -> tuple[str, ...] | None:
        """Places on the board that may be touched; None when the question is not about places."""
        return None

    @property
    def gathers(self) -> bool:
        """A finger that is drawn over places means each of them."""
        return False

    @property
    def large(self) -> bool:
        """It needs more room than there is beside the board, and takes the board's place."""
        return False

    @property
    def shows_detail(self) -> bool:
        """It lays out the question's small print itself."""
        return False

    def shorten(self, missing: float) -> None:
        """Make do with less height, as far as what answers the question can still be seen.

        Args:
            missing: how many pixels less there are than it asks for.
        """

    @property
    def measured(self) -> bool:
        """It can be answered by measuring on the picture of the table, and has room for `offer_camera`."""
        return False

    def offer_camera(self, button: Widget) -> None:
        """Show the button that opens the picture of the table."""

    def propose(self, step: int) -> None:
        """Light up another choice for the panel's buttons.

        Args:
            step: 1 for the next choice, -1 for the one before.
        """

    def accept(self) -> None:
        """Answer with the proposal, or explain why there is none."""

    def accept_all(self) -> None:
        """Answer with as many as there are."""
        self.accept()

    @property
    def marked(self) -> tuple[str, ...]:
        """Places that are chosen so far."""
        return ()

    @property
    def proposed_place(self) -> str | None:
        """The place that is proposed, to be pointed at on the board."""
        return None

    def touch_place(self, place: str) -> None:
        """A place on the board was touched that may be."""

    def judge_place(self, place: str) -> Ruling:  # noqa: ARG002 - what is asked does not hang on the place
        """The ruling on touching a place: why it is denied, or that it is allowed."""
        return ALLOWED


def _nothing() -> None:
    """Nobody listens yet."""


def next_choice(choices: Sequence[T], now: T | None, step: int) -> T:
    """Return the choice after the one that is lit (before it for -1), round and round; the first for none."""
    if now not in choices:
        return choices[0 if step > 0 else -1]
    return choices[(choices.index(now) + step) % len(choices)]
