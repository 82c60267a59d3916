"""Trains the network: batches, optimiser, exponential moving average of the weights, checkpoints.

A run that was stopped resumes from its last checkpoint, and ends with the same weights as an unbroken run.
"""

from __future__ import annotations

import io
import math
import pickle
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.tools.training.augment import degrade, random_crop
from companion.tools.training.evaluate import onnx_runner
from companion.tools.training.model import DiceNet
from companion.tools.training.photos import training_samples
from companion.tools.training.samples import Sample
from companion.tools.training.targets import loss, targets
from companion.tools.training.yolo_photos import yolo_samples
from companion.vision.detection.network import SHIPPED

RUNE55 = "rune55"
"""The source that lies in `TrainConfig.yolo`."""


@dataclass(frozen=True)
class TrainConfig:
    """The options of a training run.

    Attributes:
        renders: Folder of rendered shards.
        photos: Folder of labels.csv, or None to train on renders alone.
        sources: For each source of photos, its share of all crops.
        yolo: Folder of photos in YOLO's format, the source named "rune55", or None.
        steps: Number of batches.
        rate: Highest learning rate.
        seed: Seed of all random numbers.
        start: Weights to start from, or None.
        folder: Where checkpoints go.
        threads: Threads of torch; one more process prepares the crops.
        batch: Crops per batch.
        side: Side of a crop, pixels; a multiple of 16.
        hold: Share of the steps at the highest rate; after them the rate falls to 0 along a cosine.
        checkpoint_every: Steps after which the state of the run is written to `folder`.
    """

    renders: Path
    photos: Path | None
    sources: tuple[tuple[str, float], ...]
    steps: int
    rate: float
    seed: int
    start: Path | None
    folder: Path
    yolo: Path | None = None
    threads: int = 2
    batch: int = 16
    side: int = 224
    hold: float = 0.0
    checkpoint_every: int = 200

    @property
    def checkpoint(self) -> Path:
        """The file that holds the state of the run."""
        return self.folder / "checkpoint.pt"

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a run to be resumed."""
        return {
            name: str(value)
            for name, value in asdict(self).items()
            if name not in ("folder", "threads", "checkpoint_every")
        }


class CropDataset(IterableDataset[tuple[NDArray[np.uint8], NDArray[np.float32]]]):
    """An endless stream of crops and their targets. Crop n is always the same: n seeds its random numbers."""

    def __init__(self, plan: TrainConfig, first: int = 0) -> None:
        """Start the stream at crop number `first`."""
        self.plan, self.first = plan, first

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
        """Yield crops as bytes, shape (3, side, side), and targets, shape (8, side/4, side/4)."""
        cv2.setNumThreads(1)
        shares = np.array([share for _, share in self.plan.sources])
        photos = [self._photos(source) for source, _ in self.plan.sources]
        chances = np.append(shares, 1 - shares.sum())
        renders = _RenderBuffer(self.plan.renders)
        for number in count(self.first):
            rng = np.random.default_rng((self.plan.seed, number))
            which = int(rng.choice(len(chances), p=chances))
            real = which < len(photos)
            sample = photos[which][int(rng.integers(len(photos[which])))] if real else renders.any(rng)
            yield _prepared(sample, self.plan.side, rng, 0.8 if real else 0.45)

    def _photos(self, source: str) -> list[Sample]:
        if source == RUNE55:
            assert self.plan.yolo is not None
            return yolo_samples(self.plan.yolo, onnx_runner(SHIPPED))
        assert self.plan.photos is not None
        return training_samples(self.plan.photos, (source,))


class _RenderBuffer:
    """The rendered samples, kept packed in memory; new shards are taken up as they appear."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[Path] = set()
        self.packed: list[tuple[bytes, bytes, NDArray[np.float32]]] = []
        self.asked = 0

    def any(self, rng: np.random.Generator) -> Sample:
        """A random rendered sample."""
        if self.asked % 2000 == 0:
            for path in sorted(set(self.folder.glob("*.shard")) - self.known):
                self.packed += pickle.loads(path.read_bytes())
                self.known.add(path)
        self.asked += 1
        picture, body, dice = self.packed[int(rng.integers(len(self.packed)))]
        return Sample(
            np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), dtype=np.uint8),
            np.asarray(cv2.imdecode(np.frombuffer(body, np.uint8), cv2.IMREAD_GRAYSCALE), dtype=np.uint8),
            dice,
        )


