"""`companion calibrate STEP`: run one step of a camera's calibration, from a camera or from pictures."""

import argparse
import datetime
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.boards import MarkerBoard, Points, charuco_board, read_board
from calibration.camera_shift import measure_camera_shift
from calibration.lens_calibration import calibrate_lens
from calibration.profile import Profile, profile_path, read_profile, write_profile
from calibration.sheets.pages import CHARUCO, DICTIONARY, PAPERS, sheet
from calibration.step_result import StepResult
from calibration.table_calibration import SHEET_CHANGED, calibrate_table
from calibration.tray_calibration import DIE_INCHES, calibrate_tray
from companion.commands import calibrate_faces as faces_command
from companion.commands.arguments import number_between, point, whole_number
from companion.commands.output import say
from companion.errors import CameraUnavailable
from companion.locale.messages import gettext, joined
from companion.vision.assignment.colour_calibration import dice_relit, learn_colours
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.sources import SOURCES, open_source
from companion.vision.sources.picture_files import PICTURE_ENDINGS, load_picture, write_png

FRAMES = {"lens": 12, "table": 7, "tray": 3, "dice": 1, "faces": 2, "check": 1}
"""Number of pictures that each step takes from a camera."""

PAUSE = {"lens": 2.0, "table": 0.2, "tray": 0.5, "dice": 0.0, "faces": 4.0, "check": 0.0}
"""Seconds between two pictures: time to turn the board for the lens, or the die for its faces."""

MAX_DIE_MM = 200.0
"""Largest edge of a die, in millimetres."""

WAIT = 10.0
"""Seconds to wait for a picture from the camera."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument(
        "step", choices=list(FRAMES), help=gettext("what to calibrate; check: was the camera moved?")
    )
    parser.add_argument(
        "--source", default="auto", help=gettext("{sources} (default: auto)", sources=SOURCES)
    )
    parser.add_argument(
        "--profile", type=Path, metavar="FILE.toml", help=gettext("the profile (default: this computer's)")
    )
    parser.add_argument(
        "--board", type=Path, metavar="FILE.toml", help=gettext("the board (default: the printed sheet)")
    )
    parser.add_argument(
        "--frames", type=whole_number(1), metavar="N", help=gettext("pictures to take from a camera")
    )
    parser.add_argument(
        "--die",
        type=number_between(0.0, MAX_DIE_MM),
        default=DIE_INCHES * 25.4,
        metavar="MM",
        help=gettext("edge of a die, in mm"),
    )
    parser.add_argument(
        "--corners",
        type=_corners,
        metavar="X,Y X,Y ...",
        help=gettext("the tray's corners, without the tray mat"),
    )
    parser.add_argument(
        "--paper", choices=[paper.name for paper in PAPERS], default="Letter", help=gettext("of the sheets")
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE.png", help=gettext("write the picture with what was found")
    )
    parser.add_argument("--json", action="store_true", help=gettext("the result as one JSON object"))
    faces_command.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run a step and save its result in the profile.

    Returns:
        0 if the result is good, 1 if the step must be repeated.
    """
    if args.step == "faces":
        count = args.frames or FRAMES["faces"]
        return faces_command.run(args, lambda: taken(args.source, count, PAUSE["faces"]))
    path = args.profile or profile_path()
    pictures = taken(args.source, args.frames or FRAMES[args.step], PAUSE[args.step])
    profile = _profile_to_change(path, args.source, pictures[-1])
    result, changed = STEPS[args.step](args, pictures, profile)
    if result.good and changed is not profile:
        write_profile(path, replace(changed, made=datetime.datetime.now()))
    if args.picture:
        write_png(args.picture, result.picture)
    fields = {"step": args.step, "good": result.good, "sentence": result.sentence, "profile": str(path)}
    if args.json:
        print(json.dumps(fields))
    else:
        say(faces_command.verdict(result.good, result.sentence))
    return 0 if result.good else 1


