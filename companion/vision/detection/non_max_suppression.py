"""Non-maximum suppression by distance: of detections that overlap only the best one is kept.

Greedy suppression (Neubeck and Van Gool, "Efficient Non-Maximum Suppression", 2006). The distance of centres
tells whether two dice overlap, since dice are squares of nearly one size.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.vision.detection.detector_output import Detection

MIN_DISTANCE = 0.6
"""Two centres closer than this share of an edge are one die; dice that touch are farther apart."""


def non_max_suppression(detections: Iterable[Detection]) -> list[Detection]:
    """The detections without those that are the same die as an earlier one.

    Args:
        detections: best first.
    """
    kept: list[Detection] = []
    for detection in detections:
        if not any(_same(detection, other) for other in kept):
            kept.append(detection)
    return kept


def _same(one: Detection, other: Detection) -> bool:
    distance = np.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return bool(distance < MIN_DISTANCE * max(one.edge, other.edge))
