"""The board's picture: sea, shores, territories, borders and sea links, drawn into a texture.

What does not change is kept: a changed territory repaints only its bounding box, in the next frame, between
two pictures that change with the view alone: sea and shores below, borders above.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import cos, hypot, pi
from typing import Any, TypeAlias

from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Line,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    ScissorPop,
    ScissorPush,
    SmoothLine,
    Translate,
)
from kivy.graphics.opengl import GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_SRC_ALPHA, glBlendFuncSeparate

from companion.games.boards.board import Board
from companion.games.boards.board import LineString as Points
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.territory.geometry import Borders, Land, bevelled, simplified
from companion.ui.widgets.board.territory.pattern import land_texture
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.players.emblem import OwnerColours

_TILE = 40
"""Size of the pattern's tile on the map, in theme pixels."""
_GLOW = 1.7
"""Half the width of the outline around selectable territories, in theme pixels."""
_MARGIN = 6
"""Distance that border lines may extend beyond their territory, in theme pixels."""
_LIT = theme.rgba("ffffff")
BORDER_CASING, BORDER_LINE = theme.with_alpha(theme.DARK_TEXT, 0.75), theme.with_alpha(theme.PARCHMENT, 0.9)
"""A border is a light line in a dark casing, so it contrasts with every colour, lit or dim."""
SHALLOWS = ((6.0, 0.25), (3.0, 0.6))
"""Half widths of the shallow water around a continent, in theme pixels, and shares of its tint there."""
_BREATH = 0.5
"""Share of the continent's colour in a territory without an owner."""

