"""`companion calibrate faces`: teach the eye dice that carry something else than pips."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CompanionError, UnknownName
from companion.vision.dice import FACES
from companion.vision.faces.files import FaceProfiles, faces_folder, profile_file, read_face_profiles
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import FaceTeacher, TeachingResult, example_count, taught_faces
from companion.vision.frames import Picture
from companion.vision.shipped import shipped_reader

SHOWN_EDGE = 96
"""Pixels per side of a face in the picture of all that was taught."""

Told = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what only this step takes."""
    faces = parser.add_argument_group("faces", "dice with something else than pips on their faces")
    faces.add_argument("--dice", metavar="NAME", help="what these dice are called")
    faces.add_argument(
        "--face", metavar="FACE", help='what is shown: 1 to 6, a name such as "2 hits", or both: "3=2 hits"'
    )
    faces.add_argument("--list", action="store_true", help="list all dice that have been taught")
    faces.add_argument("--take", type=Path, metavar="FILE.json", help="take over dice that somebody shared")
    faces.add_argument("--replace", action="store_true", help="forget what was known of this face or dice")


def run(args: argparse.Namespace, taken: Callable[[], list[Picture]]) -> int:
    """Teach a face, or tell what has been taught.

    Args:
        args: see `add_arguments`; a profile names the folder beside which the dice are kept.
        taken: gives the pictures to learn from.

    Returns:
        0 if it is done, 1 if it must be done again.
    """
    folder = faces_folder(args.profile.parent if args.profile else None)
    if args.list:
        return _tell_all(read_face_profiles(folder), folder, as_json=args.json)
    if args.take is not None:
        return _take(args.take, folder, replacing=args.replace, as_json=args.json)
    if not args.dice:
        raise UnknownName("Which dice? Name them with --dice, or see with --list which are known.")
    path = profile_file(args.dice, folder)
    profile = FaceProfile.load(path) if path.exists() else FaceProfile(args.dice)
    if args.face is None:
        return _tell_one(profile, path, args)
    return _teach(profile, path, args, taken)


def _teach(
    profile: FaceProfile, path: Path, args: argparse.Namespace, taken: Callable[[], list[Picture]]
) -> int:
    """Show a face in every picture, and keep those that were good."""
    value, title = which_face(args.face, profile)
    if args.replace:
        profile = profile.without_face(value)
    known = example_count(profile, value)
    if known and profile.name_of(value) != (title or str(value)):
        raise UnknownName(
            f"Face {value} of {profile.name} is {profile.name_of(value)!r} already: "
            "show another one, or add --replace to forget that."
        )
    teacher = FaceTeacher(shipped_reader(), profile)
    verdicts = [teacher.show(picture, value, title) for picture in taken()]
    if any(verdict.good for verdict in verdicts):
        teacher.profile.save(path)
    if args.picture:
        args.picture.write_bytes(cv2.imencode(".png", verdicts[-1].picture)[1].tobytes())
    told = _told(teacher.profile, path) | {"face": value, "shown": example_count(teacher.profile, value)}
    return _say(told, verdicts, as_json=args.json)


def which_face(words: str, profile: FaceProfile) -> tuple[int, str]:
    """The number and the name of a face: "3", "3=2 hits", or "2 hits" for the first that is called so.

    A name that is new gets the first number that is free.

    Raises:
        UnknownName: no die has such a face, or all six are taught already.
    """
    number, told, title = words.partition("=")
    if not told and not words.strip().isdecimal():
        return _named(words.strip(), profile), words.strip()
    if number.strip() not in map(str, FACES):
        raise UnknownName(f"No die has a face {number.strip()!r}: name 1 to 6, or a name, or 3=name.")
    value = int(number)
    return value, title.strip() or profile.titles.get(value, "")


def _named(title: str, profile: FaceProfile) -> int:
    free = [value for value in FACES if not example_count(profile, value)]
    known = [value for value, name in sorted(profile.titles.items()) if name.casefold() == title.casefold()]
    if not title or not (known or free):
        raise UnknownName(f"All six faces of {profile.name} are taught: say which one {title!r} replaces.")
    return (known or free)[0]


