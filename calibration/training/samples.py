"""One training picture with what is true about it, and the shards it is kept in on disk."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.render import Rendered, random_scene, render_scene
from calibration.render.scene import DieTruth

COCKED_CLASS = 7
SYMBOL_CLASS = 8
LEAST_VISIBLE = 0.72
"""A die of which less of the upper face is in view is neither asked for nor punished."""

BODY_STEP = 4
"""The map of bodies is kept at a quarter of the size."""


@dataclass(frozen=True)
class Sample:
    """A picture and its dice.

    Attributes:
        picture: Height x width x 3, blue, green, red.
        body: Height/4 x width/4: 1 where a die is, 0 where none is, 2 where it is not known.
        dice: One row per die: x, y, edge (pixels), angle (degrees, NaN if not known), class (1 to 6 the face,
            7 cocked, 8 symbol, 0 not known), and 1 if it must be found or 0 if it may be.
    """

    picture: NDArray[np.uint8]
    body: NDArray[np.uint8]
    dice: NDArray[np.float32]


def kind_of(die: DieTruth) -> int:
    """The class of a rendered die; one that lies upon another does not lie level on the table either."""
    if die.trouble in ("cocked", "stacked"):
        return COCKED_CLASS
    return SYMBOL_CLASS if die.symbol else die.face


def from_render(rendered: Rendered) -> Sample:
    """A training sample from a render."""
    rows = [
        (*die.centre, die.edge, die.angle, kind_of(die), float(die.visible >= LEAST_VISIBLE))
        for die in rendered.dice
        if die.visible > 0.2
    ]
    body = (rendered.owner[BODY_STEP // 2 :: BODY_STEP, BODY_STEP // 2 :: BODY_STEP] > 0).astype(np.uint8)
    return Sample(rendered.picture, body, np.array(rows, dtype=np.float32).reshape(-1, 6))


def write_shard(path: Path, count: int, seed: int) -> None:
    """Render `count` scenes into one file."""
    packed = []
    for index in range(count):
        random = np.random.default_rng((seed, index))
        sample = from_render(render_scene(random_scene(random), random))
        _, picture = cv2.imencode(
            ".jpg", sample.picture, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(75, 99))]
        )
        _, body = cv2.imencode(".png", sample.body)
        packed.append((picture.tobytes(), body.tobytes(), sample.dice))
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(pickle.dumps(packed))
    unfinished.rename(path)


def write_shards(folder: Path, shards: int, per_shard: int, seed: int) -> None:
    """Render all shards that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(shards):
        path = folder / f"{seed}-{number:04d}.shard"
        if not path.exists():
            write_shard(path, per_shard, seed * 100_000 + number)
            print(f"rendered {path.name}", flush=True)


def read_shard(path: Path) -> Iterator[Sample]:
    """The samples of one file."""
    for picture, body, dice in pickle.loads(path.read_bytes()):
        yield Sample(
            np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8),
            np.asarray(cv2.imdecode(np.frombuffer(body, np.uint8), cv2.IMREAD_GRAYSCALE), dtype=np.uint8),
            dice,
        )
