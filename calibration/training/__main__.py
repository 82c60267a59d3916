"""From nothing to `dice.onnx`.

python -m calibration.training                 render, train and export (some hours on two cores)
python -m calibration.training judge MODEL     read all photos with a model and print the table
"""

from __future__ import annotations

import argparse
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

LAST = (("matteop65", 0.08), ("tomitomi", 0.03), ("nellbyler", 0.07), ("epanemu_catan", 0.07))
"""The sources of the last stage: all that may be trained on, but those held out."""

SHARDS, PER_SHARD = 80, 400


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(
        prog="python -m calibration.training", description="Train the dice reader."
    )
    parser.add_argument("--photos", type=Path, default=SHARED_PHOTOS, help="folder with labels.csv")
    parser.add_argument("--work", type=Path, default=Path("build/training"), help="renders and checkpoints")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.set_defaults(act=_train)
    acts = parser.add_subparsers(title="what to do instead of training")
    judged = acts.add_parser("judge", help="read all photos with a model and print the table")
    judged.add_argument("model", type=Path, nargs="?", default=SHIPPED)
    judged.set_defaults(act=_judge)
    arguments = parser.parse_args()
    arguments.act(arguments)


def _train(arguments: argparse.Namespace) -> None:
    cv2.setNumThreads(1)
    work, seed = arguments.work, arguments.seed
    write_shards(work / "renders", SHARDS, PER_SHARD, seed)
    first = Plan(
        work / "renders", arguments.photos, FIRST, 4000, 2e-3, seed, None, work / "first", arguments.threads
    )
    train(first)
    start = work / "first" / "average.pt"
    last = Plan(
        work / "renders",
        arguments.photos,
        LAST,
        9000,
        1.2e-3,
        seed + 1,
        start,
        work / "last",
        arguments.threads,
    )
    network = train(last)
    torch.save(network.state_dict(), work / "dice.pt")
    export(network, SHIPPED)
    print(f"wrote {SHIPPED}; now: python -m calibration.training judge")


def _judge(arguments: argparse.Namespace) -> None:
    judge(model_runner(arguments.model), photos(arguments.photos))


if __name__ == "__main__":
    main()
