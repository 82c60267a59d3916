"""The question in large words, at its one fixed place: who is asked, for what, and the small print."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee.questions import Question
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import Words, column, row, scrolled, tall, wide
from companion.ui.theme import px
from companion.ui.widgets.emblem import EmblemBadge

TALLEST = 176
"""Height that a question may take before its small print scrolls, in theme pixels."""


def question_card(question: Question, seat: Seat | None) -> Widget:
    """Lay out emblem and name of who is asked, the prompt and its detail, as high as they need.

    Long small print scrolls, so that what answers the question is always in sight.
    """
    parts: list[Any] = [_asked(seat), Words(question.prompt, theme.LEAD, bold=True)]
    if question.detail:
        parts.append(Words(question.detail, colour=theme.MUTED))
    card = column(*parts, gap=theme.HAIR, size_hint_y=None)
    view = scrolled(card, size_hint_y=None)
    card.bind(height=lambda _, height: setattr(view, "height", min(height, px(TALLEST))))
    return view


def _asked(seat: Seat | None) -> BoxLayout:
    if seat is None:
        return tall(row(Words("The table", colour=theme.LAMP, bold=True, fill=True)), theme.BODY * 1.5)
    badge = wide(EmblemBadge(seat=seat), 36)
    name = Words(seat.name, theme.LEAD, theme.LAMP, bold=True, fill=True, lines=1)
    return tall(row(badge, name, gap=theme.SMALL), 36)
