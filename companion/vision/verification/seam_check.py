"""Checks where a die's body ends: half a domino goes on, with straight borders, into the other half.

Two dice that touch look much the same, but real dice have rounded edges: where they meet, both borders of the
pair are notched. So the border is traced over the seam on both sides of a face, and the depth of the notch
against a line through the border beside it is measured.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture

ALONG = np.linspace(-0.45, 0.8, 51, dtype=np.float32)
"""Where a patch is sampled from the face over its side to what lies beyond, in edges from the side."""

ACROSS = np.linspace(-0.75, 0.75, 61, dtype=np.float32)
"""The same along the side, in edges from its middle."""

ON_FACE = (slice(10, -10), np.flatnonzero(ALONG < -0.05))
BEYOND = (slice(10, -10), np.flatnonzero(ALONG > 0.15))
"""The parts of a patch that show the face, and what lies beyond its side; the outer rows are left out."""

OUTSIDE = 0.66
"""Distance from the middle from which a patch shows the floor, in edges."""

BESIDE_SEAM = np.flatnonzero(((ALONG > -0.4) & (ALONG < -0.15)) | ((ALONG > 0.15) & (ALONG < 0.7)))
AT_SEAM = np.flatnonzero(np.abs(ALONG) < 0.1)
"""Columns through which the border's line is drawn, and those in which a notch would be."""

MIN_CONTRAST = 15.0
"""Smallest distance of body and floor in Lab (8 bits) at which a border can be traced."""

MIN_SHARE = 0.75
"""Share of what lies beyond that must have the body's colour; the rest may be pips or a line."""

MAX_NOTCH = 0.025
"""Depth below which a border is straight, in edges: 21 drawn dominoes had at most 0.008, and 13 pairs of real
dice that touch, of five sources, at least 0.046 on their deeper side.
"""

MAX_BEND = 0.02
"""Largest mean distance of a border from its line, in edges: others are no borders of one body."""


def check_seams(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice, each with whether its body goes on beyond the face as half a domino does.

    Args:
        picture: height x width x 3, BGR.
        dice: as they were detected.
    """
    return [replace(die, goes_on=_goes_on(picture, die.detection)) for die in dice]


def _goes_on(picture: Picture, die: Detection) -> bool:
    patches = (_patch(picture, die, die.angle + turn) for turn in (0.0, 90.0, 180.0, 270.0))
    return any(patch is not None and _is_one_body(patch) for patch in patches)


def _patch(picture: Picture, die: Detection, angle: float) -> NDArray[np.float32] | None:
    """The picture about the side of a face in a direction (degrees), in Lab; rows lie along the side.

    None where it reaches beyond the picture.
    """
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    u, v = np.meshgrid((0.5 + ALONG) * die.edge, ACROSS * die.edge)
    x, y = die.centre_x + u * cos - v * sin, die.centre_y + u * sin + v * cos
    high, wide = picture.shape[:2]
    if min(x.min(), y.min()) < 0 or x.max() > wide - 1 or y.max() > high - 1:
        return None
    seen = cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    return cv2.cvtColor(seen, cv2.COLOR_BGR2LAB).astype(np.float32)


def _is_one_body(patch: NDArray[np.float32]) -> bool:
    """Whether the body of the face goes on beyond its side with straight borders."""
    face = np.median(patch[ON_FACE].reshape(-1, 3), axis=0)
    notches = []
    for outside in (ACROSS > OUTSIDE, ACROSS < -OUTSIDE):
        floor = np.median(patch[outside].reshape(-1, 3), axis=0)
        contrast = face - floor
        if np.linalg.norm(contrast) < MIN_CONTRAST:
            return False
        body = (patch - floor) @ contrast / (contrast @ contrast)
        alike = np.linalg.norm(patch[BEYOND] - face, axis=2) < np.linalg.norm(contrast) / 2
        if np.mean(alike) < MIN_SHARE:
            return False
        inwards = body[::-1] if outside[-1] else body
        notches.append(_notch(inwards))
    return max(notches) < MAX_NOTCH


def _notch(body: NDArray[np.floating]) -> float:
    """The depth of the notch in a border, in edges; infinite if the border is not straight beside it.

    Args:
        body: how much each pixel is body, 1, or floor, 0; rows from the floor inwards.
    """
    first = np.argmax(body > 0.5, axis=0)
    border = ACROSS[-1] - ACROSS[len(ACROSS) - 1 - first] + np.zeros(len(ALONG))
    line = np.polyfit(ALONG[BESIDE_SEAM], border[BESIDE_SEAM], 1)
    off = border - np.polyval(line, ALONG)
    return math.inf if np.abs(off[BESIDE_SEAM]).mean() > MAX_BEND else float(off[AT_SEAM].max())
