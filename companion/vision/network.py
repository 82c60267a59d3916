"""The trained network of the eye, run by OpenCV alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile
from companion.vision.dice_maps import Candidate, Maps, Picture, Sight, see
from companion.vision.second_look import Place, look_again, look_closer

__all__ = ["Candidate", "DiceNetwork", "Sight"]

SHIPPED = Path(__file__).parent / "models" / "dice.onnx"


class DiceNetwork:
    """Sees candidates for dice in a picture. It knows no tray, no colours and no players.

    Attributes:
        version: The first twelve hexadecimal digits of the model file's SHA-256; kept with every roll.
    """

    def __init__(self, model_path: Path | str | None = None) -> None:
        """Load a model.

        Args:
            model_path: An ONNX file; by default the one that comes with the companion.

        Raises:
            BrokenFile: The file is missing or no model of this kind.
        """
        path = Path(model_path or SHIPPED)
        try:
            content = path.read_bytes()
            self._network = cv2.dnn.readNetFromONNX(np.frombuffer(content, dtype=np.uint8))
        except (OSError, cv2.error) as problem:
            raise BrokenFile(
                f"the dice model {path} cannot be loaded: {problem}. Install the companion anew"
            ) from problem
        self.version = hashlib.sha256(content).hexdigest()[:12]

    def look(self, picture_bgr: Picture, edge_hint_px: float | None = None) -> Sight:
        """All that the network sees: candidates and the map of dice bodies.

        Args:
            picture_bgr: Height x width x 3, blue, green, red, 0 to 255.
            edge_hint_px: Length of a die's edge in pixels if calibration knows it; else it is searched,
                which takes two to three times as long.
        """
        return see(self._run, picture_bgr, edge_hint_px)

    def candidates(self, picture_bgr: Picture, edge_hint_px: float | None = None) -> list[Candidate]:
        """The dice that the network believes to see, surest first. See `look` for the arguments."""
        return list(self.look(picture_bgr, edge_hint_px).candidates)

    def look_again(self, picture_bgr: Picture, candidate: Candidate) -> Candidate:
        """A candidate as several closer views show it, see `companion.vision.second_look`."""
        return look_again(self._run_many, picture_bgr, candidate)

    def look_closer(self, picture_bgr: Picture, places: Sequence[Place]) -> list[Candidate | None]:
        """The dice at some places, each as one closer view shows it, see `companion.vision.second_look`."""
        return look_closer(self._run_many, picture_bgr, places)

    def _run_many(self, views: NDArray[np.uint8]) -> NDArray[np.float32]:
        self._network.setInput(cv2.dnn.blobFromImages(list(views), scalefactor=1 / 255))
        return np.asarray(self._network.forward(), dtype=np.float32)

    def _run(self, picture: Picture) -> Maps:
        blob = cv2.dnn.blobFromImage(picture, scalefactor=1 / 255)
        self._network.setInput(blob)
        return np.asarray(self._network.forward()[0], dtype=np.float32)
