"""`companion dice IMAGE...`: read dice from picture files; print words or one JSON object per line.

`companion dice --examples DIR` copies the examples that players corrected.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.camera.evidence import Examples, examples_path
from companion.commands.arguments import number_between
from companion.commands.output import say
from companion.dice.colours import colour_name
from companion.errors import ImpossibleReading, NotAPicture
from companion.locale.messages import gettext, joined, ngettext
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DieReading
from companion.vision.faces.profile import FaceProfile
from companion.vision.reader import DiceReader
from companion.vision.sources.picture_files import load_picture_scaled
from companion.vision.tray import WHOLE_PICTURE

MAX_DIE_SIZE = 4000.0
"""Largest edge of a die in pixels."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument("images", metavar="IMAGE", nargs="*", help=gettext("picture files"))
    parser.add_argument(
        "--examples",
        metavar="DIR",
        type=Path,
        help=gettext("copy the dice that were corrected by hand to a folder"),
    )
    parser.add_argument(
        "--faces",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help=gettext("a profile of dice with faces of their own; may be given several times"),
    )
    parser.add_argument(
        "--die-size",
        metavar="PX",
        type=number_between(0.0, MAX_DIE_SIZE),
        help=gettext("the edge of a die in pixels of the file, if it is known, as in a calibrated tray"),
    )
    parser.add_argument("--json", action="store_true", help=gettext("one JSON object per picture and line"))


def run(args: argparse.Namespace) -> int:
    """Read every picture and print its dice.

    Returns:
        0; 1 if a file is no picture or the folder cannot be written; 2 if there is nothing to do.
    """
    if args.examples is not None:
        return export_examples(args.examples)
    if not args.images:
        say(
            gettext("companion dice: name at least one picture, or a folder with --examples"), file=sys.stderr
        )
        return 2
    network = DiceNetwork()
    profiles = [FaceProfile.load(path) for path in args.faces]
    failed = False
    for image in args.images:
        line = report_on(image, network, profiles, args.die_size)
        failed = failed or "error" in line
        if args.json:
            print(json.dumps(line), flush=True)
        else:
            say(in_words(line), flush=True)
    return int(failed)


def export_examples(folder: Path) -> int:
    """Copy the saved examples to a folder and print their number."""
    examples = Examples(examples_path())
    try:
        count = examples.export(folder)
    except OSError as error:
        said = gettext(
            "companion dice: {folder} cannot be written: {error}", folder=folder, error=error.strerror
        )
        say(said, file=sys.stderr)
        return 1
    said = ngettext(
        "{count} example from {source} in {folder}",
        "{count} examples from {source} in {folder}",
        count,
        source=examples.folder,
        folder=folder,
    )
    say(said)
    return 0


def report_on(
    image: str, network: DiceNetwork, profiles: Sequence[FaceProfile] = (), die_size: float | None = None
) -> dict[str, Any]:
    """Return the result for one file: image, verdict, dice, ms; or image and error.

    `die_size` is in pixels of the file.
    """
    try:
        picture, scale = load_picture_scaled(Path(image))
        share = None if die_size is None else die_size / scale / picture.shape[1]
        tray = None if share is None else replace(WHOLE_PICTURE, die_edge=share)
        reading = DiceReader(network, tray, profiles=profiles).read(picture)
    except (NotAPicture, ImpossibleReading, MemoryError) as error:
        return {"image": image, "error": str(error)}
    return {
        "image": image,
        "verdict": "read" if reading.sure else "unsure",
        "dice": [_die_line(die, scale) for die in reading.dice],
        "perhaps": [_die_line(die, scale) for die in reading.candidates],
        "ms": round(reading.milliseconds, 1),
        "reasons": list(reading.reasons),
        "model": reading.model,
    }


def _die_line(die: DieReading, scale: float) -> dict[str, Any]:
    return {
        "face": die.face,
        "box": [round(side * scale, 1) for side in die.box],
        "colour": die.colour,
        "confidence": round(die.confidence, 3),
        "sure": die.sure,
        "trouble": die.reject_reason,
    }


def in_words(line: dict[str, Any]) -> str:
    """Format a result for people: "roll-1.jpg: red 6, white 2", or why it is unsure."""
    if "error" in line:
        return gettext("{image}: {error}", image=line["image"], error=line["error"])
    dice = joined((_die_in_words(die) for die in line["dice"]), ", ") or gettext("no dice")
    if not line["reasons"]:
        return gettext("{image}: {dice}", image=line["image"], dice=dice)
    reasons = joined(line["reasons"], "; ")
    return gettext("{image}: {dice} (unsure: {reasons})", image=line["image"], dice=dice, reasons=reasons)


def _die_in_words(die: dict[str, Any]) -> str:
    colour = colour_name(die["colour"])
    return joined((colour, f"{die['face']}{'' if die['sure'] else '?'}"))