def _prepared(
    sample: Sample, side: int, rng: np.random.Generator, strength: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    crop = random_crop(sample, side, rng)
    picture = degrade(crop.picture, rng, strength)
    return np.ascontiguousarray(picture.transpose(2, 0, 1)), targets(crop)


def _learning_rate(step: int, plan: TrainConfig) -> float:
    warm = min(1.0, (step + 1) / 150)
    fallen = max(0.0, (step / plan.steps - plan.hold) / (1 - plan.hold))
    return plan.rate * warm * (0.5 + 0.5 * math.cos(math.pi * fallen)) + 1e-6


class WeightEMA:
    """An exponential moving average of a network's weights (Polyak and Juditsky 1992)."""

    def __init__(self, network: DiceNet) -> None:
        self.network = deepcopy(network).eval()
        self.updates = 0

    @torch.no_grad()
    def update(self, network: DiceNet) -> None:
        """Average the weights after a step in."""
        self.updates += 1
        keep = min(0.998, (1 + self.updates) / (10 + self.updates))
        for mine, new in zip(self.network.state_dict().values(), network.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(new, 1 - keep)
            else:
                mine.copy_(new)


@dataclass
class TrainingRun:
    """The state of a training run.

    Attributes:
        network: The network after the last step.
        average: The moving average of its weights.
        optimiser: AdamW with its moments.
        step: Number of batches trained on so far.
    """

    network: DiceNet
    average: WeightEMA
    optimiser: torch.optim.Optimizer
    step: int = 0

    @classmethod
    def start(cls, plan: TrainConfig) -> TrainingRun:
        """Start a new run, or resume the one in the plan's folder from its last checkpoint.

        Raises:
            BrokenFile: The checkpoint there belongs to another plan.
        """
        torch.manual_seed(plan.seed)
        network = DiceNet().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        if plan.start is not None:
            network.load_state_dict(torch.load(plan.start, weights_only=True))
        optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
        run = cls(network, WeightEMA(network), optimiser)
        if plan.checkpoint.exists():
            run._resume(plan)
        return run

    def save(self, plan: TrainConfig) -> None:
        """Write the checkpoint, and the average of the weights beside it."""
        state = {
            "plan": plan.identity,
            "step": self.step,
            "network": self.network.state_dict(),
            "average": self.average.network.state_dict(),
            "updates": self.average.updates,
            "optimiser": self.optimiser.state_dict(),
            "rng": torch.get_rng_state(),
        }
        buffer = io.BytesIO()
        torch.save(state, buffer)
        atomic_write(plan.checkpoint, buffer.getvalue())
        torch.save(self.average.network.state_dict(), plan.folder / "average.pt")

    def _resume(self, plan: TrainConfig) -> None:
        state = torch.load(plan.checkpoint, weights_only=True)
        if state["plan"] != plan.identity:
            raise BrokenFile(
                f"{plan.checkpoint} belongs to a run with other options: give the same ones, or delete it"
            )
        self.step, self.average.updates = state["step"], state["updates"]
        self.network.load_state_dict(state["network"])
        self.average.network.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        torch.set_rng_state(state["rng"])


def train(plan: TrainConfig) -> DiceNet:
    """Train a network and return the average of its weights; checkpoints go to the plan's folder.

    Raises:
        BrokenFile: The checkpoint there belongs to another plan.
    """
    torch.set_num_threads(plan.threads)
    plan.folder.mkdir(parents=True, exist_ok=True)
    run = TrainingRun.start(plan)
    dataset = CropDataset(plan, run.step * plan.batch)
    batches = iter(DataLoader(dataset, plan.batch, num_workers=1, prefetch_factor=4))
    begun, sums, since = time.monotonic(), np.zeros(6), run.step
    while run.step < plan.steps:
        for group in run.optimiser.param_groups:
            group["lr"] = _learning_rate(run.step, plan)
        pictures, wanted = next(batches)
        sums += _step(run.network, run.optimiser, pictures, wanted)
        run.average.update(run.network)
        run.step += 1
        if run.step % 100 == 0:
            parts = " ".join(f"{value:.3f}" for value in sums / (run.step - since))
            seconds = time.monotonic() - begun
            print(f"step {run.step} {seconds:.0f} s  total centre face edge turn body {parts}", flush=True)
            sums, since = np.zeros(6), run.step
        if run.step % plan.checkpoint_every == 0 or run.step == plan.steps:
            run.save(plan)
    return run.average.network


def _step(
    network: DiceNet, optimiser: torch.optim.Optimizer, pictures: Tensor, wanted: Tensor
) -> NDArray[np.float64]:
    network.train()
    given = (pictures.float() / 255).to(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        maps = network(given)
    parts = loss(maps.float(), wanted)
    optimiser.zero_grad()
    parts.total.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    values = (parts.total, parts.centre, parts.face, parts.edge, parts.turn, parts.body)
    return np.array([float(value.detach()) for value in values])
