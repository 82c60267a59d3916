"""Both engines run the shipped network alike."""

import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.vision.detection import engine
from companion.vision.detection.engine import load_engine, onnxruntime_engine, opencv_engine
from companion.vision.detection.network import SHIPPED


def test_onnx_runtime_answers_as_opencv_does() -> None:
    pytest.importorskip("onnxruntime", reason="the optional engine is not installed")
    model = SHIPPED.read_bytes()
    batch = np.random.default_rng(1).random((2, 3, 64, 80), np.float32)
    maps = opencv_engine(model)(batch)
    assert maps.shape == (2, 13, 16, 20)
    assert np.abs(onnxruntime_engine(model)(batch) - maps).max() < 1e-4


def test_opencv_takes_over_where_onnx_runtime_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> None:
        raise OSError("a library is missing")

    monkeypatch.setattr(engine, "onnxruntime_engine", broken)
    assert engine.load_engine(SHIPPED.read_bytes())(np.zeros((1, 3, 32, 32), np.float32)).shape == (
        1,
        13,
        8,
        8,
    )


@pytest.mark.parametrize("content", [b"", b"no model"])
def test_what_is_no_model_is_refused(content: bytes) -> None:
    with pytest.raises(BrokenFile, match="no ONNX model"):
        load_engine(content)
