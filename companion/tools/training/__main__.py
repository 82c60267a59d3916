"""Trains the network from scratch to `dice.onnx`.

python -m companion.tools.training                   render, train, mine hard cases, train on, export (hours);
                                               broken off, the same command goes on where it was
python -m companion.tools.training --shards 1 --scenes 20 --steps 4 --out /tmp/dice.onnx   the same in little
python -m companion.tools.training improve WEIGHTS   train on from kept weights or exported model, and export
python -m companion.tools.training soup DICE.pt...   export the mean of the weights of several runs
python -m companion.tools.training evaluate MODEL    read all photos with a model and print the table
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
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
from companion.vision.detection.network import SHIPPED

SHARED_PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "dice"

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


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.tools.training", description="Train the dice reader."
    )
    parser.add_argument("--photos", type=Path, default=SHARED_PHOTOS, help="folder with labels.csv")
    parser.add_argument("--yolo", type=Path, help="folder with more photos, Rune55 in YOLO's format")
    parser.add_argument("--work", type=Path, default=Path("build/training"), help="renders and checkpoints")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the model to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shards", type=int, default=80, help="files of renders; hard ones are added")
    parser.add_argument("--scenes", type=int, default=400, help="scenes in each")
    parser.add_argument("--steps", type=int, default=20_000, help="steps of training, of all stages together")
    parser.set_defaults(act=_train)
    acts = parser.add_subparsers(title="what to do instead of training from nothing")
    improved = acts.add_parser("improve", help="train on from weights that were kept")
    improved.add_argument("weights", type=Path, help="such as build/training/dice.pt, or a model.onnx")
    improved.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    improved.set_defaults(act=_improve)
    averaged = acts.add_parser("soup", help="export the mean of the weights of several runs")
    averaged.add_argument("weights", type=Path, nargs="+", help="such as build/training/dice.pt of each run")
    averaged.set_defaults(act=_soup)
    evaluated = acts.add_parser("evaluate", help="read all photos with a model and print the table")
    evaluated.add_argument("model", type=Path, nargs="?", default=SHIPPED)
    evaluated.set_defaults(act=_evaluate)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.act(arguments)


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


def _train(arguments: argparse.Namespace) -> None:
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


def _improve(arguments: argparse.Namespace) -> None:
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


def _soup(arguments: argparse.Namespace) -> None:
    export(model_soup(arguments.weights), arguments.out)
    print(f"wrote {arguments.out}; now: python -m companion.tools.training evaluate {arguments.out}")


def _evaluate(arguments: argparse.Namespace) -> None:
    evaluate(onnx_runner(arguments.model), photos(arguments.photos))


if __name__ == "__main__":
    main()
