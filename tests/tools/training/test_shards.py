"""Files of tiles: the same name is the same content, whoever made it."""

from pathlib import Path

import numpy as np
import pytest

from companion.tools.training import shards
from companion.tools.training.samples import Sample
from companion.tools.training.shards import TileMaker, read_shard, shards_of, start_workers, wait_for
from tests.tools.training.test_tiles import photo


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "PER_SHARD", 2)


def test_shards_come_back_the_same(tmp_path: Path) -> None:
    """Whatever was made before."""
    maker = TileMaker([photo()], 5)
    for folder, numbers in (("one", (1,)), ("other", (0, 1))):
        (tmp_path / folder).mkdir()
        for number in numbers:
            maker.write(tmp_path / folder, number)
    one, other = (read_shard(maker.path(tmp_path / folder, 1)) for folder in ("one", "other"))
    assert one.pictures.shape == (2, 3, 320, 320)
    assert one.bodies.shape == (2, 80, 80)
    assert one.dice.shape == (2, 20, 6)
    assert all(
        np.array_equal(mine, yours, equal_nan=True) for mine, yours in zip(one[2:], other[2:], strict=True)
    )
    assert np.array_equal(one.pictures, other.pictures)
    different = read_shard(maker.path(tmp_path / "other", 0))
    assert not np.array_equal(one.pictures, different.pictures)


def test_the_shares_of_the_kinds() -> None:
    maker = TileMaker([photo(), photo(source="tomitomi")], 5)
    made = [maker.source_of(number) for number in range(40)]
    counted = {source: made.count(source) for source in set(made)}
    assert counted == {"render": 28, "mixed": 4, "someone": 4, "tomitomi": 4}
    assert set(made[: shards.FIRST_SHARDS]) == set(made)


def test_without_photos_all_are_renders() -> None:
    assert {TileMaker([], 5).source_of(number) for number in range(20)} == {"render"}


def test_tiles_with_too_many_dice_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((21, 3, 40, 20))

    def crowded(_maker: TileMaker, _source: str, _rng: np.random.Generator) -> Sample:
        dice = np.full((next(counts), 6), 30, np.float32)
        return Sample(np.zeros((320, 320, 3), np.uint8), np.zeros((80, 80), np.uint8), dice)

    monkeypatch.setattr(TileMaker, "tile", crowded)
    maker = TileMaker([], 5)
    maker.write(tmp_path, 0)
    dice = read_shard(maker.path(tmp_path, 0)).dice
    assert [(rows[:, 2] > 0).sum() for rows in dice] == [3, 20]


def test_a_worker_leaves_what_is_there(tmp_path: Path) -> None:
    maker = TileMaker([], 5)
    (tmp_path / "photos.pkl").write_bytes(b"\x80\x04]\x94.")  # no photos
    maker.path(tmp_path, 0).write_bytes(b"kept")
    shards._work(tmp_path, tmp_path / "photos.pkl", 5, range(2))
    assert maker.path(tmp_path, 0).read_bytes() == b"kept"
    assert len(read_shard(maker.path(tmp_path, 1)).dice) == 2


@pytest.mark.slow
def test_workers_fill_a_folder(tmp_path: Path) -> None:
    """A process of its own has the usual number of tiles in a file."""
    (tmp_path / "photos.pkl").write_bytes(b"\x80\x04]\x94.")
    workers = start_workers(tmp_path, tmp_path / "photos.pkl", 5, 2 * 2, workers=2)
    maker = TileMaker([], 5)
    wait_for([maker.path(tmp_path, number) for number in range(shards_of(4))], workers)
    assert len(read_shard(maker.path(tmp_path, 1)).dice) == 32


@pytest.mark.slow
def test_a_worker_that_fails_is_not_waited_for(tmp_path: Path) -> None:
    workers = start_workers(tmp_path, tmp_path / "nothing.pkl", 5, 4, workers=1)
    with pytest.raises(RuntimeError, match="makes tiles failed"):
        wait_for([tmp_path / "never.npz"], workers)
