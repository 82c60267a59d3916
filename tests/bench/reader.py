"""What the complete reader reads: one table per source of photos and of renders, and its failures as sheets.

    python -m tests.bench.reader                       everything, with the shipped model
    python -m tests.bench.reader --model NEW.onnx      with another model
    python -m tests.bench.reader --only damiantab tray --sheets /tmp/failures

Photos come from ../shared/dice, which is no part of the project; without it only renders are read.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.dice.colours import BODY_SHADES
from companion.rendering import random_scene, render_scene, tray_scene
from companion.rendering.domain_randomization import random_clutter, random_hand
from companion.rendering.projection import PinholeProjection
from companion.rendering.random_dice import dark_with_red_pips
from companion.rendering.scene import Ground, Scene
from companion.tools.training.photos import HELD_OUT, MISLABELLED, boxes_of, photos
from companion.tools.training.samples import GLINTS_EDGES
from companion.vision.detection.network import DiceNetwork
from companion.vision.dice import DiceReading
from companion.vision.faces.profile import FaceProfile, upright_face
from companion.vision.faces.symbol_check import MAX_SYMBOL
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import WHOLE_PICTURE
from tests.bench.hard_pictures import THINGS, beside_dice, near_die, near_photos

SHARED_PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "dice"

EVERY = {"tomitomi": 20, "matteop65": 6}
"""Of these large sources only every n-th picture is read."""

ALSO_CALLED = {
    "brown/orange": {"brown", "orange", "red"},
    "dark-grey": {"grey", "black"},
    "cream": {"bone", "yellow", "white"},
    "white,yellow": {"white", "bone", "yellow"},
    "white": {"white", "bone", "grey"},
    "yellow": {"yellow", "bone"},
    **{name: {looks.called} for name, looks in BODY_SHADES.items() if name != looks.called},
}
"""What the labels' colours may rightly be called."""

TILE = 420
"""Pixels per side of a picture on a sheet of failures."""

RENDERED = 150
"""Renders of each kind."""

SUBJECTS: dict[str, tuple[str, ...]] = {
    "tables": (),
    "boards": (),
    "cards": ("card", "playing_card", "paper"),
    "hands": ("hand",),
    "tokens": ("token", "coin", "chip", "button", "ring", "meeple", "tile"),
}
"""What the pictures without dice show, and the things that lie there; sixty of each, 300 in all."""

OF_EACH_SUBJECT = 60

BOARDS: tuple[Ground, ...] = ("board", "map", "print")


@dataclass(frozen=True)
class Question:
    """One picture and what is true of it.

    Attributes:
        name: where it comes from.
        read: gives the picture.
        faces: those that lie up, sorted.
        edge: length of a die's edge in pixels if the reader is told, else None.
        colours: body colours by count, where they are known.
    """

    name: str
    read: Callable[[], Picture]
    faces: tuple[int, ...]
    edge: float | None = None
    colours: Counter[str] | None = None


@dataclass
class SourceScore:
    """Figures of one source; see `HEADER` for the columns."""

    pictures: int = 0
    right: int = 0
    answered: int = 0
    wrong_and_sure: int = 0
    dice: int = 0
    dice_right: int = 0
    coloured: int = 0
    colours_right: int = 0
    times: list[float] = field(default_factory=list)
    failures: list[tuple[Question, DiceReading]] = field(default_factory=list)

    def add(self, asked: Question, reading: DiceReading) -> None:
        """Count one reading."""
        faces = tuple(sorted(die.face for die in reading.dice))
        right = faces == asked.faces
        self.pictures += 1
        self.right += right
        self.answered += reading.sure
        self.wrong_and_sure += reading.sure and not right
        self.dice += len(asked.faces)
        self.dice_right += (Counter(faces) & Counter(asked.faces)).total()
        self.times.append(reading.milliseconds)
        if asked.colours is not None and len(reading.dice) == len(asked.faces):
            self.coloured += len(reading.dice)
            self.colours_right += _matched(asked.colours, reading)
        if not right or not reading.sure:
            self.failures.append((asked, reading))


def _matched(colours: Counter[str], reading: DiceReading) -> int:
    """How many dice bear a colour that the labels know, each label used once."""
    left = Counter(colours)
    matched = 0
    for die in reading.dice:
        fitting = [name for name in left if die.colour in ALSO_CALLED.get(name, {name})]
        if fitting:
            matched += 1
            left -= Counter({fitting[0]: 1})
    return matched


