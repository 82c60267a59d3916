"""Ground textures that differ without colour: bricks, trees, boulders, waves, planks, a lane."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import pi, sin
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Mesh

from companion.ui import theme
from companion.ui.theme import Rgba
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point

GROUNDS: dict[str, Rgba] = {
    "water": theme.rgba("2f6d8c"),
    "building": theme.rgba("a0816e"),
    "woods": theme.rgba("5f7f49"),
    "rocky": theme.rgba("8b8577"),
    "bridge": theme.rgba("a98452"),
    "road": theme.rgba("b7b0a1"),
}
"""Colour of each kind of ground; its pattern and its icon differ too."""
PLAIN = "plain"
PLAIN_COLOUR = theme.rgba("c6b98d")

_SIDE = 128
"""Side of the texture in pixels."""
SPAN = 36.0
"""Side of the texture in units of the board."""
_WOVEN = 0.3

Weave = Callable[[Rgba], None]


def ground_of(marks: Sequence[str]) -> str:
    """Return the first kind of ground among the marks of a place, or plain ground."""
    return next((kind for kind in GROUNDS if kind in marks), PLAIN)


@lru_cache(maxsize=16)
def ground_texture(kind: str) -> Any:
    """Make the seamless texture of a kind of ground."""
    colour = GROUNDS.get(kind, PLAIN_COLOUR)
    square = Fbo(size=(_SIDE, _SIDE))
    with square:
        ClearColor(*colour)
        ClearBuffers()
        _WEAVES[kind](theme.blend(colour, theme.DARK_TEXT, _WOVEN))
    square.draw()
    square.texture.wrap = "repeat"
    return square.texture


def fill(outline: tuple[Point, ...], view: Viewport, kind: str) -> None:
    """Fill a zone with its ground, on the open canvas; the outline is in units of the board."""
    texture = ground_texture(kind)
    Color(1, 1, 1, 1)
    for corners, indices in drawing.tessellated((outline,)):
        vertices: list[float] = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [*view.to_screen((x, y)), x / SPAN, y / SPAN]
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan", texture=texture)


def veil(outline: tuple[Point, ...], view: Viewport, colour: Rgba) -> None:
    """Tint a zone with a colour, on the open canvas."""
    Color(*colour)
    for corners, indices in drawing.tessellated((outline,)):
        vertices: list[float] = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [*view.to_screen((x, y)), 0, 0]
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan")


# --- what is woven in --------------------------------------------------------------------------------------


def _dots(colour: Rgba) -> None:
    for x, y in ((20, 24), (84, 40), (48, 88), (108, 104)):
        drawing.disc((x, y), 3.2, colour)


def _bricks(colour: Rgba) -> None:
    for course in range(4):
        y = 32 * course
        drawing.stroke([(0, y + 16), (_SIDE, y + 16)], colour, 4)
        for x in (32, 96) if course % 2 else (0, 64, 128):
            drawing.stroke([(x, y - 16), (x, y + 16)], colour, 4)


def _trees(colour: Rgba) -> None:
    for x, y in ((30, 20), (94, 84)):
        drawing.polygons([[(x - 18, y), (x + 18, y), (x, y + 34)]], colour, smooth=True)
        drawing.polygons([[(x - 3, y - 9), (x + 3, y - 9), (x + 3, y), (x - 3, y)]], colour)
    for x, y in ((94, 24), (30, 88)):
        drawing.polygons([[(x - 11, y), (x + 11, y), (x, y + 22)]], colour, smooth=True)


def _boulders(colour: Rgba) -> None:
    for x, y, size in ((24, 22, 1.2), (88, 78, 1.3), (92, 20, 0.8), (26, 88, 0.8)):
        edge = [(-18, -8), (-12, 8), (2, 14), (16, 4), (18, -8)]
        drawing.stroke([(x + a * size, y + b * size) for a, b in edge], colour, 5, closed=True)


def _waves(colour: Rgba) -> None:
    lighter = theme.blend(GROUNDS["water"], theme.TEXT, _WOVEN)
    for number, y in enumerate((16, 48, 80, 112)):
        line = [(x, y + 6 * sin(4 * pi * x / _SIDE + number * pi)) for x in range(0, _SIDE + 1, 4)]
        drawing.stroke(line, lighter if number % 2 else colour, 4)


def _planks(colour: Rgba) -> None:
    for x in range(0, _SIDE + 1, 32):
        drawing.stroke([(x, 0), (x, _SIDE)], colour, 5)
    for x, y in product((16, 80), (24, 104)):
        drawing.disc((x, y), 3.2, colour)


def _lane(colour: Rgba) -> None:
    lighter = theme.blend(GROUNDS["road"], theme.rgba("ffffff"), 0.55)
    for start in (0, 64):
        drawing.stroke([(start + 10, start + 10), (start + 44, start + 44)], lighter, 8)
        drawing.stroke([(start + 10, 64 + start + 10), (start + 44, 64 + start + 44)], colour, 2)
        drawing.stroke([(64 + start + 10, start + 10), (64 + start + 44, start + 44)], colour, 2)


_WEAVES: dict[str, Weave] = {
    PLAIN: _dots,
    "building": _bricks,
    "woods": _trees,
    "rocky": _boulders,
    "water": _waves,
    "bridge": _planks,
    "road": _lane,
}
