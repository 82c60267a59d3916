"""Plane geometry of outlines: what lies in one, how large it is, how far it is away, and what crosses it.

Boards, battlefields and the terrain on a table share it; all lengths are in the unit of the points.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import dist

Point = tuple[float, float]
Side = tuple[Point, Point]
"""A straight line from one point to another."""

TOUCHING = 1e-9
"""A point that is nearer to a line lies on it; larger than what rounding makes of it."""


def sides(outline: Sequence[Point]) -> Iterator[Side]:
    """Return the sides of an outline, which does not repeat its first point."""
    return zip(outline, (*outline[1:], *outline[:1]), strict=True)


def contains(around: Iterable[Side], at: Point) -> bool:
    """Return whether a point lies within these sides, by the crossings of a ray to its right."""
    x, y = at
    crossings = sum(
        (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in around
    )
    return crossings % 2 == 1


def area(outline: Sequence[Point]) -> float:
    """Return the area of an outline, by the shoelace formula."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(outline))) / 2


def nearest_on(side: Side, at: Point) -> Point:
    """Return the point of a line from end to end that is nearest to another point."""
    (ax, ay), (bx, by) = side
    across, up = bx - ax, by - ay
    length = across * across + up * up
    share = ((at[0] - ax) * across + (at[1] - ay) * up) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return ax + share * across, ay + share * up


def distance(around: Iterable[Side], at: Point) -> float:
    """Return the distance of a point from the nearest of these sides."""
    return min(dist(at, nearest_on(side, at)) for side in around)


def meet(one: Side, other: Side) -> bool:
    """Return whether two lines from end to end cross or touch."""
    (a, b), (c, d) = one, other
    if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
        return True
    ends = ((a, other), (b, other), (c, one), (d, one))
    return any(dist(point, nearest_on(side, point)) < TOUCHING for point, side in ends)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return on which side of the line from `a` to `b` a point lies: positive for left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