HEADER = f"{'source':26} pictures  right          answered  wrong+sure  dice right        colours    ms"


def row(source: str, tally: SourceScore) -> str:
    """One line of the table."""

    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:5.1f} %" if whole else "      -"

    return (
        f"{source:26} {tally.pictures:8} {tally.right:6} {share(tally.right, tally.pictures)}"
        f" {tally.answered:9} {tally.wrong_and_sure:11} {tally.dice_right:5} of {tally.dice:4}"
        f" {share(tally.colours_right, tally.coloured)} {np.median(tally.times or [0.0]):5.0f}"
    )


def photo_questions(folder: Path) -> dict[str, list[Question]]:
    """The labelled photos, by source."""
    bodies = _body_colours(folder)
    asked: dict[str, list[Question]] = {}
    seen: Counter[str] = Counter()
    for photo in photos(folder):
        seen[photo.source] += 1
        name = f"{photo.source}/{photo.path.name}"
        if name in MISLABELLED or seen[photo.source] % EVERY.get(photo.source, 1):
            continue
        question = Question(name, photo.read, photo.faces, None, bodies.get(name))
        asked.setdefault(photo.source, []).append(question)
    return asked


def _body_colours(folder: Path) -> dict[str, Counter[str]]:
    """Body colours where the labels count them, or where all dice share one."""
    found = {}
    for line in (folder / "labels.csv").read_text().splitlines()[1:]:
        path, count, _, bodies, *_ = line.split(",") if '"' not in line else _quoted(line)
        named = re.findall(r"([a-z/-]+):(\d+)", bodies)
        if named:
            found[path] = Counter({name: int(number) for name, number in named})
        elif bodies in ("white", "cream", "white,yellow"):
            found[path] = Counter({bodies: int(count)})
    return found


def _quoted(line: str) -> list[str]:
    """A line of the labels with a comma inside quotes."""
    return [part.strip('"') for part in re.findall(r'"[^"]*"|[^,]+', line)]


def _all_without_dice(_count: int) -> list[Question]:
    return [_without_dice(subject, number) for subject in SUBJECTS for number in range(OF_EACH_SUBJECT)]


HUGE_DICE, ENLARGED_DICE, BESIDE_DICE = "huge red dice", "enlarged photos", "photos with a"
"""Sources of pictures that a living room shows, see `tests.bench.hard_pictures`."""

OF_EACH_THING = 8


def hard_questions(source: str, folder: Path) -> list[Question]:
    """The pictures of one such source; none where it needs photos that are not there."""
    if source == HUGE_DICE:
        pictures = [(f"huge-{seed}", near_die(seed)) for seed in range(40)]
    elif not folder.is_dir():
        pictures = []
    elif source == ENLARGED_DICE:
        pictures = near_photos(folder, 40)
    else:
        pictures = beside_dice(folder, source.removeprefix(BESIDE_DICE).strip(), OF_EACH_THING)
    return [Question(name, partial(_same, picture), faces) for name, (picture, faces) in pictures]


HARD = (HUGE_DICE, ENLARGED_DICE, *(f"{BESIDE_DICE} {kind}" for kind in THINGS))


def _same(picture: Picture) -> Picture:
    return picture


def _tray(seed: int) -> Question:
    random = np.random.default_rng((41, seed))
    colours = random.choice(["red", "white", "black", "blue", "ivory", "green", "yellow"], 5)
    dice = [(int(random.integers(1, 7)), str(colour)) for colour in colours]
    seen = render_scene(tray_scene(dice, random), random)
    bodies = Counter(colour for _, colour in dice)
    return Question(f"tray-{seed}", partial(_same, seen.picture), seen.faces, 44.0, bodies)


def _harsh(seed: int) -> Question:
    """A harsh scene all of whose dice lie level, free and in view."""
    random = np.random.default_rng((42, seed))
    return _level_dice(f"harsh-{seed}", random, lambda: random_scene(random, (480, 368), (34.0, 54.0), 6))


def _red_on_dark(seed: int) -> Question:
    """Dark dice with red pips that mirror lamps, all level, free and in view."""
    random = np.random.default_rng((45, seed))

    def scene() -> Scene:
        while True:
            some = random_scene(random, (640, 480), GLINTS_EDGES, 6)
            if not any(die.blank for die in some.dice):
                return replace(some, dice=tuple(dark_with_red_pips(die) for die in some.dice))

    return _level_dice(f"red-on-dark-{seed}", random, scene)


