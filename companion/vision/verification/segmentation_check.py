"""What the network's map of bodies tells: dice that do not lie level, and dice that were overlooked.

A die that leans, or lies on another, shows its camera more of itself than a level one does. How much more
depends on table and lamp, so dice are compared with those that lie beside them. Which of both it does is not
to be seen from above.
"""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.perspective import Perspective

BODILY = 0.5
"""Where the network's map of bodies is above this, a die's body is taken to be."""

BLURRED_FACE = 1.12
"""The map of bodies makes a face larger than it is, by this factor."""

USUAL_BODY = 0.91
"""So much of what geometry says a level die covers is seen as its body on most tables."""

LEVEL_BODY = (0.6, 1.08)
"""A die with a body between these shows how much is usual on this very table, under this lamp."""

TOO_MUCH_BODY = 1.15
"""A die that covers more of the picture than is usual by this factor does not lie level."""

AROUND = 1.15
"""Edges from its middle within which a die explains what looks like a body: its sides belong to it."""

OVERLOOKED = 0.4
"""So much of a die's face, seen as a body where no die was found, is worth a doubt."""


def usual_body(others: list[float]) -> float:
    """What the bodies of a table's other dice, and experience as one more of them, say is usual."""
    least, most = LEVEL_BODY
    level = [USUAL_BODY, *(body for body in others if least < body < most)]
    return sum(level) / len(level)


def level_body(die: Detection, edge: float, seen: Perspective) -> float:
    """How much of the picture a level die covers, in square pixels: seen aslant its sides show.

    Args:
        die: where it lies and how it is turned.
        edge: of a die in the picture's middle, in pixels.
        seen: how the camera looks at the floor.
    """
    at = (die.centre_x, die.centre_y)
    scale = seen.scale_at(at)
    turn = math.atan2(at[1] - seen.below[1], at[0] - seen.below[0]) - math.radians(die.angle)
    sides = seen.height_at(at) * (abs(math.cos(turn)) + abs(math.sin(turn)))
    return (edge * scale) ** 2 * (BLURRED_FACE * seen.upright * scale + sides)


def body_area(output: DetectorOutput, detection: Detection, seen: list[Detection]) -> float:
    """Square pixels of the body that a die belongs to, shared among all dice that touch one another."""
    _, labels = cv2.connectedComponents((output.segmentation > BODILY).astype(np.uint8))

    def body_of(one: Detection) -> int:
        column, row = output.cell(one.centre_x, one.centre_y)
        return int(labels[row, column])

    own = body_of(detection)
    if not own:
        return 0.0
    sharing = sum(body_of(one) == own for one in seen)
    return float((labels == own).sum()) * output.cell_size**2 / max(1, sharing)


def bodies_overlooked(
    output: DetectorOutput, seen: list[Detection], edge: float, tray: NDArray[np.uint8] | None
) -> bool:
    """Whether the network sees the body of a die where no die was found.

    Args:
        output: what the network detects.
        seen: the dice that were found.
        edge: of a die, in pixels of the picture.
        tray: height x width of the picture, 0 beside the tray; None without a tray.
    """
    left = (output.segmentation > BODILY).astype(np.uint8)
    if tray is not None:
        left &= np.asarray(output.resample_mask(tray) > 0, np.uint8)
    for one in seen:
        around = int(np.ceil(AROUND * one.edge / output.cell_size))
        cv2.circle(left, output.cell(one.centre_x, one.centre_y), around, (0,), -1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(left)
    largest = max((int(area) for area in stats[1:count, cv2.CC_STAT_AREA]), default=0)
    return largest * output.cell_size**2 > OVERLOOKED * edge**2
