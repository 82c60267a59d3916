"""What runs the network: ONNX Runtime where it works, which takes half the time, else OpenCV.

Both give the same maps to 1e-5. `deploy/install-fast-engine` installs ONNX Runtime.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile

_log = logging.getLogger(__name__)

Floats = NDArray[np.float32]
Engine: TypeAlias = Callable[[Floats], Floats]
"""Takes n x 3 x height x width, 0 to 1; gives n x 13 x height/4 x width/4."""


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
    except Exception as problem:  # it raises its own kinds, and ImportError where a library is missing
        _log.warning("ONNX Runtime cannot run the dice network, OpenCV does: %s", problem)
    return opencv_engine(model)


def opencv_engine(model: bytes) -> Engine:
    """The model run by OpenCV.

    Raises:
        BrokenFile: it is no ONNX model.
    """
    try:
        network = cv2.dnn.readNetFromONNX(np.frombuffer(model, dtype=np.uint8))
    except cv2.error as problem:
        raise BrokenFile(f"it is no ONNX model: {problem}") from problem

    def run(batch: Floats) -> Floats:
        network.setInput(batch)
        return np.asarray(network.forward(), np.float32)

    return run


def onnxruntime_engine(model: bytes) -> Engine:
    """The model run by ONNX Runtime, on as many threads as OpenCV may use."""
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

    def run(batch: Floats) -> Floats:
        # The model takes one picture at a time.
        return np.concatenate([session.run(None, {name: one[None]})[0] for one in batch])

    return run
