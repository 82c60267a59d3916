"""From the globe to the canvas: a compromise projection, then magnifying glasses where fingers need room.

The canvas has its origin at the bottom left and y upwards, as Kivy draws. Everything is a smooth map of the
plane, so that borders that meet on the globe meet on the canvas.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

WIDTH, HEIGHT = 1600, 1180
MARGIN = 16
"""The canvas and its rim, shaped like the board's place on the 800x480 screen (520 x 384)."""

CENTRAL_MERIDIAN = 11.0
"""Straight up and down in the middle of the map; the seam in the Bering Strait is its opposite."""

STRETCH = np.array(
    [
        (-60, 0.7),
        (-45, 0.8),
        (-30, 0.9),
        (-10, 0.95),
        (10, 1.0),
        (25, 1.2),
        (38, 1.5),
        (50, 1.55),
        (60, 1.5),
        (68, 1.35),
        (75, 0.85),
        (85, 0.5),
    ]
)
"""How tall a degree of latitude is drawn, by latitude: tallest where the crowd is, lowest in the ice."""

PINCH = 0.30
"""How much the meridians draw together towards the poles: a parallel at 90 degrees would keep 1 - PINCH."""


class FisheyeLens(NamedTuple):
    """A magnifying glass laid on the map; its effect fades to nothing with the distance from its centre.

    Attributes:
        name: What it enlarges.
        longitude, latitude: The centre, in degrees.
        width, height: How far it reaches, in canvas units before framing (degrees at the equator).
        strength: By how much the middle grows: 0.5 makes it half as large again, -0.2 a fifth smaller.
    """

    name: str
    longitude: float
    latitude: float
    width: float
    height: float
    strength: float


LENSES = [
    FisheyeLens("the Atlantic, smaller", -40, 35, 26, 34, -0.2),
    FisheyeLens("Europe", 11, 49, 33, 38, 1.1),
    FisheyeLens("Central America", -88, 16, 24, 20, 0.6),
    FisheyeLens("South America", -62, -15, 32, 32, 0.25),
    FisheyeLens("Peru", -69, -14, 15, 15, 0.6),
    FisheyeLens("the isthmus of Panama", -77.5, 8, 10, 10, 0.5),
    FisheyeLens("Sinai", 34.5, 30, 9, 9, 0.9),
    FisheyeLens("Congo", 20, -1, 16, 14, 0.28),
    FisheyeLens("Bab el Mandeb", 43.3, 12.6, 6, 6, 0.9),
    FisheyeLens("South-East Asia", 110, 6, 26, 24, 0.35),
    FisheyeLens("the Strait of Malacca", 101.3, 2.6, 6, 6, 0.6),
    FisheyeLens("Japan", 137, 37, 16, 20, 0.5),
    FisheyeLens("New Guinea", 140, -6, 20, 16, 0.35),
]


class Island(NamedTuple):
    """An island drawn true to its shape and on a scale of its own.

    Attributes:
        scale: canvas units for a degree of latitude.
        right, up: how far it moves from where the projection puts it, in canvas units.
    """

    scale: float
    right: float
    up: float


ISLANDS = {
    "greenland": Island(9.3, 29, 0),
    "new-zealand": Island(9, -40, 0),
    "iceland": Island(18.8, 70, -31),
    "great-britain": Island(15.5, -22, -10),
    "japan": Island(16, 46, 4),
    "madagascar": Island(12.5, 14, 0),
}


def projected(degrees: Points) -> Points:
    """Maps longitudes and latitudes (n, 2) in degrees onto the plane, lenses included, not yet framed."""
    centres = np.array([(lens.longitude, lens.latitude) for lens in LENSES])
    points = _compromise(np.vstack([centres, degrees]))
    for number, lens in enumerate(LENSES):
        points = _magnified(points, points[number], lens)
    return points[len(LENSES) :]


def framing(bounds: Points) -> Callable[[Points], Points]:
    """The map of the plane that fits left, bottom, right and top into the canvas, a margin left free."""
    corner, size = bounds[:2], bounds[2:] - bounds[:2]
    scale = (np.array([WIDTH, HEIGHT]) - 2 * MARGIN) / size
    return lambda points: (points - corner) * scale + MARGIN


def true_to_shape(island: Island, middle: Points, place: Points) -> Callable[[Points], Points]:
    """The map of degrees that draws an island without distortion round its place on the canvas."""
    scale = island.scale * np.array([np.cos(np.radians(middle[1])), 1.0])
    return lambda degrees: (degrees - middle) * scale + place + (island.right, island.up)


def _compromise(degrees: Points) -> Points:
    latitudes = np.linspace(-90, 90, 1801)
    heights = np.cumsum(np.interp(latitudes, STRETCH[:, 0], STRETCH[:, 1])) * 0.1
    heights -= np.interp(0, latitudes, heights)
    longitude, latitude = degrees[:, 0], degrees[:, 1]
    narrowing = 1 - PINCH * np.abs(latitude / 90) ** 1.6
    return np.column_stack(
        [(longitude - CENTRAL_MERIDIAN) * narrowing, np.interp(latitude, latitudes, heights)]
    )


def _magnified(points: Points, centre: Points, lens: FisheyeLens) -> Points:
    away = points - centre
    nearness = np.exp(-np.sum((away / (lens.width, lens.height)) ** 2, axis=1, keepdims=True))
    enlarged: Points = centre + away * (1 + lens.strength * nearness)
    return enlarged
