"""Trains the network: batches from a bank of tiles on the device, optimiser, averaged weights, checkpoints.

A run that was stopped resumes from its last checkpoint, and ends with the same weights as an unbroken run:
the number of a step seeds all its random numbers. (Beside workers that still make tiles no two runs are
alike, since what is drawn from differs.)
"""

from __future__ import annotations

import io
import math
import time
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.tools.training.batch_augment import Batch, crops, degrade, random_motions
from companion.tools.training.model import DiceNet
from companion.tools.training.packed_photos import RUNE55
from companion.tools.training.samples import BODY_STEP
from companion.tools.training.shards import (
    MIXED,
    MOST_DICE,
    PER_SHARD,
    RENDER,
    TileMaker,
    read_shard,
    shards_of,
)
from companion.tools.training.targets import loss, targets
from companion.tools.training.tiles import TILE

SHARES = {
    RENDER: 0.60,
    MIXED: 0.12,
    "nellbyler": 0.07,
    "epanemu_catan": 0.06,
    "matteop65": 0.07,
    "tomitomi": 0.03,
    RUNE55: 0.05,
}
"""Share of the crops that each kind of tiles and each source of photos has."""

STRENGTH = {RENDER: 0.45, MIXED: 0.6}
PHOTO_STRENGTH = 0.8
"""How much their crops are degraded: renders have their own sensor already."""

WARM_STEPS = 300
"""The rate rises over so many steps."""

KEEP = 0.9993
"""Share of the averaged weights that stays in each step."""

NEWS_EVERY = 200
"""Steps after which the loss is printed and new files of tiles are taken up."""

PARTS = ("total", "centre", "face", "edge", "turn", "body")


def best_device() -> torch.device:
    """The first GPU, or the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@dataclass(frozen=True)
class TrainConfig:
    """The options of a training run.

    Attributes:
        tiles: Number of tiles to train on.
        steps: Number of batches.
        rate: Highest learning rate.
        seed: Seed of all random numbers.
        start: Weights to start from, or None.
        folder: Where checkpoints go.
        threads: Threads of torch.
        batch: Crops per batch.
        hold: Share of the steps at the highest rate; after them the rate falls to 0 along a cosine.
        checkpoint_every: Seconds after which the state of the run is written to `folder`.
    """

    tiles: int
    steps: int
    rate: float
    seed: int
    start: Path | None
    folder: Path
    threads: int = 2
    batch: int = 256
    hold: float = 0.5
    checkpoint_every: float = 60.0

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


class TileBank:
    """All tiles in the memory of the device, by source; 0.3 MB each."""

    def __init__(self, folder: Path, maker: TileMaker, tiles: int, device: torch.device) -> None:
        """Take up the files that are there of those that hold the first `tiles` tiles."""
        self.device = device
        self.waiting: dict[str, list[Path]] = {}
        for number in range(shards_of(tiles)):
            path = maker.path(folder, number)
            self.waiting.setdefault(maker.source_of(number), []).append(path)
        self._kept = {
            source: _Tiles.empty(len(paths) * PER_SHARD, device) for source, paths in self.waiting.items()
        }
        self.take_up()

    def take_up(self) -> None:
        """Read the files that have come since."""
        for source, paths in self.waiting.items():
            for path in (path for path in paths if path.exists()):
                self._kept[source].add(path)
            self.waiting[source] = [path for path in paths if path not in self._kept[source].known]

    def batch(self, count: int, rng: np.random.Generator) -> tuple[Batch, NDArray[np.float32], Tensor]:
        """Random tiles by their shares, their dice for numpy too, and how much to degrade each of them."""
        sources = [source for source in SHARES if source in self._kept and self._kept[source].count]
        shares = np.array([SHARES[source] for source in sources])
        drawn = rng.multinomial(count, shares / shares.sum())
        pictures, bodies, dice, strength = [], [], [], []
        for source, some in zip(sources, drawn, strict=True):
            kept, chosen = self._kept[source], rng.integers(0, self._kept[source].count, some)
            there = torch.from_numpy(chosen).to(self.device)
            pictures.append(kept.pictures[there])
            bodies.append(kept.bodies[there])
            dice.append(kept.dice[chosen])
            strength += [STRENGTH.get(source, PHOTO_STRENGTH)] * int(some)
        rows = np.concatenate(dice)
        given = torch.from_numpy(rows).to(self.device)
        tiles = Batch(torch.cat(pictures), torch.cat(bodies), given, given[..., 2] > 0)
        return tiles, rows, torch.tensor(strength, device=self.device)


@dataclass
class _Tiles:
    """Room for the tiles of one source: the first `count` are there."""

    pictures: Tensor
    bodies: Tensor
    dice: NDArray[np.float32]
    known: set[Path]
    count: int = 0

    @classmethod
    def empty(cls, room: int, device: torch.device) -> _Tiles:
        pictures = torch.empty(room, 3, TILE, TILE, dtype=torch.uint8, device=device)
        cells = TILE // BODY_STEP
        bodies = torch.empty(room, cells, cells, dtype=torch.uint8, device=device)
        return cls(pictures, bodies, np.zeros((room, MOST_DICE, 6), np.float32), set())

    def add(self, path: Path) -> None:
        shard, there = read_shard(path), slice(self.count, self.count + PER_SHARD)
        self.pictures[there] = torch.from_numpy(shard.pictures).to(self.pictures.device)
        self.bodies[there] = torch.from_numpy(shard.bodies).to(self.bodies.device)
        self.dice[there] = shard.dice
        self.count += PER_SHARD
        self.known.add(path)


@torch.no_grad()
def random_crops(bank: TileBank, count: int, seed: int, step: int) -> tuple[Tensor, Tensor]:
    """The crops of a step, shape (count, 3, 224, 224), values 0 to 1, and their targets.

    The same seed, step and tiles give the same crops.
    """
    rng = np.random.default_rng((seed, step))
    tiles, rows, strength = bank.batch(count, rng)
    cut = crops(tiles, random_motions(rows, rng))
    gen = torch.Generator(device=bank.device).manual_seed(int(rng.integers(1 << 62)))
    return degrade(cut.pictures, strength, gen), targets(cut.bodies, cut.dice, cut.valid)


def learning_rate(step: int, plan: TrainConfig) -> float:
    """The rate of a step: it rises, is held, and falls along a cosine."""
    warm = min(1.0, (step + 1) / WARM_STEPS)
    fallen = max(0.0, (step / plan.steps - plan.hold) / (1 - plan.hold))
    return plan.rate * warm * (0.5 + 0.5 * math.cos(math.pi * fallen)) + 1e-6


class WeightEMA:
    """An exponential moving average of a network's weights (Polyak and Juditsky 1992)."""

    def __init__(self, network: DiceNet) -> None:
        self.network = deepcopy(network).eval()

    @torch.no_grad()
    def update(self, network: DiceNet, step: int) -> None:
        """Average the weights after step number `step`, counted from 1, in."""
        keep = min(KEEP, (1 + step) / (10 + step))
        for mine, new in zip(self.network.state_dict().values(), network.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(new, 1 - keep)


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
    def start(cls, plan: TrainConfig, device: torch.device) -> TrainingRun:
        """Start a new run, or resume the one in the plan's folder from its last checkpoint.

        Raises:
            BrokenFile: The checkpoint there belongs to another plan.
        """
        torch.manual_seed(plan.seed)
        network = DiceNet()
        if plan.start is not None:
            network.load_state_dict(torch.load(plan.start, weights_only=True))
        network = network.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        fused = device.type == "cuda"
        optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4, fused=fused)
        run = cls(network, WeightEMA(network), optimiser)
        if plan.checkpoint.exists():
            run._resume(plan, device)
        return run

    def save(self, plan: TrainConfig) -> None:
        """Write the checkpoint."""
        state = {
            "plan": plan.identity,
            "step": self.step,
            "network": self.network.state_dict(),
            "average": self.average.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        buffer = io.BytesIO()
        torch.save(state, buffer)
        atomic_write(plan.checkpoint, buffer.getvalue())

    def _resume(self, plan: TrainConfig, device: torch.device) -> None:
        state = torch.load(plan.checkpoint, weights_only=True, map_location=device)
        if state["plan"] != plan.identity:
            raise BrokenFile(
                f"{plan.checkpoint} belongs to a run with other options: give the same ones, or delete it"
            )
        self.step = state["step"]
        self.network.load_state_dict(state["network"])
        self.average.network.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])


