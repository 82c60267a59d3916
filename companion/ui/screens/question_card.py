"""The question in large letters: the player asked, the prompt, and details."""

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.locale.messages import gettext
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import SCROLLING, TextLabel, column, fixed_height, fixed_width, replace_children, row
from companion.ui.theme import px
from companion.ui.widgets.controls.drawing import longest_word, text_height
from companion.ui.widgets.players.emblem import EmblemBadge

BAR = 10
"""Width of the scroll bar, in theme pixels."""
BADGE = 36
"""Side of the emblem, in theme pixels."""


SIZES = (theme.FAR, 38, 34, 30, theme.SUBTITLE, theme.BODY)
"""Font sizes of a prompt, the preferred one first, in theme pixels."""
USUAL = (theme.SUBTITLE, theme.BODY)
"""Font sizes where space is short."""


class QuestionCard(ScrollView):
    """Emblem and name of the player asked, the prompt and its detail; as high as its text.

    Where there is room the prompt grows until it can be read from across the table. Where space is short it
    is smaller and stands beside the emblem. Long details scroll, so that the answer buttons stay visible.

    Attributes:
        most: maximum height, in pixels.
        hints: height in pixels of the hints below. A larger prompt leaves it free, unless it needs it to be
            readable from across the table.
    """

    most = NumericProperty(0.0)
    hints = NumericProperty(0.0)

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, bar_width=px(6), **SCROLLING)
        self.prompt = TextLabel("", theme.SUBTITLE, bold=True)
        self._detail = TextLabel("", colour=theme.MUTED)
        self._seat: Seat | None = None
        self._seat_box, self._badge = _seat_box(None), _badge(None)
        self._line = row(gap=theme.SPACE_8, size_hint_y=None)
        self._line.bind(minimum_height=self._line.setter("height"))
        self._card = column(gap=theme.SPACE_4, size_hint_y=None)
        self._card.bind(minimum_height=self._card.setter("height"))
        self.bind(most=self._fit, hints=self._fit, width=self._fit)
        self.add_widget(self._card)

    def ask(self, prompt: str, detail: str, seat: Seat | None) -> None:
        """Show a question, replacing the one before.

        Args:
            prompt: the question in a few words.
            detail: its details, if any.
            seat: the player asked; None for the whole table.
        """
        if seat != self._seat:
            self._seat, self._seat_box, self._badge = seat, _seat_box(seat), _badge(seat)
        self.prompt.text, self._detail.text = prompt, detail
        self._detail.color = theme.MUTED
        self.scroll_y, self.effect_y.velocity = 1.0, 0.0
        self._fit()

    def advise(self, text: str) -> None:
        """Show advice in place of the details."""
        self._detail.text, self._detail.color = text, theme.ACCENT
        self.scroll_y = 1.0
        self._fit()

    @property
    def least(self) -> float:
        """Minimum height, in pixels: below it the prompt itself is cut."""
        if self._seat is None:
            return float(self._seat_box.height) + px(theme.SPACE_4) + self._written(theme.BODY, self.width)
        return max(px(BADGE), self._written(theme.BODY, self.width - px(BADGE + theme.SPACE_8 + BAR)))

    def wanted(self, width: float) -> float:
        """Return the height, in pixels, that shows all text at this width in pixels."""
        return self._height(theme.SUBTITLE, width, beside=False)

    def _height(self, size: float, width: float, *, beside: bool) -> float:
        """Return the card's height in pixels, for a font size in theme pixels and a width in pixels."""
        gap, detail = px(theme.SPACE_4), self._detail.text
        below = gap + text_height(detail, px(theme.BODY), width) if detail else 0.0
        if beside:
            return max(px(BADGE), self._written(size, width - px(BADGE + theme.SPACE_8))) + below
        return float(self._seat_box.height) + gap + self._written(size, width) + below

    def _written(self, size: float, width: float) -> float:
        """Return the prompt's height in pixels, for a font size in theme pixels and a width in pixels."""
        return text_height(self.prompt.text, px(size), width, bold=True)

    def _fit(self, *_: object) -> None:
        """Choose the prompt's position and font size, and whether the card scrolls."""
        most = max(self.least, self.most)
        beside = self._seat is not None and self._saves_space(most)
        self._arrange(beside=beside)
        # The largest that fits, measured from the largest on: most questions need one or two.
        sizes = USUAL if beside else (size for size in SIZES if size in USUAL or self._keeps_words(size))
        heights = ((size, self._height(size, self.width, beside=beside)) for size in sizes)
        for size, height in heights:
            if height <= (most if size in (theme.FAR, *USUAL) else most - self.hints):
                break
        self.prompt.font_size = px(size)
        # Where the card scrolls, the text keeps clear of the scroll bar.
        self._card.padding = (0, 0, px(BAR) if height > most else 0, 0)
        self.height = min(height, most)

    def _saves_space(self, most: float) -> bool:
        """Return whether the prompt, or all of the text, only fits beside the emblem; `most` is in pixels."""
        prompt = self._seat_box.height + px(theme.SPACE_4) + self._written(theme.BODY, self.width)
        below, beside = (self._height(theme.BODY, self.width, beside=where) for where in (False, True))
        return prompt > most or below > most >= beside

    def _keeps_words(self, size: float) -> bool:
        """Return whether no word of the prompt is wider than the card, for a font size in theme pixels."""
        return bool(longest_word(self.prompt.text, px(size), bold=True) <= self.width)

    def _arrange(self, *, beside: bool) -> None:
        """Put the prompt beside the emblem, without the name, or below emblem and name."""
        replace_children(self._line, *([self._badge] if beside else []), self.prompt)
        above, below = [] if beside else [self._seat_box], [self._detail] if self._detail.text else []
        replace_children(self._card, *above, self._line, *below)


def _seat_box(seat: Seat | None) -> BoxLayout:
    if seat is None:
        return fixed_height(
            row(TextLabel(gettext("The table"), colour=theme.ACCENT, bold=True, fill=True)), theme.BODY * 1.5
        )
    name = TextLabel(seat.name, theme.SUBTITLE, theme.ACCENT, bold=True, fill=True, lines=1)
    return fixed_height(row(_badge(seat), name, gap=theme.SPACE_8), BADGE)


def _badge(seat: Seat | None) -> EmblemBadge:
    badge: EmblemBadge = fixed_height(fixed_width(EmblemBadge(seat=seat), BADGE), BADGE)
    badge.pos_hint = {"top": 1}
    return badge
