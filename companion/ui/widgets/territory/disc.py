"""The disc with the number of armies on a territory."""

from functools import lru_cache
from typing import Any

import numpy as np
from kivy.graphics import (
    Canvas,
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture

from companion.referee.game_view import Place
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.drawing import Point
from companion.ui.widgets.emblem import owner_colours
from companion.ui.widgets.map_icons import draw_map_icons

DIMMED = 0.72


@lru_cache(maxsize=64)
def disc_texture(rim: theme.Rgba, fill: theme.Rgba, radius: float, line: float) -> Any:
    """Paint a disc with a rim and a dark edge around it; discs of one look share one texture."""
    half = int(radius) + 3
    at = np.arange(-half, half) + 0.5
    distance = np.hypot(*np.meshgrid(at, at))
    inside = np.clip(radius - line - distance + 0.5, 0, 1)[..., None]
    within = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    edge = np.clip(radius + 1.5 - distance, 0, 1)
    colour = np.array(theme.DARK_TEXT[:3]) * (1 - within) + np.array(rim[:3]) * within
    colour = colour * (1 - inside) + np.array(fill[:3]) * inside
    pixels = (np.dstack([colour, edge]) * 255).round().astype(np.uint8)
    texture = Texture.create(size=(2 * half, 2 * half), colorfmt="rgba")
    texture.blit_buffer(pixels.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class ArmyDisc(InstructionGroup):
    """A disc in the owner's colour with the count in it; it keeps its size while the board is zoomed.

    It is drawn around (0, 0); `move` and `swell` change nothing but a matrix.
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = Translate(0, 0)
        self._swell = Scale(1, 1, 1)
        self._size = 1.0
        self._face = InstructionGroup()
        self._signs = Canvas()
        self._marked: tuple[tuple[str, ...], tuple[Seat, ...], float] = ((), (), 0.0)
        for instruction in (PushMatrix(), self._at, self._swell, self._signs, self._face, PopMatrix()):
            self.add(instruction)

    def move(self, at: Point) -> None:
        """Put its middle there."""
        self._at.xy = at

    def grow(self, factor: float) -> None:
        """Draw it and its signs larger while the board is zoomed."""
        self._size = factor
        self._swell.xyz = (factor, factor, 1)

    def swell(self, factor: float) -> None:
        """Draw it larger or smaller."""
        self._swell.xyz = (factor * self._size, factor * self._size, 1)

    def show(self, place: Place | None, seats: tuple[Seat, ...], radius: float, *, dim: bool) -> None:
        """Draw owner and count anew; marks stand at its rim, or in its place where nobody is."""
        self._face.clear()
        empty = place is None or (place.count == 0 and place.owner is None)
        self._show_signs(place.marks if place is not None else (), seats, 0.0 if empty else radius)
        if place is None or empty:
            return
        colour, _ = owner_colours(seats, place.owner)
        paint = theme.SEAT_COLOURS[colour] if colour is not None else theme.UNOWNED
        shade = DIMMED if dim else 1.0
        rim, fill = (theme.blend(theme.BACKGROUND, colour, shade) for colour in (paint.edge, paint.fill))
        texture = disc_texture(rim, fill, radius, float(px(2)))
        self._face.add(Color(1, 1, 1, 1))
        self._face.add(
            Rectangle(texture=texture, pos=(-texture.width / 2, -texture.height / 2), size=texture.size)
        )
        self._write(str(place.count), radius, theme.with_alpha(paint.text, 0.5 + 0.5 * shade))

    def _show_signs(self, marks: tuple[str, ...], seats: tuple[Seat, ...], disc: float) -> None:
        """Draw the marks anew if they are others than before."""
        if (marks, seats, disc) == self._marked:
            return
        self._marked = (marks, seats, disc)
        self._signs.clear()
        with self._signs:
            draw_map_icons(marks, seats, disc)

    def _write(self, words: str, radius: float, colour: theme.Rgba) -> None:
        size = radius * (1.5 if len(words) < 3 else 1.1)
        texture = drawing.text_texture(words, size, colour, bold=True)
        self._face.add(Color(1, 1, 1, 1))
        corner = (round(-texture.width / 2), round(-texture.height / 2))
        self._face.add(Rectangle(texture=texture, pos=corner, size=texture.size))
