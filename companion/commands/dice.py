"""`companion dice IMAGE...`: read dice from picture files, in words or as one JSON object per line.

`companion dice --examples DIR` hands on the dice that the table corrected by hand.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.errors import NotAPicture
from companion.vision.dice import DieReading
from companion.vision.evidence import Examples, examples_path
from companion.vision.faces.profile import FaceProfile
from companion.vision.reader import DiceReader
from companion.vision.shipped import shipped_reader
from companion.vision.sources.picture_files import load_picture_scaled


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the sub-command's arguments to `parser`."""
    parser.add_argument("images", metavar="IMAGE", nargs="*", help="picture files")
    parser.add_argument(
        "--examples", metavar="DIR", type=Path, help="copy the dice that were corrected by hand to a folder"
    )
    parser.add_argument(
        "--faces",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a profile of dice with faces of their own; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per picture and line")


def run(args: argparse.Namespace) -> int:
    """Read every picture and print what it shows.

    Returns:
        0, 1 if a file is no picture or the folder cannot be written, 2 if there is nothing to do.
    """
    if args.examples is not None:
        return hand_on_examples(args.examples)
    if not args.images:
        print("companion dice: name at least one picture, or a folder with --examples", file=sys.stderr)
        return 2
    reader = shipped_reader([FaceProfile.load(path) for path in args.faces])
    failed = False
    for image in args.images:
        line = report_on(image, reader)
        failed = failed or "error" in line
        print(json.dumps(line) if args.json else in_words(line), flush=True)
    return int(failed)


def hand_on_examples(folder: Path) -> int:
    """Copy the examples kept so far to a folder and say how many there are."""
    examples = Examples(examples_path())
    try:
        count = examples.hand_on(folder)
    except OSError as error:
        print(f"companion dice: {folder} cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{count} {'example' if count == 1 else 'examples'} from {examples.folder} in {folder}")
    return 0


def report_on(image: str, reader: DiceReader) -> dict[str, Any]:
    """What one file shows: image, verdict, dice, ms; or image and error."""
    try:
        picture, scale = load_picture_scaled(Path(image))
        reading = reader.read(picture)
    except (NotAPicture, MemoryError) as error:
        return {"image": image, "error": str(error)}
    return {
        "image": image,
        "verdict": reading.verdict,
        "dice": [_die_line(die, scale) for die in reading.dice],
        "perhaps": [_die_line(die, scale) for die in reading.perhaps],
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
        "trouble": die.trouble,
    }


def in_words(line: dict[str, Any]) -> str:
    """The same for people: "roll-1.jpg: red 6, white 2" or why it is unsure."""
    if "error" in line:
        return f"{line['image']}: {line['error']}"
    dice = ", ".join(f"{die['colour']} {die['face']}{'' if die['sure'] else '?'}" for die in line["dice"])
    doubt = f" (unsure: {'; '.join(line['reasons'])})" if line["reasons"] else ""
    return f"{line['image']}: {dice or 'no dice'}{doubt}"
