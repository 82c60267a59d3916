"""Makes the territories of the board from countries: first on the globe, then on the canvas."""

from collections.abc import Callable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from companion.tools.map_drawing.atlas import Atlas
from companion.tools.map_drawing.topology import (
    Coverage,
    bounds,
    cleaned,
    mapped,
    polygons,
    simplified,
    smoothed,
    snapped,
    without_specks,
)
from companion.tools.map_drawing.world import HEIGHT, MARGIN, NOWHERE, WIDTH, WORLD, Cut, FisheyeLens, Island

Points = NDArray[np.float64]


def projected(degrees: Points) -> Points:
    """Project longitudes and latitudes, n x 2 degrees, onto the plane, with lenses but before framing."""
    centres = np.array([lens.centre for lens in WORLD.lenses])
    points = _compromise(np.vstack([centres, degrees]))
    for number, lens in enumerate(WORLD.lenses):
        points = _magnified(points, points[number], lens)
    return points[len(WORLD.lenses) :]


def framing(bounds: Points) -> Callable[[Points], Points]:
    """Return the map of the plane that fits `bounds` (left, bottom, right, top) into the canvas."""
    corner, size = bounds[:2], bounds[2:] - bounds[:2]
    scale = (np.array([WIDTH, HEIGHT]) - 2 * MARGIN) / size
    return lambda points: (points - corner) * scale + MARGIN


def true_to_shape(island: Island, middle: Points, place: Points) -> Callable[[Points], Points]:
    """Return the map from degrees to canvas units that draws an island without distortion."""
    scale = island.scale * np.array([np.cos(np.radians(middle[1])), 1.0])
    return lambda degrees: (degrees - middle) * scale + place + island.shift


def _compromise(degrees: Points) -> Points:
    table = WORLD.projection
    latitudes = np.linspace(-90, 90, 1801)
    heights = np.cumsum(np.interp(latitudes, *np.transpose(table.stretch))) * 0.1
    heights -= np.interp(0, latitudes, heights)
    longitude, latitude = degrees[:, 0], degrees[:, 1]
    narrowing = 1 - table.convergence * np.abs(latitude / 90) ** 1.6
    return np.column_stack(
        [(longitude - table.central_meridian) * narrowing, np.interp(latitude, latitudes, heights)]
    )


def _magnified(points: Points, centre: Points, lens: FisheyeLens) -> Points:
    away = points - centre
    falloff = np.exp(-np.sum((away / lens.reach) ** 2, axis=1, keepdims=True))
    enlarged: Points = centre + away * (1 + lens.strength * falloff)
    return enlarged


BORDER_GAP = 0.08
"""Maximum difference of a border between two atlases, in degrees."""

MIN_ISLAND = 1.3
"""Minimum area of islands and ponds that count for framing, in square units of the plane."""

MIN_DRAWN = 45
"""Minimum area of islands and ponds that are drawn, in square canvas units."""


def territories_on_globe(atlas: Atlas) -> Coverage:
    """Return the 42 territories in degrees, without the lakes."""
    lands = {name: [atlas.provinces[code] for code in codes] for name, codes in WORLD.provinces.items()}
    for name, countries in WORLD.countries.items():
        lands.setdefault(name, []).extend(atlas.countries[country] for country in countries)
    for divided in WORLD.divided:
        name = divided.land
        whole = _joined(lands.pop(name)) if name in lands else atlas.countries[name]
        _divide(whole, divided.cuts, divided.rest, lands)
    lands.pop(NOWHERE)
    seamless = cleaned({name: _joined(parts) for name, parts in lands.items()}, BORDER_GAP)
    lakes = _drawn_lakes(atlas)
    return {name: shape.difference(lakes) for name, shape in seamless.items()}


def _divide(
    country: BaseGeometry, cuts: Sequence[Cut], owner: str, lands: dict[str, list[BaseGeometry]]
) -> None:
    """Give each ring's part of a country to its territory, in order, and the rest to the owner."""
    for cut in cuts:
        lands.setdefault(cut.to, []).append(country.intersection(Polygon(cut.ring)))
        country = country.difference(Polygon(cut.ring))
    lands.setdefault(owner, []).append(country)


def _joined(parts: list[BaseGeometry]) -> BaseGeometry:
    return shapely.union_all(parts, grid_size=1e-4)


def _drawn_lakes(atlas: Atlas) -> BaseGeometry:
    wanted = [Point(place) for place in WORLD.lakes]
    return shapely.union_all(
        [lake for lake in polygons(atlas.lakes) if any(lake.contains(place) for place in wanted)]
    )


def territories_on_canvas(globe: Coverage) -> Coverage:
    """Return the territories in canvas units: projected, framed, simplified, smoothed and snapped."""
    plane = without_specks(mapped(globe, projected, step=0.5), MIN_ISLAND)
    frame = framing(bounds(plane))
    canvas = mapped(plane, frame)
    for name, island in WORLD.islands.items():
        middle = np.array(globe[name].centroid.coords[0])
        place = frame(projected(middle[np.newaxis]))[0]
        canvas[name] = shapely.transform(globe[name], true_to_shape(island, middle, place))
    for part, owner in WORLD.parts.items():
        canvas[owner] = canvas[owner].union(canvas.pop(part))
    canvas = without_specks(canvas, MIN_DRAWN)
    canvas = smoothed(smoothed(simplified(canvas, 3.6)))
    return snapped(simplified(canvas, 0.6), 0.1)
