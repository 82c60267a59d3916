"""What a network answered once is not asked again."""

from pathlib import Path

import numpy as np
import pytest

from companion.tools.training import cached_engine as caching
from companion.tools.training.cached_engine import cached_engine
from companion.vision.detection.network import Engine
from companion.vision.frames import Floats


def test_a_picture_is_answered_once_by_each_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def load(model: bytes) -> Engine:
        def run(batch: Floats) -> Floats:
            asked.append(model)
            return batch[:, :1, ::4, ::4] + len(model)

        return run

    monkeypatch.setattr(caching, "load_engine", load)
    batch = np.random.default_rng(1).random((2, 3, 16, 32)).astype(np.float32)
    first = cached_engine(tmp_path)(b"one")(batch)
    assert np.array_equal(first, batch[:, :1, ::4, ::4] + 3) and len(asked) == 2
    again = cached_engine(tmp_path)(b"one")(batch[::-1])
    assert np.array_equal(again, first[::-1]) and len(asked) == 2
    other = cached_engine(tmp_path)(b"other")(batch[:1])
    assert np.array_equal(other, batch[:1, :1, ::4, ::4] + 5) and len(asked) == 3
    assert not list(tmp_path.rglob("*.part"))
