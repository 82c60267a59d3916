"""How well a network alone reads each source of photos, by plain thresholds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.tools.training.photos import Photo
from companion.vision.detection.detector_output import DetectorOutput
from companion.vision.detection.heatmaps import Forward, Maps
from companion.vision.detection.scale_search import detect
from companion.vision.frames import Picture

MIN_OBJECTNESS = 0.40
MIN_DOUBTED = 0.30
SURE_OBJECTNESS = 0.60
SURE_FACE = 0.85


@dataclass(frozen=True)
class Prediction:
    """What the plain thresholds make of one picture.

    Attributes:
        faces: The faces counted, sorted.
        sure: True if it would answer rather than say unsure.
    """

    faces: tuple[int, ...]
    sure: bool


@dataclass
class SourceScore:
    """Figures of one source.

    Attributes:
        pictures: How many were read.
        exact: With exactly the right faces, sure or not.
        answered: Sure.
        wrong: Sure and wrong.
        failures: The pictures that were not exact, or wrong though sure.
    """

    pictures: int = 0
    exact: int = 0
    answered: int = 0
    wrong: int = 0
    failures: list[tuple[Photo, Prediction]] = field(default_factory=list)

    def add(self, photo: Photo, predict: Prediction) -> None:
        """Count one picture."""
        right = predict.faces == photo.faces
        self.pictures += 1
        self.exact += right
        self.answered += predict.sure
        self.wrong += predict.sure and not right
        if not right:
            self.failures.append((photo, predict))


def predict(output: DetectorOutput) -> Prediction:
    """Plain thresholds: count what is likely, be sure only if nothing is doubtful."""
    counted = [found for found in output.detections if found.objectness >= MIN_OBJECTNESS]
    doubted = [found for found in output.detections if found.objectness >= MIN_DOUBTED]
    sure = all(found.objectness >= SURE_OBJECTNESS and found.face_score >= SURE_FACE for found in doubted)
    return Prediction(tuple(sorted(found.face for found in counted)), sure)


def onnx_runner(path: Path) -> Forward:
    """An exported model as `detect` wants it, through OpenCV, as the companion runs it."""
    network = cv2.dnn.readNetFromONNX(str(path))

    def run(picture: Picture) -> Maps:
        network.setInput(cv2.dnn.blobFromImage(picture, scalefactor=1 / 255))
        return np.asarray(network.forward()[0], dtype=np.float32)

    return run


def evaluate(
    run: Forward, pictures: Iterable[Photo], log: Callable[[str], None] = print
) -> dict[str, SourceScore]:
    """Read photos and score them by source."""
    tallies: dict[str, SourceScore] = defaultdict(SourceScore)
    for photo in pictures:
        tallies[photo.source].add(photo, predict(detect(run, photo.read())))
    for source, tally in tallies.items():
        log(row(source, tally))
    return tallies


def row(source: str, tally: SourceScore) -> str:
    """One line of the table."""
    share = 100 * tally.exact / max(1, tally.pictures)
    return (
        f"{source:16} {tally.pictures:4d} pictures  exact {tally.exact:4d} ({share:5.1f} %)"
        f"  answered {tally.answered:4d}  wrong though sure {tally.wrong:3d}"
    )
