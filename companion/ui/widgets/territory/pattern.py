"""The texture of owned land: the owner's colour with the emblem woven in."""

from functools import lru_cache
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.referee.seats import Colour
from companion.ui import theme
from companion.ui.theme import Rgba
from companion.ui.widgets.emblem import OwnerColours, draw_emblem

_TILE = 128
_EMBLEM = 21
SOFTENED = 0.30
"""How much parchment shines through an owner's colour on the map."""
_WOVEN = 0.62


def land_colour(colour: Colour | None) -> Rgba:
    """Return the ground of land whose owner has this colour."""
    if colour is None:
        return theme.UNOWNED.fill
    return theme.blend(theme.SEAT_COLOURS[colour].fill, theme.PARCHMENT, SOFTENED)


@lru_cache(maxsize=32)
def land_texture(worn: OwnerColours) -> Any:
    """Weave the tile that covers an owner's land; it repeats without a seam."""
    colour, emblem = worn
    ground = land_colour(colour)
    tile = Fbo(size=(_TILE, _TILE))
    with tile:
        ClearColor(*ground)
        ClearBuffers()
    if colour is not None and emblem is not None:
        thread = theme.blend(ground, theme.SEAT_COLOURS[colour].text, _WOVEN)
        with tile:
            for middle in ((_TILE * 0.25, _TILE * 0.25), (_TILE * 0.75, _TILE * 0.75)):
                draw_emblem(emblem, middle, _EMBLEM, thread)
    tile.draw()
    tile.texture.wrap = "repeat"
    return tile.texture
