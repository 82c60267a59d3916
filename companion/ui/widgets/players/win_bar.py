"""Who is winning: everybody's chance as one thin bar."""

from typing import ClassVar

from kivy.properties import ObjectProperty

from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import draw_badge, seat_named

HEIGHT = 24
"""In theme pixels."""
BADGE = 10
"""Radius of a badge, in theme pixels."""


class WinBar(CanvasWidget):
    """A part for each seat or team, as wide as its chance, with its badge and the chance in per cent.

    Attributes:
        chances: every seat's chance (`WinChance`), in order of play.
        seats: all seats.
        teams: name of each seat's team, for seats that share a chance.
    """

    chances = ObjectProperty(())
    seats = ObjectProperty(())
    teams = ObjectProperty({})

    shows: ClassVar[tuple[str, ...]] = ("chances", "seats", "teams")

    def parts(self) -> list[tuple[Seat, float, float]]:
        """Return the first seat of each side with the left and the width of its part, in pixels."""
        left, found, sides = float(self.x), [], set()
        for chance in self.chances:
            side = self.teams.get(chance.seat) or chance.seat
            seat = seat_named(self.seats, chance.seat)
            if seat is not None and side not in sides:
                sides.add(side)
                width = float(self.width) * chance.chance
                found.append((seat, left, width))
                left += width
        return found

    def draw(self) -> None:
        """Draw the parts; a badge or number that does not fit is left out."""
        for seat, left, width in self.parts():
            paint, middle = theme.SEAT_COLOURS[seat.colour], self.center_y
            drawing.rounded_rectangle(
                (left, self.y), (width, self.height), paint.fill, radius=0, edge=paint.edge, line=px(1)
            )
            if width < 2 * px(BADGE) + px(theme.SPACE_4):
                continue
            draw_badge(seat, (left + px(BADGE + theme.SPACE_4), middle), px(BADGE))
            text, start = f"{round(100 * width / self.width)} %", left + px(2 * BADGE + theme.SPACE_8)
            if start + drawing.text_width(text, px(theme.BODY), bold=True) <= left + width:
                drawing.draw_text(
                    text, (start, middle), px(theme.BODY), paint.text, anchor=(0.0, 0.5), bold=True
                )
