"""`companion watch SOURCE`: play frames through the whole tray watcher and print every change as JSON.

The source is a folder of frames, a video, or a live camera. There is one line for each change:
`{"t": 1240, "state": "settled", "sentence": null, "roll": {"attack": [6, 4]}}`, where t is in milliseconds.
After a roll the same dice are expected again.
"""

import argparse
import json
import math
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from calibration.profile import read_profile
from companion.app.camera.dice_tray import tray_of as profile_tray
from companion.commands.arguments import number_between, point, refused
from companion.commands.output import say
from companion.dice.colours import DICE_COLOURS
from companion.errors import ImpossibleReading
from companion.locale.messages import gettext
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame
from companion.vision.sources import open_source
from companion.vision.sources.film import film_frames, is_film
from companion.vision.sources.picture_files import load_picture
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import TrayUpdate, TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray

ANY_DICE = ExpectedDice("dice", 1, 12)
"""The expected dice if `--ask` is not given."""

ASK = re.compile(r"(?P<name>[\w-]+)=(?P<least>\d{1,2})\.\.(?P<most>\d{1,2})(:(?P<colour>\w+))?")

Point: TypeAlias = tuple[float, float]

LIVE_PAUSE = 0.02
"""Seconds to wait when a camera has no new frame."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument(
        "source", metavar="SOURCE", help=gettext("folder of frames, video, picture or camera")
    )
    parser.add_argument(
        "--ask",
        metavar="NAME=LEAST..MOST[:COLOUR]",
        type=asked_pool,
        action="append",
        default=[],
        help=gettext("dice to expect, such as attack=1..3:red; may be given several times"),
    )
    parser.add_argument(
        "--tray",
        metavar="X,Y",
        type=_corner,
        nargs="+",
        help=gettext("corners of the tray, as fractions of the picture's width and height"),
    )
    parser.add_argument(
        "--die-size",
        metavar="SHARE",
        type=number_between(0.0, 1.0),
        help=gettext("edge of a die as a fraction of the picture's width"),
    )
    parser.add_argument(
        "--profile", metavar="FILE.toml", type=Path, help=gettext("the camera's profile, instead of --tray")
    )
    parser.add_argument("--empty", metavar="FILE", type=Path, help=gettext("a picture of the bare tray"))
    parser.add_argument(
        "--fps", type=number_between(0.0, 1000.0), help=gettext("frames a second of a folder or video")
    )
    parser.add_argument("--realtime", action="store_true", help=gettext("play at the film's own pace"))


def run(args: argparse.Namespace) -> int:
    """Play the source and print every change.

    Returns:
        0 at the end of the source.

    Raises:
        ImpossibleReading: two options contradict each other.
    """
    pools = _distinct(args.ask) or [ANY_DICE]
    tray = tray_of(args)
    watcher = TrayWatcher(reader_for(DiceNetwork(), tray), tray)
    if args.empty is not None:
        watcher.learn_background(load_picture(args.empty))
    previous: dict[str, Any] = {}
    for frame in _frames(args.source, args.fps, args.realtime):
        watcher.expect(pools)
        line = line_of(watcher.update(frame))
        if line["roll"] or any(line[key] != previous.get(key, "") for key in ("state", "sentence")):
            print(json.dumps(line), flush=True)
        previous = line
    return 0


def line_of(update: TrayUpdate) -> dict[str, Any]:
    """Return a watcher's update as printed: t, state, sentence, roll."""
    roll = None if update.roll is None else {name: list(faces) for name, faces in update.roll.faces.items()}
    return {"t": round(update.time), "state": update.state.value, "sentence": update.sentence, "roll": roll}


def tray_of(args: argparse.Namespace) -> Tray | None:
    """Return the tray from the command line; None if it is not described.

    Raises:
        BrokenProfile: the profile cannot be read.
        ImpossibleReading: the tray is impossible, or it is described twice.
    """
    if args.profile is not None:
        if args.tray is not None or args.die_size is not None:
            raise ImpossibleReading(
                gettext("--profile tells tray and die size: leave out --tray and --die-size")
            )
        return profile_tray(read_profile(args.profile))
    if args.tray is not None:
        return Tray(_in_turn(args.tray), args.die_size)
    return None if args.die_size is None else replace(WHOLE_PICTURE, die_edge=args.die_size)


def _frames(source: str, fps: float | None, realtime: bool) -> Iterator[Frame]:
    """Yield the frames of a film, or of a camera while it is open."""
    if not is_film(Path(source)):
        yield from _live(source)
        return
    started = time.monotonic()
    for frame in film_frames(Path(source), fps):
        if realtime:
            time.sleep(max(0.0, frame.time / 1000.0 - (time.monotonic() - started)))
        yield frame


def _live(source: str) -> Iterator[Frame]:
    """Yield the frames of a camera, with times from 0; print its problems on standard error."""
    with open_source(source) as camera:
        begun: float | None = None
        reported: str | None = None
        while not camera.closed:
            frame = camera.next_frame()
            if camera.problem not in (None, reported):
                say("companion watch:", camera.problem or "", file=sys.stderr, flush=True)
            reported = camera.problem
            if frame is None:
                time.sleep(LIVE_PAUSE)
                continue
            begun = frame.time if begun is None else begun
            yield replace(frame, time=frame.time - begun)


def asked_pool(text: str) -> ExpectedDice:
    """Parse expected dice such as `attack=1..3:red`."""
    found = ASK.fullmatch(text)
    if found is None:
        raise refused(gettext("{text!r} is not like attack=1..3 or attack=1..3:red", text=text))
    least, most, colour = int(found["least"]), int(found["most"]), found["colour"]
    if not 0 <= least <= most or most == 0:
        raise refused(gettext("{text!r} asks for {least} to {most} dice", text=text, least=least, most=most))
    if colour is not None and colour not in DICE_COLOURS:
        raise refused(
            gettext(
                "{colour!r} is no colour of dice; known are {colours}",
                colour=colour,
                colours=", ".join(DICE_COLOURS),
            )
        )
    return ExpectedDice(found["name"], least, most, () if colour is None else (colour,))


def _distinct(pools: list[ExpectedDice]) -> list[ExpectedDice]:
    """Return the pools; refuse two pools with one name."""
    names = [pool.role for pool in pools]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ImpossibleReading("--ask names {pool} twice: give each pool a name of its own", pool=twice)
    return pools


def _in_turn(corners: list[Point]) -> tuple[Point, ...]:
    """Return the corners sorted by their angle around the centre."""
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return tuple(sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x)))


def _corner(text: str) -> Point:
    x, y = point(text)
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise refused(gettext("{text!r} is outside the picture: give fractions from 0 to 1", text=text))
    return x, y
