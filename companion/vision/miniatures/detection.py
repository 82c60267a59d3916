"""Detects miniatures on the table by background subtraction, with the position of their base in inches."""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from calibration.plane import TablePlane
from companion.errors import Unmeasurable
from companion.locale.messages import gettext
from companion.vision.frames import Picture

MIN_DIFFERENCE = 14.0
"""Difference of colour (CIE Lab) to the empty table that is more than noise."""

NOISE_FACTOR = 6.0
"""A difference must be this many times the median difference."""

LIGHTNESS_WEIGHT = 0.35
"""Weight of lightness beside colour: below 1, so that a shadow does not count as a miniature."""

MIN_DIAMETER, MAX_DIAMETER = 0.15, 3.0
"""Smallest and largest diameter of a miniature's base, in inches."""


@dataclass(frozen=True, slots=True, eq=False)
class Miniature:
    """A miniature on the table.

    Attributes:
        centre: of its base, in inches on the table.
        radius: of its base, in inches.
        colour: its median colour: blue, green, red, 0 to 255.
        outline: in the picture, n x 2 pixels; empty if it was added by a tap.
    """

    centre: tuple[float, float]
    radius: float
    colour: tuple[int, int, int]
    outline: Points = field(default_factory=lambda: np.zeros((0, 2)), repr=False)

    def base_distance(self, other: "Miniature") -> float:
        """The distance between the rims of both bases, in inches; 0 if they touch."""
        return max(0.0, math.dist(self.centre, other.centre) - self.radius - other.radius)


@dataclass(frozen=True, slots=True)
class TableLook:
    """What is on the table.

    Attributes:
        miniatures: from left to right in the picture.
        hand: whether something larger than any miniature is over it, such as a hand, which may hide some.
    """

    miniatures: tuple[Miniature, ...]
    hand: bool


def look_at_table(picture: Picture, empty: Picture, plane: TablePlane) -> TableLook:
    """Detect miniatures, and whether a hand is over the table.

    Args:
        picture: height x width x 3, BGR.
        empty: the empty table from the same place, of the same size.
        plane: the table in pictures of this size; with a calibrated lens bases of tall miniatures are found.

    Raises:
        Unmeasurable: the pictures differ in size.
    """
    if picture.shape != empty.shape:
        raise Unmeasurable(
            gettext("The picture of the empty table is of another size: calibrate the table again")
        )
    mask = foreground_mask(picture, empty)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outlines = [np.asarray(contour, np.float64).reshape(-1, 2) for contour in contours]
    found = [_miniature(outline, picture, mask, plane) for outline in outlines]
    bases = sorted((base for base in found if base is not None), key=lambda base: base.outline[:, 0].mean())
    return TableLook(tuple(bases), any(_is_hand(outline, plane) for outline in outlines))


def foreground_mask(picture: Picture, empty: Picture) -> NDArray[np.uint8]:
    """Background subtraction in CIE Lab: height x width, 255 on new objects, else 0.

    A change of light over the whole picture is compensated first.
    """
    now, before = (cv2.GaussianBlur(image, (0, 0), 1.2).astype(np.float32) for image in (picture, empty))
    now = np.clip(now * _gain_correction(now, before), 0, 255)
    labs = [cv2.cvtColor(image / 255, cv2.COLOR_BGR2LAB) for image in (now, before)]
    difference = (labs[0] - labs[1]) * np.array((LIGHTNESS_WEIGHT, 1.0, 1.0), np.float32)
    apart = np.sqrt(np.einsum("ijk,ijk->ij", difference, difference))
    limit = max(MIN_DIFFERENCE, NOISE_FACTOR * float(np.median(apart)))
    mask = (apart > limit).astype(np.uint8) * 255
    reach = max(3, round(max(picture.shape[:2]) / 320)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)


def _gain_correction(now: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """The factor by which each channel of the newer picture must be multiplied to match the older."""
    shares = (before + 1.0) / (now + 1.0)
    return np.asarray(np.median(shares.reshape(-1, 3), axis=0), np.float32)


def _miniature(
    outline: Points, picture: Picture, mask: NDArray[np.uint8], plane: TablePlane
) -> Miniature | None:
    """The miniature of one outline, or None if it is too small or too large to be one."""
    try:
        centre, radius = _base(outline, plane)
    except Unmeasurable:
        return None
    if not MIN_DIAMETER / 2 <= radius <= MAX_DIAMETER / 2:
        return None
    left, top, wide, high = cv2.boundingRect(outline.astype(np.int32))
    box = np.s_[top : top + high, left : left + wide]
    inside = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(inside, [outline.astype(np.int32) - (left, top)], (255,))
    blue, green, red = np.median(picture[box][(inside > 0) & (mask[box] > 0)], axis=0)
    return Miniature(centre, radius, (int(blue), int(green), int(red)), outline)


def _is_hand(outline: Points, plane: TablePlane) -> bool:
    try:
        places = plane.to_inches(outline)
    except Unmeasurable:
        return True  # it reaches above the horizon
    return bool(np.ptp(places, axis=0).max() > MAX_DIAMETER)


def _base(outline: Points, plane: TablePlane) -> tuple[tuple[float, float], float]:
    """The base of a miniature: the lower end of its outline as the camera sees it, and half its width.

    Raises:
        Unmeasurable: it is above the table's horizon.
    """
    centre = outline.mean(axis=0)
    if plane.lens is None:
        places = plane.to_inches(outline)
        centre, radius = cv2.minEnclosingCircle(places.astype(np.float32))
        return (float(centre[0]), float(centre[1])), float(radius)
    down = _towards_camera(centre, plane)
    across = np.array([-down[1], down[0]])
    sideways = outline @ across
    level = outline[np.argmax(outline @ down)]
    ends = level + np.outer([sideways.min(), sideways.max()] - level @ across, across)
    radius = float(np.hypot(*np.diff(plane.to_inches(ends), axis=0)[0])) / 2
    rim = plane.to_inches(ends.mean(axis=0)[None])[0]
    foot = _below_camera(plane)
    away = (rim - foot) / max(float(np.hypot(*(rim - foot))), 1e-6)
    centre = rim + away * radius
    return (float(centre[0]), float(centre[1])), radius


def _towards_camera(pixel: Points, plane: TablePlane) -> Points:
    """The direction in the picture towards the feet of upright objects at a pixel: a unit vector."""
    place = plane.to_inches(pixel[None])
    lifted = plane.to_pixels(place, height=0.5)[0]
    run = pixel - lifted
    length = float(np.hypot(*run))
    return run / length if length > 0.5 else np.array([0.0, 1.0])


def _below_camera(plane: TablePlane) -> Points:
    """The point of the table straight below the camera, in inches."""
    across, down, _, place = plane.pose()
    return np.array([-across @ place, -down @ place])
