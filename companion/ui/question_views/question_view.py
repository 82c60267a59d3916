"""The base class of all question views."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.camera.board_proposal import Proposal
from companion.hardware.signals import Meanings
from companion.referee.questions import Question
from companion.referee.ruling import ALLOWED, Ruling
from companion.ui import theme
from companion.ui.theme import px

T = TypeVar("T")

Give = Callable[[object], Any]
"""Gives an answer to the game, in the form of the question's kind."""

QUESTION_VIEWS: "dict[type[Any], type[QuestionView]]" = {}
"""The view of every kind; a class that names its kind adds itself."""


class QuestionView(BoxLayout):
    """Takes the answer to one question.

    Args:
        question: the question.
        give: called with the answer.
        refuse: called with the ruling if something is tapped that is not allowed.

    Attributes:
        kind: the kind of question; a base class of views names none.
        show: called when the selectable or chosen places change.
        give_all: gives several answers one after the other, each to the question that is open then.
    """

    kind: ClassVar[type[Any] | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "kind" in vars(cls) and cls.kind is not None:
            QUESTION_VIEWS[cls.kind] = cls

    def __init__(self, question: Question, give: Give, refuse: Callable[[Ruling], Any]) -> None:
        super().__init__(orientation="vertical", spacing=px(theme.TARGET_GAP))
        self.question: Any = question
        self.give = give
        self.refuse = refuse
        self.show: Callable[[], Any] = _nothing
        self.give_all: Callable[[Sequence[object]], Any] = lambda answers: [give(raw) for raw in answers]
        self.build()

    @classmethod
    def at_table(
        cls,
        question: Question,
        give: Give,
        refuse: Callable[[Ruling], Any],
        *,
        by_chance: Callable[[], Any],  # noqa: ARG003 - the shuffle asks for it
        places: frozenset[str],  # noqa: ARG003 - the shuffle asks for it
    ) -> Self:
        """Make the view on the table's screen.

        Args:
            question: the question.
            give: called with the answer.
            refuse: called with the ruling on what is not allowed.
            by_chance: lets the companion roll or shuffle.
            places: ids of the places on the board.
        """
        return cls(question, give, refuse)

    def build(self) -> None:
        """Add the widgets that answer the question."""

    def follow(self, before: "QuestionView") -> None:
        """Keep the choice of the previous question if this one asks for the same."""

    @property
    def places(self) -> tuple[str, ...] | None:
        """The selectable places on the board; None if the question is not about places."""
        return None

    @property
    def gathers(self) -> bool:
        """Whether a drag over places selects each of them."""
        return False

    @property
    def large(self) -> bool:
        """Whether it takes the board's place, since it needs more space than beside it."""
        return False

    @property
    def shows_detail(self) -> bool:
        """Whether it shows the question's detail itself."""
        return False

    def shorten(self, missing: float) -> None:
        """Reduce the height, as far as everything that answers the question stays visible.

        Args:
            missing: pixels by which it is too high.
        """

    @property
    def spare(self) -> float:
        """Pixels that `shorten` can save and every answer still be seen."""
        return 0.0

    @property
    def offer_room(self) -> int:
        """Lines of keys for offers that fit beside the board; where there are more, More lists them."""
        return 2 if self.large else 1

    @property
    def given_offers(self) -> tuple[str, ...]:
        """Ids of the question's offers that the view shows itself."""
        return ()

    @property
    def measured(self) -> bool:
        """Whether it can be answered by measuring on the picture of the table, see `offer_camera`."""
        return False

    def offer_camera(self, button: Widget) -> None:
        """Add the button that opens the picture of the table."""

    def propose(self, step: int) -> None:
        """Highlight another choice, for the panel's buttons.

        Args:
            step: 1 for the next choice, -1 for the one before.
        """

    def accept(self) -> None:
        """Answer with the highlighted choice, or explain why there is none."""

    def accept_all(self) -> None:
        """Answer with the largest number."""
        self.accept()

    def meanings(self, meanings: Meanings) -> Meanings:
        """Adapt the meanings of the panel's buttons to what it shows."""
        return meanings

    @property
    def marked(self) -> tuple[str, ...]:
        """The chosen places."""
        return ()

    @property
    def arrow(self) -> tuple[str, ...]:
        """From where and to where the answer that it shows goes; empty unless it is a move or an attack."""
        return ()

    @property
    def proposed_place(self) -> str | None:
        """The place to highlight on the board."""
        return None

    @property
    def also(self) -> tuple[str, ...]:
        """Places that may be tapped though they are not selectable."""
        return ()

    def offer_seen(self, proposal: Proposal | None, names: Mapping[str, str]) -> None:
        """Show what the camera over the board proposes; nothing of it counts without a tap.

        Args:
            proposal: places where pieces came, and perhaps how many.
            names: of places, for people.
        """

    def touch_place(self, place: str) -> None:
        """Handle a tap on a selectable place."""

    def judge_place(self, place: str) -> Ruling:  # noqa: ARG002 - what is asked does not hang on the place
        """The ruling on a tap on a place."""
        return ALLOWED


def _nothing() -> None:
    """Do nothing."""


def next_choice(choices: Sequence[T], now: T | None, step: int) -> T:
    """Return the next choice (the previous for -1), cyclically; the first if none is highlighted."""
    if now not in choices:
        return choices[0 if step > 0 else -1]
    return choices[(choices.index(now) + step) % len(choices)]
