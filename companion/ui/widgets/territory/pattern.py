"""Land as its owner colours it: a soft ground with the owner's emblem woven in."""

from functools import lru_cache
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import Rgba
from companion.ui.widgets.emblem import draw_emblem

_TILE = 128
_EMBLEM = 21
SOFTENED = 0.30
"""How much parchment shines through an owner's colour on the map."""
_WOVEN = 0.36


def land_colour(seat: Seat | None) -> Rgba:
    """Return the ground of a seat's land."""
    if seat is None:
        return theme.NOBODY.fill
    return theme.mixed(theme.SEATS[seat.colour].fill, theme.PARCHMENT, SOFTENED)


@lru_cache(maxsize=32)
def land_texture(seat: Seat | None) -> Any:
    """Weave the tile that covers a seat's land; it repeats without a seam."""
    ground = land_colour(seat)
    tile = Fbo(size=(_TILE, _TILE))
    with tile:
        ClearColor(*ground)
        ClearBuffers()
    if seat is not None:
        thread = theme.mixed(ground, theme.SEATS[seat.colour].text, _WOVEN)
        with tile:
            for middle in ((_TILE * 0.25, _TILE * 0.25), (_TILE * 0.75, _TILE * 0.75)):
                draw_emblem(seat.emblem, middle, _EMBLEM, thread)
    tile.draw()
    tile.texture.wrap = "repeat"
    return tile.texture
