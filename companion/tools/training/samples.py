"""Training pictures with their ground truth, and the shards that hold them on disk."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.external_files.files import atomic_write
from companion.rendering import Rendered, random_scene, render_scene
from companion.rendering.random_dice import dark_with_red_pips
from companion.rendering.scene import DieGroundTruth, Scene

COCKED_CLASS = 7
SYMBOL_CLASS = 8
MIN_VISIBLE = 0.72
"""Share of the upper face in view. Below it a die is ignored: neither finding nor missing it costs."""

SMALL_SHARE = 0.12
"""Share of the scenes that show small dice at a slant, as a camera sees them that looks across the table."""

GLINTS_SHARE = 0.3
"""Share of the scenes that show small glossy dice, most of them dark with red pips: the hardest ones."""

GLINTS_EDGES = (22.0, 40.0)
"""Edges of these dice, in pixels."""

DARK_AMONG_THEM = 0.6
"""Share of these dice that are dark with red pips."""

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


def kind_of(die: DieGroundTruth) -> int:
    """The class of a rendered die; one that lies upon another does not lie level on the table either."""
    if die.defect in ("cocked", "stacked"):
        return COCKED_CLASS
    return SYMBOL_CLASS if die.symbol else die.face


def from_render(rendered: Rendered) -> Sample:
    """A training sample from a render."""
    rows = [
        (*die.centre, die.edge, die.angle, kind_of(die), float(die.visible >= MIN_VISIBLE))
        for die in rendered.dice
        if die.visible > 0.2
    ]
    body = (rendered.owner[BODY_STEP // 2 :: BODY_STEP, BODY_STEP // 2 :: BODY_STEP] > 0).astype(np.uint8)
    return Sample(rendered.picture, body, np.array(rows, dtype=np.float32).reshape(-1, 6))


def training_scene(rng: np.random.Generator, without_dice: bool = False) -> Scene:
    """A random scene to train on; some show small dice at a slant, others dark dice with red pips."""
    most, kind = 0 if without_dice else 10, rng.random()
    if kind < SMALL_SHARE:
        return random_scene(rng, edge_px=(11.0, 24.0), most_dice=most, slanted=True)
    if kind < SMALL_SHARE + GLINTS_SHARE:
        scene = random_scene(rng, edge_px=GLINTS_EDGES, most_dice=most)
        dark = (
            dark_with_red_pips(die) if rng.random() < DARK_AMONG_THEM and not die.blank else die
            for die in scene.dice
        )
        return replace(scene, dice=tuple(dark))
    return random_scene(rng, most_dice=most)


def write_shard(path: Path, count: int, seed: int, hard: Callable[[Sample], bool] | None = None) -> None:
    """Render `count` scenes into one file.

    Args:
        path: The file.
        count: Scenes in it.
        seed: Seed of all random numbers.
        hard: Which samples are worth keeping; then every third holds no dice. None keeps all.
    """
    packed: list[tuple[bytes, bytes, NDArray[np.float32]]] = []
    for index in itertools.count():
        rng = np.random.default_rng((seed, index))
        scene = training_scene(rng, hard is not None and len(packed) % 3 == 0)
        sample = from_render(render_scene(scene, rng))
        if hard is None or hard(sample):
            packed.append(_packed(sample, rng))
        if len(packed) == count:
            break
    atomic_write(path, pickle.dumps(packed))


def _packed(sample: Sample, rng: np.random.Generator) -> tuple[bytes, bytes, NDArray[np.float32]]:
    quality = int(rng.integers(75, 99))
    _, picture = cv2.imencode(".jpg", sample.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    _, body = cv2.imencode(".png", sample.body)
    return picture.tobytes(), body.tobytes(), sample.dice


def write_shards(
    folder: Path, shards: int, per_shard: int, seed: int, hard: Callable[[Sample], bool] | None = None
) -> None:
    """Render all shards that are not there yet; see `write_shard`."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(shards):
        path = folder / f"{seed}-{number:04d}.shard"
        if not path.exists():
            write_shard(path, per_shard, seed * 100_000 + number, hard)
            print(f"rendered {path.name}", flush=True)


def read_shard(path: Path) -> Iterator[Sample]:
    """The samples of one file."""
    for picture, body, dice in pickle.loads(path.read_bytes()):
        yield Sample(
            np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8),
            np.asarray(cv2.imdecode(np.frombuffer(body, np.uint8), cv2.IMREAD_GRAYSCALE), dtype=np.uint8),
            dice,
        )