def _level_dice(name: str, random: np.random.Generator, scene: Callable[[], Scene]) -> Question:
    """The first scene all of whose dice lie level, free and in view, at a known size of dice."""
    while True:
        seen = render_scene(scene(), random)
        fine = all(die.defect == "none" and not die.symbol for die in seen.dice)
        if seen.dice and fine and max(die.edge for die in seen.dice) < 90:
            edge = float(np.median([die.edge for die in seen.dice]))
            return Question(name, partial(_same, seen.picture), seen.faces, edge)


def _negatives(count: int) -> Iterator[Question]:
    """Boards, cards, hands, tokens, armies and empty tables."""
    random = np.random.default_rng(43)
    made = 0
    while made < count:
        scene = random_scene(random, (480, 368), (34.0, 54.0), 6)
        if all(die.blank for die in scene.dice):
            picture = render_scene(scene, random).picture
            yield Question(f"nothing-{made}", partial(_same, picture), (), 44.0)
            made += 1


def _without_dice(subject: str, number: int) -> Question:
    """A table, board, cards, hands or tokens and little cubes; every second one at an unknown scale."""
    random = np.random.default_rng((44, list(SUBJECTS).index(subject), number))
    scene = random_scene(random, (480, 368), (34.0, 54.0), most_dice=0)
    view, wanted = PinholeProjection(scene.camera, scene.size), SUBJECTS[subject]
    things = [thing for thing in random_clutter(random, view, 60) if thing.kind in wanted][:8]
    if subject == "hands":
        things = [random_hand(random, view) for _ in range(1 + number % 2)]
    if subject == "boards":
        scene = replace(scene, ground=BOARDS[number % len(BOARDS)], tray=None)
    cubes = scene.dice if subject == "tokens" else ()
    picture = render_scene(replace(scene, clutter=tuple(things), dice=cubes), random).picture
    return Question(f"{subject}-{number}", partial(_same, picture), (), 44.0 if number % 2 else None)


RENDERS: dict[str, Callable[[int], list[Question]]] = {
    "simulated tray": lambda count: [_tray(seed) for seed in range(count)],
    "harsh renders": lambda count: [_harsh(seed) for seed in range(count)],
    "red pips on dark dice": lambda count: [_red_on_dark(seed) for seed in range(count)],
    "harsh, no dice": lambda count: list(_negatives(count)),
    "300 without dice": _all_without_dice,
}
"""How each source of renders is made, all at a known size of dice but half of the last."""


def reader_for(network: DiceNetwork, asked: Question, size: tuple[int, int]) -> DiceReader:
    """The reader as the companion would set it up for this picture."""
    if asked.edge is None:
        return DiceReader(network)
    return DiceReader(network, replace(WHOLE_PICTURE, die_edge=asked.edge / size[0]))


def read_all(network: DiceNetwork, questions: list[Question]) -> list[tuple[Question, DiceReading]]:
    """All questions of one source and how they are answered."""
    answers = []
    for asked in questions:
        picture = asked.read()
        reader = reader_for(network, asked, (picture.shape[1], picture.shape[0]))
        answers.append((asked, reader.read(picture)))
    return answers


def at_known_size(answers: list[tuple[Question, DiceReading]]) -> list[Question]:
    """The photos again, now at a known size of dice: the one that the first reading found."""
    return [
        replace(asked, edge=reading.edge)
        for asked, reading in answers
        if asked.edge is None and reading.edge is not None
    ]


def tally_of(answers: list[tuple[Question, DiceReading]]) -> SourceScore:
    """The figures of one source."""
    tally = SourceScore()
    for asked, reading in answers:
        tally.add(asked, reading)
    return tally


def emblems(network: DiceNetwork, folder: Path) -> str:
    """How fudw's dice are read, which have a drawing on the one or the six, once a table has shown it."""
    boxes, asked = boxes_of(folder), [photo for photo in photos(folder) if photo.source == "fudw"]
    shown, *others = sorted(asked, key=lambda photo: photo.path.name != SHOWN)
    profile = _shown(network, shown.read(), boxes[f"fudw/{shown.path.name}"])
    reader = DiceReader(network, profiles=[profile])
    right = sure_right = wrong_and_sure = dice = 0
    for photo in others:
        read = reader.read(photo.read()).dice
        for x0, y0, x1, y1, face in boxes[f"fudw/{photo.path.name}"]:
            dice += 1
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            near = [die for die in read if np.hypot(*np.subtract(die.centre, middle)) < 0.4 * (x1 - x0)]
            right += any(die.face == face for die in near)
            sure_right += any(die.sure and die.face == face for die in near)
            wrong_and_sure += any(die.sure and die.face != face for die in near)
    return (
        f"fudw, its drawing shown {sum(map(len, profile.examples.values()))} times: {dice} dice, "
        f"{right} right ({100 * right / dice:.1f} %), {sure_right} of them sure, "
        f"{wrong_and_sure} wrong and sure"
    )


