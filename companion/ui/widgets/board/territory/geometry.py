"""Cuts a board's outlines into triangles, and merges shared outlines into borders.

All coordinates are in canvas units of the board.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

from companion.games.boards.board import Board, LineString, Point, Territory

FINENESS = 0.7
"""Tolerance of `simplified`, in canvas units: a quarter of a pixel on the small screen."""

LINES = 2048
"""Cached lines: all of one board, about 2 MB."""

Edge: TypeAlias = frozenset[Point]


@dataclass(frozen=True)
class Land:
    """One territory cut into triangles.

    Attributes:
        points: corners of the triangles.
        triangles: indices of `points`, three for each triangle.
        rings: its outlines.
    """

    points: tuple[Point, ...]
    triangles: tuple[int, ...]
    rings: tuple[LineString, ...]


@dataclass(frozen=True)
class Borders:
    """The borders of a board, without duplicates.

    Attributes:
        coasts: the shore lines of each continent, by its id.
        continents: borders between continents.
        inner: borders within a continent.
    """

    coasts: dict[str, tuple[LineString, ...]]
    continents: tuple[LineString, ...]
    inner: tuple[LineString, ...]


@lru_cache(LINES)
def simplified(line: LineString, fineness: float = FINENESS, *, closed: bool = False) -> LineString:
    """Leave out points that change a line by less than `fineness`, in canvas units (Douglas-Peucker)."""
    # Imported with the first board, so that the lobby opens sooner.
    import cv2
    import numpy as np

    fewer = cv2.approxPolyDP(np.array(line, np.float32), fineness, closed).reshape(-1, 2)
    return tuple((x, y) for x, y in fewer.tolist())


@lru_cache(LINES)
def bevelled(line: LineString, reach: float, *, closed: bool = False) -> LineString:
    """Cut off sharp corners, which become spikes in wide lines.

    Args:
        line: the line.
        reach: maximum distance of a cut from its corner.
        closed: the line is a ring.
    """
    before = (line[-1], *line[:-1])
    after = (*line[1:], line[0])
    blunt: list[Point] = []
    for number, corner in enumerate(zip(before, line, after, strict=True)):
        inner = closed or 0 < number < len(line) - 1
        blunt += _cut_corner(*corner, reach) if inner and _is_sharp(*corner) else [corner[1]]
    return tuple(blunt)


def _is_sharp(before: Point, corner: Point, after: Point) -> bool:
    """Return whether a line turns by more than a right angle at a corner."""
    (x0, y0), (x1, y1), (x2, y2) = before, corner, after
    return (x0 - x1) * (x2 - x1) + (y0 - y1) * (y2 - y1) > 0


def _cut_corner(before: Point, corner: Point, after: Point, reach: float) -> list[Point]:
    cut = []
    for x, y in (before, after):
        length = hypot(x - corner[0], y - corner[1])
        share = min(reach / length, 0.45) if length else 0.0
        cut.append((corner[0] + (x - corner[0]) * share, corner[1] + (y - corner[1]) * share))
    return cut


def cut_land(territory: Territory) -> Land:
    """Cut a territory without its lakes into triangles."""
    simple = [[simplified(ring, closed=True) for ring in polygon.rings] for polygon in territory.polygons]
    return _cut([[ring for ring in rings if len(ring) > 2] for rings in simple])


def _cut(polygons: Iterable[list[LineString]]) -> Land:
    """Cut polygons with their holes into triangles."""
    points: list[Point] = []
    triangles: list[int] = []
    rings: list[LineString] = []
    for outlines in polygons:
        rings += outlines
        for fan in _fans(outlines):
            first = len(points)
            points += fan
            for second in range(first + 1, first + len(fan) - 1):
                triangles += (first, second, second + 1)
    return Land(tuple(points), tuple(triangles), tuple(rings))


def _fans(outlines: Iterable[LineString]) -> Iterable[list[Point]]:
    """Cut an outline with holes into convex pieces, each a fan of triangles around its first corner."""
    cutter = Tesselator()
    for outline in outlines:
        cutter.add_contour([part for point in outline for part in point])
    if cutter.tesselate(WINDING_ODD, TYPE_POLYGONS):
        for vertices, _ in cutter.meshes:
            yield list(zip(vertices[::4], vertices[1::4], strict=True))


@cache
def lands_of(board: Board) -> dict[str, Land]:
    """Cut all territories of a board into triangles."""
    return {territory.id: cut_land(territory) for territory in board.territories}


@cache
def borders_of(board: Board) -> Borders:
    """Sort the sides of all outlines into coasts, borders of continents and inner borders, and chain them."""
    continent = {territory.id: territory.continent for territory in board.territories}
    coasts: dict[str, list[Edge]] = {each.id: [] for each in board.continents}
    continents: list[Edge] = []
    inner: list[Edge] = []
    for side, owners in _sides(board).items():
        joined = {continent[owner] for owner in owners}
        if len(owners) == 1:
            coasts[joined.pop()].append(side)
        else:
            (inner if len(joined) == 1 else continents).append(side)
    return Borders({id: chained(sides) for id, sides in coasts.items()}, chained(continents), chained(inner))


def _sides(board: Board) -> dict[Edge, list[str]]:
    owners: dict[Edge, list[str]] = defaultdict(list)
    for territory in board.territories:
        for polygon in territory.polygons:
            for ring in polygon.rings:
                for start, end in pairwise((*ring, ring[0])):
                    owners[frozenset((start, end))].append(territory.id)
    return {side: names for side, names in owners.items() if len(side) == 2}


def chained(sides: Iterable[Edge]) -> tuple[LineString, ...]:
    """Chain sides into the longest possible lines; lines end where more or fewer than two sides meet."""
    meeting: dict[Point, list[Edge]] = defaultdict(list)
    for side in sides:
        for point in side:
            meeting[point].append(side)
    unused = {side for met in meeting.values() for side in met}
    ends = [point for point, met in meeting.items() if len(met) != 2]
    lines = [
        _walk(point, side, meeting, unused) for point in ends for side in meeting[point] if side in unused
    ]
    while unused:
        side = next(iter(unused))
        lines.append(_walk(next(iter(side)), side, meeting, unused))
    return tuple(simplified(line) for line in lines)


def _walk(start: Point, side: Edge, meeting: dict[Point, list[Edge]], unused: set[Edge]) -> LineString:
    line = [start]
    onward: Edge | None = side
    while onward is not None:
        unused.discard(onward)
        (here,) = onward - {line[-1]}
        line.append(here)
        met = meeting[here]
        onward = next((each for each in met if each in unused), None) if len(met) == 2 else None
    return tuple(line)
