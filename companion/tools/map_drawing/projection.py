"""Maps the globe to the canvas: a compromise projection, then fisheye lenses where territories are small.

A lens magnifies a part of the map (fisheye views: Furnas 1986). The canvas has its origin at the bottom
left and y upwards, as in Kivy. Every step is a smooth map of the plane, so that borders that meet on the
globe also meet on the canvas.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.tools.map_drawing.world import HEIGHT, MARGIN, WIDTH, WORLD, FisheyeLens, Island

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