def train(plan: TrainConfig, bank: TileBank) -> DiceNet:
    """Train a network and return the average of its weights; checkpoints go to the plan's folder.

    Raises:
        BrokenFile: The checkpoint there belongs to another plan.
    """
    torch.set_num_threads(plan.threads)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = bank.device.type == "cuda"
    run = TrainingRun.start(plan, bank.device)
    begun = saved = time.monotonic()
    sums, since = torch.zeros(len(PARTS), device=bank.device), run.step
    while run.step < plan.steps:
        for group in run.optimiser.param_groups:
            group["lr"] = learning_rate(run.step, plan)
        sums += _step(run, *random_crops(bank, plan.batch, plan.seed, run.step))
        run.step += 1
        run.average.update(run.network, run.step)
        if run.step % NEWS_EVERY == 0:
            means = zip(PARTS, (sums / (run.step - since)).tolist(), strict=True)
            said = " ".join(f"{name} {value:.3f}" for name, value in means)
            print(f"step {run.step} {time.monotonic() - begun:.0f} s  {said}", flush=True)
            sums.zero_()
            since = run.step
            bank.take_up()
        if run.step == plan.steps or time.monotonic() - saved >= plan.checkpoint_every:
            run.save(plan)
            saved = time.monotonic()
    return run.average.network.cpu().to(memory_format=torch.contiguous_format)


def _step(run: TrainingRun, pictures: Tensor, wanted: Tensor) -> Tensor:
    """One step of the optimiser; returns the parts of the loss."""
    run.network.train()
    with torch.autocast(pictures.device.type, torch.bfloat16):
        maps = run.network(pictures.to(memory_format=torch.channels_last))
    parts = loss(maps.float(), wanted)
    run.optimiser.zero_grad()
    parts.total.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(run.network.parameters(), 5.0)
    run.optimiser.step()
    return torch.stack([getattr(parts, name) for name in PARTS]).detach()
