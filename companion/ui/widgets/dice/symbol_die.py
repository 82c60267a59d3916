"""Dice with symbols: a burst for every hit, a shield for every block."""

from math import cos, pi, sin
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.camera.symbol_dice import face_label
from companion.referee.dice import Symbols
from companion.ui import theme
from companion.ui.theme import Rgba, Swatch, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.players.emblem import draw_emblem

_POINTS = 8
SPOTS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0.0, 0.0),),
    2: ((-0.25, 0.0), (0.25, 0.0)),
    3: ((-0.25, -0.2), (0.25, -0.2), (0.0, 0.24)),
    4: ((-0.24, -0.24), (0.24, -0.24), (-0.24, 0.24), (0.24, 0.24)),
}
"""Centres of the symbols by their number, in sides of the die from its centre."""


def draw_burst(centre: Point, radius: float, colour: Rgba) -> None:
    """Draw the symbol of a hit."""
    corners = [
        (centre[0] + reach * sin(pi * n / _POINTS), centre[1] + reach * cos(pi * n / _POINTS))
        for n in range(2 * _POINTS)
        for reach in ((radius, radius * 0.5)[n % 2],)
    ]
    drawing.polygons([corners], colour, smooth=True)


def draw_symbol(kind: str, centre: Point, radius: float, colour: Rgba) -> None:
    """Draw the symbol of a hit or a block."""
    if kind == "hit":
        draw_burst(centre, radius, colour)
    else:
        draw_emblem("shield", centre, radius * 0.95, colour)


def draw_symbol_die(
    face: Symbols, pos: Point, side: float, paint: Swatch, *, rim: Rgba | None = None
) -> None:
    """Draw a die on the open canvas.

    Args:
        face: the symbols.
        pos: bottom left corner, in pixels.
        side: side length, in pixels.
        paint: colours.
        rim: colour of the edge; by default the edge colour of `paint`.
    """
    radius, line = side * 0.2, max(1.5, side * (0.08 if rim else 0.045))
    drawing.rounded_rectangle((pos[0], pos[1] - side * 0.04), (side, side), theme.SHADOW, radius=radius)
    drawing.rounded_rectangle(pos, (side, side), rim or paint.edge, radius=radius)
    drawing.rounded_rectangle(
        (pos[0] + line, pos[1] + line), (side - 2 * line,) * 2, paint.fill, radius=radius - line
    )
    kinds = ["hit"] * face.hits + ["block"] * face.blocks
    reach = side * {0: 0.0, 1: 0.34, 2: 0.22}.get(len(kinds), 0.2)
    if not kinds:
        drawing.disc((pos[0] + side / 2, pos[1] + side / 2), side * 0.06, theme.with_alpha(paint.text, 0.6))
    for kind, (x, y) in zip(kinds, SPOTS.get(len(kinds), SPOTS[4]), strict=False):
        at = (pos[0] + side * (0.5 + x), pos[1] + side * (0.5 + y))
        draw_symbol(kind, at, reach, paint.text)


class SymbolKey(Tappable):
    """A key that enters one face.

    Attributes:
        face: the symbols.
        paint: colours of the die.
        rim: colour of the die's edge, if it differs from the die colour's own edge.
    """

    face = ObjectProperty(Symbols())
    paint = ObjectProperty(theme.UNOWNED)
    rim = ObjectProperty(None, allownone=True)
    lamp_lit = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("face", "paint", "rim", "lamp_lit", "pressed", "ruling")

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.label = face_label(self.face)

    def draw(self) -> None:
        """Draw the die as large as fits, highlighted while pressed."""
        side = min(self.size) - px(6)
        at = (self.center_x - side / 2, self.center_y - side / 2)
        if self.pressed or self.lamp_lit:
            around = side + px(8)
            drawing.rounded_rectangle(
                (at[0] - px(4), at[1] - px(4)), (around, around), theme.ACCENT, radius=side * 0.22
            )
        draw_symbol_die(self.face, at, side, self.paint, rim=self.rim)
