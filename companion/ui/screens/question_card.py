"""The question in large words: who is asked, for what, and details."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import SCROLLING, TextLabel, column, fixed_height, fixed_width, row
from companion.ui.theme import px
from companion.ui.widgets.drawing import text_texture
from companion.ui.widgets.emblem import EmblemBadge

BAR = 10
"""Width that the bar takes where the small print scrolls, in theme pixels."""
BADGE = 36
"""Side of the emblem, in theme pixels."""


class QuestionCard(ScrollView):
    """Emblem and name of who is asked, the prompt and its detail, as high as they need.

    Where there is little room the prompt is written smaller, and beside the emblem. Long small print scrolls,
    so that what answers the question is always in sight.

    Args:
        prompt: the question in a few words.
        detail: its small print, if any.
        seat: who is asked; nothing for the whole table.

    Attributes:
        most: height there is for it, in pixels.
    """

    most = NumericProperty(0.0)

    def __init__(self, prompt: str, detail: str, seat: Seat | None) -> None:
        super().__init__(size_hint_y=None, bar_width=px(6), **SCROLLING)
        self.prompt, self._detail = TextLabel(prompt, theme.SUBTITLE, bold=True), detail
        self._seat_box = _seat_box(seat)
        self._badge = _badge(seat) if seat is not None else None
        self._line = row(self.prompt, gap=theme.SPACE_8, size_hint_y=None)
        self._line.bind(minimum_height=self._line.setter("height"))
        parts: list[Any] = [self._seat_box, self._line]
        if detail:
            parts.append(TextLabel(detail, colour=theme.MUTED))
        self._fit_soon = Clock.create_trigger(self._lay_out)
        self._card = column(*parts, gap=theme.SPACE_4, size_hint_y=None)
        self._card.bind(minimum_height=self._card.setter("height"), height=self._fit)
        self.bind(most=self._fit_anew)
        self.add_widget(self._card)

    def _fit_anew(self, *_: object) -> None:
        # Room has come or gone: without a bar the words are wider, and may need one line less. That they
        # know when they have been laid out, which is before the next frame.
        self._card.padding = 0
        self._fit_soon()

    @property
    def least(self) -> float:
        """Height below which the question itself is cut, in pixels."""
        if self._badge is None:
            return float(self._seat_box.height) + px(theme.SPACE_4) + self._written(theme.BODY, self.width)
        return max(px(BADGE), self._written(theme.BODY, self.width - px(BADGE + theme.SPACE_8 + BAR)))

    def wanted(self, width: float) -> float:
        """Return how high it would like to be on lines so wide, in pixels: all of it in sight."""
        detail = text_texture(self._detail, px(theme.BODY), theme.MUTED, width=width).height
        below = px(theme.SPACE_4) + detail if self._detail else 0.0
        return float(self._seat_box.height + px(theme.SPACE_4) + self._written(theme.SUBTITLE, width) + below)

    def _written(self, size: float, width: float) -> float:
        """Return how high the prompt is when it is written so large on lines so wide, in pixels."""
        return float(text_texture(self.prompt.text, px(size), theme.TEXT, bold=True, width=width).height)

    def _lay_out(self, _elapsed: float) -> None:
        below = self._seat_box.height + px(theme.SPACE_4) + self._written(theme.BODY, self.width)
        self._place_prompt(below > max(self.least, self.most))
        self._fit()

    def _fit(self, *_: object) -> None:
        most = max(self.least, self.most)
        needed = self._card.height - self.prompt.height + self._written(theme.SUBTITLE, self.prompt.width)
        self.prompt.font_size = px(theme.SUBTITLE if needed <= most else theme.BODY)
        if self._card.height > most:
            # Words keep clear of the bar.
            self._card.padding = (0, 0, px(BAR), 0)
        self.height = min(self._card.height, most)

    def _place_prompt(self, beside: bool) -> None:
        """Put the prompt beside the emblem, without the name, or below both."""
        if self._badge is None or beside == (self._badge.parent is not None):
            return
        if beside:
            self._card.remove_widget(self._seat_box)
            self._line.add_widget(self._badge, index=1)
        else:
            self._line.remove_widget(self._badge)
            self._card.add_widget(self._seat_box, index=len(self._card.children))


def _seat_box(seat: Seat | None) -> BoxLayout:
    if seat is None:
        return fixed_height(
            row(TextLabel("The table", colour=theme.ACCENT, bold=True, fill=True)), theme.BODY * 1.5
        )
    name = TextLabel(seat.name, theme.SUBTITLE, theme.ACCENT, bold=True, fill=True, lines=1)
    return fixed_height(row(_badge(seat), name, gap=theme.SPACE_8), BADGE)


def _badge(seat: Seat) -> EmblemBadge:
    badge: EmblemBadge = fixed_height(fixed_width(EmblemBadge(seat=seat), BADGE), BADGE)
    badge.pos_hint = {"top": 1}
    return badge
