"""Trains the network from scratch to `dice.onnx`, and judges networks.

python -m companion.tools.training                   make tiles, train, export (a day without a GPU);
                                               broken off, the same command goes on where it was
python -m companion.tools.training --tiles 320 --steps 4 --batch 8 --out /tmp/dice.onnx    the same in little
python -m companion.tools.training improve WEIGHTS   train on from kept weights or exported model, and export
python -m companion.tools.training soup DICE.pt...   export the mean of the weights of several runs
python -m companion.tools.training judge MODEL       the complete reader with this model and the shipped one,
                                               source by source; fails where a source never trained on loses
python -m companion.tools.training held-out          write the hashes of all photos that judge
python -m companion.tools.training limits            take the limits of certainty from photos that judge
"""

import argparse
import os
from importlib import import_module
from pathlib import Path

import cv2

from companion.tools.training.cached_engine import cached_engine
from companion.tools.training.held_out import write_hashes
from companion.tools.training.judge import judge
from companion.tools.training.limits import judged_rolls, write_limit
from companion.tools.training.photos import photos
from companion.vision.detection.network import SHIPPED, DiceNetwork
from companion.vision.reader import DiceReader

SHARED = Path(__file__).resolve().parents[4] / "shared"


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.tools.training", description="Train the dice reader."
    )
    parser.add_argument("--photos", type=Path, default=SHARED / "dice", help="folder with labels.csv")
    parser.add_argument("--judges", type=Path, default=SHARED / "dice_dev", help="the same, never trained on")
    parser.add_argument("--yolo", type=Path, help="folder with more photos, Rune55 in YOLO's format")
    parser.add_argument("--work", type=Path, default=Path("build/training"), help="tiles and checkpoints")
    parser.add_argument("--run", default="dice", help="name of this run in --work, which keeps dice.pt")
    parser.add_argument("--out", type=Path, default=SHIPPED, help="the model to write")
    parser.add_argument("--seed", type=int, default=1, help="of the weights and crops")
    parser.add_argument("--seed-of-tiles", type=int, default=2026)
    parser.add_argument("--threads", type=int, default=2, help="of torch")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that make tiles")
    parser.add_argument("--tiles", type=int, default=54_000, help="more of them later are added")
    parser.add_argument("--beside", action="store_true", help="train while most of the tiles are being made")
    parser.add_argument("--steps", type=int, default=7_200)
    parser.add_argument("--batch", type=int, default=256, help="crops in a step")
    parser.add_argument("--rate", type=float, help="highest learning rate")
    parser.set_defaults(stage="train_from_nothing", usual_rate=3e-3)
    acts = parser.add_subparsers(title="what to do instead of training from nothing")
    improved = acts.add_parser("improve", help="train on from weights that were kept")
    improved.add_argument("weights", type=Path, help="such as build/training/dice.pt, or a model.onnx")
    improved.set_defaults(stage="improve", usual_rate=1.2e-3)
    averaged = acts.add_parser("soup", help="export the mean of the weights of several runs")
    averaged.add_argument("weights", type=Path, nargs="+", help="such as build/training/dice.pt of each run")
    averaged.set_defaults(stage="soup")
    judged = acts.add_parser("judge", help="compare a model with the shipped one, source by source")
    judged.add_argument("model", type=Path)
    judged.set_defaults(act=_judge)
    acts.add_parser("held-out", help="write the hashes of photos that judge").set_defaults(act=_held_out)
    limited = acts.add_parser("limits", help="take the limits of certainty from photos that judge")
    limited.add_argument("--every", type=int, default=1, help="of large sources every n-th photo is read")
    limited.add_argument("--write", type=Path, default=Path("build/training/limits.json"), help="the file")
    limited.set_defaults(act=_limits)
    arguments = parser.parse_args()
    arguments.rate = arguments.rate or arguments.usual_rate
    cv2.setNumThreads(1)
    if "act" in arguments:
        arguments.act(arguments)
    else:  # only training needs torch
        getattr(import_module("companion.tools.training.stages"), arguments.stage)(arguments)


def _judge(arguments: argparse.Namespace) -> None:
    asked = [photo for folder in (arguments.photos, arguments.judges) for photo in photos(folder)]
    raise SystemExit(0 if judge(SHIPPED, arguments.model, asked) else 1)


def _limits(arguments: argparse.Namespace) -> None:
    asked = [photo for folder in (arguments.photos, arguments.judges) for photo in photos(folder)]
    reader = DiceReader(DiceNetwork(load=cached_engine(arguments.work / "answers")))
    write_limit(judged_rolls(reader, asked, arguments.every), arguments.write)


def _held_out(arguments: argparse.Namespace) -> None:
    asked = [photo for folder in (arguments.photos, arguments.judges) for photo in photos(folder)]
    write_hashes([photo.read() for photo in asked if photo.judges])


if __name__ == "__main__":
    main()
