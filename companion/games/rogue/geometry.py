"""Geometry of zone outlines: whether two zones share an edge, share a corner or are apart.

Coordinates are in tile units: a tile is a square of 100 by 100, with the origin at its bottom left and y up.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import Literal

from companion.games.boards.outlines import Point, area, contains, distance, meet, sides

Polygon = Sequence[Point]

TILE = 100.0
"""Length of a tile's side, in tile units."""
CLOSE = 2.0
"""Points closer than this are equal, because touch input is not more exact."""
MIN_EDGE = 5.0
"""Zones that share a shorter edge only share a corner."""

MIN_AREA = MIN_EDGE**2
"""A zone with a smaller area has no room for figures."""
MIN_WIDTH = MIN_EDGE / 2
"""Neither has one that is narrower on average."""
SAMPLES = 12
"""Rows and columns of points by which a polygon's parts are compared."""

Meeting = Literal["edge", "corner", "apart"]


def turned(point: Point, quarters: int) -> Point:
    """Rotate a point of a tile clockwise about the tile's centre by a number of quarter turns."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = y, TILE - x
    return x, y


def middle(polygon: Polygon) -> Point:
    """Return the centroid of a polygon, or the mean of its corners if its area is zero."""
    area = sum(_cross(a, b) for a, b in sides(polygon)) / 2
    if abs(area) < 1e-9:
        return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)
    x = sum((a[0] + b[0]) * _cross(a, b) for a, b in sides(polygon)) / (6 * area)
    y = sum((a[1] + b[1]) * _cross(a, b) for a, b in sides(polygon)) / (6 * area)
    return x, y


def meeting(one: Polygon, other: Polygon) -> Meeting:
    """Return how two polygons touch."""
    # Whether edges are collinear is measured from one of them, so that each is asked about the other.
    if any(max(_shared(a, b), _shared(b, a)) >= MIN_EDGE for a in sides(one) for b in sides(other)):
        return "edge"
    near = any(
        distance(sides(around), point) <= CLOSE
        for around, points in ((one, other), (other, one))
        for point in points
    )
    return "corner" if near else "apart"


def crosses_itself(polygon: Polygon) -> bool:
    """Return whether the outline of a polygon crosses or touches itself."""
    edges = list(sides(polygon))
    for number, (a, b) in enumerate(edges):
        for other, (c, d) in enumerate(edges[number + 1 :], number + 1):
            beside = other == number + 1 or (number == 0 and other == len(edges) - 1)
            if not beside and meet((a, b), (c, d)):
                return True
    return len(set(polygon)) < len(polygon)


def width(polygon: Polygon) -> float:
    """Return the mean width of a polygon in tile units: of a long strip with its area and circumference."""
    around = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in sides(polygon))
    return 2 * area(polygon) / around if around else 0.0


@lru_cache(maxsize=1024)
def overlap(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Return whether two polygons overlap by more than a finger's inexactness (`MIN_EDGE`)."""
    spans = [sorted(values) for polygon in (one, other) for values in zip(*polygon, strict=True)]
    for a, b in zip(spans[:2], spans[2:], strict=True):
        inexact = min(MIN_EDGE, (a[-1] - a[0]) / 2, (b[-1] - b[0]) / 2)
        if min(a[-1], b[-1]) - max(a[0], b[0]) <= inexact:
            return False  # their boxes lie side by side
    return any(_reaches_into(*pair) or _lies_in(*pair) for pair in ((one, other), (other, one)))


def _lies_in(one: Polygon, other: Polygon) -> bool:
    """Return whether most of one polygon lies in the other, as of a strip too thin to reach deep inside."""
    (left, right), (low, high) = ((min(values), max(values)) for values in zip(*one, strict=True))
    shares = [(number + 0.5) / SAMPLES for number in range(SAMPLES)]
    points = [(left + (right - left) * x, low + (high - low) * y) for x in shares for y in shares]
    inside = [point for point in points if contains(sides(one), point)]
    return sum(contains(sides(other), point) for point in inside) * 2 > max(len(inside), 1)


def _reaches_into(one: Polygon, other: Polygon) -> bool:
    """Return whether a point inside one polygon, or on its outline, lies deep inside the other."""
    return any(
        contains(sides(other), point) and distance(sides(other), point) > MIN_EDGE
        for point in (*_inside(one), *_along(one))
    )


def _along(polygon: Polygon) -> Iterator[Point]:
    """Yield points along the outline, at most `MIN_EDGE` apart."""
    for (ax, ay), (bx, by) in sides(polygon):
        steps = ceil(hypot(bx - ax, by - ay) / MIN_EDGE)
        for step in range(steps):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps


def _inside(polygon: Polygon) -> Iterator[Point]:
    """Yield points inside a polygon: the middle of each part of it, at heights `MIN_EDGE` apart."""
    low, high = min(y for _, y in polygon), max(y for _, y in polygon)
    for step in range(1, ceil((high - low) / MIN_EDGE) + 1):
        y = low + MIN_EDGE * (step - 0.5) + 1e-6  # a hair off, so that no corner lies at this height
        across = sorted(
            ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in sides(polygon)
            if (ay > y) != (by > y)
        )
        yield from (((left + right) / 2, y) for left, right in zip(across[::2], across[1::2], strict=False))


def on_edge(point: Point, polygon: Polygon) -> int | None:
    """Return the index of the edge that contains a point; None if there is none."""
    return next(
        (number for number, edge in enumerate(sides(polygon)) if distance([edge], point) <= CLOSE), None
    )


def near(one: Point, other: Point) -> bool:
    """Return whether two points are equal within the tolerance."""
    return hypot(one[0] - other[0], one[1] - other[1]) <= CLOSE


def _cross(a: Point, b: Point) -> float:
    return a[0] * b[1] - b[0] * a[1]


def _shared(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Return the length of the overlap of two collinear edges."""
    (ax, ay), (bx, by) = one
    length = hypot(bx - ax, by - ay)
    if length == 0:
        return 0.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    if any(abs((y - ay) * ux - (x - ax) * uy) > CLOSE for x, y in other):
        return 0.0
    along = sorted((x - ax) * ux + (y - ay) * uy for x, y in other)
    return min(length, along[1]) - max(0.0, along[0])