def _say(told: Told, verdicts: list[TeachingResult], *, as_json: bool) -> int:
    """Say how every showing went; good only if all were."""
    good = bool(verdicts) and all(verdict.good for verdict in verdicts)
    sentence = next((one.sentence for one in verdicts if not one.good), verdicts[-1].sentence)
    showings = [{"good": one.good, "sentence": one.sentence} for one in verdicts]
    if as_json:
        print(json.dumps({"step": "faces", "good": good, "sentence": sentence, **told, "showings": showings}))
    else:
        print(*(f"{'Good' if one.good else 'Again'}: {one.sentence}." for one in verdicts), sep="\n")
    return 0 if good else 1


# --- telling -----------------------------------------------------------------------------------------------


def _told(profile: FaceProfile, path: Path) -> Told:
    """What is known of dice, for a program."""
    faces = [
        {"face": value, "title": profile.titles.get(value, ""), "shown": example_count(profile, value)}
        for value in FACES
        if example_count(profile, value)
    ]
    return {
        "dice": profile.name,
        "profile": str(path),
        "colours": list(profile.colours),
        "known": list(taught_faces(profile)),
        "faces": faces,
    }


def _in_words(profile: FaceProfile, path: Path) -> str:
    shown = [
        f"{value} {profile.titles.get(value, '')} ({example_count(profile, value)})".replace("  ", " ")
        for value in FACES
        if example_count(profile, value)
    ]
    colours = " or ".join(profile.colours) or "any colour"
    return f"{profile.name}, {colours}: {', '.join(shown) or 'nothing shown yet'}\n  {path}"


def _tell_all(own: FaceProfiles, folder: Path, *, as_json: bool) -> int:
    named = [(profile, profile_file(profile.name, folder)) for profile in own.profiles]
    if as_json:
        dice = [_told(*one) for one in named]
        print(json.dumps({"step": "faces", "dice": dice, "troubles": list(own.troubles)}))
    else:
        print(*(_in_words(*one) for one in named), *own.troubles, sep="\n")
        if not named and not own.troubles:
            print(f"No dice have been taught yet; they would lie in {folder}.")
    return 1 if own.troubles else 0


def _tell_one(profile: FaceProfile, path: Path, args: argparse.Namespace) -> int:
    """Tell what is known of some dice, and draw their faces if a picture is wanted."""
    if not path.exists():
        raise UnknownName(f"The dice {profile.name!r} are not known: teach them with --face, or see --list.")
    if args.replace:
        path.unlink()
        profile = FaceProfile(profile.name)
    if args.picture and not args.replace:
        args.picture.write_bytes(cv2.imencode(".png", sheet_of(profile))[1].tobytes())
    print(json.dumps({"step": "faces", **_told(profile, path)}) if args.json else _in_words(profile, path))
    return 0


def sheet_of(profile: FaceProfile) -> Picture:
    """All that was shown, a row for each face from 1 on: grey, height x width x 3."""
    rows = [profile.examples[value] for value in FACES if example_count(profile, value)]
    widest = max((len(row) for row in rows), default=1)
    sheet = np.full((max(1, len(rows)) * SHOWN_EDGE, widest * SHOWN_EDGE), 40, np.uint8)
    for down, row in enumerate(rows):
        for across, face in enumerate(row):
            large = cv2.resize(face, (SHOWN_EDGE, SHOWN_EDGE), interpolation=cv2.INTER_CUBIC)
            top, left = down * SHOWN_EDGE, across * SHOWN_EDGE
            sheet[top : top + SHOWN_EDGE, left : left + SHOWN_EDGE] = large
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), np.uint8)


def _take(file: Path, folder: Path, *, replacing: bool, as_json: bool) -> int:
    """Take over a file that somebody shared.

    Raises:
        BrokenFile: it is none.
        CompanionError: dice of that name are known already.
    """
    profile = FaceProfile.load(file)
    path = profile_file(profile.name, folder)
    if path.exists() and not replacing:
        raise CompanionError(
            f"Dice called {profile.name!r} are known already ({path}): add --replace to take these instead."
        )
    profile.save(path)
    print(json.dumps({"step": "faces", **_told(profile, path)}) if as_json else _in_words(profile, path))
    return 0
