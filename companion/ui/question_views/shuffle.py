"""Enters a shuffled order, or lets the companion shuffle."""

from collections.abc import Callable
from typing import Any, Self

from companion.locale.messages import gettext
from companion.referee.questions import Question, Shuffle
from companion.referee.ruling import Ruling, refuse
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, scrollable, spacer
from companion.ui.question_views.question_view import Give, QuestionView
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton


class ShuffleView(QuestionView):
    """The companion shuffles at one tap, or players enter the order of the real cards.

    Args:
        question: the question.
        give: called with the whole order.
        refuse: called with a ruling.
        by_chance: lets the companion shuffle.
        on_board: whether the items are places on the board; else they are listed here.
    """

    question: Shuffle
    kind = Shuffle

    def __init__(
        self,
        question: Question,
        give: Give,
        refuse: Callable[[Ruling], Any],
        *,
        by_chance: Callable[[], Any],
        on_board: bool,
    ) -> None:
        self.order: list[str] | None = None
        self._by_chance, self._on_board = by_chance, on_board
        super().__init__(question, give, refuse)

    @classmethod
    def at_table(
        cls,
        question: Any,
        give: Give,
        refuse: Callable[[Ruling], Any],
        *,
        by_chance: Callable[[], Any],
        places: frozenset[str],
    ) -> Self:
        """Make the view; see which items are places on the board."""
        on_board = places.issuperset(question.items)
        return cls(question, give, refuse, by_chance=by_chance, on_board=on_board)

    def build(self) -> None:
        """Offer both ways, or take the next card."""
        self.clear_widgets()
        if self.order is None:
            self._offer_both()
        else:
            self._take_next(self.order)

    def accept(self) -> None:
        """Let the companion shuffle, unless entering by hand has begun."""
        if self.order is None:
            self._by_chance()

    def _offer_both(self) -> None:
        self.add_widget(spacer())
        deal = BigButton(text=gettext("Let chance decide"), icon="dice", on_tap=lambda _: self._by_chance())
        hand = BigButton(text=gettext("By hand"), kind="quiet", on_tap=lambda _: self._set([]))
        self._ways = column(deal, hand, gap=theme.TARGET_GAP, size_hint_y=None)
        self._ways.height = 2 * px(theme.BUTTON_HEIGHT) + px(theme.TARGET_GAP)
        self.add_widget(self._ways)

    @property
    def spare(self) -> float:
        """One of the two keys, which then stand side by side."""
        stacked = self.order is None and self._ways.orientation == "vertical"
        return px(theme.BUTTON_HEIGHT + theme.TARGET_GAP) if stacked else 0.0

    def shorten(self, missing: float) -> None:
        """Put both ways side by side."""
        if missing > 0 and self.spare:
            self._ways.orientation, self._ways.height = "horizontal", px(theme.BUTTON_HEIGHT)

    def _take_next(self, order: list[str]) -> None:
        number, whole = len(order) + 1, len(self.question.items)
        self.add_widget(
            TextLabel(
                gettext("Card {number} of {whole}", number=number, whole=whole), theme.SUBTITLE, bold=True
            )
        )
        if self._on_board:
            self.add_widget(TextLabel(gettext("Tap the territory on the dealt card."), colour=theme.MUTED))
            self.add_widget(spacer())
        else:
            left = [fixed_height(self._item(item), theme.BUTTON_HEIGHT) for item in self._left]
            self.add_widget(scrollable(column(*left)))
        back = BigButton(
            text=gettext("Undo card"), kind="quiet", on_tap=lambda _: self._set(order[:-1] or None)
        )
        self.add_widget(fixed_height(back, theme.BUTTON_HEIGHT))

    def _item(self, item: str) -> BigButton:
        return BigButton(text=self.question.text(item), kind="quiet", on_tap=lambda _: self.touch_place(item))

    @property
    def _left(self) -> tuple[str, ...]:
        return tuple(item for item in self.question.items if item not in (self.order or ()))

    @property
    def places(self) -> tuple[str, ...] | None:
        """The places whose cards have not been entered yet."""
        return self._left if self._on_board and self.order is not None else None

    def touch_place(self, place: str) -> None:
        """Enter this place as the next card."""
        if self.order is not None:
            self._set([*self.order, place])

    def judge_place(self, place: str) -> Ruling:  # noqa: ARG002 - the same for each
        """Refuse a card that was entered already."""
        return refuse(self.question.rules[0], "That card has been dealt already.")

    def _set(self, order: list[str] | None) -> None:
        if order is not None and len(order) == len(self.question.items):
            self.give(order)
            return
        self.order = order
        self.build()
        self.show()
