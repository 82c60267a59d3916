"""Positions on the drawn map: the discs for army counts, and the lines across the sea."""

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from companion.tools.map_drawing.topology import Coverage, Points, polygons
from companion.tools.map_drawing.world import HEIGHT, WIDTH, WORLD, Place

DISC_RADIUS = 62.0
"""Radius of the disc with the army count, in canvas units: 20 pixels on a board of 520 x 384 pixels."""

APART = 190.0
"""Distance beyond which discs are not mistaken for each other, in canvas units: 12 mm on the screen."""

INSET = 6.0
"""Distance of a disc's centre from coasts and borders if there is room, in canvas units."""

GRID = 5.0
"""Spacing of the positions that are tried for a disc, in canvas units."""

NEVER_CROWDED, ROUNDS = 10, 30
"""Exponent by which near discs count more than far ones, and maximum number of rounds over all discs."""

MIN_LINE = 40.0
"""Minimum length of a sea link: in narrower straits it begins and ends inland; in canvas units."""

CURVATURE = 0.12
"""Deviation of a sea link to its left, as a share of its length."""


def labels(canvas: Coverage) -> dict[str, Points]:
    """Return the centre of each territory's disc: on its land, as far as possible from all other discs.

    Coordinate descent: each disc in turn moves to its best position until none moves. Centres are x, y in
    canvas units.
    """
    open_places = {name: _places_on(shape) for name, shape in canvas.items()}
    homes = {name: _widest_point(shape) for name, shape in canvas.items()}
    labels = dict(homes)
    for _ in range(ROUNDS):
        before = dict(labels)
        for name, places in open_places.items():
            others = np.array([at for other, at in labels.items() if other != name])
            labels[name] = places[_crowding(places, others, homes[name]).argmin()]
        if all((labels[name] == before[name]).all() for name in labels):
            break
    return {name: place.round(1) for name, place in labels.items()}


def _places_on(shape: BaseGeometry) -> Points:
    """Return grid points on the land, n x 2 canvas units; away from its edges where it is wide enough."""
    land = polygons(shape)[0]
    inner = land.buffer(-INSET)
    ground = land if inner.is_empty else inner
    left, bottom, right, top = ground.bounds
    grid = np.meshgrid(np.arange(left, right, GRID), np.arange(bottom, top, GRID))
    places = np.vstack([np.column_stack([axis.ravel() for axis in grid]), _widest_point(shape)])
    on_canvas = (places > DISC_RADIUS).all(axis=1) & (places < np.array((WIDTH, HEIGHT)) - DISC_RADIUS).all(1)
    found: Points = places[shapely.contains_xy(ground, places) & on_canvas]
    return found


def _crowding(places: Points, others: Points, home: Points) -> Points:
    """Return the cost of each place: nearness of other discs, plus a small distance from the widest place.

    Args:
        places: n x 2, in canvas units.
        others: m x 2, centres of the other discs.
        home: x, y of the widest place.
    """
    distance = np.hypot(*(places[:, np.newaxis] - others).transpose(2, 0, 1))
    near = (np.maximum(1.0, APART / np.maximum(distance, 1.0)) ** NEVER_CROWDED - 1).sum(axis=1)
    crowding: Points = near + np.hypot(*(places - home).T) / APART
    return crowding


def _widest_point(shape: BaseGeometry) -> Points:
    """Return x, y of the centre of the largest circle inside the largest polygon."""
    circle = shapely.maximum_inscribed_circle(polygons(shape)[0], tolerance=0.5)
    return np.array(circle.coords[0])


def sea_lines(canvas: Coverage, a: str, b: str) -> list[Points]:
    """Return the line from the coast of `a` to the coast of `b`; two lines for the link round the world.

    Each line is n x 2, in canvas units.
    """
    if (a, b) == WORLD.round_the_world:
        return _lines_to_the_rims(canvas[a], canvas[b])
    start, end = _ends(canvas[a], canvas[b], WORLD.ferries.get(f"{a} {b}"))
    narrow = np.hypot(*(end - start)) < MIN_LINE
    return [_bridge(start, end) if narrow else _curve(start, end)]


def _ends(a: BaseGeometry, b: BaseGeometry, place: Place | None) -> tuple[Points, Points]:
    """Return the points of both coasts that are nearest to a place; without one, to each other."""
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
    """Return a straight line that is extended inland at both ends, to MIN_LINE."""
    across = end - start
    length = np.hypot(*across)
    inland = (MIN_LINE - length) / 2 * across / length
    return np.array([start - inland, end + inland])


def _curve(start: Points, end: Points) -> Points:
    """Return a parabola from start to end (a quadratic Bezier curve), with a point every 12 canvas units."""
    across = end - start
    length = float(np.hypot(*across))
    control = (start + end) / 2 + 2 * CURVATURE * np.array([-across[1], across[0]])
    t: NDArray[np.float64] = np.linspace(0, 1, max(4, round(length / 12)))[:, np.newaxis]
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
