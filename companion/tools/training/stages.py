"""What the training commands do: make tiles, train from nothing or train on, average, export."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from companion.tools.training.model import DiceNet, export
from companion.tools.training.onnx_weights import import_weights
from companion.tools.training.packed_photos import pack_photos
from companion.tools.training.shards import FIRST_SHARDS, TileMaker, shards_of, start_workers, wait_for
from companion.tools.training.train import TileBank, TrainConfig, best_device, random_crops, train


def model_soup(files: Sequence[Path]) -> DiceNet:
    """The network whose weights and statistics of normalisation are the mean of those in `files`.

    Args:
        files: Weights as `torch.save` wrote them, such as a run's dice.pt; one or more.
    """
    states = [torch.load(path, weights_only=True) for path in files]
    network = DiceNet()
    mean = {
        name: sum(state[name] for state in states) / len(states) if value.is_floating_point() else value
        for name, value in states[0].items()
    }
    network.load_state_dict(mean)
    return network


STATISTICS_CROPS = 64
"""An exported model gets the mean and variance of each layer back from so many crops."""

HOLD_FROM_NOTHING, HOLD_IMPROVING = 0.45, 0.5
"""Shares of the steps at the highest rate."""


def train_from_nothing(arguments: argparse.Namespace) -> None:
    """One run on all tiles, from random weights."""
    bank = _bank(arguments)
    _finish(arguments, bank, _plan(arguments, None, HOLD_FROM_NOTHING))


def improve(arguments: argparse.Namespace) -> None:
    """The same from weights that were kept or exported."""
    bank, start = _bank(arguments), arguments.weights
    if start.suffix == ".onnx":
        pictures, _ = random_crops(bank, STATISTICS_CROPS, arguments.seed, 0)
        start = arguments.work / f"{arguments.weights.stem}-start.pt"
        torch.save(import_weights(arguments.weights, pictures.cpu()).state_dict(), start)
    _finish(arguments, bank, _plan(arguments, start, HOLD_IMPROVING))


def _bank(arguments: argparse.Namespace) -> TileBank:
    """Pack the photos, start the workers, and take the tiles up: all of them, or the first ones."""
    folder, packed = arguments.work / "tiles", arguments.work / "photos.pkl"
    there = arguments.photos.is_dir()
    if not there:
        print(f"no photos at {arguments.photos}: trained on renders alone, which reads real dice worse")
    photos = pack_photos(packed, arguments.photos if there else None, arguments.yolo)
    workers = start_workers(folder, packed, arguments.seed_of_tiles, arguments.tiles, arguments.workers)
    maker, count = TileMaker(photos, arguments.seed_of_tiles), shards_of(arguments.tiles)
    first = min(count, FIRST_SHARDS) if arguments.beside else count
    wait_for([maker.path(folder, number) for number in range(first)], workers)
    return TileBank(folder, maker, arguments.tiles, best_device())


def _plan(arguments: argparse.Namespace, start: Path | None, hold: float) -> TrainConfig:
    return TrainConfig(
        tiles=arguments.tiles,
        steps=arguments.steps,
        rate=arguments.rate,
        seed=arguments.seed,
        start=start,
        folder=arguments.work / arguments.run,
        threads=arguments.threads,
        batch=arguments.batch,
        hold=hold,
    )


def _finish(arguments: argparse.Namespace, bank: TileBank, plan: TrainConfig) -> None:
    """Train, keep the weights and export the model."""
    network: DiceNet = train(plan, bank)
    torch.save(network.state_dict(), arguments.work / f"{arguments.run}.pt")
    _export(arguments, network)


def soup(arguments: argparse.Namespace) -> None:
    """The mean of the weights of several runs."""
    _export(arguments, model_soup(arguments.weights))


def _export(arguments: argparse.Namespace, network: DiceNet) -> None:
    export(network, arguments.out)
    print(f"wrote {arguments.out}; now: python -m companion.tools.training judge {arguments.out}")
