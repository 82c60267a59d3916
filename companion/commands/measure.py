"""`companion measure IMAGE`: inches between pixels, by markers of known places, a profile, or a tape."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.board_detection import BoardDetection
from calibration.boards import CENTIMETRES, Points, read_board
from calibration.lens import RadialDistortion
from calibration.plane import POINTING_ERROR, Distance, TablePlane, plane_from_picture
from calibration.profile import Profile, read_profile
from companion.errors import CompanionError, Unmeasurable
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture_scaled
from companion.vision.tape import GRADUATIONS, TapeDistance, TapeReading, read_tape

SNAP = 0.04
"""Of a marker's side: a pixel so close to its corner means the corner ..."""

LEAST_SNAP, MOST_SNAP = 1.5, 3.0
"""... but at least and at most within so many pixels."""

Pixel = tuple[float, float]
Measure = Callable[[list[Pixel]], dict[str, Any]]
"""From two pixels to the line that is printed about them."""


@dataclass(frozen=True, slots=True)
class Way:
    """What a distance is taken by: a plane with the corners that pixels snap to."""

    plane: TablePlane
    corners: Points
    board: str
    parts: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the sub-command's arguments to `parser`."""
    parser.add_argument("image", metavar="IMAGE", help="a picture file")
    by = parser.add_argument_group("by what (one of --board, --tape, or --profile alone)")
    by.add_argument("--board", type=Path, metavar="FILE.toml", help="markers in view and where they are")
    by.add_argument("--tape", action="store_true", help="a tape measure or ruler in view")
    by.add_argument("--profile", type=Path, metavar="FILE.toml", help="this camera's calibration")
    names = ", ".join(f'"{one.name}"' for one in GRADUATIONS)
    by.add_argument("--graduation", metavar="NAME", help=f"what the tape's ticks are, if you know: {names}")
    for flag, name, words in (
        ("--from", "start", "a pixel; may be given again for more distances"),
        ("--to", "end", "a pixel; once for each --from"),
    ):
        parser.add_argument(
            flag, dest=name, type=_pixel, metavar="X,Y", action="append", default=[], help=words
        )
    parser.add_argument("--height", type=float, default=0.0, help="of both above the table, in inches")
    parser.add_argument("--no-snap", action="store_true", help="do not snap to a marker's corner close by")
    parser.add_argument("--json", action="store_true", help="one JSON object per distance and line")


def _pixel(text: str) -> Pixel:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no pixel; write X,Y such as 320,240.5") from error
    return x, y


def run(args: argparse.Namespace) -> int:
    """Measure every distance asked for and print it.

    Returns:
        0, also where a tape leaves it unsure; 1 if it cannot be measured; 2 for wrong usage.
    """
    wrong = _wrong_usage(args)
    if wrong:
        print(f"companion measure: {wrong}", file=sys.stderr)
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
            ends = [_inside((x / scale, y / scale), picture) for x, y in (start, end)]
            line = measure(ends)
            print(json.dumps(line) if args.json else in_words(line))
        except CompanionError as error:
            failed = _refused(args, start, end, error, failed)
    if failed is not None:
        raise failed
    return 0


def _refused(
    args: argparse.Namespace, start: Pixel, end: Pixel, error: CompanionError, before: CompanionError | None
) -> CompanionError:
    """Say that a pair cannot be measured; the others are measured all the same.

    Returns:
        the error of the first such pair, which the command ends with.
    """
    if args.json:
        print(json.dumps({"image": args.image, "from": start, "to": end, "error": str(error)}))
    elif before is not None:
        print(f"companion measure: {error}", file=sys.stderr)
    return before or error


def _wrong_usage(args: argparse.Namespace) -> str:
    if args.tape and args.board:
        return "give either --board or --tape"
    if not (args.tape or args.board or args.profile):
        return "say what to measure by: --board FILE.toml, --tape, or --profile FILE.toml"
    if not args.start or len(args.start) != len(args.end):
        return f"give --from and --to in pairs; there are {len(args.start)} and {len(args.end)}"
    names = [one.name for one in GRADUATIONS]
    if args.graduation is not None and args.graduation not in names:
        return f"--graduation {args.graduation!r} is not known; expected one of {', '.join(names)}"
    return ""


def _by_plane(args: argparse.Namespace, picture: Picture, scale: float) -> Measure:
    """What measures a pair of pixels by the table's plane."""
    profile = read_profile(args.profile) if args.profile else None
    way = _way(picture, args.board, profile)

    def measure(ends: list[Pixel]) -> dict[str, Any]:
        snapped = ends if args.no_snap else [snap(pixel, way.corners) for pixel in ends]
        pointing = way.plane.reprojection_error if snapped != ends else POINTING_ERROR
        distance = way.plane.distance(np.array(snapped[0]), np.array(snapped[1]), pointing, args.height)
        return _plane_line(args.image, way, distance, snapped, scale)

    return measure


