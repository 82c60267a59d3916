"""The disc with the number of armies on a territory."""

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, cos, hypot, pi
from typing import Any

import numpy as np
from kivy.graphics import Canvas, Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Scale, Translate

from companion.icons.sheets import icon_sheet
from companion.referee.game_view import Place
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.map_icons import draw_map_icons, icon_places
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point
from companion.ui.widgets.controls.shape_textures import icon_texture
from companion.ui.widgets.controls.texture_atlas import ATLAS
from companion.ui.widgets.players.emblem import owner_colours

DIMMED = 0.72
"""Share of its colours that a dimmed disc keeps."""
EMBLEM_AT, EMBLEM_SIZE, COUNT_AT = 0.52, 0.36, -0.26
"""Centre and size of the emblem, and centre of the count, in radii of the disc."""
DIRECTIONS, BETWEEN_SIGNS, NEIGHBOURS = 24, 0.16, 6
"""Candidate directions of an icon, turns between two icons, and number of nearest discs considered."""


@lru_cache(maxsize=64)
def disc_texture(rim: theme.Rgba, fill: theme.Rgba, radius: float, line: float) -> Any:
    """Paint a disc with a rim and a dark edge; equal discs share one cached texture."""
    half = int(radius) + 3
    at = np.arange(-half, half) + 0.5
    distance = np.hypot(*np.meshgrid(at, at))
    inside = np.clip(radius - line - distance + 0.5, 0, 1)[..., None]
    within = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    edge = np.clip(radius + 1.5 - distance, 0, 1)
    colour = np.array(theme.DARK_TEXT[:3]) * (1 - within) + np.array(rim[:3]) * within
    colour = colour * (1 - inside) + np.array(fill[:3]) * inside
    pixels = (np.dstack([colour, edge]) * 255).round().astype(np.uint8)
    return ATLAS.add((2 * half, 2 * half), pixels.tobytes())


class Movable(InstructionGroup):
    """A drawing around (0, 0) that keeps its size when the board is zoomed.

    `move` and `grow` change only a matrix.
    """

    def __init__(self, *parts: InstructionGroup) -> None:
        super().__init__()
        self._at = Translate(0, 0)
        self._scale = Scale(1, 1, 1)
        self._size = 1.0
        for instruction in (PushMatrix(), self._at, self._scale, *parts, PopMatrix()):
            self.add(instruction)

    def move(self, at: Point) -> None:
        """Move the centre to a point, in pixels."""
        self._at.xy = at

    def grow(self, factor: float) -> None:
        """Set the scale for the board's zoom."""
        self._size = factor
        self.set_pulse_scale(1.0)

    def set_pulse_scale(self, factor: float) -> None:
        """Scale it temporarily, on top of `grow`."""
        self._scale.xyz = (factor * self._size, factor * self._size, 1)


class ArmyDisc(Movable):
    """A disc in the owner's colour with the owner's emblem and the count."""

    def __init__(self) -> None:
        self._disc, self._emblem, self._count = Rectangle(), Rectangle(), Rectangle()
        self._ink = Color(1, 1, 1, 1)
        face = InstructionGroup()
        for part in (Color(1, 1, 1, 1), self._disc, self._ink, self._emblem, Color(1, 1, 1, 1), self._count):
            face.add(part)
        super().__init__(face)

    def show(self, place: Place | None, seats: tuple[Seat, ...], radius: float, *, dim: bool) -> None:
        """Show owner and count; an empty place shows nothing."""
        if place is None or (place.count == 0 and place.owner is None):
            for part in (self._disc, self._emblem, self._count):
                part.size = (0, 0)
            return
        colour, emblem = owner_colours(seats, place.owner)
        paint = theme.SEAT_COLOURS[colour] if colour is not None else theme.UNOWNED
        shade = DIMMED if dim else 1.0
        rim, fill = (theme.blend(theme.BACKGROUND, colour, shade) for colour in (paint.edge, paint.fill))
        text_colour = theme.blend(fill, paint.text, 0.5 + 0.5 * shade)
        _place(self._disc, disc_texture(rim, fill, radius, float(px(2))))
        self._emblem.size = (0, 0)
        if emblem is not None:
            self._ink.rgba = text_colour
            _place(
                self._emblem,
                icon_texture(icon_sheet("emblems")[emblem], radius * EMBLEM_SIZE),
                radius * EMBLEM_AT,
            )
        text = str(place.count)
        size = radius * (1.15 if len(text) < 3 else 1.05)
        texture = drawing.text_texture(text, size, text_colour, True, None, "center")
        _place(self._count, texture, 0.0 if emblem is None else radius * COUNT_AT)
        self._count.pos = tuple(map(round, self._count.pos))  # text is sharp at whole pixels


def _place(part: Rectangle, texture: Any, up: float = 0.0) -> None:
    """Centre a texture this many pixels above the disc's centre."""
    part.texture, part.size = texture, texture.size
    part.pos = (-texture.width / 2, up - texture.height / 2)


class PlaceSigns(Movable):
    """The icons of a place (a Capital, a tower, a hero), around its disc or in place of the disc.

    Attributes:
        places: centres of the icons relative to the disc's centre, in pixels.
    """

    def __init__(self) -> None:
        self._signs = Canvas()
        self._drawn: tuple[Any, ...] = ()
        self.places: list[Point] = []
        super().__init__(self._signs)

    def show(
        self, marks: tuple[str, ...], seats: tuple[Seat, ...], disc: float, turns: tuple[float, ...]
    ) -> None:
        """Draw the marks if they have changed; `turns` are their directions from the disc."""
        if (marks, seats, disc) == self._drawn:
            return
        self._drawn, self.places = (marks, seats, disc), icon_places(marks, disc, turns)
        self._signs.clear()
        with self._signs:
            draw_map_icons(marks, seats, disc, turns)


def clearest_directions(middle: Point, others: Iterable[Point]) -> tuple[float, ...]:
    """Return directions around a disc, in turns from the right, the emptiest first."""
    near = sorted((hypot(x - middle[0], y - middle[1]), x, y) for x, y in others)[:NEIGHBOURS]
    crowded = [atan2(y - middle[1], x - middle[0]) / (2 * pi) for _, x, y in near]
    weights = [1 / max(distance, 1.0) ** 2 for distance, _, _ in near]
    free = sorted(
        (number / DIRECTIONS for number in range(DIRECTIONS)),
        key=lambda turn: sum(
            weight * cos(2 * pi * (turn - other)) for weight, other in zip(weights, crowded, strict=True)
        ),
    )
    taken: list[float] = []
    for turn in free:
        if all(abs((turn - other + 0.5) % 1 - 0.5) >= BETWEEN_SIGNS for other in taken):
            taken.append(turn)
    return tuple(taken)
