"""A training run that was broken off goes on as if it had not been."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BrokenFile

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
training = pytest.importorskip(
    "companion.tools.training.train", reason="torch is not installed", exc_type=ImportError
)


def plan_in(folder: Path) -> Any:
    """Four steps of two small crops, on a render of noise."""
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 255, (96, 96, 3)).astype(np.uint8)
    packed = [cv2.imencode(".png", part)[1].tobytes() for part in (picture, np.zeros((24, 24), np.uint8))]
    renders = folder / "renders"
    renders.mkdir(parents=True)
    dice = np.array([[48, 48, 30, 20, 4, 1]], np.float32)
    (renders / "1-0000.shard").write_bytes(pickle.dumps([(*packed, dice)]))
    return training.TrainConfig(
        renders=renders,
        photos=None,
        sources=(),
        steps=4,
        rate=1e-3,
        seed=1,
        start=None,
        folder=folder / "run",
        threads=1,
        batch=2,
        side=48,
        checkpoint_every=1,
    )


def test_a_resumed_run_equals_an_unbroken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_in(tmp_path)
    unbroken = training.train(replace(plan, folder=tmp_path / "unbroken")).state_dict()
    step: Any = training._step
    done: list[Any] = []

    def broken_off(*given: object) -> object:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(given)
        return step(*given)

    monkeypatch.setattr(training, "_step", broken_off)
    with pytest.raises(KeyboardInterrupt):
        training.train(plan)
    monkeypatch.setattr(training, "_step", step)
    resumed = training.train(plan).state_dict()
    assert all(torch.equal(unbroken[name], resumed[name]) for name in unbroken)


def test_a_checkpoint_of_other_options_is_refused(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    training.train(replace(plan, steps=1))
    with pytest.raises(BrokenFile, match="other options"):
        training.train(plan)
