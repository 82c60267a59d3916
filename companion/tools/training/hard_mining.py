"""Hard example mining: renders that the network misreads so far (A. Shrivastava et al., OHEM, 2016)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.tools.training.evaluate import MIN_DOUBTED, SURE_FACE, SURE_OBJECTNESS
from companion.tools.training.samples import COCKED_CLASS, Sample
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.heatmaps import Forward
from companion.vision.detection.scale_search import BEST_EDGE, detect_at_scale

MAX_CENTRE_ERROR = 0.35
"""How far from a die's middle, in edges, it must be found."""

SCALE_RANGE = (0.45, 1.8)
"""Dice smaller or larger than the others by these factors are not asked for at the same scale."""


def is_hard_for(run: Forward) -> Callable[[Sample], bool]:
    """A test whether the network misses, misreads or doubts a die of a sample, or sees a false one."""

    def hard(sample: Sample) -> bool:
        usual = float(np.median(sample.dice[:, 2])) if len(sample.dice) else BEST_EDGE
        output = detect_at_scale(run, sample.picture, BEST_EDGE / usual)
        found = [detection for detection in output.detections if detection.objectness >= MIN_DOUBTED]
        dice = [tuple(float(value) for value in row) for row in sample.dice]
        asked = [die for die in dice if die[5] and SCALE_RANGE[0] * usual < die[2] < SCALE_RANGE[1] * usual]
        seen_wrongly = any(not any(_near(one, die) for die in dice) for one in found)
        return seen_wrongly or any(not any(_read(one, die) for one in found) for die in asked)

    return hard


def _near(detection: Detection, die: tuple[float, ...]) -> bool:
    return (
        float(np.hypot(detection.centre_x - die[0], detection.centre_y - die[1])) < MAX_CENTRE_ERROR * die[2]
    )


def _read(detection: Detection, die: tuple[float, ...]) -> bool:
    """Whether a detection is this die, surely, and its face the right one."""
    if not _near(detection, die) or detection.objectness < SURE_OBJECTNESS:
        return False
    shares = (*detection.face_probabilities, detection.cocked, detection.symbol)
    return die[4] == COCKED_CLASS or shares[int(die[4]) - 1] >= SURE_FACE
