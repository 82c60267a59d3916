"""What the training commands do: render and train in stages, train on, average, export and evaluate."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import islice

import numpy as np
import torch
from torch import Tensor

from companion.tools.training.evaluate import evaluate, network_runner, onnx_runner
from companion.tools.training.hard_mining import is_hard_for
from companion.tools.training.model import DiceNet, export
from companion.tools.training.model_soup import model_soup
from companion.tools.training.onnx_weights import import_weights
from companion.tools.training.photos import photos
from companion.tools.training.samples import write_shards
from companion.tools.training.train import RUNE55, CropDataset, TrainConfig, train

FIRST = (("matteop65", 0.10), ("tomitomi", 0.05))
"""The sources of the first stage, and their shares of the crops; every other source still judges it."""

LAST = (("matteop65", 0.08), ("tomitomi", 0.03), ("nellbyler", 0.10), ("epanemu_catan", 0.08))
"""The sources of the last stage: all that may be trained on, but those held out."""

RUNE55_SHARE = 0.05
"""The same for Rune55, where it is given."""

HARD_SEED = 1000
"""Hard cases come from seeds so much higher."""

HARD_ONES = 8
"""One file of hard cases for this many: where they were nearly half of all, clean dice were read worse."""

STATISTICS_CROPS = 64
"""An exported model gets the mean and variance of each layer back from so many crops."""

FIRST_SHARE = 0.2
"""Share of all steps that the first stage takes."""


def _plan(arguments: argparse.Namespace, name: str) -> TrainConfig:
    """The last stage, with all sources that may be trained on; its folder bears its name."""
    work, photos_there = arguments.work, arguments.photos.is_dir()
    if not photos_there:
        print(f"no photos at {arguments.photos}: trained on renders alone, which reads real dice worse")
    more = ((RUNE55, RUNE55_SHARE),) if arguments.yolo else ()
    return TrainConfig(
        renders=work / "renders",
        photos=arguments.photos if photos_there else None,
        sources=(LAST if photos_there else ()) + more,
        yolo=arguments.yolo,
        steps=arguments.steps,
        rate=1e-3,
        seed=arguments.seed,
        start=None,
        folder=work / name,
        threads=arguments.threads,
        hold=0.55,
    )


def train_from_nothing(arguments: argparse.Namespace) -> None:
    """Two stages; between them hard cases are rendered, such as the first one's network does not read."""
    whole = _plan(arguments, "last")
    write_shards(whole.renders, arguments.shards, arguments.scenes, arguments.seed)
    steps = max(1, round(FIRST_SHARE * whole.steps))
    sources = FIRST if whole.photos else ()
    first = replace(whole, sources=sources, steps=steps, rate=2e-3, hold=0.0, folder=arguments.work / "first")
    network = train(first)
    _write_hard_shards(arguments, network)
    start = first.folder / "average.pt"
    _finish(arguments, replace(whole, steps=max(1, whole.steps - steps), seed=whole.seed + 1, start=start))


def improve(arguments: argparse.Namespace) -> None:
    """One stage from weights that were kept or exported, with hard cases of their own."""
    plan = replace(_plan(arguments, "improved"), rate=arguments.rate)
    write_shards(plan.renders, arguments.shards, arguments.scenes, arguments.seed)
    start = arguments.weights
    if start.suffix == ".onnx":
        start = arguments.work / "start.pt"
        torch.save(import_weights(arguments.weights, _crops(plan)).state_dict(), start)
    network = DiceNet()
    network.load_state_dict(torch.load(start, weights_only=True))
    _write_hard_shards(arguments, network)
    _finish(arguments, replace(plan, start=start))


def _crops(plan: TrainConfig) -> Tensor:
    """The first crops of a plan, shape (64, 3, side, side), values 0 to 1."""
    pictures = [picture for picture, _ in islice(CropDataset(plan), STATISTICS_CROPS)]
    return torch.from_numpy(np.stack(pictures)).float() / 255


def _write_hard_shards(arguments: argparse.Namespace, network: DiceNet) -> None:
    hard, shards = is_hard_for(network_runner(network)), max(1, arguments.shards // HARD_ONES)
    write_shards(arguments.work / "renders", shards, arguments.scenes, arguments.seed + HARD_SEED, hard)


def _finish(arguments: argparse.Namespace, plan: TrainConfig) -> None:
    """Train the last stage, keep its weights and export the model."""
    network = train(plan)
    torch.save(network.state_dict(), arguments.work / "dice.pt")
    export(network, arguments.out)
    print(f"wrote {arguments.out}; now: python -m companion.tools.training evaluate {arguments.out}")


def soup(arguments: argparse.Namespace) -> None:
    """The mean of the weights of several runs."""
    export(model_soup(arguments.weights), arguments.out)
    print(f"wrote {arguments.out}; now: python -m companion.tools.training evaluate {arguments.out}")


def evaluate_network(arguments: argparse.Namespace) -> None:
    """Read every photo with the network alone."""
    evaluate(onnx_runner(arguments.model), photos(arguments.photos))
