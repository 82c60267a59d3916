"""The photos that may be trained on, packed once: enlarged ones reduced, with the angles of their dice.

Labels say where a die lies and what it shows, not how it is turned. To lay it elsewhere its outline must be
known, so the shipped detector tells the angle; it is used for nothing else, and no network is taught it.
"""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.external_files.files import atomic_write
from companion.tools.training.photos import photos, training_samples
from companion.tools.training.samples import Sample
from companion.tools.training.yolo_photos import yolo_samples
from companion.vision.detection.heatmaps import Forward, Maps
from companion.vision.detection.network import SHIPPED
from companion.vision.detection.scale_search import BEST_EDGE, detect_at_scale
from companion.vision.frames import Picture

RUNE55 = "rune55"
"""The source in YOLO's format."""

QUALITY = {"nellbyler": 93, "epanemu_catan": 93, "matteop65": 90, "tomitomi": 88, RUNE55: 90}
"""The sources that are trained on, and the quality of JPEG that they are kept in."""

NOT_CUT = ("tomitomi", "epanemu_catan")
"""From these no dice are cut: grey ones in a cup, tiny ones seen aslant."""

MAX_EDGE = 60.0
"""Photos whose dice are larger are reduced until their edges measure so many pixels."""

MIN_OBJECTNESS, MAX_OFFSET = 0.3, 0.35
"""A detection tells a die's angle if its score is above the first and it lies nearer than so many edges."""


def onnx_runner(path: Path) -> Forward:
    """An exported model as `detect` wants it, through OpenCV, as the companion runs it."""
    network = cv2.dnn.readNetFromONNX(str(path))

    def run(picture: Picture) -> Maps:
        network.setInput(cv2.dnn.blobFromImage(picture, scalefactor=1 / 255))
        return np.asarray(network.forward()[0], dtype=np.float32)

    return run


@dataclass(frozen=True)
class PackedPhoto:
    """A photo as JPEG; one row of `dice` per die as in `Sample`, and its angle, degrees, NaN if not known."""

    source: str
    jpeg: bytes
    dice: NDArray[np.float32]
    angles: NDArray[np.float32]

    @property
    def picture(self) -> NDArray[np.uint8]:
        """Height x width x 3, blue, green, red."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)

    @property
    def cuttable(self) -> NDArray[np.intp]:
        """The numbers of the dice that can be laid elsewhere: face and angle are known."""
        if self.source in NOT_CUT:
            return np.zeros(0, np.intp)
        return np.flatnonzero(~np.isnan(self.angles) & (self.dice[:, 4] > 0))


def pack_photos(file: Path, folder: Path | None, yolo: Path | None) -> list[PackedPhoto]:
    """The photos in `file`, which is written where it is not there yet.

    Args:
        file: Where they are kept.
        folder: Folder of labels.csv, or None.
        yolo: Folder of Rune55, or None.
    """
    if not file.exists():
        run, packed = onnx_runner(SHIPPED), []
        there = {photo.source for photo in photos(folder)} if folder else set()
        for source in (source for source in QUALITY if source in there):
            assert folder is not None
            packed += _packed(source, training_samples(folder, (source,)), run)
        if yolo is not None:
            packed += _packed(RUNE55, yolo_samples(yolo, run), run)
        atomic_write(file, pickle.dumps(packed))
    return read_photos(file)


def read_photos(file: Path) -> list[PackedPhoto]:
    """The photos that `pack_photos` wrote."""
    packed: list[PackedPhoto] = pickle.loads(file.read_bytes())
    return packed


def _packed(source: str, samples: Sequence[Sample], run: Forward) -> list[PackedPhoto]:
    packed = [_one(source, sample, run) for sample in samples if len(sample.dice)]
    print(f"packed {len(packed)} photos of {source}", flush=True)
    return packed


def _one(source: str, sample: Sample, run: Forward) -> PackedPhoto:
    picture, dice = sample.picture, sample.dice.copy()
    scale = min(1.0, MAX_EDGE / float(np.median(dice[:, 2])))
    if scale < 1:
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture, dice[:, :3] = np.asarray(small, np.uint8), dice[:, :3] * scale
    angles = np.full(len(dice), np.nan, np.float32)
    if source not in NOT_CUT:
        edge = float(np.median(dice[:, 2]))
        for found in detect_at_scale(run, picture, BEST_EDGE / edge).detections:
            far = np.hypot(dice[:, 0] - found.centre_x, dice[:, 1] - found.centre_y)
            if found.objectness > MIN_OBJECTNESS and far.min() < MAX_OFFSET * edge:
                angles[far.argmin()] = found.angle
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY[source]])
    return PackedPhoto(source, jpeg.tobytes(), dice, angles)
