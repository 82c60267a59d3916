"""From nothing to `dice.onnx`.

python -m calibration.training                   render, train and export (some hours on two cores)
python -m calibration.training improve WEIGHTS   train on from weights that were kept, and export
python -m calibration.training judge MODEL       read all photos with a model and print the table
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import torch

from calibration.training.judge import judge, model_runner
from calibration.training.learn import Plan, train
from calibration.training.model import export
from calibration.training.photos import photos
from calibration.training.samples import write_shards

HERE = Path(__file__).parent
SHARED_PHOTOS = HERE.parents[2] / "shared" / "dice"
SHIPPED = HERE.parents[1] / "companion" / "vision" / "models" / "dice.onnx"

FIRST = (("matteop65", 0.10), ("tomitomi", 0.05))
"""The sources of the first stage, and their shares of the crops; every other source still judges it."""

LAST = (("matteop65", 0.07), ("tomitomi", 0.03), ("nellbyler", 0.07), ("epanemu_catan", 0.08))
"""The sources of the last stage: all that may be trained on, but those held out."""

SHARDS, PER_SHARD = 80, 400


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(
        prog="python -m calibration.training", description="Train the dice reader."
    )
    parser.add_argument("--photos", type=Path, default=SHARED_PHOTOS, help="folder with labels.csv")
    parser.add_argument("--work", type=Path, default=Path("build/training"), help="renders and checkpoints")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the model to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.set_defaults(act=_train)
    acts = parser.add_subparsers(title="what to do instead of training from nothing")
    improved = acts.add_parser("improve", help="train on from weights that were kept")
    improved.add_argument("weights", type=Path, help="a file such as build/training/dice.pt")
    improved.add_argument("--steps", type=int, default=2200)
    improved.set_defaults(act=_improve)
    judged = acts.add_parser("judge", help="read all photos with a model and print the table")
    judged.add_argument("model", type=Path, nargs="?", default=SHIPPED)
    judged.set_defaults(act=_judge)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.act(arguments)


def _plan(arguments: argparse.Namespace, name: str) -> Plan:
    """A stage with the sources that judge nothing afterwards; its folder bears its name."""
    work, seed, threads = arguments.work, arguments.seed, arguments.threads
    return Plan(work / "renders", arguments.photos, LAST, 9000, 1.2e-3, seed, None, work / name, threads)


def _train(arguments: argparse.Namespace) -> None:
    write_shards(arguments.work / "renders", SHARDS, PER_SHARD, arguments.seed)
    first = replace(_plan(arguments, "first"), sources=FIRST, steps=4000, rate=2e-3)
    train(first)
    last = _plan(arguments, "last")
    _finish(arguments, replace(last, seed=last.seed + 1, start=first.folder / "average.pt"))


def _improve(arguments: argparse.Namespace) -> None:
    write_shards(arguments.work / "renders", SHARDS, PER_SHARD, arguments.seed)
    plan = _plan(arguments, "improved")
    _finish(arguments, replace(plan, steps=arguments.steps, rate=8e-4, hold=0.1, start=arguments.weights))


def _finish(arguments: argparse.Namespace, plan: Plan) -> None:
    """Train the last stage, keep its weights and export the model."""
    network = train(plan)
    torch.save(network.state_dict(), arguments.work / "dice.pt")
    export(network, arguments.out)
    print(f"wrote {arguments.out}; now: python -m calibration.training judge {arguments.out}")


def _judge(arguments: argparse.Namespace) -> None:
    judge(model_runner(arguments.model), photos(arguments.photos))


if __name__ == "__main__":
    main()
