"""The texture of a territory: the owner's colour with a pattern of the owner's emblem."""

from functools import lru_cache
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.referee.seats import Colour
from companion.ui import theme
from companion.ui.theme import Rgba
from companion.ui.widgets.players.emblem import OwnerColours, draw_emblem

_TILE = 128
_EMBLEM = 25
SOFTENED = 0.12
"""Share of parchment in an owner's colour on the map."""
DIM = 0.62
"""Share of the background colour in a dim territory."""
DIM_EMBLEM = 0.85
"""Share of the owner's lighter colour in the emblems of a dim territory."""


def land_colour(colour: Colour | None, *, lit: bool = True) -> Rgba:
    """Return the background colour of a territory by its owner's colour; `lit` if it can be selected."""
    if colour is None:
        ground = theme.UNOWNED.fill
    else:
        ground = theme.blend(theme.SEAT_COLOURS[colour].fill, theme.PARCHMENT, SOFTENED)
    return ground if lit else theme.blend(ground, theme.BACKGROUND, DIM)


def emblem_colour(colour: Colour, *, lit: bool = True) -> Rgba:
    """Return the colour of the emblems in a territory's pattern."""
    paint = theme.SEAT_COLOURS[colour]
    if lit:
        return paint.text
    light = paint.edge if theme.luminance(paint.edge) > theme.luminance(paint.fill) else paint.fill
    return theme.blend(land_colour(colour, lit=False), light, DIM_EMBLEM)


@lru_cache(maxsize=64)
def land_texture(colours: OwnerColours, *, lit: bool = True) -> Any:
    """Make the seamless texture of an owner's territory."""
    colour, emblem = colours
    tile = Fbo(size=(_TILE, _TILE))
    with tile:
        ClearColor(*land_colour(colour, lit=lit))
        ClearBuffers()
    if colour is not None and emblem is not None:
        with tile:
            for middle in ((_TILE * 0.25, _TILE * 0.25), (_TILE * 0.75, _TILE * 0.75)):
                draw_emblem(emblem, middle, _EMBLEM, emblem_colour(colour, lit=lit))
    tile.draw()
    tile.texture.wrap = "repeat"
    return tile.texture
