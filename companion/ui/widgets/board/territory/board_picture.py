"""A small picture of a board for the lobby: its continents in their colours."""

from functools import lru_cache
from typing import Any

from kivy.graphics.texture import Texture
from PIL import Image, ImageDraw

from companion.games.boards.board import Board
from companion.ui import theme
from companion.ui.theme import Rgba

FINER = 3
"""Supersampling factor along each axis."""
TINTED = 0.45
"""Share of the tint in the colour of a continent."""


@lru_cache(maxsize=16)
def board_picture(board: Board, room: tuple[float, float], sea: Rgba, tint: Rgba) -> Any:
    """Paint a board as large as it fits into a box; lakes and borders are left out.

    Args:
        board: the board.
        room: maximum width and height of the picture, in pixels.
        sea: the opaque colour around the land.
        tint: the colour to mix with the colours of the continents.

    Returns:
        A texture.
    """
    fit = min(room[0] / board.width, room[1] / board.height)
    width, height = max(1, round(board.width * fit)), max(1, round(board.height * fit))
    picture = Image.new("RGB", (width * FINER, height * FINER), _shade(sea))
    pencil = ImageDraw.Draw(picture)
    for continent in board.continents:
        own = theme.CONTINENT_TINTS.get(continent.colour, theme.SHORE)
        fill = _shade(theme.blend(own, tint, TINTED))
        for place in continent.territories:
            for polygon in board.territory(place).polygons:
                pencil.polygon([(x * fit * FINER, y * fit * FINER) for x, y in polygon.rings[0]], fill=fill)
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    # The y axis of boards and of textures points up.
    texture.blit_buffer(picture.reduce(FINER).tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


def _shade(colour: Rgba) -> tuple[int, int, int]:
    """Convert a colour to integers from 0 to 255."""
    red, green, blue = (round(255 * part) for part in colour[:3])
    return red, green, blue
