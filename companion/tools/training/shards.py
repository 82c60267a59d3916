"""Files of tiles: worker processes fill a folder, and the same name always holds the same tiles.

Shard n is of kind `KINDS[n % 10]`: seven of ten are renders, two windows of photos (the sources in turn),
one holds real dice on rendered tables. Whoever wants more tiles later goes on counting.
"""

import io
import multiprocessing
import time
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.external_files.files import atomic_write
from companion.tools.training.packed_photos import PackedPhoto, read_photos
from companion.tools.training.samples import Sample
from companion.tools.training.tiles import mixed_tile, photo_tile, render_tile

RENDER, MIXED, PHOTO = "render", "mixed", "photo"
KINDS = (RENDER, PHOTO, RENDER, MIXED, RENDER, RENDER, PHOTO, RENDER, RENDER, RENDER)

PER_SHARD = 32
"""Tiles in a file."""

MOST_DICE = 20
"""Tiles with more dice are left out."""

FIRST_SHARDS = 25
"""Training beside the workers begins with so many files: then each kind and each source is there."""


class Shard(NamedTuple):
    """Tiles: pictures, n x 3 x 320 x 320; bodies, n x 80 x 80; dice, n x 20 x 6, edge 0 where none is."""

    pictures: NDArray[np.uint8]
    bodies: NDArray[np.uint8]
    dice: NDArray[np.float32]


class TileMaker:
    """Makes the tiles of any shard from a seed and the packed photos."""

    def __init__(self, photos: Sequence[PackedPhoto], seed: int) -> None:
        self.seed, self.photos = seed, photos
        self.sources = {
            source: [photo for photo in photos if photo.source == source]
            for source in dict.fromkeys(photo.source for photo in photos)
        }
        self.donors = [photo for photo in photos if len(photo.cuttable)]

    def source_of(self, number: int) -> str:
        """What shard `number` shows: "render", "mixed", or a source of photos."""
        kind = KINDS[number % len(KINDS)]
        if kind == PHOTO and self.sources:
            return list(self.sources)[number // 5 % len(self.sources)]
        return MIXED if kind == MIXED and self.donors else RENDER

    def path(self, folder: Path, number: int) -> Path:
        """Where shard `number` is kept: its name says source, seed and number."""
        return folder / f"{self.source_of(number)}-{self.seed}-{number:05d}.npz"

    def tile(self, source: str, rng: np.random.Generator) -> Sample:
        """One tile."""
        if source == RENDER:
            return render_tile(rng)
        if source == MIXED:
            return mixed_tile(self.donors, rng)
        some = self.sources[source]
        return photo_tile(some[int(rng.integers(len(some)))], self.photos, self.donors, rng)

    def write(self, folder: Path, number: int) -> None:
        """Make shard `number`."""
        rng = np.random.default_rng((self.seed, number))
        samples: list[Sample] = []
        while len(samples) < PER_SHARD:
            sample = self.tile(self.source_of(number), rng)
            if len(sample.dice) <= MOST_DICE:
                samples.append(sample)
        pictures = np.stack([sample.picture.transpose(2, 0, 1) for sample in samples])
        file = io.BytesIO()
        np.savez(
            file,
            pictures=pictures,
            bodies=np.stack([sample.body for sample in samples]),
            dice=np.stack([_padded(sample.dice) for sample in samples]),
        )
        atomic_write(self.path(folder, number), file.getvalue())


def _padded(dice: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.pad(dice, ((0, MOST_DICE - len(dice)), (0, 0)))


def read_shard(path: Path) -> Shard:
    """The tiles of one file."""
    with np.load(path) as file:
        return Shard(file["pictures"], file["bodies"], file["dice"])


def shards_of(tiles: int) -> int:
    """How many files hold so many tiles."""
    return -(-tiles // PER_SHARD)


def start_workers(folder: Path, photos: Path, seed: int, tiles: int, workers: int) -> list[BaseProcess]:
    """Processes that make the files which are not there yet; they end when all are, or with this one.

    Args:
        folder: Where the files go.
        photos: The photos that `pack_photos` wrote.
        seed: Seed of all random numbers.
        tiles: How many tiles there are to be.
        workers: How many processes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    shares = [(folder, photos, seed, range(worker, shards_of(tiles), workers)) for worker in range(workers)]
    processes: list[BaseProcess] = [
        context.Process(target=_work, args=share, daemon=True) for share in shares
    ]
    for process in processes:
        process.start()
    return processes


def _work(folder: Path, photos: Path, seed: int, numbers: Sequence[int]) -> None:
    cv2.setNumThreads(1)
    maker = TileMaker(read_photos(photos), seed)
    for number in numbers:
        if not maker.path(folder, number).exists():
            maker.write(folder, number)


def wait_for(paths: Sequence[Path], processes: Sequence[BaseProcess]) -> None:
    """Wait until all these files are there.

    Raises:
        RuntimeError: A worker failed.
    """
    said = None
    while missing := sum(not path.exists() for path in paths):
        if any(process.exitcode for process in processes):
            raise RuntimeError("a process that makes tiles failed: its error is printed above")
        if missing != said:
            print(f"{len(paths) - missing} of {len(paths)} files of tiles", flush=True)
        said = missing
        time.sleep(0.5)
