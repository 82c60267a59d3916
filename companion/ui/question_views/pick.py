"""Picks a place on the board."""

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.app.camera.board_proposal import Proposal
from companion.locale.messages import gettext
from companion.referee.questions import END, Deploy, Pick, PickOrEnd, PickSeveral
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import Hint, fixed_height
from companion.ui.question_views.question_view import QuestionView, next_choice
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton


class PlaceView(QuestionView):
    """The base class of questions about places, which are answered on the board."""

    question: Pick | PickOrEnd | Deploy | PickSeveral
    _proposed: str | None = None
    _seen: tuple[str, ...] = ()

    def offer_seen(self, proposal: Proposal | None, names: Mapping[str, str]) -> None:  # noqa: ARG002
        """Outline the places where the camera saw pieces come."""
        self._seen = proposal.places if proposal is not None else ()
        self.show()

    @property
    def marked(self) -> tuple[str, ...]:
        """The places where the camera saw pieces come."""
        return self._seen

    @property
    def places(self) -> tuple[str, ...]:
        """The places the question allows."""
        return self.question.allowed

    @property
    def also(self) -> tuple[str, ...]:
        """Places that answer it as a short cut, and are not lit."""
        return self.question.also

    def judge_place(self, place: str) -> Ruling:
        """Return the question's own ruling on a place."""
        return self.question.judge_place(place)

    @property
    def proposed_place(self) -> str | None:
        """The highlighted place."""
        return self._proposed

    def propose(self, step: int) -> None:
        """Highlight the next place."""
        if self.question.allowed:
            self._proposed = next_choice(self.question.allowed, self._proposed, step)

    def accept(self) -> None:
        """Answer with the highlighted place; highlight one first if none is."""
        if self._proposed is None:
            self.propose(1)
        else:
            self.touch_place(self._proposed)


class PickView(PlaceView):
    """Asks for a tap on the board."""

    question: Pick | PickOrEnd
    kind: ClassVar[type[Any] | None] = Pick

    def build(self) -> None:
        """Show a hint to tap the board."""
        self.add_widget(Hint(self._hint))

    @property
    def _hint(self) -> str:
        if not self.places and not self.also:
            return gettext("No place is allowed. Tap one for the reason.")
        if self.also:
            return gettext("Tap a lit place, or its target at once. Tap a dim one for the reason.")
        return gettext("Tap a lit place. Tap a dim one for the reason.")

    def touch_place(self, place: str) -> None:
        """Answer with the place."""
        self.give(place)


class PickOrEndView(PickView):
    """The same with a button that ends the step."""

    question: PickOrEnd
    kind = PickOrEnd

    def build(self) -> None:
        """Add the end button at the confirm button's place, and a hint to tap the board."""
        self._end = BigButton(
            text=self.question.end,
            kind="primary" if not self.question.allowed else "quiet",
            ruling=self.question.end_ruling,
            on_tap=lambda _: self.give(END),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
        self.add_widget(fixed_height(self._end, theme.BUTTON_HEIGHT))
        super().build()

    @property
    def offer_room(self) -> int:
        """Two lines where the question needs no detail."""
        return super().offer_room if self.question.detail else 2

    @property
    def spare(self) -> float:
        """What the end button is higher than a touch target."""
        return float(self._end.height) - px(theme.TAP_TARGET)

    def shorten(self, missing: float) -> None:
        """Make the end button lower."""
        self._end.height -= min(max(missing, 0.0), self.spare)
