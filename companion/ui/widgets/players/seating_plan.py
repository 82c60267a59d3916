"""The table from above, with a badge for each seat at its side."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty

from companion.app.night.seating import sits_opposite
from companion.locale.messages import gettext
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import EmblemBadge

BADGE = 52
"""Size of a badge, in theme pixels."""
NAME = 26
"""Height of a name."""


class SeatingPlan(CanvasWidget):
    """Seats clockwise from the near right, with the screen in the middle. A tap on a badge opens its seat.

    Attributes:
        seats: who plays, in order.

    Events:
        on_seat: a badge was tapped; gets the number of its seat.
    """

    seats = ObjectProperty(())

    shows: ClassVar[tuple[str, ...]] = ("seats",)
    __events__ = ("on_seat",)

    def __init__(self, **properties: Any) -> None:
        self._badges: list[EmblemBadge] = []
        super().__init__(**properties)
        self.fbind("seats", self._seat)
        self._seat()

    def _seat(self, *_: Any) -> None:
        self.clear_widgets()
        self._badges = [
            EmblemBadge(seat=seat, on_tap=lambda _, number=number: self.dispatch("on_seat", number))
            for number, seat in enumerate(self.seats)
        ]
        for badge in self._badges:
            self.add_widget(badge)

    def draw(self) -> None:
        """Draw the table and place the badges over its edges, with the names on it."""
        edge = px(BADGE) / 2
        pos, size = (self.x, self.y + edge), (self.width, self.height - 2 * edge)
        drawing.rounded_rectangle(pos, size, theme.SURFACE, edge=theme.BORDER, line=px(1.5))
        far = [seat for seat in self.seats if sits_opposite(self.seats, seat.id)]
        near = [seat for seat in self.seats if seat not in far]
        self._place(list(reversed(near)), self.y, edge + px(NAME))
        self._place(far, self.top - px(BADGE), -px(NAME) / 2)

    def _place(self, seats: list[Seat], bottom: float, name: float) -> None:
        """Lay out one side from left to right, each name above or below its badge."""
        each = self.width / max(1, len(seats))
        for number, seat in enumerate(seats):
            badge = next(badge for badge in self._badges if badge.seat is seat)
            middle = self.x + (number + 0.5) * each
            badge.size = (px(BADGE), px(BADGE))
            badge.pos = (middle - px(BADGE) / 2, bottom)
            at = (middle, bottom + name + (px(BADGE) / 2 if name > 0 else 0))
            called = (
                gettext("{player} ({strength})", player=seat.name, strength=gettext(seat.strength))
                if seat.strength
                else seat.name
            )
            drawing.draw_fitting_text(
                called, at, px(theme.BODY), theme.TEXT, each - px(theme.SPACE_4), anchor=(0.5, 0.5)
            )
