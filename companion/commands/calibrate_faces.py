"""`companion calibrate faces`: teach the dice reader dice without pips."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.camera.face_teaching import TaughtFace, contact_sheet, import_face_profile, teach_face
from companion.commands.output import say
from companion.dice.colours import colour_name
from companion.dice.faces import FACES
from companion.errors import UnknownName
from companion.locale.catalogue import shown
from companion.locale.messages import Message, gettext, joined, listed
from companion.vision.faces.files import FaceProfiles, faces_folder, profile_file, read_face_profiles
from companion.vision.faces.profile import FaceProfile
from companion.vision.faces.teaching import example_count, taught_faces
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import write_png


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this step."""
    faces = parser.add_argument_group(
        shown(gettext("faces")), shown(gettext("dice with something else than pips on their faces"))
    )
    faces.add_argument("--dice", metavar="NAME", help=gettext("what these dice are called"))
    faces.add_argument(
        "--face",
        metavar="FACE",
        help=gettext('what is shown: 1 to 6, a name such as "2 hits", or both: "3=2 hits"'),
    )
    faces.add_argument("--list", action="store_true", help=gettext("list all dice that have been taught"))
    faces.add_argument(
        "--take", type=Path, metavar="FILE.json", help=gettext("import dice that somebody shared")
    )
    faces.add_argument(
        "--replace", action="store_true", help=gettext("forget what was known of this face or dice")
    )


def run(args: argparse.Namespace, taken: Callable[[], list[Picture]]) -> int:
    """Teach a face, or print what was taught.

    Args:
        args: see `add_arguments`; the profiles of dice are in the folder of the camera profile.
        taken: returns the pictures to learn from.

    Returns:
        0 on success, 1 if it must be repeated.
    """
    folder = faces_folder(args.profile.parent if args.profile else None)
    if args.list:
        return _print_all(read_face_profiles(folder), folder, as_json=args.json)
    if args.take is not None:
        _print(*import_face_profile(args.take, folder, replacing=args.replace), as_json=args.json)
        return 0
    if not args.dice:
        raise UnknownName(gettext("Which dice? Name them with --dice, or see with --list which are known."))
    path = profile_file(args.dice, folder)
    profile = FaceProfile.load(path) if path.exists() else FaceProfile(args.dice)
    if args.face is None:
        return _print_one(profile, path, args)
    taught = teach_face(profile, path, args.face, taken, replacing=args.replace)
    if args.picture:
        write_png(args.picture, taught.results[-1].picture)
    _print_results(taught, path, as_json=args.json)
    return 0 if taught.good else 1


def verdict(good: bool, sentence: str) -> Message:
    """Say whether a step must be repeated, and why."""
    sentence = shown(sentence).removesuffix(".")  # errors end with one, results do not
    if good:
        return gettext("Good: {sentence}.", sentence=sentence)
    return gettext("Again: {sentence}.", sentence=sentence)


def _print_results(taught: TaughtFace, path: Path, *, as_json: bool) -> None:
    """Print the result of every picture."""
    if not as_json:
        say(*(verdict(result.good, result.sentence) for result in taught.results), sep="\n")
        return
    known = _as_json(taught.profile, path)
    known |= {"face": taught.face, "shown": example_count(taught.profile, taught.face)}
    showings = [{"good": result.good, "sentence": result.sentence} for result in taught.results]
    line = {"step": "faces", "good": taught.good, "sentence": taught.sentence, **known, "showings": showings}
    print(json.dumps(line))


def _shown_faces(profile: FaceProfile) -> list[int]:
    return [face for face in FACES if example_count(profile, face)]


def _as_json(profile: FaceProfile, path: Path) -> dict[str, Any]:
    faces = [
        {"face": face, "title": profile.titles.get(face, ""), "shown": example_count(profile, face)}
        for face in _shown_faces(profile)
    ]
    return {
        "dice": profile.name,
        "profile": str(path),
        "colours": list(profile.colours),
        "known": list(taught_faces(profile)),
        "faces": faces,
    }


def _as_text(profile: FaceProfile, path: Path) -> str:
    examples = [
        f"{face} {profile.titles.get(face, '')} ({example_count(profile, face)})".replace("  ", " ")
        for face in _shown_faces(profile)
    ]
    named = listed(map(colour_name, profile.colours), alternatives=True)
    colours = named or gettext("any colour")
    faces = joined(examples, ", ") or gettext("nothing shown yet")
    said = gettext("{dice}, {colours}: {faces}", dice=profile.name, colours=colours, faces=faces)
    return joined((said, str(path)), "\n  ")


def _print(profile: FaceProfile, path: Path, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"step": "faces", **_as_json(profile, path)}))
    else:
        say(_as_text(profile, path))


def _print_all(own: FaceProfiles, folder: Path, *, as_json: bool) -> int:
    paths = {profile.name: profile_file(profile.name, folder) for profile in own.profiles}
    if as_json:
        dice = [_as_json(profile, paths[profile.name]) for profile in own.profiles]
        print(json.dumps({"step": "faces", "dice": dice, "troubles": list(own.problems)}))
    else:
        lines = [_as_text(profile, paths[profile.name]) for profile in own.profiles]
        none = (
            []
            if lines or own.problems
            else [gettext("No dice have been taught yet; they are saved in {folder}.", folder=folder)]
        )
        say(*lines, *own.problems, *none, sep="\n")
    return 1 if own.problems else 0


def _print_one(profile: FaceProfile, path: Path, args: argparse.Namespace) -> int:
    """Print the taught faces of one kind of dice, and save a picture of them if requested."""
    if not path.exists():
        unknown = gettext(
            "The dice {name!r} are not known: teach them with --face, or see --list.", name=profile.name
        )
        raise UnknownName(unknown)
    if args.replace:
        path.unlink()
        profile = FaceProfile(profile.name)
    if args.picture and not args.replace:
        write_png(args.picture, contact_sheet(profile))
    _print(profile, path, as_json=args.json)
    return 0