def taken(source: str, count: int, pause: float) -> list[Picture]:
    """Return pictures from a source: all pictures of a folder, or `count` pictures from a camera.

    Raises:
        CameraUnavailable: the camera gives no picture.
        NotAPicture, UnknownName: the source cannot be read.
    """
    path = Path(source)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
        if files:
            return [load_picture(file) for file in files]
    elif path.suffix.lower() in PICTURE_ENDINGS:
        return [load_picture(path)]
    pictures: list[Picture] = []
    with open_source(source) as camera:
        until = time.monotonic() + WAIT
        while len(pictures) < count:
            frame = camera.next_frame()
            if frame is not None:
                pictures.append(frame.picture)
                say(
                    gettext("picture {number} of {count}", number=len(pictures), count=count), file=sys.stderr
                )
                time.sleep(pause)
                until = time.monotonic() + WAIT
            elif time.monotonic() > until:
                problem = camera.problem or gettext("check its plug")
                raise CameraUnavailable(
                    "The camera {source} gives no picture: {problem}", source=source, problem=problem
                )
    return pictures


def _profile_to_change(path: Path, source: str, picture: Picture) -> Profile:
    """Return the saved profile, or a new one if none exists or the pictures have another size."""
    size = picture.shape[1], picture.shape[0]
    if path.exists():
        profile = read_profile(path)
        if profile.size == size:
            return profile
        said = gettext(
            "The profile is for pictures of {known}, these are {size}: a new profile begins.",
            known=profile.size,
            size=size,
        )
        say(said, file=sys.stderr)
    return Profile(source, size, datetime.datetime.now())


def _lens(args: argparse.Namespace, pictures: list[Picture], profile: Profile) -> tuple[StepResult, Profile]:
    board = read_board(args.board) if args.board else charuco_board(DICTIONARY, CHARUCO)
    result = calibrate_lens(pictures, board)
    for number, view in enumerate(result.views, start=1):
        found = {"number": number, "corners": view.corners}
        if view.error is not None:
            said = gettext("view {number}: {corners} corners, {error:.2f} pixels", error=view.error, **found)
        else:
            said = gettext("view {number}: {corners} corners, not used", **found)
        say(joined((said, view.reason)), file=sys.stderr)
    return result, replace(profile, lens=result.lens) if result.lens else profile


def _table(args: argparse.Namespace, pictures: list[Picture], profile: Profile) -> tuple[StepResult, Profile]:
    board = read_board(args.board) if args.board else _printed("corners", args.paper)
    result = calibrate_table(pictures, board, profile.lens)
    return result, replace(profile, table=result.table) if result.table else profile


def _tray(args: argparse.Namespace, pictures: list[Picture], profile: Profile) -> tuple[StepResult, Profile]:
    mat = _printed("tray", args.paper) if args.corners is None else None
    result = calibrate_tray(pictures, mat, args.corners, args.die / 25.4, profile.lens)
    if result.tray is None:
        return result, profile
    dice = dice_relit(profile.dice, profile.tray, result.tray)
    return result, replace(profile, tray=result.tray, dice=dice)


def _corners(text: str) -> Points:
    """Parse corners such as `10,20 300,20 300,200`; they are n x 2 pixels."""
    return np.array([point(pair) for pair in text.split()])


def _dice(_args: argparse.Namespace, pictures: list[Picture], profile: Profile) -> tuple[StepResult, Profile]:
    result = learn_colours(pictures[-1], DiceReader(), profile.tray)
    return result, replace(profile, dice=result.dice) if result.dice else profile


def _check(
    _args: argparse.Namespace, pictures: list[Picture], profile: Profile
) -> tuple[StepResult, Profile]:
    shift = measure_camera_shift(profile, pictures[-1])
    stands = not shift.moved and shift.pixels is not None
    if stands and profile.table is not None:
        again = calibrate_table(pictures, profile.table.board, profile.lens)
        if again.plane is not None and again.plane.sheet_changed:
            sentence = joined((shift.sentence, SHEET_CHANGED), ". ")
            return StepResult(False, sentence, pictures[-1]), profile
    return StepResult(stands, shift.sentence, pictures[-1]), profile


def _printed(name: str, paper: str) -> MarkerBoard:
    """Return the board on a printed sheet of `companion sheets`."""
    _, board = sheet(name, next(known for known in PAPERS if known.name == paper))
    assert board is not None
    return board


CalibrationFunction = Callable[[argparse.Namespace, list[Picture], Profile], tuple[StepResult, Profile]]
STEPS: dict[str, CalibrationFunction] = {
    "lens": _lens,
    "table": _table,
    "tray": _tray,
    "dice": _dice,
    "check": _check,
}
"""The function of each step; it returns the result and the changed profile."""
