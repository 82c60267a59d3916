"""The last events, beside the board: as many as fit, newest first."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.players.emblem import draw_badge, seat_named

BADGE = 12
"""Radius of an emblem, in theme pixels."""
GAP = 6
"""Between two events."""


class EventList(Tappable):
    """Each event with the badge of its seat, never cut; a tap opens the chronicle.

    Attributes:
        reports: oldest first.
        seats: all seats.
        shown: the number of reports that fit.
    """

    reports = ObjectProperty(())
    seats = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("reports", "seats", "pressed")

    def __init__(self, **properties: Any) -> None:
        self.shown = 0
        super().__init__(**properties)

    def draw(self) -> None:
        """Draw as many events as fit, from the top."""
        if not self.reports:
            return
        ground = theme.SURFACE_RAISED if self.pressed else theme.SURFACE
        edge = px(theme.SPACE_8)
        drawing.rounded_rectangle(
            (self.x + edge, self.y + edge), (self.width - 2 * edge, self.height - edge), ground
        )
        top, self.shown = self.top - px(GAP), 0
        for report in reversed(self.reports):
            colour = theme.MUTED if self.shown else theme.TEXT
            seat = seat_named(self.seats, report.seat)
            indent = px(2 * BADGE + theme.SPACE_8) if seat is not None else 0
            width = max(px(60), self.width - indent - px(2 * theme.SPACE_16))
            high = drawing.text_texture(report.text, px(theme.BODY), colour, width=width).height
            if top - high < self.y + px(theme.SPACE_8):
                return
            left, middle = self.x + px(theme.SPACE_16), top - high / 2
            if seat is not None:
                draw_badge(seat, (left + px(BADGE), middle), px(BADGE))
            drawing.draw_text(report.text, (left + indent, middle), px(theme.BODY), colour, width=width)
            top -= high + px(GAP)
            self.shown += 1
