"""Detects dice that lie with an empty face up: plain squares on the floor of the tray.

The network is not trained on them, since most plain squares are no dice. They are searched only if the table
has taught dice with an empty face.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.assignment.colour_classification import colour_names
from companion.vision.detection.detector_output import Detection
from companion.vision.faces.profile import FaceProfile
from companion.vision.frames import Picture
from companion.vision.fusion.diagnosis import MIN_COUNTED

LIGHTNESS_WEIGHT = 0.6
"""Weight of lightness beside colour: below 1, since a shadow has the floor's colour."""

NOISE_FACTOR = 4.0
"""A foreground pixel differs from the floor by this many times the floor's own variation."""

MIN_COLOUR_DISTANCE = 20.0
"""Smallest colour distance (CIE Lab) of a foreground pixel."""

SIDES = (0.75, 1.5)
"""Smallest and largest side of a possible die, in edges: seen from the side it looks longer."""

UNKNOWN_SIDES = (0.025, 0.3)
"""The same if the size of dice is unknown, in widths of the picture."""

MIN_FULL = 0.86
"""Smallest share of its bounding rectangle that a die fills."""

MIN_SQUARENESS = 0.72
"""Smallest ratio of the shorter to the longer side."""

TOP_FACE_RATIO = 0.82
"""Ratio of the empty face's edge to the shorter side of the visible die."""

BODY_RADIUS = 0.85
"""What has its middle within this distance of a known die's centre is that die, in edges."""

CORE = 0.48
"""Distance from the outline, in smallest sides of a die, from which on a pixel lies in a die's core.

Of 900 rendered dice with an empty face, three on a tray with a fourth die, 23 are missed; 91 before, when
dice that touched were one object. With 0.42 it is the same.
"""

OBJECTNESS = 0.6
"""Objectness of such a detection: lower than of any other, but enough to be counted."""


def blank_dice(
    picture: Picture,
    profiles: Sequence[FaceProfile],
    edge: float | None,
    floor: NDArray[np.uint8],
    found: Sequence[Detection],
) -> list[Detection]:
    """The table's own dice that lie with an empty face up, as large as those found if no size is known."""
    kinds = [profile for profile in profiles if profile.empty_face is not None]
    edges = [detection.edge for detection in found if detection.objectness >= MIN_COUNTED]
    edge = edge or (float(np.median(edges)) if edges else None)
    if not kinds or edge is None:
        return []
    blank = find_blank_faces(picture, edge, floor, found)
    colours = colour_names(picture, [detection.place for detection in blank])
    return [
        one
        for one, colour in zip(blank, colours, strict=True)
        if any(not kind.colours or colour in kind.colours for kind in kinds)
    ]


def find_blank_faces(
    picture: Picture, edge: float | None, floor: NDArray[np.uint8] | None, found: Sequence[Detection] = ()
) -> list[Detection]:
    """Detect possible dice with an empty face up.

    Args:
        picture: height x width x 3, BGR.
        edge: of a die, in pixels; None if it is not known.
        floor: height x width, 0 beside the tray; None without a tray.
        found: dice that are known already.
    """
    least, most = _sides(picture, edge)
    outlines = _outlines(_off_the_floor(picture, floor), CORE * least)
    dice = (_as_die(outline, least, most) for outline in outlines)
    return [die for die in dice if die is not None and not any(_is_same(die, known) for known in found)]


def _is_same(die: Detection, known: Detection) -> bool:
    away = math.hypot(die.centre_x - known.centre_x, die.centre_y - known.centre_y)
    return away < BODY_RADIUS * known.edge


def _outlines(foreground: NDArray[np.uint8], core: float) -> list[NDArray[np.int32]]:
    """The outlines of objects, also within a tray's wall, but not of holes.

    What touches is cut where two cores are equally near: the Voronoi cells of the maxima of the distance
    transform.
    """
    around = np.asarray(cv2.distanceTransform(foreground, cv2.DIST_L2, 5) <= core, np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(around, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)
    cells = nearest.astype(np.float32)
    borders = cv2.dilate(cells, np.ones((3, 3), np.uint8)) > cells
    apart = np.where(borders, 0, foreground).astype(np.uint8)
    found, nesting = cv2.findContours(apart, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not found:
        return []
    parents = np.asarray(nesting, np.int32)[0, :, 3]
    return [
        np.asarray(outline, np.int32) for outline, parent in zip(found, parents, strict=True) if parent < 0
    ]


def _sides(picture: Picture, edge: float | None) -> tuple[float, float]:
    """The smallest and largest side of a possible die, in pixels."""
    unit, (least, most) = (picture.shape[1], UNKNOWN_SIDES) if edge is None else (edge, SIDES)
    return least * unit, most * unit


def _off_the_floor(picture: Picture, floor: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """Foreground mask, height x width: 255 where the picture differs from the floor."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.2)
    shades = cv2.cvtColor(smooth.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab = np.asarray(shades * np.array((LIGHTNESS_WEIGHT, 1, 1)), np.float32)
    pixels = lab[floor > 0] if floor is not None else _middle_of(lab).reshape(-1, 3)
    usual = np.median(pixels[::7], axis=0)
    off = np.linalg.norm(lab - usual, axis=2)
    colour_spread = float(np.median(np.linalg.norm(pixels[::7] - usual, axis=1)))
    foreground = (off > max(MIN_COLOUR_DISTANCE, NOISE_FACTOR * colour_spread)).astype(np.uint8) * 255
    if floor is not None:
        foreground &= floor
    return np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _middle_of(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middle of a picture, which mostly shows the floor."""
    high, wide = lab.shape[:2]
    return lab[high // 5 : high - high // 5, wide // 5 : wide - wide // 5]


def _as_die(outline: NDArray[np.int32], least: float, most: float) -> Detection | None:
    """The die with this outline; None if no die has such an outline."""
    (x, y), (one, other), turn = cv2.minAreaRect(outline)
    short, long = sorted((one, other))
    if short < least or long > most or short < MIN_SQUARENESS * long:
        return None
    if cv2.contourArea(outline) < MIN_FULL * one * other:
        return None
    return Detection(
        float(x), float(y), TOP_FACE_RATIO * short, -turn % 90.0, OBJECTNESS, (1 / 6,) * 6, 0.0, 1.0
    )