SHOWN = "IMG_4546.jpg"
"""The photo from which the drawing is learned, or else the first; the others are read."""


def _shown(
    network: DiceNetwork, picture: Picture, boxes: list[tuple[float, float, float, float, int]]
) -> FaceProfile:
    """A profile of the drawings in one photo, as a table would show them."""
    profile = FaceProfile("fudw")
    drawn = [seen.detection for seen in DiceReader(network).describe(picture)]
    for one in [one for one in drawn if one.symbol > MAX_SYMBOL]:
        for x0, y0, x1, y1, face in boxes:
            if x0 < one.centre_x < x1 and y0 < one.centre_y < y1:
                profile = profile.with_example(face, upright_face(picture, one))
    return profile


def sheet(failures: list[tuple[Question, DiceReading]]) -> Picture:
    """Failures side by side: green is sure, red is not; the truth stands above."""
    tiles = [_tile(asked, reading) for asked, reading in failures]
    columns = min(5, len(tiles))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    return np.vstack([np.hstack(tiles[start : start + columns]) for start in range(0, len(tiles), columns)])


def _tile(asked: Question, reading: DiceReading) -> Picture:
    picture = asked.read()
    scale = TILE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for die in reading.dice:
        colour = (0, 220, 0) if die.sure else (0, 0, 255)
        x0, y0, x1, y1 = (int(side * scale) for side in die.box)
        cv2.rectangle(small, (x0, y0), (x1, y1), colour, 1)
        told = f"{die.face} {die.confidence:.2f} {die.reject_reason or ''}"
        cv2.putText(small, told, (x0, y0 - 3), cv2.FONT_HERSHEY_PLAIN, 0.8, colour, 1)
    padded = cv2.copyMakeBorder(
        small, 16, TILE - small.shape[0], 0, TILE - small.shape[1], cv2.BORDER_CONSTANT
    )
    truth = "-".join(map(str, asked.faces)) + (" WRONG AND SURE " if reading.sure else " ")
    cv2.putText(padded, truth + asked.name[-24:], (2, 12), cv2.FONT_HERSHEY_PLAIN, 0.9, (0, 255, 255), 1)
    return np.asarray(padded, dtype=np.uint8)


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.reader", description="Measure the dice reader."
    )
    parser.add_argument("--photos", type=Path, default=SHARED_PHOTOS, help="folder with labels.csv")
    parser.add_argument("--model", type=Path, help="another model than the shipped one")
    parser.add_argument("--sheets", type=Path, help="folder for pictures of the failures")
    parser.add_argument("--only", nargs="+", default=[], help="sources whose names contain one of these")
    parser.add_argument("--renders", type=int, default=RENDERED, help="renders of each kind")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    network = DiceNetwork(arguments.model)
    asked = photo_questions(arguments.photos) if arguments.photos.is_dir() else {}
    wanted = [*asked, *RENDERS, *HARD]
    wanted = [name for name in wanted if not arguments.only or any(part in name for part in arguments.only)]
    asked |= {name: RENDERS[name](arguments.renders) for name in wanted if name in RENDERS}
    print(f"model {network.version}; never trained on: {', '.join(HELD_OUT)}\n{HEADER}")
    for source in wanted:
        questions = hard_questions(source, arguments.photos) if source in HARD else asked[source]
        answers = read_all(network, questions)
        tally = tally_of(answers)
        print(row(source, tally), flush=True)
        if known := at_known_size(answers):
            print(row(f"{source}, size known", tally_of(read_all(network, known))), flush=True)
        if source == "nellbyler":
            few = [(one, reading) for one, reading in answers if len(one.faces) <= 5]
            print(row("nellbyler, up to 5", tally_of(few)), flush=True)
        if arguments.sheets and tally.failures:
            arguments.sheets.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(arguments.sheets / f"{source}.png"), sheet(tally.failures[:40]))
        if source == "fudw":
            print("    " + emblems(network, arguments.photos), flush=True)


if __name__ == "__main__":
    main()
