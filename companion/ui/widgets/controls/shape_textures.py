"""Paints the shapes that widgets are made of once, with soft edges, into the texture atlas.

Without a graphics chip a drawn shape costs by its triangles: a rounded rectangle in nine pieces of a texture
("nine-patch") has 18, one of lines and fans 300.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from companion.icons.sheets import Circle, Icon, Outline
from companion.ui.theme import Rgba
from companion.ui.widgets.controls.texture_atlas import ATLAS

FINER = 4
"""Pixels that each pixel of a shape is made of while it is painted, across and up."""
OUTLINE = FINER + 1
"""Width of the line around an icon's shapes, in fine pixels: it makes them a little stouter."""
STEPS = 4
"""Sizes of discs and icons per pixel."""


def stepped(length: float) -> float:
    """Round a length to a quarter of a pixel: shapes that grow need few textures."""
    return round(length * STEPS) / STEPS


@lru_cache(maxsize=512)
def rounded_square(half: int, reach: float, corner: float, fill: Rgba, edge: Rgba, line: float) -> Any:
    """Return the texture of a square with round corners and an edge within it.

    Args:
        half: half the side of the texture, in pixels.
        reach: from its centre to each side, in pixels.
        corner: radius of its corners, in pixels; `reach` for a disc.
        fill: its colour.
        edge: the colour of its edge.
        line: width of the edge, in pixels.
    """
    painted = Image.new("RGBA", (2 * half * FINER,) * 2)
    pencil = ImageDraw.Draw(painted)
    for within, colour in ((0.0, edge if line else fill), (line, fill)):
        low, high = (round((half + side * (reach - within)) * FINER) for side in (-1, 1))
        if high > low:
            rounding = max(0, round((corner - within) * FINER))
            pencil.rounded_rectangle((low, low, high - 1, high - 1), rounding, _bytes(colour))
    return ATLAS.add((2 * half, 2 * half), painted.reduce(FINER).tobytes())


def _bytes(colour: Rgba) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in colour)


def round_texture(radius: float, fill: Rgba, edge: Rgba, line: float) -> Any:
    """Return the texture of a disc with an edge within it; lengths in pixels."""
    radius = stepped(radius)
    return rounded_square(ceil(max(radius, 0.0)) + 1, radius, radius, fill, edge, stepped(line))


def icon_texture(icon: Icon, radius: float) -> Any:
    """Return the texture of an icon without its letter, its centre in the middle.

    Args:
        icon: which one.
        radius: of the circle that it is drawn in, in pixels.
    """
    return _icon_texture(icon, stepped(radius))


@lru_cache(maxsize=512)
def _icon_texture(icon: Icon, radius: float) -> Any:
    half = (max(0, int(radius)) + 2) * FINER
    covered = Image.new("1", (2 * half, 2 * half))
    pencil, fine = ImageDraw.Draw(covered), radius * FINER

    def placed(outline: Outline) -> list[tuple[int, int]]:
        return [(round(half + x * fine), round(half + y * fine)) for x, y in outline]

    for shape in icon.shapes:
        outlines = [placed(outline) for outline in shape]
        covered.paste(1, mask=_filled(covered.size, outlines))
        for corners in outlines:
            pencil.line([*corners, corners[0]], fill=1, width=OUTLINE, joint="curve")
    for stroke in icon.strokes:
        points = placed(stroke.points)
        points += points[:2] if stroke.closed else []
        pencil.line(points, fill=1, width=round(stroke.width * fine), joint="curve")
    for circle in icon.circles:
        _paint_circle(pencil, circle, placed((circle.centre,))[0], fine)
    white = Image.new("L", covered.size, 255)
    painted = Image.merge("RGBA", [white, white, white, covered.convert("L")]).reduce(FINER)
    return ATLAS.add(painted.size, painted.tobytes())


def _filled(size: tuple[int, int], outlines: Sequence[list[tuple[int, int]]]) -> Image.Image:
    """Fill outlines; those inside others are holes."""
    filled = Image.new("1", size)
    for corners in outlines:
        ring = Image.new("1", size)
        ImageDraw.Draw(ring).polygon(corners, fill=1)
        filled = ImageChops.logical_xor(filled, ring)
    return filled


def _paint_circle(pencil: ImageDraw.ImageDraw, circle: Circle, centre: tuple[int, int], fine: float) -> None:
    """Paint a disc or a ring."""
    (x, y), line = centre, round(circle.width * fine)
    reach = circle.radius * fine + line / 2
    box = (x - reach, y - reach, x + reach, y + reach)
    pencil.ellipse(box, fill=None if circle.width else 1, outline=1, width=max(1, line))
