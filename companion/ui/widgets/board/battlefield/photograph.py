"""Draws photographs of tiles under the zones, rotated with the tiles."""

from typing import Any

import cv2
from kivy.graphics import Color, Mesh
from kivy.graphics.texture import Texture

from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point
from companion.vision.frames import Picture


class Textures:
    """Caches the textures of photographs."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Picture, Texture]] = {}

    def of(self, name: str, picture: Picture) -> Texture:
        """Return the texture of a picture, cached by name."""
        known = self._known.get(name)
        if known is None or known[0] is not picture:
            known = self._known[name] = (picture, picture_texture(picture))
        return known[1]


def picture_texture(picture: Picture) -> Any:
    """Make a texture of a BGR picture, its top at the top."""
    high, wide = picture.shape[:2]
    texture = Texture.create(size=(wide, high), colorfmt="rgb")
    flipped = cv2.flip(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), 0)
    texture.blit_buffer(flipped.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


def draw_photograph(
    outline: tuple[Point, ...], tile: tuple[Point, ...], view: Viewport, texture: Texture
) -> None:
    """Fill an outline with the matching part of its tile's photograph, on the open canvas.

    Args:
        outline: corners, in units of the board.
        tile: corners of the placed tile: its bottom left, bottom right, top right, top left.
        view: of the board.
        texture: the photograph.
    """
    Color(1, 1, 1, 1)
    for corners, indices in drawing.tessellated((outline,)):
        vertices: list[float] = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [*view.to_screen((x, y)), *_share((x, y), tile)]
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan", texture=texture)


def _share(point: Point, tile: tuple[Point, ...]) -> Point:
    """Convert a point of the board to texture coordinates, 0 to 1 from bottom left."""
    corner, right, _, up = tile
    x, y = point[0] - corner[0], point[1] - corner[1]
    along, across = (right[0] - corner[0], right[1] - corner[1]), (up[0] - corner[0], up[1] - corner[1])
    share = [(x * a + y * b) / (a * a + b * b) for a, b in (along, across)]
    return share[0], share[1]
