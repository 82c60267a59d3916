"""A training run that was broken off goes on as if it had not been."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import BrokenFile
from companion.tools.training import shards
from companion.tools.training.shards import TileMaker

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
training = pytest.importorskip(
    "companion.tools.training.train", reason="torch is not installed", exc_type=ImportError
)


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TileMaker:
    """One file of two rendered tiles of two."""
    for module in (shards, training):
        monkeypatch.setattr(module, "PER_SHARD", 2)
    made = TileMaker([], 5)
    made.write(tmp_path, 0)
    return made


def bank_of(folder: Path, maker: TileMaker, tiles: int = 2) -> Any:
    return training.TileBank(folder, maker, tiles, torch.device("cpu"))


def plan_in(folder: Path) -> Any:
    """Three steps of two crops, a checkpoint after each."""
    return training.TrainConfig(
        tiles=2,
        steps=3,
        rate=1e-3,
        seed=1,
        start=None,
        folder=folder / "run",
        threads=1,
        batch=2,
        checkpoint_every=0,
    )


def test_a_resumed_run_equals_an_unbroken_one(
    tmp_path: Path, maker: TileMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, bank = plan_in(tmp_path), bank_of(tmp_path, maker)
    unbroken = training.train(replace(plan, folder=tmp_path / "unbroken"), bank).state_dict()
    step: Any = training._step
    done: list[Any] = []

    def broken_off(*given: object) -> object:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(given)
        return step(*given)

    monkeypatch.setattr(training, "_step", broken_off)
    with pytest.raises(KeyboardInterrupt):
        training.train(plan, bank)
    monkeypatch.setattr(training, "_step", step)
    resumed = training.train(plan, bank).state_dict()
    assert all(torch.equal(unbroken[name], resumed[name]) for name in unbroken)


def test_a_checkpoint_of_other_options_is_refused(tmp_path: Path, maker: TileMaker) -> None:
    plan, bank = plan_in(tmp_path), bank_of(tmp_path, maker)
    training.train(replace(plan, steps=1), bank)
    with pytest.raises(BrokenFile, match="other options"):
        training.train(plan, bank)


def test_the_bank_takes_up_files_that_come_later(tmp_path: Path, maker: TileMaker) -> None:
    bank = bank_of(tmp_path, maker, tiles=6)
    assert bank._kept["render"].count == 2
    for number in (1, 2):
        maker.write(tmp_path, number)
    bank.take_up()
    kept = bank._kept["render"]
    assert kept.count == 6
    second = shards.read_shard(maker.path(tmp_path, 1))
    assert np.array_equal(kept.pictures[2:4].numpy(), second.pictures)
    assert np.array_equal(kept.dice[2:4], second.dice)
    bank.take_up()
    assert kept.count == 6


def test_every_step_has_its_own_crops_whenever_it_is_made(tmp_path: Path, maker: TileMaker) -> None:
    bank = bank_of(tmp_path, maker)
    first, wanted = training.random_crops(bank, 3, 1, 7)
    assert first.shape == (3, 3, 224, 224)
    assert wanted.shape == (3, 8, 56, 56)
    again, _ = training.random_crops(bank, 3, 1, 7)
    other, _ = training.random_crops(bank, 3, 1, 8)
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_the_shares_of_the_crops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as said, and of what is there only; each is degraded as much as its kind needs."""
    monkeypatch.setattr(training, "TILE", 8)
    bank = training.TileBank(tmp_path, TileMaker([], 5), 2, torch.device("cpu"))
    bank._kept = {source: training._Tiles.empty(1, bank.device) for source in ("render", "mixed", "rune55")}
    for kept in bank._kept.values():
        kept.count = 1
        kept.pictures[:] = kept.bodies[:] = 0
    _, _, strength = bank.batch(4000, np.random.default_rng(1))
    for degraded, share in ((0.45, 60 / 77), (0.6, 12 / 77), (0.8, 5 / 77)):
        assert float((strength == degraded).float().mean()) == pytest.approx(share, abs=0.02)


def test_the_rate_rises_is_held_and_falls() -> None:
    plan = replace(plan_in(Path()), steps=2000, hold=0.5)
    rates = [training.learning_rate(step, plan) for step in range(2000)]
    assert rates[0] < 0.01 * rates[500]
    assert rates[300] == rates[999] == pytest.approx(plan.rate, rel=0.01)
    assert rates[1500] == pytest.approx(plan.rate / 2, rel=0.01)
    assert rates[-1] < 0.01 * plan.rate
