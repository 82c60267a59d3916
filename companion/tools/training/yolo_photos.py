"""Photos with boxes in YOLO format, as Roboflow exports them: folders images and labels, one text each.

Written for "Rune55" v3 (universe.roboflow.com/rune-zkmvl/rune55, CC BY 4.0). Its boxes are loose and some of
its faces wrong, so a network has its say too, as in bootstrapping (Reed et al., "Training deep neural
networks on noisy labels with bootstrapping", 2015): it tells where a die's upper face lies, and a face that
it denies is not trained on.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tools.training.held_out import may_train_on
from companion.tools.training.photos import photo_sample
from companion.tools.training.samples import Sample
from companion.vision.detection.detector_output import Detection
from companion.vision.detection.heatmaps import Forward
from companion.vision.detection.scale_search import BEST_EDGE, detect_at_scale
from companion.vision.frames import Picture

RUNE55_TRAYS = re.compile(r"PXL_.*\.rf\.")
"""Dice trays. Many of the others are grey: trained on them, the network took round screws for dice."""

HELD_OUT_EVERY = 5
"""Every so many pictures are never trained on, but judge."""

BOX_TO_EDGE = 1.27
"""Side of a box by edge of its die: the median of 395 boxes whose face the shipped network read."""

SQUEEZED, SQUEEZE = 1.15, 0.75
"""Roboflow squeezed pictures of 4:3 to squares: then the boxes are wider or higher by more than the first."""

MAX_OFFSET = 0.35
"""How far from a box's middle, in sides, the network's detection of its die may lie."""

MIN_OBJECTNESS = 0.3
DENIED = 0.5
"""Face score from which the network's face is believed rather than the label's."""


@dataclass(frozen=True)
class Box:
    """A labelled die: its face, and the middle, width and height of its box, in pixels."""

    face: int
    x: float
    y: float
    width: float
    height: float

    @property
    def side(self) -> float:
        """The mean of width and height."""
        return (self.width + self.height) / 2

    def holds(self, detection: Detection) -> bool:
        """Whether a detection may be of this die."""
        far = max(abs(detection.centre_x - self.x), abs(detection.centre_y - self.y))
        return far < MAX_OFFSET * self.side


def yolo_photos(folder: Path, held_out: bool = False) -> list[Path]:
    """The pictures to train on, or those held out: of several copies of one photo the first by name."""
    first: dict[str, Path] = {}
    for path in sorted(folder.glob("*/images/*.jpg"), key=lambda path: path.name):
        if RUNE55_TRAYS.match(path.name):
            first.setdefault(path.name.split(".rf.")[0], path)
    return [path for number, path in enumerate(first.values()) if (number % HELD_OUT_EVERY == 0) == held_out]


def read_yolo(path: Path) -> tuple[Picture, list[Box]]:
    """A picture in its true proportions, and its boxes."""
    picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), dtype=np.uint8)
    labels = path.parents[1] / "labels" / f"{path.stem}.txt"
    lines = [[float(word) for word in line.split()] for line in labels.read_text().splitlines()]
    shape = math.exp(float(np.mean([math.log(width / height) for *_, width, height in lines] or [0.0])))
    across = SQUEEZE if shape > SQUEEZED else 1.0
    down = SQUEEZE if shape < 1 / SQUEEZED else 1.0
    picture = np.asarray(
        cv2.resize(picture, None, fx=across, fy=down, interpolation=cv2.INTER_AREA), np.uint8
    )
    high, wide = picture.shape[:2]
    return picture, [
        Box(int(face) + 1, x * wide, y * high, width * wide, height * high)
        for face, x, y, width, height in lines
    ]


def yolo_samples(folder: Path, run: Forward) -> list[Sample]:
    """The photos to train on as samples, without copies of photos that judge.

    `run` is the network that corrects their boxes.
    """
    samples = []
    for path in yolo_photos(folder):
        picture, boxes = read_yolo(path)
        if boxes and may_train_on(picture):
            edge = float(np.median([box.side for box in boxes])) / BOX_TO_EDGE
            detections = detect_at_scale(run, picture, BEST_EDGE / edge).detections
            samples.append(photo_sample(picture, sample_rows(boxes, detections)))
    return samples


def sample_rows(boxes: Sequence[Box], detections: Sequence[Detection]) -> NDArray[np.float32]:
    """The dice as rows of a sample; what was found and not labelled may be a die, or not."""
    found = [one for one in detections if one.objectness >= MIN_OBJECTNESS]
    rows = [_row(box, [one for one in found if box.holds(one)]) for box in boxes]
    unlabelled = [one for one in found if not any(box.holds(one) for box in boxes)]
    rows += [(one.centre_x, one.centre_y, one.edge, math.nan, 0, 0.0) for one in unlabelled]
    return np.array(rows, dtype=np.float32).reshape(-1, 6)


def _row(box: Box, found: Sequence[Detection]) -> tuple[float, ...]:
    if not found:
        return (box.x, box.y, box.side / BOX_TO_EDGE, math.nan, box.face, 1.0)
    best = max(found, key=lambda one: one.objectness)
    denied = best.face != box.face and best.face_score >= DENIED
    return (best.centre_x, best.centre_y, best.edge, math.nan, 0 if denied else box.face, 1.0)