def _way(picture: Picture, board_file: Path | None, profile: Profile | None) -> Way:
    """The plane, from the board in view or else from the profile."""
    lens = profile.lens if profile else None
    if board_file is None:
        assert profile is not None
        plane = profile.plane_for((picture.shape[1], picture.shape[0]))
        return Way(plane, np.zeros((0, 2)), "profile", 0)
    board = read_board(board_file)
    plane, detection = plane_from_picture(picture, board, lens)
    return Way(plane, corners_in_view(detection), board.name, detection.parts)


def corners_in_view(detection: BoardDetection) -> Points:
    """All corners that a pixel may be meant for: m x 2."""
    return np.vstack([detection.pixels, detection.unknown_markers])


def _inside(pixel: Pixel, picture: Picture) -> Pixel:
    high, wide = picture.shape[:2]
    if not (-0.5 <= pixel[0] <= wide and -0.5 <= pixel[1] <= high):
        raise Unmeasurable(
            f"The pixel {pixel[0]:g}, {pixel[1]:g} is outside the picture of {wide} x {high} pixels."
        )
    return pixel


def snap(pixel: Pixel, corners: Points) -> Pixel:
    """The corner that a pixel is meant for, if one is as close as somebody who points at it would be."""
    if not len(corners):
        return pixel
    away = np.hypot(*(corners - pixel).T)
    nearest = int(away.argmin())
    others = np.hypot(*(corners - corners[nearest]).T)
    side = float(np.min(others[others > 1.0], initial=100.0))
    if away[nearest] > np.clip(SNAP * side, LEAST_SNAP, MOST_SNAP):
        return pixel
    return float(corners[nearest, 0]), float(corners[nearest, 1])


def _plane_line(
    image: str, way: Way, distance: Distance, pixels: list[Pixel], scale: float
) -> dict[str, Any]:
    lens = (
        "calibrated"
        if way.plane.lens
        else "from the board"
        if isinstance(way.plane.distortion, RadialDistortion)
        else "none"
    )
    return {
        "image": image,
        "verdict": "measured",
        **_lengths(distance.inches, distance.error),
        "words": distance.sixteenths,
        "from": _rounded(pixels[0], scale),
        "to": _rounded(pixels[1], scale),
        "by": way.board,
        "markers": way.parts,
        "miss_pixels": round(way.plane.reprojection_error * scale, 3),
        "lens": lens,
    }


def _rounded(pixel: Pixel, scale: float) -> list[float]:
    return [round(side * scale, 3) for side in pixel]


def _lengths(inches: float | None, error: float) -> dict[str, float | None]:
    """The four lengths that every line has."""
    known = inches is not None
    return {
        "inches": round(inches, 5) if inches is not None else None,
        "centimetres": round(inches * CENTIMETRES, 5) if inches is not None else None,
        "error_inches": round(error, 5) if known else None,
        "error_centimetres": round(error * CENTIMETRES, 5) if known else None,
    }


def _by_tape(args: argparse.Namespace, picture: Picture, scale: float) -> Measure:
    """What measures a pair of pixels along the tape that lies under it."""
    stated = next((one for one in GRADUATIONS if one.name == args.graduation), None)
    readings: list[TapeReading] = []

    def measure(ends: list[Pixel]) -> dict[str, Any]:
        for reading in readings:
            distance = reading.distance(*ends)
            if distance.sure:
                return _tape_line(args.image, reading, distance, ends, scale)
        reading = read_tape(picture, ends)
        if stated is not None and reading.rows:
            reading = reading.confirmed(stated)
        readings.append(reading)
        return _tape_line(args.image, reading, reading.distance(*ends), ends, scale)

    return measure


def _tape_line(
    image: str, reading: TapeReading, distance: TapeDistance, pixels: list[Pixel], scale: float
) -> dict[str, Any]:
    graduation = distance.graduation or reading.graduation
    return {
        "image": image,
        "verdict": "measured" if distance.sure else "unsure",
        **_lengths(distance.inches if distance.sure else None, distance.error),
        "words": Distance(distance.inches, distance.error).sixteenths
        if distance.sure and distance.inches
        else None,
        "from": _rounded(pixels[0], scale),
        "to": _rounded(pixels[1], scale),
        "by": "tape",
        "graduation": graduation.name if graduation else None,
        "perhaps_inches": round(distance.inches, 4)
        if distance.inches is not None and not distance.sure
        else None,
        "reasons": list(distance.doubts),
    }


def in_words(line: dict[str, Any]) -> str:
    """The same for people: "table.jpg: 3 5/16 in (3.31 in, 8.41 cm, give or take 0.01 in)"."""
    if line["verdict"] == "unsure":
        return f"{line['image']}: unsure: {'; '.join(line['reasons'])}"
    ticks = f", ticks of {line['graduation']}" if line["by"] == "tape" else ""
    return (
        f"{line['image']}: {line['words']} ({line['inches']:.3f} in, {line['centimetres']:.3f} cm, "
        f"give or take {line['error_inches']:.3f} in{ticks})"
    )
