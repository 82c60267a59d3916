"""Checks the segmentation of dice bodies for dice that do not lie level, and for overlooked dice.

A die that leans, or lies on another, covers more of the picture than a level one. The area of its connected
component is compared with the area that a pinhole camera shows of a level die (Hartley and Zisserman,
"Multiple View Geometry", chapter 6). Leaning and stacked dice cannot be distinguished from above.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.dice import DieReading
from companion.vision.perspective import Perspective

MIN_PROBABILITY = 0.5
"""A cell of the segmentation above this belongs to a die."""

FACE_BLUR = 1.12
"""Factor by which the segmentation enlarges a face."""

USUAL_RATIO = 0.91
"""Usual ratio of a level die's area in the segmentation to its geometric area."""

MAX_RATIO = 1.05
"""A die does not lie level if its ratio exceeds this."""

SAME_SIZE = 1.12
"""Dice of one size look larger and smaller than one another by at most about this factor."""

MIN_KNOWN = 2
"""So many confirmed dice of a size must have been seen before it is known."""

REACH = 1.15
"""Radius around a die's centre in which it explains the segmentation, in edges: its sides belong to it."""

MIN_OVERLOOKED = 0.86
"""Smallest mean probability of a segmented area without a detection that makes a reading unsure.

On 127 photos none without an overlooked die reaches it (at 0.77 one in eight), and of 237 dice taken out of
the detections 92 per cent do (94 at 0.77).
"""


def check_bodies(
    output: DetectorOutput, dice: Sequence[DieReading], edge: float | None, camera: Perspective | None
) -> list[DieReading]:
    """The dice, each with how far its body reaches to one side, and its area relative to a level die's.

    Args:
        output: of the detector.
        dice: as they were detected.
        edge: of a die in the picture's middle, in pixels; None leaves their areas as they are.
        camera: how it looks at the floor; None leaves their areas as they are.
    """
    found = [die.detection for die in dice]
    dice = [
        replace(die, body_offset=offset)
        for die, offset in zip(dice, body_offsets(output, found), strict=True)
    ]
    if edge is None or camera is None:
        return dice
    areas = body_areas(output, found)
    return [
        replace(
            die,
            body_ratio=area / level_area(found, edge, camera),
            edge_ratio=found.edge / (edge * camera.scale_at((found.centre_x, found.centre_y))),
        )
        for die, area in zip(dice, areas, strict=True)
        for found in (die.detection,)
    ]


def level_ratio(die: DieReading, known: Sequence[tuple[float, float]]) -> float:
    """How much of a die is seen, about `USUAL_RATIO` if it lies level and is of a size that is known.

    Args:
        die: with the ratios that `check_bodies` found.
        known: confirmed dice, see `Tray.known`.
    """
    alike = [] if die.edge_ratio is None else dice_of_size(die.edge_ratio, known)
    if not alike:
        return die.body_ratio
    size, seen = median(size for size, _ in alike), median(seen for _, seen in alike)
    return float(die.body_ratio * USUAL_RATIO / (size**2 * seen))


def dice_of_size(edge: float, known: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The confirmed dice as large as one with such an edge; none where they are too few to be relied on."""
    alike = [one for one in known if 1 / SAME_SIZE < one[0] / edge < SAME_SIZE]
    return alike if len(alike) >= MIN_KNOWN else []


def level_area(die: Detection, edge: float, camera: Perspective) -> float:
    """The area of a level die in the picture, in square pixels, with the sides that perspective shows.

    Args:
        die: where it lies and how it is turned.
        edge: of a die in the picture's middle, in pixels.
        camera: how it looks at the floor.
    """
    at = (die.centre_x, die.centre_y)
    scale = camera.scale_at(at)
    turn = math.atan2(at[1] - camera.below[1], at[0] - camera.below[0]) - math.radians(die.angle)
    sides = camera.height_at(at) * (abs(math.cos(turn)) + abs(math.sin(turn)))
    return (edge * scale) ** 2 * (FACE_BLUR * camera.upright * scale + sides)


def body_areas(output: DetectorOutput, detections: Sequence[Detection]) -> list[float]:
    """For each detection the area of its connected component in square pixels, shared by all dice in it."""
    _, labels = cv2.connectedComponents((output.segmentation > MIN_PROBABILITY).astype(np.uint8))
    cells = [output.cell(detection.centre_x, detection.centre_y) for detection in detections]
    own = [int(labels[row, column]) for column, row in cells]
    areas = np.bincount(labels.ravel()) * output.cell_size**2
    return [float(areas[label]) / own.count(label) if label else 0.0 for label in own]


def body_offsets(output: DetectorOutput, detections: Sequence[Detection]) -> list[float]:
    """For each detection the distance of its body's middle from its face's, in edges; infinite if unseen.

    The sides of a level die that are in view move it. Where bodies touch, a cell is of the nearest die.
    """
    rows, columns = np.nonzero(output.segmentation > MIN_PROBABILITY)
    cells = (np.column_stack([columns, rows]) + 0.5) * output.cell_size + output.origin
    from_face = [(cells - (die.centre_x, die.centre_y)) / die.edge for die in detections]
    gaps = [np.hypot(*across.T) for across in from_face]
    nearest = np.min([np.full(len(cells), REACH), *gaps], axis=0)
    own = [across[gap == nearest] for across, gap in zip(from_face, gaps, strict=True)]
    return [math.hypot(*across.mean(axis=0)) if len(across) else math.inf for across in own]


def bodies_overlooked(output: DetectorOutput, found: Sequence[Detection], tray: NDArray[np.uint8]) -> bool:
    """Whether the segmentation shows a die's body without a detection.

    Args:
        output: of the detector.
        found: the dice that were found.
        tray: height x width of the picture, 0 beside the tray.
    """
    on_tray = output.resample_mask(tray) > 0
    unexplained = ((output.segmentation > MIN_PROBABILITY) & on_tray).astype(np.uint8)
    for detection in found:
        radius = int(np.ceil(REACH * detection.edge / output.cell_size))
        cv2.circle(unexplained, output.cell(detection.centre_x, detection.centre_y), radius, (0,), -1)
    _, labels = cv2.connectedComponents(unexplained)
    means = np.bincount(labels.ravel(), output.segmentation.ravel()) / np.bincount(labels.ravel())
    return bool((means > MIN_OVERLOOKED)[1:].any())
