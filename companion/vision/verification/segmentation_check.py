"""Checks the segmentation of dice bodies for dice that do not lie level, and for overlooked dice.

The sides of a die that are in view move the middle of its body from that of its face. By how far a pinhole
camera moves it for a level die is known (Hartley and Zisserman, "Multiple View Geometry", chapter 6).
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.dice import DieReading
from companion.vision.perspective import Perspective

MIN_PROBABILITY = 0.5
"""A cell of the segmentation above this belongs to a die."""

REACH = 1.15
"""Radius around a die's centre in which it explains the segmentation, in edges: its sides belong to it."""

BY_SIDES, MAX_OFFSET = 2.0, 0.2
"""A level die seen aslant looks as if it leant, but its sides move the middle of its body from that of its
face. The probability that this explains for each edge of distance, and the largest distance that counts. As
far from where the camera would see it, a die is not level.
"""

MIN_OVERLOOKED = 0.86
"""Smallest mean probability of a segmented area without a detection that makes a reading unsure: of 127
photos none without an overlooked die reaches it, and 92 per cent of 237 dice that were left out do.
"""


def check_bodies(
    output: DetectorOutput, dice: Sequence[DieReading], camera: Perspective | None
) -> list[DieReading]:
    """The dice, each with the probability that it leans, see `DieReading.leaning`.

    Where it is not known how the camera looks at the floor, nothing tells a level body.
    """
    offsets = body_offsets(output, [die.detection for die in dice])
    return [
        replace(die, leaning=_leaning(die.detection, offset, camera))
        for die, offset in zip(dice, offsets, strict=True)
    ]


def _leaning(die: Detection, offset: NDArray[np.float64] | None, camera: Perspective | None) -> float:
    if offset is None:
        return die.cocked - BY_SIDES * MAX_OFFSET
    # A level cube's outline is symmetric about the middle between its upper and its lower face.
    level = offset if camera is None else np.array(camera.foot_of((die.centre_x, die.centre_y))) / 2
    if np.hypot(*(offset - level)) > MAX_OFFSET:
        return 1.0
    return die.cocked - BY_SIDES * float(min(np.hypot(*offset), np.hypot(*level), MAX_OFFSET))


def body_offsets(output: DetectorOutput, detections: Sequence[Detection]) -> list[NDArray[np.float64] | None]:
    """For each detection where its body's middle lies from its face's, x and y in edges; None if unseen.

    Where bodies touch, a cell is of the nearest die.
    """
    cells = _bodies(output)
    from_face = [(cells - (die.centre_x, die.centre_y)) / die.edge for die in detections]
    gaps = [np.hypot(*across.T) for across in from_face]
    nearest = np.min([np.full(len(cells), REACH), *gaps], axis=0)
    own = [across[gap == nearest] for across, gap in zip(from_face, gaps, strict=True)]
    return [across.mean(axis=0) if len(across) else None for across in own]


def bodies_overlooked(output: DetectorOutput, found: Sequence[Detection], tray: NDArray[np.uint8]) -> bool:
    """Whether the segmentation shows a die's body without a detection on the tray, a mask of the picture."""
    cells = _bodies(output)
    across, down = cells.astype(np.intp).clip(0, np.array(tray.shape[::-1]) - 1).T
    left = tray[down, across] > 0
    for die in found:
        gaps = np.hypot(*(cells - (die.centre_x, die.centre_y)).T)
        left &= gaps > REACH * die.edge + output.cell_size / 2
    unexplained = np.zeros(output.segmentation.shape, np.uint8)
    unexplained[output.segmentation > MIN_PROBABILITY] = left
    _, labels = cv2.connectedComponents(unexplained)
    means = np.bincount(labels.ravel(), output.segmentation.ravel()) / np.bincount(labels.ravel())
    return bool((means > MIN_OVERLOOKED)[1:].any())


def _bodies(output: DetectorOutput) -> NDArray[np.float64]:
    """The middles of the cells that show bodies of dice, row by row, n x 2 pixels of the picture."""
    rows, columns = np.nonzero(output.segmentation > MIN_PROBABILITY)
    middles = (np.column_stack([columns, rows]) + 0.5) * output.cell_size + output.origin
    return np.asarray(middles, np.float64)
