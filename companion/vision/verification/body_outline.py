"""Checks the outline of the body that a face belongs to: a die is square, half a domino extends to one side.

The outline is that of the connected component with the face's colour. Its length and width are those of the
smallest rectangle about it (rotating calipers: Toussaint, "Solving geometric problems with the rotating
calipers", 1983).
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.crops import crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture, median_colour

PATCH = 56
"""Side of the patch about a die, in pixels."""

PATCH_EDGE = 14.0
"""Edge of the die in that patch, in pixels."""

WEIGHTS = np.array([0.6 * 100 / 255, 1, 1], np.float32)
"""Weights of the Lab channels (8 bits) in a distance; lightness weighs less, since a shadow has the floor's
colour.
"""

MIN_COLOUR_DISTANCE = 5.0
"""Smallest colour distance of body and floor for an outline to be visible."""

SAME_BODY = (8.0, 12.0)
"""Colour distances to the face: below the first a pixel may be body, above the second it never is."""

WIDTHS = (0.8, 1.4)
"""Smallest and largest width of an outline, in edges of the face."""

MIN_FULL = 0.8
"""Smallest share of its bounding rectangle that it fills: touching dice and shadows fill less."""

OFF_CENTRE = (0.17, 0.33)
"""Bounds of the distance from the centre of half a domino to that of the whole (a quarter), in its
lengths.
"""

FROM_MIDDLE = np.hypot(*(np.mgrid[:PATCH, :PATCH] - (PATCH - 1) / 2.0)) / PATCH_EDGE
"""The distance of each pixel of the patch from its middle, in edges of the die."""

ON_FACE = np.flatnonzero(FROM_MIDDLE < 0.42)
"""The pixels of the patch that show the face."""

SURROUNDINGS = np.flatnonzero(FROM_MIDDLE > 0.8)[::5]
"""Every fifth of the pixels of the patch that mostly show the floor."""


def check_outlines(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice, each with the aspect ratio of its outline.

    Args:
        picture: height x width x 3, BGR.
        dice: as they were detected.
    """
    found = [die.detection for die in dice]
    return [replace(die, aspect=_aspect(picture, die, found)) for die in dice]


def _aspect(picture: Picture, seen: DieReading, found: Sequence[Detection]) -> float:
    """The aspect ratio of a body with one face at its end; 1 if there is no such body."""
    die = seen.detection
    scale = PATCH_EDGE / die.edge
    transform = crop_transform((die.centre_x, die.centre_y), 0.0, scale, PATCH)
    # No area averaging, which would take most of the time.
    patch = cv2.warpAffine(picture, transform, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE)
    body = _body(np.asarray(patch, np.uint8), seen.pips is None or seen.pips.dark)
    # The body may continue beyond the picture's edge.
    high, wide = picture.shape[:2]
    left, top = (max(0, math.ceil(shift)) for shift in transform[:, 2])
    right, bottom = (math.floor(end) + 1 for end in transform @ (wide - 1, high - 1, 1.0))
    body[:top] = body[bottom:] = body[:, :left] = body[:, right:] = 0
    outline = _outline(body)
    if outline is None:
        return 1.0
    middles = (transform @ (other.centre_x, other.centre_y, 1.0) for other in found)
    faces = sum(cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in middles)
    (x, y), sides, _ = cv2.minAreaRect(outline)
    width, length = sorted(sides)
    off = math.hypot(x - (PATCH - 1) / 2, y - (PATCH - 1) / 2) / length
    one_body = (
        faces == 1
        and WIDTHS[0] < width / PATCH_EDGE < WIDTHS[1]
        and cv2.contourArea(outline) > MIN_FULL * width * length
        and OFF_CENTRE[0] < off < OFF_CENTRE[1]
    )
    return length / width if one_body else 1.0


def _body(patch: Picture, dark_pips: bool) -> NDArray[np.uint8]:
    """Mask of the pixels whose colour is nearer to the face's than to the floor's.

    Small gaps such as pips are closed.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32) * WEIGHTS
    on_face, about = (lab.reshape(-1, 3)[pixels] for pixels in (ON_FACE, SURROUNDINGS))
    without_pips = np.argsort(on_face[:, 0])[:: -1 if dark_pips else 1][: len(on_face) // 2]
    face, floor = median_colour(on_face[without_pips]), median_colour(about)
    between = face - floor
    distance = float(np.linalg.norm(between))
    if distance < MIN_COLOUR_DISTANCE:
        return np.zeros(patch.shape[:2], np.uint8)
    # Nearer to one of two means: the side of the plane half-way between them. A shadow of the die may lie on
    # that side as well, but far off: a domino's halves are of one colour.
    nearer = (lab - (face + floor) / 2) @ between > 0
    most = min(max(distance / 2, SAME_BODY[0]), SAME_BODY[1])
    like_face = np.square(lab - face) @ np.ones(3, np.float32) < most**2
    body = (nearer & like_face).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(body, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)


def _outline(foreground: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """The outline of the object in the middle of a patch, if there is one."""
    outlines, _ = cv2.findContours(foreground, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle = ((PATCH - 1) / 2, (PATCH - 1) / 2)
    about = (outline for outline in outlines if cv2.pointPolygonTest(outline, middle, False) >= 0)
    found = next(about, None)
    return None if found is None or len(found) < 3 else np.asarray(found, np.float32)
