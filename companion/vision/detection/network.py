"""The trained dice networks, and what runs them.

Two networks of one shape, trained apart, form a deep ensemble (Lakshminarayanan et al., "Simple and scalable
predictive uncertainty estimation using deep ensembles", 2017): the detector sees whole pictures, and the
verifier has a say on the crops of single dice.
ONNX Runtime runs them if it is installed, which takes half the time, else OpenCV; their maps differ by at
most 1e-5.
`deploy/install-fast-engine` installs ONNX Runtime.
"""

import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile
from companion.vision.detection.detector_output import Detection, DetectorOutput, Place
from companion.vision.detection.scale_search import detect
from companion.vision.detection.test_time_augmentation import ForwardBatch, redetect, refine, verify
from companion.vision.frames import Floats, Picture

SHIPPED = Path(__file__).parents[1] / "models" / "dice.onnx"
VERIFIER = SHIPPED.with_name("verifier.onnx")

_log = logging.getLogger(__name__)

Engine: TypeAlias = Callable[[Floats], Floats]
"""Runs the network on a batch, n x 3 x height x width, 0 to 1, and returns n x 13 x height/4 x width/4."""

LARGE = 3 * 800 * 600
"""Numbers in a picture after which ONNX Runtime gives back the memory it took, up to 90 MB."""


class DiceNetwork:
    """Detects dice in a picture. It does not use the tray, colours or players.

    Attributes:
        version: The first twelve hexadecimal digits of the SHA-256 of both model files; kept with every roll.
    """

    def __init__(
        self,
        model_path: Path | str | None = None,
        verifier_path: Path | str | None = None,
        load: Callable[[bytes], Engine] | None = None,
    ) -> None:
        """Load detector and verifier, by default those that come with the companion, with the fastest engine.

        Raises:
            BrokenFile: A file is missing or no model of this kind.
        """
        detector, self._detector = _load(Path(model_path or SHIPPED), load or load_engine)
        verifier, self._verifier = _load(Path(verifier_path or VERIFIER), load or load_engine)
        self.version = hashlib.sha256(detector + verifier).hexdigest()[:12]

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        """Detections, highest objectness first, and the segmentation of dice bodies.

        Without a hint, the length of a die's edge in pixels, it is searched, for two to three times as long.
        """
        return detect(lambda whole: self._detector(whole[None])[0], picture, edge_hint)

    def verify(self, picture: Picture, detections: Sequence[Detection]) -> list[Detection]:
        """Detections with the verifier's say, see `test_time_augmentation.verify`."""
        return verify(self._verifier, picture, detections)

    def refine(self, picture: Picture, detection: Detection, closer: bool = False) -> Detection:
        """Refine a detection from four crops by the mean of both networks' maps, see `refine`."""
        return refine(self._both, picture, detection, closer)

    def _both(self, crops: NDArray[np.uint8]) -> Floats:
        return np.asarray((self._detector(crops) + self._verifier(crops)) / 2, np.float32)

    def redetect(self, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:
        """The dice at known places, one crop each, see `test_time_augmentation.redetect`."""
        return redetect(self._detector, picture, places)


def _load(path: Path, load: Callable[[bytes], Engine]) -> tuple[bytes, ForwardBatch]:
    """The content of a model file, and what runs it on pictures."""
    try:
        content = path.read_bytes()
        run = load(content)
    except (OSError, BrokenFile) as problem:
        raise BrokenFile(
            "the dice model {path} cannot be loaded: {problem}. Install the companion again",
            path=path,
            problem=problem,
        ) from problem
    return content, lambda crops: run(np.asarray(cv2.dnn.blobFromImages(list(crops), 1 / 255), np.float32))


def load_engine(model: bytes) -> Engine:
    """The fastest engine that works here, with the content of an ONNX file loaded.

    Raises:
        BrokenFile: it is no ONNX model.
    """
    try:
        return onnxruntime_engine(model)
    except ModuleNotFoundError:
        pass
    except Exception as problem:  # its own exception types, and ImportError if a library is missing
        _log.warning("ONNX Runtime cannot run the dice network, OpenCV does: %s", problem)
    return opencv_engine(model)


def opencv_engine(model: bytes) -> Engine:
    """An engine that runs the model with OpenCV.

    Raises:
        BrokenFile: it is no ONNX model.
    """
    try:
        network = cv2.dnn.readNetFromONNX(np.frombuffer(model, dtype=np.uint8))
    except cv2.error as problem:
        raise BrokenFile("it is no ONNX model: {problem}", problem=problem) from problem

    def run(batch: Floats) -> Floats:
        network.setInput(batch)
        return np.asarray(network.forward(), np.float32)

    return run


def onnxruntime_engine(model: bytes) -> Engine:
    """An engine that runs the model with ONNX Runtime, on as many threads as OpenCV may use."""
    # It would keep a device id and queue events for its maker; nothing is sent unasked.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = max(1, cv2.getNumThreads())
    # Threads that wait for work must not keep the processor busy: the screen needs it.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    # Pictures differ in size: a plan for the memory of each size would cost 10 MB and save no time.
    options.enable_mem_pattern = False
    session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    free_memory = runtime.RunOptions()
    free_memory.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")

    def run(batch: Floats) -> Floats:
        how = free_memory if batch[0].size > LARGE else None
        # The model takes one picture at a time.
        return np.concatenate([session.run(None, {name: one[None]}, how)[0] for one in batch])

    return run
