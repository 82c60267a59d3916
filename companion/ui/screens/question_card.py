"""The question in large letters: the player asked, the prompt, and details."""

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.locale.messages import gettext
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import SCROLLING, TextLabel, column, fixed_height, fixed_width, replace_children, row
from companion.ui.theme import px
from companion.ui.widgets.controls.drawing import LINE_HEIGHT, longest_word, text_height
from companion.ui.widgets.players.emblem import EmblemBadge

BAR = 10
"""Width of the scroll bar, in theme pixels."""
BADGE = 36
"""Side of the emblem, in theme pixels."""


USUAL = (theme.SUBTITLE, theme.BODY)
"""Font sizes of a prompt where space is short, in theme pixels."""
TIGHT = 0.85
"""Height of the lines of a larger prompt, in those of its font: large letters need less space between."""
LOOKS = tuple((size, beside) for size in (theme.FAR, 38, 34, 30, *USUAL) for beside in (False, True))
"""Font sizes of a prompt, and whether it stands beside the emblem, without the name; preferred ones first."""


class QuestionCard(ScrollView):
    """Emblem and name of the player asked, the prompt and its detail; as high as its text.

    Where there is room the prompt grows until it can be read from across the table; where it is larger beside
    the emblem, without the name, only the seat strip says the name. Long details scroll, so that the answer
    buttons stay visible.

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
        return self._beside(theme.BODY, self.width - px(BAR))

    def missing(self, spare: float) -> float:
        """Return the pixels that the answers should give so that the prompt is whole, or read from afar.

        Args:
            spare: pixels that they can give, and every answer still be seen.
        """
        far = self._height(theme.FAR, self.width, beside=True) - self.most
        return float(max(0.0, self.least - self.most, far if far <= spare else 0.0))

    def wanted(self, width: float) -> float:
        """Return the height, in pixels, that shows all text from afar at this width in pixels."""
        return self._height(theme.FAR, width, beside=False)

    def _height(self, size: float, width: float, *, beside: bool) -> float:
        """Return the card's height in pixels, for a font size in theme pixels and a width in pixels."""
        gap, detail = px(theme.SPACE_4), self._detail.text
        below = gap + text_height(detail, px(theme.BODY), width) if detail else 0.0
        if beside:
            return self._beside(size, width) + below
        return float(self._seat_box.height) + gap + self._written(size, width) + below

    def _beside(self, size: float, width: float) -> float:
        """Return the prompt's height beside the emblem, or alone; as in `_height`."""
        if self._seat is None:
            return self._written(size, width)
        return max(px(BADGE), self._written(size, width - px(BADGE + theme.SPACE_8)))

    def _written(self, size: float, width: float) -> float:
        """Return the prompt's height in pixels, for a font size in theme pixels and a width in pixels."""
        return text_height(self.prompt.text, px(size), width, bold=True, line_height=_line_height(size))

    def _fit(self, *_: object) -> None:
        """Choose the prompt's position and font size, and whether the card scrolls."""
        most = max(self.least, self.most)
        size, beside = next(filter(self._fits, LOOKS), None) or self._scrolling(most)
        self._arrange(beside=beside)
        self.prompt.font_size, self.prompt.line_height = px(size), _line_height(size)
        needed = self._height(size, self.width, beside=beside)
        # Where the card scrolls, the text keeps clear of the scroll bar.
        self._card.padding = (0, 0, px(BAR) if needed > most else 0, 0)
        self.height = min(needed, most)

    def _scrolling(self, most: float) -> tuple[float, bool]:
        """Return font size and place of a prompt whose detail has no room in this height in pixels."""
        no_line = self._beside(theme.BODY, self.width) + px(theme.SPACE_4 + theme.BODY) > most
        fits_alone = self._beside(theme.FAR, self.width - px(BAR)) <= most
        if no_line and fits_alone and self._keeps_words(theme.FAR, beside=True):
            return theme.FAR, True
        named = float(self._seat_box.height) + px(theme.SPACE_4) + self._written(theme.BODY, self.width)
        return theme.BODY, named > most

    def _fits(self, look: tuple[float, bool]) -> bool:
        """Return whether the card has room for a font size and place of the prompt, and breaks no word."""
        size, beside = look
        if size not in USUAL and not self._keeps_words(size, beside=beside):
            return False
        room = max(self.least, self.most) - (0 if size in (theme.FAR, *USUAL) else self.hints)
        return bool(self._height(size, self.width, beside=beside) <= room)

    def _keeps_words(self, size: float, *, beside: bool) -> bool:
        """Return whether no word of the prompt is wider than its line, for a font size in theme pixels."""
        width = self.width - (px(BADGE + theme.SPACE_8) if beside and self._seat is not None else 0)
        return bool(longest_word(self.prompt.text, px(size), bold=True) <= width)

    def _arrange(self, *, beside: bool) -> None:
        """Put the prompt beside the emblem, if there is one, without the name; or below emblem and name."""
        badge = [self._badge] if beside and self._seat is not None else []
        replace_children(self._line, *badge, self.prompt)
        above, below = [] if beside else [self._seat_box], [self._detail] if self._detail.text else []
        replace_children(self._card, *above, self._line, *below)


def _line_height(size: float) -> float:
    """Return the height of a prompt's lines in those of its font, for a font size in theme pixels."""
    return LINE_HEIGHT if size in USUAL else TIGHT


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
