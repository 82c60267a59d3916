"""`companion measure IMAGE`: distances between pixels, in inches, by a board, a camera profile or a tape."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.plane import Distance
from calibration.profile import read_profile
from companion.app.camera.distance_measurement import (
    Pixel,
    PlaneDistance,
    PlaneMeasurer,
    TapeMeasurement,
    TapeMeasurer,
    centimetres,
)
from companion.commands.arguments import point
from companion.commands.output import say
from companion.errors import CompanionError
from companion.locale.catalogue import shown
from companion.locale.messages import gettext, joined
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture_scaled
from companion.vision.tape import GRADUATIONS

JsonObject = dict[str, Any]
"""The output for one pair of pixels."""

MeasureFunction = Callable[[Pixel, Pixel], JsonObject]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument("image", metavar="IMAGE", help=gettext("a picture file"))
    by = parser.add_argument_group(shown(gettext("by what (one of --board, --tape, or --profile alone)")))
    by.add_argument(
        "--board", type=Path, metavar="FILE.toml", help=gettext("markers in view and where they are")
    )
    by.add_argument("--tape", action="store_true", help=gettext("a tape measure or ruler in view"))
    by.add_argument("--profile", type=Path, metavar="FILE.toml", help=gettext("this camera's calibration"))
    names = ", ".join(f'"{graduation.name}"' for graduation in GRADUATIONS)
    by.add_argument(
        "--graduation",
        metavar="NAME",
        help=gettext("what the tape's ticks are, if you know: {names}", names=names),
    )
    for flag, name, words in (
        ("--from", "start", gettext("a pixel; may be given again for more distances")),
        ("--to", "end", gettext("a pixel; once for each --from")),
    ):
        parser.add_argument(
            flag, dest=name, type=point, metavar="X,Y", action="append", default=[], help=words
        )
    parser.add_argument(
        "--height", type=float, default=0.0, help=gettext("of both above the table, in inches")
    )
    parser.add_argument(
        "--no-snap", action="store_true", help=gettext("do not snap to a marker's corner close by")
    )
    parser.add_argument("--json", action="store_true", help=gettext("one JSON object per distance and line"))


def run(args: argparse.Namespace) -> int:
    """Measure and print every requested distance.

    Returns:
        0, even if a tape's result is unsure; 1 if a distance cannot be measured; 2 for wrong usage.
    """
    wrong = _wrong_usage(args)
    if wrong:
        say("companion measure:", wrong, file=sys.stderr)
        return 2
    try:
        picture, scale = load_picture_scaled(Path(args.image))
        measure = _by_tape(args, picture, scale) if args.tape else _by_plane(args, picture, scale)
    except CompanionError as error:
        if args.json:
            print(json.dumps({"image": args.image, "error": str(error)}))
        raise
    failed: CompanionError | None = None
    for start, end in zip(args.start, args.end, strict=True):
        try:
            line = measure((start[0] / scale, start[1] / scale), (end[0] / scale, end[1] / scale))
            if args.json:
                print(json.dumps(line))
            else:
                say(in_words(line))
        except CompanionError as error:
            failed = _refused(args, start, end, error, failed)
    if failed is not None:
        raise failed
    return 0


def _refused(
    args: argparse.Namespace, start: Pixel, end: Pixel, error: CompanionError, before: CompanionError | None
) -> CompanionError:
    """Print that a pair cannot be measured; the other pairs are still measured.

    Returns:
        The error of the first such pair, with which the command ends.
    """
    if args.json:
        print(json.dumps({"image": args.image, "from": start, "to": end, "error": str(error)}))
    elif before is not None:
        say("companion measure:", str(error), file=sys.stderr)
    return before or error


def _wrong_usage(args: argparse.Namespace) -> str:
    if args.tape and args.board:
        return gettext("give either --board or --tape")
    if not (args.tape or args.board or args.profile):
        return gettext("say what to measure by: --board FILE.toml, --tape, or --profile FILE.toml")
    if not args.start or len(args.start) != len(args.end):
        return gettext(
            "give --from and --to in pairs; there are {starts} and {ends}",
            starts=len(args.start),
            ends=len(args.end),
        )
    names = [graduation.name for graduation in GRADUATIONS]
    if args.graduation is not None and args.graduation not in names:
        return gettext(
            "--graduation {name!r} is not known; expected one of {names}",
            name=args.graduation,
            names=joined(names, ", "),
        )
    return ""


def _by_plane(args: argparse.Namespace, picture: Picture, scale: float) -> MeasureFunction:
    profile = read_profile(args.profile) if args.profile else None
    measurer = PlaneMeasurer(picture, args.board, profile, args.height, snaps=not args.no_snap)
    return lambda start, end: _plane_line(args.image, measurer.measure(start, end), scale)


def _by_tape(args: argparse.Namespace, picture: Picture, scale: float) -> MeasureFunction:
    stated = next((known for known in GRADUATIONS if known.name == args.graduation), None)
    measurer = TapeMeasurer(picture, stated)
    return lambda start, end: _tape_line(args.image, measurer.measure(start, end), (start, end), scale)


def _plane_line(image: str, measured: PlaneDistance, scale: float) -> JsonObject:
    return {
        "image": image,
        "verdict": "measured",
        **_lengths(measured.distance.inches, measured.distance.error),
        "words": measured.distance.sixteenths,
        "from": _rounded(measured.pixels[0], scale),
        "to": _rounded(measured.pixels[1], scale),
        "by": measured.source,
        "markers": measured.markers,
        "miss_pixels": round(measured.reprojection_error * scale, 3),
        "lens": measured.lens,
        "sheet": measured.sheet,
    }


def _tape_line(image: str, measured: TapeMeasurement, ends: tuple[Pixel, Pixel], scale: float) -> JsonObject:
    inches = measured.inches if measured.sure else None
    unsure_inches = None if measured.sure or measured.inches is None else round(measured.inches, 4)
    return {
        "image": image,
        "verdict": "measured" if measured.sure else "unsure",
        **_lengths(inches, measured.error),
        "words": Distance(inches, measured.error).sixteenths if inches else None,
        "from": _rounded(ends[0], scale),
        "to": _rounded(ends[1], scale),
        "by": "tape",
        "graduation": measured.graduation.name if measured.graduation else None,
        "perhaps_inches": unsure_inches,
        "reasons": list(measured.reasons),
    }


def _rounded(pixel: Pixel, scale: float) -> list[float]:
    return [round(side * scale, 3) for side in pixel]


def _lengths(inches: float | None, error: float) -> dict[str, float | None]:
    """Return the four lengths of every line; None if unknown."""
    names = ("inches", "centimetres", "error_inches", "error_centimetres")
    if inches is None:
        return dict.fromkeys(names)
    lengths = (inches, centimetres(inches), error, centimetres(error))
    return {name: round(length, 5) for name, length in zip(names, lengths, strict=True)}


def in_words(line: dict[str, Any]) -> str:
    """Format a line for people: "table.jpg: 3 5/16 in (3.31 in, 8.41 cm, give or take 0.01 in)"."""
    if line["verdict"] == "unsure":
        return gettext(
            "{image}: unsure: {reasons}", image=line["image"], reasons=joined(line["reasons"], "; ")
        )
    found = {name: line[name] for name in ("words", "inches", "centimetres", "error_inches")}
    if line["by"] == "tape":
        said = gettext(
            "{words} ({inches:.3f} in, {centimetres:.3f} cm, give or take {error_inches:.3f} in, "
            "ticks of {graduation})",
            graduation=line["graduation"],
            **found,
        )
    else:
        said = gettext(
            "{words} ({inches:.3f} in, {centimetres:.3f} cm, give or take {error_inches:.3f} in)", **found
        )
    if line.get("sheet") == "changed":
        said = joined((said, gettext("the sheet lies otherwise than when it was calibrated")), "; ")
    return joined((f"{line['image']}:", said))
