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
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile
from companion.vision.detection.detector_output import Detection, DetectorOutput, Place
from companion.vision.detection.heatmaps import Maps
from companion.vision.detection.scale_search import detect, may_show_dice
from companion.vision.detection.test_time_augmentation import redetect, refine, verify
from companion.vision.frames import Picture

SHIPPED = Path(__file__).parents[1] / "models" / "dice.onnx"
VERIFIER = SHIPPED.with_name("verifier.onnx")

_log = logging.getLogger(__name__)

Floats = NDArray[np.float32]


class Engine(Protocol):
    """Runs the network."""

    def __call__(self, batch: Floats, *, keep_memory: bool = True) -> Floats:
        """Return the maps, n x 13 x height/4 x width/4.

        Args:
            batch: n x 3 x height x width, 0 to 1.
            keep_memory: keep the memory it took for the next run, which is faster then.
        """


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
        """Load both models.

        Args:
            model_path: The detector, an ONNX file; by default the one that comes with the companion.
            verifier_path: The verifier, likewise.
            load: Makes what runs a model; by default the fastest engine that is installed.

        Raises:
            BrokenFile: A file is missing or no model of this kind.
        """
        detector, self._detector = _load(Path(model_path or SHIPPED), load or load_engine)
        verifier, self._verifier = _load(Path(verifier_path or VERIFIER), load or load_engine)
        self.version = hashlib.sha256(detector + verifier).hexdigest()[:12]

    def detect(self, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
        """Detections, highest objectness first, and the segmentation of dice bodies.

        Args:
            picture: Height x width x 3, blue, green, red, 0 to 255.
            edge_hint: Length of a die's edge in pixels if it was calibrated; else it is searched, which takes
                two to three times as long.
        """
        return detect(self._forward, picture, edge_hint)

    def may_show_dice(self, picture: Picture) -> bool:
        """Whether a quick look shows what may be a die, see `scale_search.may_show_dice`.

        If not, the tray is empty, and the memory of earlier readings, up to 90 MB, is freed.
        """
        return may_show_dice(self._forward_low_memory, picture)

    def verify(self, picture: Picture, detections: Sequence[Detection]) -> list[Detection | None]:
        """Clear detections with the verifier's say; None where one is not clear to it."""
        return verify(lambda crops: self._verifier(_blob(crops)), picture, detections)

    def refine(self, picture: Picture, detection: Detection, closer: bool = False) -> Detection:
        """Refine a detection from four augmented crops, see `test_time_augmentation.refine`."""
        return refine(self._forward_ensemble, picture, detection, closer)

    def redetect(self, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:
        """The dice at known places, one crop each, see `test_time_augmentation.redetect`."""
        return redetect(self._forward_batch, picture, places)

    def _forward_batch(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self._detector(_blob(crops))

    def _forward_ensemble(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The mean of both networks' maps."""
        blob = _blob(crops)
        return np.asarray((self._detector(blob) + self._verifier(blob)) / 2, np.float32)

    def _forward_low_memory(self, picture: Picture) -> Maps:
        return np.asarray(self._detector(_blob(picture[None]), keep_memory=False)[0], np.float32)

    def _forward(self, picture: Picture) -> Maps:
        return np.asarray(self._forward_batch(picture[None])[0], np.float32)


def _load(path: Path, load: Callable[[bytes], Engine]) -> tuple[bytes, Engine]:
    """The content of a model file, and what runs it."""
    try:
        content = path.read_bytes()
        return content, load(content)
    except (OSError, BrokenFile) as problem:
        raise BrokenFile(
            "the dice model {path} cannot be loaded: {problem}. Install the companion again",
            path=path,
            problem=problem,
        ) from problem


def _blob(crops: NDArray[np.uint8]) -> Floats:
    return np.asarray(cv2.dnn.blobFromImages(list(crops), scalefactor=1 / 255), np.float32)


def load_engine(model: bytes) -> Engine:
    """The fastest engine that works here, with a model loaded.

    Args:
        model: the content of an ONNX file.

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

    def run(batch: Floats, *, keep_memory: bool = True) -> Floats:  # noqa: ARG001 - OpenCV keeps it
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

    def run(batch: Floats, *, keep_memory: bool = True) -> Floats:
        how = None if keep_memory else free_memory
        # The model takes one picture at a time.
        return np.concatenate([session.run(None, {name: one[None]}, how)[0] for one in batch])

    return run
