"""Checks the middle pip of threes and fives: a lamp's glint between the pips of a two makes a three of it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.vision.detection.crops import crop, crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture

SIDE = 65
"""Side of the crop in which pips are compared, in pixels; the die lies upright in its middle."""

EDGE = 40.0
"""Edge of the die in that crop, in pixels."""

PLACES = np.array([(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1), (0, 0)])
"""Where the crop is sampled, in quarters of an edge: four places between pips, the outer pips, the middle."""

BLUR = 1.5
"""Of the crop, in pixels: about half a pip."""

MIN_OUTER = 60.0
"""Contrast of the outer pips with the body from which they stand out clearly, in grey levels."""

MIN_MIDDLE = 0.78
"""Smallest contrast of a middle pip as a share of the outer ones': 30 rendered twos with a glint reach 0.67,
and threes and fives of eight sources 0.9, but one.
"""


def check_glints(picture: Picture, dice: Sequence[DieReading]) -> list[DieReading]:
    """The dice; threes and fives whose middle pip may be a glint are marked."""
    return [
        replace(die, glint=die.detection.face in (3, 5) and _middle(picture, die.detection) < MIN_MIDDLE)
        for die in dice
    ]


def _middle(picture: Picture, found: Detection) -> float:
    """The contrast of the middle pip as a share of the outer ones', in the colour where these stand out most.

    It is 1 where they do not stand out clearly.
    """
    upright = crop_transform((found.centre_x, found.centre_y), found.angle, EDGE / found.edge, SIDE)
    patch = cv2.GaussianBlur(crop(picture, upright, SIDE), (0, 0), BLUR)
    columns, rows = (SIDE // 2 + PLACES * round(EDGE / 4)).T
    seen = patch[rows, columns].astype(np.float32)
    contrasts = seen - np.median(seen[:4], axis=0)
    diagonals = contrasts[4:8].reshape(2, 2, 3).mean(axis=1)
    clearest = diagonals[np.abs(diagonals).argmax(axis=0), range(3)]
    outer = diagonals.mean(axis=0) if found.face == 5 else clearest
    best = int(np.abs(outer).argmax())
    return float(contrasts[8, best] / outer[best]) if abs(outer[best]) >= MIN_OUTER else 1.0
