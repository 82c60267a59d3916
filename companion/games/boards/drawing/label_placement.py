"""Where things stand on the drawn map: discs for army counts, and lines across the sea."""

from itertools import combinations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from companion.games.boards.drawing import classic
from companion.games.boards.drawing.projection import WIDTH, Points
from companion.games.boards.drawing.topology import Coverage, polygons

DISC_RADIUS = 36.0
"""Of the disc with the army count, in canvas units: 11.7 pixels on a whole board of 520 x 384 pixels."""

SHORTEST_LINE = 40.0
"""A narrower strait gets a straight line from inland to inland, so that it can be seen; in canvas units."""

BOW = 0.12
"""How far a sea link swings to its left, as a share of its length."""


def labels(canvas: Coverage) -> dict[str, Points]:
    """The middle of each territory's disc: the roomiest place, nudged by hand, then moved off other discs."""
    places = {name: _roomiest(shape) + classic.NUDGES.get(name, (0, 0)) for name, shape in canvas.items()}
    for _ in range(200):
        for one, other in combinations(places.values(), 2):
            _move_apart(one, other, 2 * DISC_RADIUS + 1)
    return {name: place.round(1) for name, place in places.items()}


def _roomiest(shape: BaseGeometry) -> Points:
    """The centre of the largest circle that fits into the largest part."""
    circle = shapely.maximum_inscribed_circle(polygons(shape)[0], tolerance=0.5)
    return np.array(circle.coords[0])


def _move_apart(one: Points, other: Points, distance: float) -> None:
    between = other - one
    lack = distance - float(np.hypot(*between))
    if lack > 0:
        push = between / np.hypot(*between) * lack / 2
        one -= push
        other += push


def sea_lines(canvas: Coverage, a: str, b: str) -> list[Points]:
    """The line, or for the link round the world the two lines, from the coast of a to the coast of b."""
    if (a, b) == classic.ROUND_THE_WORLD:
        return _lines_to_the_rims(canvas[a], canvas[b])
    start, end = _ends(canvas[a], canvas[b], classic.FERRIES.get((a, b)))
    narrow = np.hypot(*(end - start)) < SHORTEST_LINE
    return [_bridge(start, end) if narrow else _curve(start, end)]


def _ends(a: BaseGeometry, b: BaseGeometry, place: tuple[float, float] | None) -> tuple[Points, Points]:
    """The points of both coasts nearest to a place, or to each other."""
    if place is not None:
        return _towards(a, *place), _towards(b, *place)
    start, end = nearest_points(a, b)
    return np.array(start.coords[0]), np.array(end.coords[0])


def _lines_to_the_rims(west: BaseGeometry, east: BaseGeometry) -> list[Points]:
    height = _towards(east, WIDTH, polygons(east)[0].bounds[3])[1]
    left, right = _towards(west, 0, height), _towards(east, WIDTH, height)
    level = (left[1] + right[1]) / 2
    return [np.array([left, (0, level)]), np.array([right, (WIDTH, level)])]


def _towards(shape: BaseGeometry, x: float, y: float) -> Points:
    return np.array(nearest_points(shape, Point(x, y))[0].coords[0])


def _bridge(start: Points, end: Points) -> Points:
    """A straight line, lengthened inland at both ends."""
    across = end - start
    length = np.hypot(*across)
    inland = (SHORTEST_LINE - length) / 2 * across / length
    return np.array([start - inland, end + inland])


def _curve(start: Points, end: Points) -> Points:
    """A parabola from start to end, as a line of straight pieces of some ten units."""
    across = end - start
    length = float(np.hypot(*across))
    control = (start + end) / 2 + 2 * BOW * np.array([-across[1], across[0]])
    t: NDArray[np.float64] = np.linspace(0, 1, max(4, round(length / 12)))[:, np.newaxis]
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
