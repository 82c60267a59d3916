"""Maps the globe to the canvas: a compromise projection, then fisheye lenses where territories are small.

A lens magnifies a part of the map (fisheye views: Furnas 1986). The canvas has its origin at the bottom
left and y upwards, as in Kivy. Every step is a smooth map of the plane, so that borders that meet on the
globe also meet on the canvas.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

WIDTH, HEIGHT = 1600, 1180
MARGIN = 16
"""Size and margin of the canvas: the aspect ratio of the board on the 800 x 480 screen (520 x 384)."""

CENTRAL_MERIDIAN = 11.0
"""The vertical meridian in the middle of the map, opposite the seam in the Bering Strait, in degrees."""

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
"""Height of a degree of latitude by latitude: largest where many territories lie, smallest at the poles."""

CONVERGENCE = 0.30
"""Convergence of the meridians: a parallel at 90 degrees would have the length 1 - CONVERGENCE."""


class FisheyeLens(NamedTuple):
    """A fisheye lens on the map: a magnification that decreases with the distance from its centre.

    Attributes:
        name: the enlarged region.
        longitude, latitude: the centre, in degrees.
        width, height: distances at which its effect falls to 1/e, in canvas units before framing (degrees at
            the equator).
        strength: enlargement at the centre: 0.5 makes it half as large again, -0.2 a fifth smaller.
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
    """An island that is drawn without distortion, on its own scale.

    Attributes:
        scale: canvas units for a degree of latitude.
        right, up: its shift from its projected position, in canvas units.
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
    """Project longitudes and latitudes, n x 2 degrees, onto the plane, with lenses but before framing."""
    centres = np.array([(lens.longitude, lens.latitude) for lens in LENSES])
    points = _compromise(np.vstack([centres, degrees]))
    for number, lens in enumerate(LENSES):
        points = _magnified(points, points[number], lens)
    return points[len(LENSES) :]


def framing(bounds: Points) -> Callable[[Points], Points]:
    """Return the map of the plane that fits `bounds` (left, bottom, right, top) into the canvas."""
    corner, size = bounds[:2], bounds[2:] - bounds[:2]
    scale = (np.array([WIDTH, HEIGHT]) - 2 * MARGIN) / size
    return lambda points: (points - corner) * scale + MARGIN


def true_to_shape(island: Island, middle: Points, place: Points) -> Callable[[Points], Points]:
    """Return the map from degrees to canvas units that draws an island without distortion."""
    scale = island.scale * np.array([np.cos(np.radians(middle[1])), 1.0])
    return lambda degrees: (degrees - middle) * scale + place + (island.right, island.up)


def _compromise(degrees: Points) -> Points:
    latitudes = np.linspace(-90, 90, 1801)
    heights = np.cumsum(np.interp(latitudes, STRETCH[:, 0], STRETCH[:, 1])) * 0.1
    heights -= np.interp(0, latitudes, heights)
    longitude, latitude = degrees[:, 0], degrees[:, 1]
    narrowing = 1 - CONVERGENCE * np.abs(latitude / 90) ** 1.6
    return np.column_stack(
        [(longitude - CENTRAL_MERIDIAN) * narrowing, np.interp(latitude, latitudes, heights)]
    )


def _magnified(points: Points, centre: Points, lens: FisheyeLens) -> Points:
    away = points - centre
    falloff = np.exp(-np.sum((away / (lens.width, lens.height)) ** 2, axis=1, keepdims=True))
    enlarged: Points = centre + away * (1 + lens.strength * falloff)
    return enlarged
