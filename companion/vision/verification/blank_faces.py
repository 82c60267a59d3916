"""Dice that lie with an empty face up: nothing but a square of their colour on the floor of the tray.

The network is not trained on them, since most plain squares are no dice. They are looked for only where the
table has shown that its dice have an empty face.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection
from companion.vision.frames import Picture

LIGHT = 0.6
"""How much light counts against colour: a shadow is of the floor's colour."""

UNREST = 4.0
"""How many times the floor's own variation a pixel must differ from the floor to be foreground."""

MIN_COLOUR_DISTANCE = 20.0
"""Distance in colour (Lab) by which it must differ at the least."""

EDGES = (0.75, 1.5)
"""Sides of what may be a die, in edges of one: seen from the side it looks longer."""

ANY_EDGE = (0.025, 0.3)
"""The same where the size of dice is not known, in widths of the picture."""

MIN_FULL = 0.86
"""Share of its rectangle that a die fills."""

MIN_SQUARENESS = 0.72
"""Shorter side by the longer one."""

TOP = 0.82
"""The empty face by the shorter side of all that is seen of the die."""

AROUND = 0.85
"""Edges from the middle of a die that was found within which everything belongs to it."""

BELIEF = 0.6
"""How much is believed of such a find: less than of any other, enough to be counted."""


def find_blank_faces(
    picture: Picture,
    edge: float | None,
    floor: NDArray[np.uint8] | None,
    found: Sequence[Detection] = (),
) -> list[Detection]:
    """What lies on the floor and may be a die with an empty face up.

    Args:
        picture: height x width x 3, BGR.
        edge: of a die, in pixels; None where it is not known.
        floor: height x width, 0 beside the tray; None without a tray.
        found: dice that are known already.
    """
    things = _off_the_floor(picture, floor)
    for die in found:
        middle = round(die.centre_x), round(die.centre_y)
        cv2.circle(things, middle, round(AROUND * die.edge), (0,), -1)
    least, most = _sides(picture, edge)
    dice = (_as_die(outline, least, most) for outline in _outlines(things))
    return [die for die in dice if die is not None]


def _outlines(things: NDArray[np.uint8]) -> list[NDArray[np.int32]]:
    """The outlines of things; also of those that lie within a tray's wall, but not of holes."""
    found, nesting = cv2.findContours(things, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not found:
        return []
    parents = np.asarray(nesting, np.int32)[0, :, 3]
    return [
        np.asarray(outline, np.int32) for outline, parent in zip(found, parents, strict=True) if parent < 0
    ]


def _sides(picture: Picture, edge: float | None) -> tuple[float, float]:
    """The shortest and the longest side of what may be a die, in pixels."""
    unit, (least, most) = (picture.shape[1], ANY_EDGE) if edge is None else (edge, EDGES)
    return least * unit, most * unit


def _off_the_floor(picture: Picture, floor: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """Height x width, 255 where something else than the floor shows."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.2)
    shades = cv2.cvtColor(smooth.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab = np.asarray(shades * np.array((LIGHT, 1, 1)), np.float32)
    pixels = lab[floor > 0] if floor is not None else _middle_of(lab).reshape(-1, 3)
    usual = np.median(pixels[::7], axis=0)
    off = np.linalg.norm(lab - usual, axis=2)
    unrest = float(np.median(np.linalg.norm(pixels[::7] - usual, axis=1)))
    things = (off > max(MIN_COLOUR_DISTANCE, UNREST * unrest)).astype(np.uint8) * 255
    if floor is not None:
        things &= floor
    return np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _middle_of(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middle of a picture, where the floor mostly is."""
    high, wide = lab.shape[:2]
    return lab[high // 5 : high - high // 5, wide // 5 : wide - wide // 5]


def _as_die(outline: NDArray[np.int32], least: float, most: float) -> Detection | None:
    """The die that has this outline, if one can have it."""
    (x, y), (one, other), turn = cv2.minAreaRect(outline)
    short, long = sorted((one, other))
    if short < least or long > most or short < MIN_SQUARENESS * long:
        return None
    if cv2.contourArea(outline) < MIN_FULL * one * other:
        return None
    return Detection(float(x), float(y), TOP * short, -turn % 90.0, BELIEF, (1 / 6,) * 6, 0.0, 1.0)
