"""Figures on the table: found by colour against the empty table, with the place of their base in inches."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from calibration.plane import TablePlane
from calibration.templates import Touch, all_under
from companion.errors import Unmeasurable
from companion.vision.frames import Picture

STANDS_OUT = 14.0
"""Distance in colour (Lab) from the empty table, at least, that is no noise."""

NOISE = 6.0
"""Times the usual difference of an unchanged table, above which something stands there."""

SHADE = 0.35
"""How much less lightness counts than hue: a shadow is no figure."""

SMALLEST, LARGEST = 0.15, 3.0
"""Inches across that a figure's outline may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure on the table.

    Attributes:
        middle: of its base, in inches on the table.
        radius: of its base, in inches.
        colour: what most of it has: blue, green, red, 0 to 255.
        outline: in the picture, n x 2 pixels; empty if it was tapped in.
    """

    middle: tuple[float, float]
    radius: float
    colour: tuple[int, int, int]
    outline: Points = field(default_factory=lambda: np.zeros((0, 2)), repr=False)

    def from_middle_to(self, other: "Figure") -> float:
        """Inches from the middle of one base to the middle of the other."""
        return float(np.hypot(self.middle[0] - other.middle[0], self.middle[1] - other.middle[1]))

    def from_base_to(self, other: "Figure") -> float:
        """Inches from the rim of one base to the rim of the other; 0 if they touch."""
        return max(0.0, self.from_middle_to(other) - self.radius - other.radius)


def find_figures(picture: Picture, empty: Picture, plane: TablePlane) -> list[Figure]:
    """Everything that stands on the table and did not when it was empty, from left to right.

    Args:
        picture: height x width x 3, BGR.
        empty: the empty table from the same place, of the same size.
        plane: the table in pictures of this size; with a calibrated lens bases are found on tall figures too.

    Raises:
        Unmeasurable: the pictures differ in size.
    """
    if picture.shape != empty.shape:
        raise Unmeasurable("The picture of the empty table is of another size: calibrate the table again")
    mask = changed(picture, empty)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = [
        _figure(np.asarray(contour, np.float64).reshape(-1, 2), picture, mask, plane) for contour in contours
    ]
    return sorted((one for one in found if one is not None), key=lambda one: one.outline[:, 0].mean())


def changed(picture: Picture, empty: Picture) -> NDArray[np.uint8]:
    """Height x width; 255 where something is that was not there, whatever happened to the light."""
    now, before = (cv2.GaussianBlur(one, (0, 0), 1.2).astype(np.float32) for one in (picture, empty))
    now = np.clip(now * _light_change(now, before), 0, 255)
    labs = [cv2.cvtColor(one / 255, cv2.COLOR_BGR2LAB) * (SHADE, 1.0, 1.0) for one in (now, before)]
    apart = np.linalg.norm(labs[0] - labs[1], axis=2)
    limit = max(STANDS_OUT, NOISE * float(np.median(apart)))
    mask = (apart > limit).astype(np.uint8) * 255
    reach = max(3, round(max(picture.shape[:2]) / 320)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)


def _light_change(now: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """The factor by which each channel of the newer picture must be multiplied to match the older."""
    shares = (before + 1.0) / (now + 1.0)
    return np.asarray(np.median(shares.reshape(-1, 3), axis=0), np.float32)


def _figure(outline: Points, picture: Picture, mask: NDArray[np.uint8], plane: TablePlane) -> Figure | None:
    """The figure of one outline, or None if it is too small or too large to be one."""
    try:
        middle, radius = _base(outline, plane)
    except Unmeasurable:
        return None
    if not SMALLEST / 2 <= radius <= LARGEST / 2:
        return None
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(inside, [outline.astype(np.int32)], (255,))
    blue, green, red = np.median(picture[(inside > 0) & (mask > 0)], axis=0)
    return Figure(middle, radius, (int(blue), int(green), int(red)), outline)


def _base(outline: Points, plane: TablePlane) -> tuple[tuple[float, float], float]:
    """Where a figure stands: its outline's lower end as the camera sees it, and half its width.

    Raises:
        Unmeasurable: it is above the table's horizon.
    """
    centre = outline.mean(axis=0)
    if plane.lens is None:
        places = plane.inches(outline)
        middle, radius = cv2.minEnclosingCircle(places.astype(np.float32))
        return (float(middle[0]), float(middle[1])), float(radius)
    down = _towards_camera(centre, plane)
    across = np.array([-down[1], down[0]])
    sideways = outline @ across
    level = outline[np.argmax(outline @ down)]
    ends = level + np.outer([sideways.min(), sideways.max()] - level @ across, across)
    radius = float(np.hypot(*np.diff(plane.inches(ends), axis=0)[0])) / 2
    rim = plane.inches(ends.mean(axis=0)[None])[0]
    foot = _below_camera(plane)
    away = (rim - foot) / max(float(np.hypot(*(rim - foot))), 1e-6)
    middle = rim + away * radius
    return (float(middle[0]), float(middle[1])), radius


def _towards_camera(pixel: Points, plane: TablePlane) -> Points:
    """The direction of the picture in which the feet of upright things point there: a unit vector."""
    place = plane.inches(pixel[None])
    lifted = plane.pixels(place, height=0.5)[0]
    run = pixel - lifted
    length = float(np.hypot(*run))
    return run / length if length > 0.5 else np.array([0.0, 1.0])


def _below_camera(plane: TablePlane) -> Points:
    """The place of the table right under the camera, in inches."""
    across, down, _, place = plane.pose()
    return np.array([-across @ place, -down @ place])


def tapped(pixel: tuple[float, float], plane: TablePlane, radius: float) -> Figure:
    """A figure that was tapped in by hand.

    Args:
        pixel: the middle of its base.
        plane: the table.
        radius: of its base, in inches.

    Raises:
        Unmeasurable: the pixel shows no place of the table.
    """
    x, y = plane.inches(np.array([pixel]))[0]
    return Figure((float(x), float(y)), radius, (128, 128, 128))


def figure_at(
    pixel: tuple[float, float], figures: Sequence[Figure], plane: TablePlane, reach: float
) -> int | None:
    """The place in `figures` of the one a finger means, or None.

    Args:
        pixel: where the finger is.
        figures: to choose from.
        plane: the table.
        reach: pixels about a figure within which it is meant.
    """
    gaps = [_gap(pixel, figure, plane) for figure in figures]
    if not gaps or min(gaps) > reach:
        return None
    return int(np.argmin(gaps))


def _gap(pixel: tuple[float, float], figure: Figure, plane: TablePlane) -> float:
    """Pixels from a pixel to a figure; 0 on it."""
    base = float(np.hypot(*(plane.pixels(np.array([figure.middle]))[0] - pixel)))
    if not len(figure.outline):
        return base
    contour = figure.outline.astype(np.float32).reshape(-1, 1, 2)
    return min(base, max(0.0, -float(cv2.pointPolygonTest(contour, pixel, measureDist=True))))


def snapped(
    pixel: tuple[float, float], figures: Sequence[Figure], plane: TablePlane, reach: float
) -> tuple[float, float]:
    """The middle of the base of the figure a finger means, in pixels; the pixel itself if it means none."""
    place = figure_at(pixel, figures, plane, reach)
    if place is None:
        return pixel
    x, y = plane.pixels(np.array([figures[place].middle]))[0]
    return float(x), float(y)


def in_picture(outline: Points, plane: TablePlane, step: float = 0.25) -> Points:
    """An outline on the table, n x 2 inches, as it appears: m x 2 pixels, bent as the lens bends it.

    Args:
        outline: corners of a closed polygon, such as a template's.
        plane: the table.
        step: inches between two points of the result.
    """
    points = []
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        count = max(1, int(np.ceil(np.hypot(*(end - start)) / step)))
        points.append(start + np.arange(count)[:, None] / count * (end - start))
    return plane.pixels(np.vstack(points))


def figures_under(outline: Points, figures: Sequence[Figure], by: Touch = "touch") -> list[int]:
    """The places in `figures` of those that lie under an outline of the table, n x 2 inches."""
    return all_under(outline, [(one.middle, one.radius) for one in figures], by)
