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

MIN_OVERLOOKED = 0.86
"""Smallest mean probability of a segmented area without a detection that makes a reading unsure: of 127
photos none without an overlooked die reaches it, and 92 per cent of 237 dice that were left out do.
"""


def check_bodies(
    output: DetectorOutput, dice: Sequence[DieReading], camera: Perspective | None
) -> list[DieReading]:
    """The dice, each with how far the middle of its body lies from that of its face, and of a level one's.

    Args:
        output: of the detector.
        dice: as they were detected.
        camera: how it looks at the floor; None if that is not known, and nothing tells a level body.
    """
    return [
        die if offset is None else _with_offset(die, offset, camera)
        for die, offset in zip(dice, body_offsets(output, [die.detection for die in dice]), strict=True)
    ]


def _with_offset(die: DieReading, offset: NDArray[np.float64], camera: Perspective | None) -> DieReading:
    centre = die.detection.centre_x, die.detection.centre_y
    # A level cube's outline is symmetric about the middle between its upper and its lower face.
    level = offset if camera is None else np.array(camera.foot_of(centre)) / 2
    return replace(
        die,
        body_offset=float(min(np.hypot(*offset), np.hypot(*level))),
        unexplained_offset=float(np.hypot(*(offset - level))),
    )


def body_offsets(output: DetectorOutput, detections: Sequence[Detection]) -> list[NDArray[np.float64] | None]:
    """For each detection where its body's middle lies from its face's, x and y in edges; None if unseen.

    Where bodies touch, a cell is of the nearest die.
    """
    rows, columns = np.nonzero(output.segmentation > MIN_PROBABILITY)
    cells = (np.column_stack([columns, rows]) + 0.5) * output.cell_size + output.origin
    from_face = [(cells - (die.centre_x, die.centre_y)) / die.edge for die in detections]
    gaps = [np.hypot(*across.T) for across in from_face]
    nearest = np.min([np.full(len(cells), REACH), *gaps], axis=0)
    own = [across[gap == nearest] for across, gap in zip(from_face, gaps, strict=True)]
    return [across.mean(axis=0) if len(across) else None for across in own]


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
