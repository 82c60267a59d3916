"""The emblems that distinguish seats without colour, as widgets."""

from typing import Any, ClassVar, TypeAlias

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.icons.sheets import icon_sheet
from companion.referee.seats import COLOURS, Colour, Emblem, Seat
from companion.ui import theme
from companion.ui.theme import Rgba, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.drawing import Point

LINE_HEIGHT = 28
"""Height of the text below a badge, in theme pixels."""


def draw_emblem(emblem: Emblem, centre: Point, radius: float, colour: Rgba) -> None:
    """Draw an emblem on the open canvas."""
    drawing.draw_icon(icon_sheet("emblems")[emblem], centre, radius, colour)


def draw_badge(seat: Seat, centre: Point, radius: float, *, struck: bool = False) -> None:
    """Draw a seat's emblem in a disc of its colour on the open canvas; struck out if it is eliminated."""
    paint = theme.SEAT_COLOURS[seat.colour]
    fade = 0.45 if struck else 1.0
    drawing.disc(
        centre,
        radius,
        theme.with_alpha(paint.fill, fade),
        theme.with_alpha(paint.edge, fade),
        max(1.5, radius * 0.1),
    )
    draw_emblem(seat.emblem, centre, radius * 0.7, theme.with_alpha(paint.text, fade))
    if struck:
        reach = radius * 0.95
        ends = [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]
        drawing.stroke(ends, theme.TEXT, max(2.0, radius * 0.16))


class EmblemBadge(Tappable):
    """A seat's emblem in a disc of its colour.

    Attributes:
        seat: whose.
        struck: whether the seat is eliminated.
        lit: whether it has a highlighted ring.
        text: written below it.
    """

    seat = ObjectProperty(None, allownone=True)
    struck = BooleanProperty(False)
    lit = BooleanProperty(False)
    text = StringProperty("")

    shows: ClassVar[tuple[str, ...]] = ("seat", "struck", "lit", "text", "pressed", "ruling")

    def draw(self) -> None:
        """Draw the badge as large as fits."""
        if self.seat is None:
            return
        below = px(LINE_HEIGHT) if self.text else 0.0
        centre = (self.center_x, self.center_y + below / 2)
        radius = min(self.width, self.height - below) / 2 - px(3)
        if self.lit or self.pressed:
            drawing.ring(centre, radius + px(1.5), theme.ACCENT, px(3))
            radius -= px(3)
        draw_badge(self.seat, centre, radius, struck=self.struck or self.denied)
        if self.text:
            at = (self.center_x, self.y + below / 2)
            drawing.draw_text(self.text, at, px(theme.BODY), theme.TEXT, anchor=(0.5, 0.5))


OwnerColours: TypeAlias = tuple[Colour | None, Emblem | None]
"""Colour and emblem of pieces; None for pieces without an owner."""

NEUTRAL_COLOUR = "neutral-"
"""Prefix of the name of a coloured army without a player; the colour follows."""


def owner_colours(seats: Any, owner: str | None) -> OwnerColours:
    """Return colour and emblem of an owner's pieces; a neutral army has only a colour."""
    seat = seat_named(seats, owner)
    if seat is not None:
        return seat.colour, seat.emblem
    return next((colour for colour in COLOURS if owner == NEUTRAL_COLOUR + colour), None), None


def seat_named(seats: Any, name: str | None) -> Seat | None:
    """Return the seat with this id, if there is one."""
    return next((seat for seat in seats if seat.id == name), None)
