"""Draws text, rectangles, rings and polygons on a canvas.

Call these inside ``with widget.canvas:``. Positions and sizes are in pixels, the origin at the bottom left.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from math import acos, ceil, cos, pi, sin
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from kivy.core.text import Label as Lettering
from kivy.graphics import BorderImage, Color, Mesh, Rectangle, SmoothLine
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

from companion.icons.sheets import Icon, icon_sheet
from companion.locale.catalogue import shown
from companion.ui import theme
from companion.ui.theme import Rgba, px
from companion.ui.widgets.controls.shape_textures import icon_texture, round_texture, rounded_square
from companion.ui.widgets.controls.texture_atlas import ATLAS

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]

AS_PAINTED = (1.0, 1.0, 1.0, 1.0)
"""Kivy's colour for a texture that has its own."""
LINE_HEIGHT = 1.05
"""Height of a line, in those of its font."""
MIN_SHRINK = 0.78
"""Smallest size of a line that is shrunk to fit, as a share of its usual size."""
SAGITTA = 0.06
"""Largest distance between a circle and the polygon that is drawn for it, in pixels: nobody sees it."""


P = ParamSpec("P")
R = TypeVar("R")


def _cached(most: int) -> Callable[[Callable[Concatenate[str, P], R]], Callable[Concatenate[str, P], R]]:
    """Give a function its text in the language of the screen, and cache so many results."""

    def decorate(function: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
        cached = lru_cache(maxsize=most)(function)

        @wraps(function)
        def call(text: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return cached(shown(text), *args, **kwargs)  # type: ignore[arg-type]  # all are hashable

        return call

    return decorate


@_cached(600)
def text_texture(
    text: str, size: float, colour: Rgba, bold: bool = False, width: float | None = None, align: str = "left"
) -> Any:
    """Return the texture of a text; textures are cached.

    Args:
        text: the text; it may have line breaks.
        size: height of the letters in pixels.
        colour: their colour.
        bold: bold letters.
        width: of the lines, in pixels; None for one line of any width.
        align: left, center or right, if there is a width.
    """
    label = Lettering(
        text=text,
        font_size=size,
        font_name=theme.font_of(text, bold=bold),
        color=colour,
        text_size=(width, None),
        halign=align,
        line_height=LINE_HEIGHT,
    )
    label.texture = letters = _Letters(label)
    label.refresh()
    return letters.texture or label.texture


class _Letters:
    """Stands in for a label's texture, always of its size: takes its pixels into the atlas."""

    def __init__(self, label: Any) -> None:
        self._label = label
        self.texture: Any = None

    width = property(lambda self: self._label.width)
    height = property(lambda self: self._label.height)

    def ask_update(self, paint: Callable[["_Letters"], None]) -> None:
        """Let the label paint."""
        paint(self)

    def blit_data(self, painted: Any) -> None:
        """Take what it has painted, the highest row first."""
        self.texture = ATLAS.add((painted.width, painted.height), painted.data)
        self.texture.flip_vertical()


@_cached(4000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text, in pixels."""
    return float(_measure(size, theme.font_of(text, bold=bold)).get_extents(text)[0])


def longest_word(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of the widest word of a text, in pixels."""
    return max((text_width(word, size, bold) for word in shown(text).split()), default=0.0)


@_cached(2000)
def text_height(
    text: str, size: float, width: float, bold: bool = False, line_height: float = LINE_HEIGHT
) -> float:
    """Return the height of a text on lines of this width, in pixels, without painting it."""
    label = _measure(size, theme.font_of(text, bold=bold), line_height)
    label.text, label.text_size = text, (width, None)
    return float(label.render()[1])


@lru_cache(maxsize=60)
def _measure(size: float, font: str, line_height: float = LINE_HEIGHT) -> Any:
    return Lettering(font_size=size, font_name=font, line_height=line_height)


def draw_text(
    text: str,
    at: Point,
    size: float,
    colour: Rgba,
    *,
    bold: bool = False,
    anchor: Point = (0.0, 0.5),
    width: float | None = None,
) -> Any:
    """Draw a text; return its texture.

    Args:
        text: the text.
        at: the position of its anchor.
        size: height of the letters in pixels.
        colour: their colour.
        bold: bold letters.
        anchor: the point of the text at that position: (0, 0) bottom left to (1, 1) top right.
        width: of the lines; None for one line.
    """
    if not text:
        return None
    align = ("left", "center", "right")[round(anchor[0] * 2)]
    texture = text_texture(text, size, colour, bold, width, align)
    Color(*AS_PAINTED)
    x, y = at[0] - texture.width * anchor[0], at[1] - texture.height * anchor[1]
    Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size)
    return texture


def draw_fitting_text(
    text: str,
    at: Point,
    size: float,
    colour: Rgba,
    width: float,
    *,
    bold: bool = False,
    anchor: Point = (0.0, 0.5),
) -> None:
    """Write one line in at most `width` pixels: smaller down to MIN_SHRINK, then cut with an ellipsis.

    Letters stay large enough to be read (`theme.CAPTION`).
    """
    natural = text_width(text, size, bold)
    if text and natural > width:
        least = max(size * MIN_SHRINK, min(size, px(theme.CAPTION)))
        size = max(least, size * width / natural)
        while size > least and text_width(text, size, bold) > width:  # letters do not shrink evenly
            size = max(least, size - 1)
    draw_text(ellipsize(text, size, width, bold), at, size, colour, bold=bold, anchor=anchor)


@_cached(600)
def ellipsize(text: str, size: float, width: float, bold: bool = False) -> str:
    """Cut a line to `width` pixels, with an ellipsis at its end if it was cut."""
    if text_width(text, size, bold) <= width:
        return text
    kept = len(text)
    while kept > 1 and text_width(text[:kept].rstrip() + "…", size, bold) > width:
        kept -= 1
    return text[:kept].rstrip() + "…"


def wrap_text(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break words into lines of at most `width` pixels; a word longer than that has a separate line."""
    lines: list[str] = []
    for paragraph in shown(text).split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer, size, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def rounded_rectangle(
    pos: Point,
    size: Point,
    fill: Rgba,
    *,
    radius: float | None = None,
    edge: Rgba | None = None,
    line: float = 1,
) -> None:
    """Fill a rounded rectangle on whole pixels, with an edge within it if one is given."""
    left, low = round(pos[0]), round(pos[1])
    width, height = round(pos[0] + size[0]) - left, round(pos[1] + size[1]) - low
    if min(width, height) < 1:
        return
    corner = min(px(theme.CORNER_RADIUS) if radius is None else radius, min(width, height) / 2)
    line = line if edge is not None else 0.0
    border = max(1, min(ceil(max(corner, line)), min(width, height) // 2))
    Color(*AS_PAINTED)
    BorderImage(
        texture=rounded_square(border + 1, border + 1, corner, fill, edge or fill, line),
        border=(border,) * 4,
        auto_scale="both_lower",
        pos=(left, low),
        size=(width, height),
    )


def disc(centre: Point, radius: float, fill: Rgba, edge: Rgba | None = None, line: float = 1.5) -> None:
    """Fill a circle, with an edge within it if one is given."""
    texture = round_texture(radius, fill, edge or fill, line if edge is not None else 0.0)
    _centred(texture, centre, AS_PAINTED)


def _centred(texture: Any, centre: Point, colour: Rgba) -> None:
    """Draw a texture, a white one in a colour."""
    Color(*colour)
    width, height = texture.size
    Rectangle(texture=texture, pos=(centre[0] - width / 2, centre[1] - height / 2), size=texture.size)


def circle_segments(radius: float) -> int:
    """Return how many segments draw a circle of this radius, in pixels; Kivy's 180 cost five times as long.

    >>> circle_segments(14), circle_segments(200)
    (34, 129)
    """
    return max(12, ceil(pi / acos(1 - SAGITTA / max(radius, 1.0))))


def circle(centre: Point, radius: float, share: float = 1.0) -> tuple[float, ...]:
    """Return what Kivy's lines take as `circle`: a circle, or a share of it clockwise from the top."""
    return (*centre, radius, 0, 360 * share, circle_segments(radius))


def ring(centre: Point, radius: float, colour: Rgba, line: float, share: float = 1.0) -> None:
    """Draw a ring, or a share of it clockwise from the top."""
    if share == 1:
        hole = theme.with_alpha(colour, 0.0)
        _centred(round_texture(radius + line / 2, hole, colour, line), centre, AS_PAINTED)
        return
    Color(*colour)
    SmoothLine(circle=circle(centre, radius, share), width=line / 2)


def stroke(points: Outline, colour: Rgba, line: float, *, closed: bool = False) -> None:
    """Draw a line through the points."""
    Color(*colour)
    SmoothLine(points=[part for point in points for part in point], width=line / 2, close=closed)


def circle_points(centre: Point, radius: float, count: int = 48, start: float = 0.0) -> list[Point]:
    """Return points on a circle, anticlockwise; `start` in turns from the right."""
    turns = (2 * pi * (start + number / count) for number in range(count))
    return [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in turns]


def draw_icon(icon: Icon | str, centre: Point, radius: float, colour: Rgba) -> None:
    """Draw an icon.

    Args:
        icon: the icon, or the name of one for buttons.
        centre: of the icon.
        radius: in pixels.
        colour: its colour.
    """
    if isinstance(icon, str):
        icon = icon_sheet("buttons")[icon]
    _centred(icon_texture(icon, radius), (round(centre[0]), round(centre[1])), colour)
    if icon.letter is not None:
        text, size = icon.letter
        draw_text(text, centre, radius * size, colour, bold=True, anchor=(0.5, 0.5))


def polygons(outlines: Sequence[Outline], fill: Rgba, *, smooth: bool = False) -> None:
    """Fill a shape; outlines inside others are holes. A smooth one has its edges softened."""
    Color(*fill)
    if smooth:
        for outline in outlines:
            SmoothLine(points=[part for point in outline for part in point], width=0.55, close=True)
    for vertices, indices in tessellated(tuple(tuple(outline) for outline in outlines)):
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan")


@lru_cache(maxsize=512)
def tessellated(outlines: tuple[tuple[Point, ...], ...]) -> tuple[tuple[list[float], list[int]], ...]:
    """Cut a shape with holes into pieces that a Mesh can fill as triangle fans: (vertices, indices) each."""
    cutter = Tesselator()
    for outline in outlines:
        cutter.add_contour([part for point in outline for part in point])
    if not cutter.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return ()
    return tuple((vertices, indices) for vertices, indices in cutter.meshes)
