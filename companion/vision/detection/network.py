"""The trained dice network."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile
from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.engine import Engine, load_engine
from companion.vision.detection.heatmaps import Maps, Picture
from companion.vision.detection.scale_search import detect
from companion.vision.detection.test_time_augmentation import Place, redetect, refine, refine_further

SHIPPED = Path(__file__).parents[1] / "models" / "dice.onnx"


class DiceNetwork:
    """Detects dice in a picture. It knows no tray, no colours and no players.

    Attributes:
        version: The first twelve hexadecimal digits of the model file's SHA-256; kept with every roll.
    """

    def __init__(self, model_path: Path | str | None = None, engine: Engine | None = None) -> None:
        """Load a model.

        Args:
            model_path: An ONNX file; by default the one that comes with the companion.
            engine: What runs it; by default the fastest one that is installed.

        Raises:
            BrokenFile: The file is missing or no model of this kind.
        """
        path = Path(model_path or SHIPPED)
        try:
            content = path.read_bytes()
            self._engine = engine or load_engine(content)
        except (OSError, BrokenFile) as problem:
            raise BrokenFile(
                f"the dice model {path} cannot be loaded: {problem}. Install the companion again"
            ) from problem
        self.version = hashlib.sha256(content).hexdigest()[:12]

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        """Detections, highest objectness first, and the segmentation of dice bodies.

        Args:
            picture: Height x width x 3, blue, green, red, 0 to 255.
            edge_hint: Length of a die's edge in pixels if calibration knows it; else it is searched,
                which takes two to three times as long.
        """
        return detect(self._forward, picture, edge_hint)

    def refine(self, picture: Picture, detection: Detection) -> Detection:
        """A detection as several augmented crops show it, see `test_time_augmentation.refine`."""
        return refine(self._forward_batch, picture, detection)

    def refine_further(self, picture: Picture, detection: Detection) -> Detection:
        """A doubtful detection once more, see `test_time_augmentation.refine_further`."""
        return refine_further(self._forward_batch, picture, detection)

    def redetect(self, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:
        """The dice at known places, one crop each, see `test_time_augmentation.redetect`."""
        return redetect(self._forward_batch, picture, places)

    def _forward_batch(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self._engine(np.asarray(cv2.dnn.blobFromImages(list(crops), scalefactor=1 / 255), np.float32))

    def _forward(self, picture: Picture) -> Maps:
        return np.asarray(self._forward_batch(picture[None])[0], np.float32)
