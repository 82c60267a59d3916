"""Chooses one of a few options."""

from kivy.uix.widget import Widget

from companion.referee.questions import Choose, Option
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import grid, scroll_into_view, scrollable
from companion.ui.question_views.question_view import QuestionView, next_choice
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import ChoiceCard

COLUMN = 2
"""Up to this many options are stacked even if they are short."""
MANY = 6
"""Short options that fit beside the board."""
BESIDE = 270
"""Width of the space beside the board, in theme pixels."""
ROOM = 196
"""Height of that space below a question."""
ROUNDING = 0.1
"""Pixels that a layout may lose when it shares its height out: a list that fits is not to scroll by them."""
SHOWN, MIN_SHOWN = 2.4, 1.4
"""Smallest number of visible cards of a longer list, normally and with little space."""
WHOLE = 3
"""Up to this many cards below each other are all seen, if there is space."""


class ChooseView(QuestionView):
    """One card per option, all of a row equally high; a refused option shows why."""

    question: Choose
    kind = Choose

    def build(self) -> None:
        """Lay short options side by side, else stack them; many options scroll."""
        options = self.question.options
        self._proposed = -1
        self._cards = [self._card(option) for option in options]
        across = self._columns()
        rows = -(-len(self._cards) // across)
        gaps, each = px(theme.TARGET_GAP) * (rows - 1), self._cards[0].needed(px(BESIDE))
        seen = rows if across > 1 or rows <= WHOLE else SHOWN
        laid = self._laid = grid(*self._cards, across=across)
        laid.bind(width=self._share_heights, cols=self._share_heights)
        self._list = scrollable(laid, size_hint_min_y=min(px(ROOM), each * seen + gaps) + ROUNDING)
        self.add_widget(self._list)

    @property
    def places(self) -> tuple[str, ...] | None:
        """The places or units that answer it as well."""
        return self.question.also or None

    def judge_place(self, place: str) -> Ruling:
        """Return the question's own ruling on a place or unit."""
        return self.question.judge(place)

    def touch_place(self, place: str) -> None:
        """Answer with the place or unit."""
        self.give(place)

    def _columns(self) -> int:
        beside = self._are_short() and len(self._cards) > COLUMN
        return 2 if self.large or beside else 1

    def _share_heights(self, *_: object) -> None:
        """Make every card of a row as high as the highest."""
        gap, across = px(theme.TARGET_GAP), self._laid.cols
        each = (self._laid.width - (across - 1) * gap) / across
        for first in range(0, len(self._cards), across):
            cards = self._cards[first : first + across]
            highest = max(card.needed(each) for card in cards)
            for card in cards:
                card.size_hint_y, card.height = None, highest

    @property
    def large(self) -> bool:
        """Whether the options do not fit beside the board and take its place, which is not tapped."""
        if self.question.also:
            return False
        if self._are_short():
            return len(self._cards) > MANY
        return sum(card.needed(px(BESIDE)) + px(theme.TARGET_GAP) for card in self._cards) > px(ROOM)

    def _are_short(self) -> bool:
        """Return whether two options fit side by side, beside the board."""
        half = (px(BESIDE) - px(theme.TARGET_GAP)) / 2
        return all(not card.detail and card.is_short(half) for card in self._cards)

    def shorten(self, missing: float) -> None:
        """Show fewer cards of a list at a time."""
        fewest = self._cards[0].needed(px(BESIDE)) * MIN_SHOWN
        self._list.size_hint_min_y = max(
            min(fewest, self._list.size_hint_min_y), self._list.size_hint_min_y - missing
        )

    def propose(self, step: int) -> None:
        """Highlight the next option that can be chosen."""
        numbers = [number for number, option in enumerate(self.question.options) if option.ruling.allowed]
        if numbers:
            self._proposed = next_choice(numbers, self._proposed, step)
            for number, card in enumerate(self._cards):
                card.chosen = number == self._proposed
            scroll_into_view(self._list, self._cards[self._proposed], animate=True)

    def accept(self) -> None:
        """Choose the highlighted option; highlight one first if none is."""
        if self._proposed < 0:
            self.propose(1)
        else:
            self.give(self.question.options[self._proposed].id)

    def scroll_to(self, option: str) -> Widget:
        """Scroll to an option, and return its card."""
        card = self._cards[[known.id for known in self.question.options].index(option)]
        scroll_into_view(self._list, card)
        return card

    def _card(self, option: Option) -> ChoiceCard:
        return ChoiceCard(
            title=option.label,
            detail=option.detail,
            ruling=option.ruling,
            on_tap=lambda _: self.give(option.id),
            on_denied=lambda _, ruling: self.refuse(ruling),
        )
