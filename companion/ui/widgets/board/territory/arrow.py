"""The arrow from the origin of an action to its target."""

from itertools import pairwise
from math import hypot

from kivy.graphics import Color, InstructionGroup, Mesh, SmoothLine

from companion.games.boards.board import Board
from companion.referee.game_view import Line
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls.drawing import Point, circle


def draw_arrow(
    group: InstructionGroup, board: Board, view: Viewport, ends: tuple[str, str], radius: float
) -> None:
    """Draw an arrow between two territories, over the edge of the map if their link goes that way.

    Args:
        group: canvas group to draw in.
        board: the board.
        view: of the board.
        ends: ids of origin and target.
        radius: of the discs at both ends, in pixels.
    """
    start, end = (view.to_screen(board.territory(id).label) for id in ends)
    over = _over_the_rim(board, ends)
    if over is None:
        _arrow(group, _shortened(start, end, radius, radius), head=True)
        _halo(group, (start, end), radius)
        return
    leaving, entering = (view.to_screen(point) for point in over)
    _arrow(group, _shortened(start, leaving, radius, 0), head=False)
    _arrow(group, _shortened(entering, end, 0, radius), head=True)
    _halo(group, (start, end), radius)


def _over_the_rim(board: Board, ends: tuple[str, str]) -> tuple[Point, Point] | None:
    """Return where the link of two territories leaves and enters the map, if it crosses the edge."""
    for link in board.links:
        if {link.a, link.b} == set(ends) and len(link.lines) == 2:
            leaving, entering = (line[-1] for line in link.lines)
            return (leaving, entering) if link.a == ends[0] else (entering, leaving)
    return None


def _shortened(start: Point, end: Point, from_start: float, from_end: float) -> tuple[Point, Point]:
    length = max(1.0, hypot(end[0] - start[0], end[1] - start[1]))
    first, last = min(0.5, from_start / length), max(0.5, 1 - from_end / length)
    along = [tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)) for share in (first, last)]
    return (along[0][0], along[0][1]), (along[1][0], along[1][1])


def _arrow(group: InstructionGroup, ends: tuple[Point, Point], *, head: bool) -> None:
    (x0, y0), (x1, y1) = ends
    length = max(1.0, hypot(x1 - x0, y1 - y0))
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    for colour, grow in ((theme.DARK_TEXT, px(2)), (theme.ACCENT, 0)):
        back = min(px(15), length) + grow if head else 0
        group.add(Color(*colour))
        shaft = [x0 - ux * grow / 2, y0 - uy * grow / 2, x1 - ux * back * 0.7, y1 - uy * back * 0.7]
        group.add(SmoothLine(points=shaft, width=px(2.6) + grow * 0.8))
        if head:
            tip = (x1 + ux * (grow * 1.6), y1 + uy * (grow * 1.6))
            _head(group, tip, (ux, uy), min(px(17), length) + grow * 2.6, px(10) + grow * 1.6)


def _head(group: InstructionGroup, tip: Point, along: Point, length: float, half: float) -> None:
    bx, by = tip[0] - along[0] * length, tip[1] - along[1] * length
    left = (bx - along[1] * half, by + along[0] * half)
    right = (bx + along[1] * half, by - along[0] * half)
    vertices = [part for x, y in (tip, left, right) for part in (x, y, 0, 0)]
    group.add(Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangles"))
    outline = [part for point in (tip, left, right) for part in point]
    group.add(SmoothLine(points=outline, width=0.6, close=True))


def _halo(group: InstructionGroup, discs: tuple[Point, Point], radius: float) -> None:
    """Draw rings around the discs of origin and target."""
    for centre in discs:
        draw_ring(group, centre, radius + px(2))


POINTER = 44.0
"""Length of an arrow that points to one territory, in theme pixels."""


def draw_pointer(group: InstructionGroup, board: Board, view: Viewport, place: str, radius: float) -> None:
    """Draw a short arrow that points to a territory: from above, or from below near the top.

    Args:
        group: canvas group to draw in.
        board: the board.
        view: of the board.
        place: id of the territory.
        radius: of its disc, in pixels.
    """
    x, y = view.to_screen(board.territory(place).label)
    length, top = px(POINTER), view.corner[1] + view.room[1]
    side = 1 if y + radius + length < top else -1
    _arrow(group, ((x, y + side * (radius + length)), (x, y + side * (radius + px(3)))), head=True)
    draw_ring(group, (x, y), radius + px(2))


WAYS = {"chain": (theme.ACCENT_BRIGHT, 3.6), "threat": (theme.WARNING, 3.0)}
"""Colour and width of each kind of line; both end in a ring."""


def draw_way(group: InstructionGroup, board: Board, view: Viewport, way: Line) -> None:
    """Draw a line over the board through the centres of its territories."""
    colour, width = WAYS[way.kind]
    for ends in pairwise(way.places):
        for start, end in _pieces(board, view, ends):
            for ground, grow in ((theme.DARK_TEXT, 1.4), (colour, 0.0)):
                group.add(Color(*ground))
                group.add(SmoothLine(points=[*start, *end], width=px(width) / 2 + px(grow)))
    last = view.to_screen(board.territory(way.places[-1]).label)
    group.add(Color(*colour))
    group.add(SmoothLine(circle=circle(last, px(18)), width=px(width) / 2))


def _pieces(board: Board, view: Viewport, ends: tuple[str, str]) -> list[tuple[Point, Point]]:
    """Return the straight segments between two territories: two if the link crosses the map's edge."""
    start, end = (view.to_screen(board.territory(id).label) for id in ends)
    over = _over_the_rim(board, ends)
    if over is None:
        return [(start, end)]
    leaving, entering = (view.to_screen(point) for point in over)
    return [(start, leaving), (entering, end)]


def draw_ring(group: InstructionGroup, centre: Point, radius: float) -> None:
    """Draw a highlighting ring."""
    group.add(Color(*theme.ACCENT))
    group.add(SmoothLine(circle=circle(centre, radius), width=px(1.8)))
