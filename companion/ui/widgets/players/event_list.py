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
CUT = "..."
"""Stands for the rest of a text."""


class EventList(Tappable):
    """Each event with the badge of its seat; a tap opens the chronicle. One that has no room alone is cut.

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
            text, room = report.text, top - self.y - px(theme.SPACE_8)
            high = drawing.text_height(text, px(theme.BODY), width)
            if high > room and self.shown:
                return
            if high > room:
                text = _beginning(text, width, room)
                high = drawing.text_height(text, px(theme.BODY), width)
            left, middle = self.x + px(theme.SPACE_16), top - high / 2
            if seat is not None:
                draw_badge(seat, (left + px(BADGE), middle), px(BADGE))
            drawing.draw_text(text, (left + indent, middle), px(theme.BODY), colour, width=width)
            top -= high + px(GAP)
            self.shown += 1


def _beginning(text: str, width: float, room: float) -> str:
    """Return the first lines of a text that fit into a width and a height in pixels."""
    size = px(theme.BODY)
    lines = drawing.wrap_text(text, size, width - drawing.text_width(CUT, size))
    fitting = max(1, int(room / drawing.text_height(CUT, size, width)))
    return "\n".join(lines[:fitting]) + CUT