_USUAL = (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE)
"""How Kivy blends: factors for the colours and for the opacities of what is drawn and of what is beneath."""
_ON_NOTHING = (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
_MULTIPLIED = (GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
"""For a picture whose colours are multiplied by their opacities (Porter and Duff 1984)."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top."""


class TerrainLayer:
    """The painted part of a board, as large as the widget.

    Args:
        board: the board.
        lands: its territories, cut into triangles.
        borders: its borders.
        view: of the board.
    """

    def __init__(self, board: Board, lands: Mapping[str, Land], borders: Borders, view: Viewport) -> None:
        self._view = view
        self._fit = view.fit
        self._lines: list[tuple[SmoothLine, float]] = []
        self._light: dict[str, Color] = {}
        self._meshes: dict[str, Mesh] = {}
        self._tints = {
            place: theme.blend(_LIT, theme.CONTINENT_TINTS.get(continent.colour, _LIT), _BREATH)
            for continent in board.continents
            for place in continent.territories
        }
        self._boxes = {territory.id: territory.box for territory in board.territories}
        self._changed: set[str] = set()
        self._waiting: Box | None = None
        size = tuple(max(1, round(side)) for side in view.room)
        self._below, self._canvas, self._above = Fbo(size=size), Fbo(size=size), Fbo(size=size)
        self._window = ScissorPush(x=0, y=0, width=0, height=0)
        self._moves: list[tuple[Translate, Scale]] = []
        self._draw_below(board, borders)
        self._draw_above(borders)
        self._draw_between(lands)
        self.set_view(view)

    @property
    def canvas(self) -> Fbo:
        """The framebuffer that paints the texture; add it to the canvas before the texture is drawn."""
        return self._canvas

    @property
    def texture(self) -> Any:
        """The texture, as large as the widget."""
        return self._canvas.texture

    def paint(self, id: str, colours: OwnerColours, lit: bool) -> None:
        """Give a territory its owner's colour and emblem, lit or dim.

        A territory without an owner is tinted in its continent's colour.
        """
        self._meshes[id].texture = land_texture(colours, lit=lit)
        self._light[id].rgba = _LIT if colours[0] else self._tints[id]
        self._changed.add(id)

    def repaint(self) -> None:
        """Repaint the territories changed since the last call."""
        if self._changed:
            boxes = zip(*(self._boxes[id] for id in self._changed), strict=True)
            left, bottom, right, top = (
                choose(edges) for choose, edges in zip((min, min, max, max), boxes, strict=True)
            )
            self._paint_within((*self._placed((left, bottom)), *self._placed((right, top))))
        self._changed.clear()

    def set_view(self, view: Viewport) -> None:
        """Set the view and repaint; line widths do not change."""
        if view.zoom != self._view.zoom:
            for line, width in self._lines:
                _set_width(line, width, view.zoom)
        self._view = view
        for move, zoom in self._moves:
            move.xy = self._placed((0, 0))
            zoom.xyz = (view.zoom, view.zoom, 1)
        self._changed.clear()
        self._paint_within((0, 0, *self._canvas.size))

    def _placed(self, point: tuple[float, float]) -> tuple[float, float]:
        """Convert canvas units to pixels from the widget's corner."""
        x, y = self._view.to_screen(point)
        return x - self._view.corner[0], y - self._view.corner[1]

    def _painted(self, _: Callback) -> None:
        self._waiting = None

    def _paint_within(self, box: Box) -> None:
        """Repaint a rectangle with the next frame, merged with rectangles already waiting."""
        if self._waiting is not None:
            left, bottom, right, top = self._waiting
            box = min(left, box[0]), min(bottom, box[1]), max(right, box[2]), max(top, box[3])
        self._waiting = box
        margin = px(_MARGIN)
        width, height = self._canvas.size
        left, bottom = max(0, int(box[0] - margin)), max(0, int(box[1] - margin))
        right, top = min(width, int(box[2] + margin) + 1), min(height, int(box[3] + margin) + 1)
        if right > left and top > bottom:
            self._window.x, self._window.y = left, bottom
            self._window.width, self._window.height = right - left, top - bottom
            self._canvas.ask_update()

    def _scaled(self, points: Points) -> list[float]:
        return [part * self._fit for point in points for part in point]

    def _draw_line(self, canvas: Fbo, points: Points, width: float) -> None:
        line = SmoothLine(points=self._scaled(bevelled(points, width / self._fit)), width=width)
        self._lines.append((line, width))
        canvas.add(line)

    def _move_with_view(self, canvas: Fbo) -> None:
        """Place what is drawn from here to a PopMatrix by the view."""
        move, zoom = Translate(0, 0), Scale(1, 1, 1)
        self._moves.append((move, zoom))
        for instruction in (PushMatrix(), move, zoom):
            canvas.add(instruction)

    def _draw_below(self, board: Board, borders: Borders) -> None:
        """Draw sea, shores and links."""
        with self._below:
            ClearColor(*theme.SEA)
            ClearBuffers()
        self._move_with_view(self._below)
        self._draw_shores(board, borders)
        self._draw_links(board)
        self._below.add(PopMatrix())

    def _draw_above(self, borders: Borders) -> None:
        """Draw the borders on nothing: their colours are multiplied by their share of the pixel."""
        with self._above:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            _blending(_ON_NOTHING)
        self._move_with_view(self._above)
        self._draw_borders(borders)
        self._above.add(PopMatrix())
        self._above.add(_blending(_USUAL))

    def _draw_between(self, lands: Mapping[str, Land]) -> None:
        """Draw the lands between the two pictures."""
        size = self._canvas.size
        for instruction in (self._below, self._above, self._window, Color(1, 1, 1, 1)):
            self._canvas.add(instruction)
        self._canvas.add(Rectangle(size=size, texture=self._below.texture))
        self._move_with_view(self._canvas)
        self._draw_lands(lands)
        for instruction in (
            PopMatrix(),
            Color(1, 1, 1, 1),
            _blending(_MULTIPLIED),
            Rectangle(size=size, texture=self._above.texture),
            _blending(_USUAL),
            ScissorPop(),
            Callback(self._painted),
        ):
            self._canvas.add(instruction)

    def _draw_shores(self, board: Board, borders: Borders) -> None:
        """Draw shallow water around each continent, in its tint."""
        for width, share in SHALLOWS:
            for continent in board.continents:
                tint = theme.CONTINENT_TINTS.get(continent.colour, theme.SHORE)
                self._below.add(Color(*theme.blend(theme.SEA, tint, share)))
                for coast in borders.coasts[continent.id]:
                    points = self._scaled(simplified(coast, 1.2 / self._fit))
                    self._below.add(Line(points=points, width=px(width), joint="round", joint_precision=5))

    def _draw_links(self, board: Board) -> None:
        self._below.add(Color(*theme.with_alpha(theme.PARCHMENT, 0.8)))
        for link in board.links:
            for line in link.lines:
                for dash in _dashed(line, px(6) / self._fit, px(4) / self._fit):
                    self._draw_line(self._below, dash, px(0.9))

    def _draw_lands(self, lands: Mapping[str, Land]) -> None:
        across = 1 / px(_TILE)
        for id, land in lands.items():
            self._light[id] = Color(*_LIT)
            placed = [(x * self._fit, y * self._fit) for x, y in land.points]
            vertices = [part for x, y in placed for part in (x, y, x * across, y * across)]
            self._meshes[id] = Mesh(
                vertices=vertices,
                indices=land.triangles,
                mode="triangles",
                texture=land_texture((None, None)),
            )
            self._canvas.add(self._light[id])
            self._canvas.add(self._meshes[id])

    def _draw_borders(self, borders: Borders) -> None:
        coasts = [line for coast in borders.coasts.values() for line in coast]
        kinds = (
            (coasts, theme.with_alpha(theme.DARK_TEXT, 0.85), 1.0),
            (borders.inner, BORDER_CASING, 1.5),
            (borders.continents, theme.DARK_TEXT, 3.4),
            (borders.inner, BORDER_LINE, 0.6),
            (borders.continents, BORDER_LINE, 1.8),
        )
        for lines, colour, width in kinds:
            self._above.add(Color(*colour))
            for points in lines:
                self._draw_line(self._above, points, width * float(theme.METRICS.unit))


def _blending(factors: tuple[int, int, int, int]) -> Callback:
    """Blend by these factors of OpenGL from here on."""
    return Callback(lambda _: glBlendFuncSeparate(*factors))


class Glow:
    """A pulsing glow around the selectable territories, above the terrain.

    Args:
        lands: all territories, cut into triangles.
        fit: pixels per canvas unit when the whole board is shown.
    """

    def __init__(self, lands: Mapping[str, Land], fit: float) -> None:
        self.group = InstructionGroup()
        self._light = Color(*theme.ACCENT_BRIGHT)
        self._move, self._zoom = Translate(0, 0), Scale(1, 1, 1)
        self._lit = InstructionGroup()
        self._ids: frozenset[str] = frozenset()
        self._since: float | None = None
        self._lands, self._fit = lands, fit
        self._lines: dict[str, list[SmoothLine]] = {}
        for instruction in (PushMatrix(), self._move, self._zoom, self._light, self._lit, PopMatrix()):
            self.group.add(instruction)

    def show(self, ids: Iterable[str]) -> None:
        """Show the glow around these territories only."""
        wanted = frozenset(ids)
        if wanted != self._ids:
            self._since = None
        for id in self._ids - wanted:
            for line in self._lines[id]:
                self._lit.remove(line)
        for id in wanted - self._ids:
            for line in self._lines_around(id):
                self._lit.add(line)
        self._ids = wanted

    def _lines_around(self, id: str) -> list[SmoothLine]:
        """Return the outlines of a territory, created on first use."""
        if id not in self._lines:
            rings = [ring for ring in self._lands[id].rings if _reach(ring) * self._fit > px(6)]
            self._lines[id] = [_ring(ring, self._fit, self._zoom.x) for ring in rings]
        return self._lines[id]

    def pulse(self, now: float) -> None:
        """Pulse `theme.PULSES` times after other territories are shown, then stand still.

        A glow that pulses for ever would draw the whole window for as long as people think.

        Args:
            now: seconds of a clock that never goes back.
        """
        if self._since is None:
            self._since = now
        pulses = min((now - self._since) / theme.PULSE_SECONDS, theme.PULSES)
        strength = 0.74 + 0.26 * cos(2 * pi * pulses)
        if self._light.a != strength:
            self._light.a = strength

    def set_view(self, view: Viewport) -> None:
        """Set the view."""
        if view.zoom != self._zoom.x:
            for lines in self._lines.values():
                for line in lines:
                    _set_width(line, px(_GLOW), view.zoom)
        self._move.xy = view.origin
        self._zoom.xyz = (view.zoom, view.zoom, 1)


def _ring(ring: Points, fit: float, zoom: float) -> SmoothLine:
    coarse = bevelled(simplified(ring, 1.0 / fit, closed=True), px(2 * _GLOW) / fit, closed=True)
    points = [part * fit for point in coarse for part in point]
    line = SmoothLine(points=points, width=px(_GLOW), close=True)
    _set_width(line, px(_GLOW), zoom)
    return line


def _set_width(line: SmoothLine, width: float, zoom: float) -> None:
    """Set a line's width in pixels on the screen, independent of the zoom."""
    line.width, line.overdraw_width = width / zoom, 1.2 / zoom


def _reach(ring: Points) -> float:
    """Return the longer side of a ring's bounding box."""
    across, up = ([point[axis] for point in ring] for axis in (0, 1))
    return max(max(across) - min(across), max(up) - min(up))


def _dashed(line: Points, dash: float, gap: float) -> Iterable[Points]:
    """Split a line into dashes and gaps of these lengths, starting with a dash."""
    lengths = [hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(line)]
    total, start = sum(lengths), 0.0
    while start < total:
        yield tuple(_along(line, lengths, at) for at in (start, min(start + dash, total)))
        start += dash + gap


def _along(line: Points, lengths: list[float], at: float) -> tuple[float, float]:
    """Return the point at this distance along a line."""
    for (start, end), length in zip(pairwise(line), lengths, strict=True):
        if at <= length and length > 0:
            share = at / length
            return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        at -= length
    return line[-1]
