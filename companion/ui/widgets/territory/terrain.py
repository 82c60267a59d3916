"""The drawn board: sea, shores, lands, borders and sea links. Built once per size; then only colours change."""

from collections.abc import Iterable, Mapping

from kivy.graphics import Color, InstructionGroup, Line, Mesh, SmoothLine

from companion.games.boards.board import Board
from companion.games.boards.board import Line as Points
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.territory.geometry import Borders, Land
from companion.ui.widgets.territory.pattern import land_texture

_TILE = 30
"""Size of the woven tile on the map, in pixels of the small screen."""
_DIM = theme.rgba("6d6a64")
"""What light falls on land that cannot be picked."""
_LIT = theme.rgba("ffffff")


class Terrain:
    """All that is drawn of a board, in pixels of the fitted view; a matrix around it moves and zooms.

    Args:
        board: what to draw.
        lands: its territories, cut into triangles.
        borders: its borders.
        fit: pixels for one unit of the canvas.
    """

    def __init__(self, board: Board, lands: Mapping[str, Land], borders: Borders, fit: float) -> None:
        self.group = InstructionGroup()
        self._fit = fit
        self._lines: list[tuple[SmoothLine, float]] = []
        self._light: dict[str, Color] = {}
        self._meshes: dict[str, Mesh] = {}
        self._outlines = {id: self._outline(land.rings) for id, land in lands.items()}
        self._glow = Color(*theme.LAMP)
        self._glowing = InstructionGroup()
        self._glowing_ids: frozenset[str] = frozenset()
        self._draw_shores(board, borders)
        self._draw_links(board)
        self._draw_lands(lands)
        self._draw_borders(borders)
        self.group.add(self._glow)
        self.group.add(self._glowing)

    def paint(self, id: str, seat: Seat | None) -> None:
        """Cover a territory with its owner's colour and emblem."""
        self._meshes[id].texture = land_texture(seat)

    def light(self, id: str, lit: bool) -> None:
        """Let light fall on a territory, or not."""
        self._light[id].rgba = _LIT if lit else _DIM

    def glow(self, ids: Iterable[str]) -> None:
        """Outline these territories with lamp light, and no others."""
        wanted = frozenset(ids)
        for id in self._glowing_ids - wanted:
            self._glowing.remove(self._outlines[id])
        for id in wanted - self._glowing_ids:
            self._glowing.add(self._outlines[id])
        self._glowing_ids = wanted

    def pulse(self, strength: float) -> None:
        """Set how bright the outlines glow, 0 to 1."""
        self._glow.a = strength

    def keep_lines(self, zoom: float) -> None:
        """Keep lines as thin as they are while the board is zoomed."""
        for line, width in self._lines:
            line.width = width / zoom
            line.overdraw_width = 1.2 / zoom

    def _placed(self, points: Points) -> list[float]:
        return [part * self._fit for point in points for part in point]

    def _line(self, points: Points, width: float, *, close: bool = False) -> SmoothLine:
        line = SmoothLine(points=self._placed(points), width=width, close=close)
        self._lines.append((line, width))
        return line

    def _outline(self, rings: Iterable[Points]) -> InstructionGroup:
        outline = InstructionGroup()
        for ring in rings:
            outline.add(self._line(ring, px(1.3), close=True))
        return outline

    def _draw_shores(self, board: Board, borders: Borders) -> None:
        """Shallow water around each continent, in its tint."""
        for continent in board.continents:
            tint = theme.CONTINENTS.get(continent.colour, theme.SHORE)
            for width, colour in ((9, theme.mixed(theme.SEA, tint, 0.16)), (4.5, theme.mixed(theme.SEA, tint, 0.42))):
                self.group.add(Color(*colour))
                for coast in borders.coasts[continent.id]:
                    self.group.add(Line(points=self._placed(coast), width=px(width) / 1.5, joint="round"))

    def _draw_links(self, board: Board) -> None:
        self.group.add(Color(*theme.faded(theme.PARCHMENT, 0.75)))
        for link in board.links:
            for line in link.lines:
                for dash in _dashed(line, px(6) / self._fit, gap=0.6):
                    self.group.add(self._line(dash, px(0.9)))

    def _draw_lands(self, lands: Mapping[str, Land]) -> None:
        tile = px(_TILE)
        for id, land in lands.items():
            self._light[id] = Color(*_LIT)
            vertices = [
                part
                for x, y in land.points
                for part in (x * self._fit, y * self._fit, x * self._fit / tile, y * self._fit / tile)
            ]
            self._meshes[id] = Mesh(
                vertices=vertices, indices=land.triangles, mode="triangles", texture=land_texture(None)
            )
            self.group.add(self._light[id])
            self.group.add(self._meshes[id])

    def _draw_borders(self, borders: Borders) -> None:
        kinds = (
            (borders.inner, theme.faded(theme.INK, 0.62), 0.7),
            ([line for coast in borders.coasts.values() for line in coast], theme.faded(theme.INK, 0.85), 0.8),
            (borders.continents, theme.INK, 1.5),
        )
        for lines, colour, width in kinds:
            self.group.add(Color(*colour))
            for points in lines:
                self.group.add(self._line(points, px(width)))


def _dashed(line: Points, length: float, gap: float) -> Iterable[Points]:
    """Cut a line into dashes of a length, each followed by a gap of so much of it."""
    dash: list[tuple[float, float]] = [line[0]]
    run, drawing = 0.0, True
    for (x0, y0), (x1, y1) in zip(line, line[1:], strict=False):
        side = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = 0.0
        while at < side:
            left = (length if drawing else length * gap) - run
            step = min(left, side - at)
            at += step
            run += step
            point = (x0 + (x1 - x0) * at / side, y0 + (y1 - y0) * at / side)
            if drawing:
                dash.append(point)
            if run >= (length if drawing else length * gap) - 1e-9:
                if drawing and len(dash) > 1:
                    yield tuple(dash)
                drawing, run, dash = not drawing, 0.0, [point]
    if drawing and len(dash) > 1:
        yield tuple(dash)
