"""Reads films made of photos of rolls, with disturbances, with the whole watcher.

    python -m tests.bench.films --films 4                 a table of all kinds of disturbance
    python -m tests.bench.films --write /tmp/films        the frames as well, for `companion watch`
    python -m tests.bench.films --slow 5                  on a core like a Pi 4's

The empty tray is the photo with its dice painted over (inpainting: Telea, 2004). A film shows the empty tray,
a hand that comes and goes, and the roll at rest; see `film_scripts` for the others. Photos lie in
../shared/dice. `--source rendered` plays dice of many colours on dark cloth, some dark with red pips.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np

from companion.rendering import render_scene, tray_scene
from companion.tools.training.photos import boxes_of
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame, Picture
from companion.vision.reading_thread import MOST_WAITING
from companion.vision.sources.picture_files import load_picture
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.motion import small_picture
from companion.vision.tracking.sentences import HAND_SENTENCE
from companion.vision.tracking.tray_watcher import TrayState, TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray
from tests.bench.film_scripts import FPS, KINDS, REST, ROLLED, Box, Kind, Roll
from tests.bench.reader import SHARED_PHOTOS

WIDTH = 640
FACE_OF_BOX = 0.82
"""Edge of a die as a share of the side of its box in boxes.csv."""

MAX_DICE = 6

SLOW_REST = 4 * REST
"""Frames at rest on a slow core: a reading in doubt takes seconds there."""

EDGE = 34.0
"""Edge of rendered dice, in pixels."""


def rolls(folder: Path, source: str = "nellbyler") -> Iterator[Roll]:
    """Yield rolls from every fifth photo with two to six dice."""
    boxes = {name: found for name, found in boxes_of(folder).items() if name.startswith(f"{source}/")}
    for name, found in list(boxes.items())[::5]:
        if not 2 <= len(found) <= MAX_DICE:
            continue
        picture = load_picture(folder / name)
        scale = WIDTH / picture.shape[1]
        photo = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8)
        places = tuple((scale * x0, scale * y0, scale * x1, scale * y1) for x0, y0, x1, y1, _ in found)
        edge = FACE_OF_BOX * float(np.mean([(x1 - x0 + y1 - y0) / 2 for x0, y0, x1, y1 in places]))
        faces = tuple(sorted((box[4] for box in found), reverse=True))
        empty, early = _without(photo, places), _without(photo, places[-1:])
        yield Roll(name, empty, early, photo, places, faces, edge)


def rendered_rolls() -> Iterator[Roll]:
    """Yield rolls of three to five dice of many colours on dark cloth, some dark with red pips."""
    for seed in count():
        rng = np.random.default_rng((52, seed))
        colours = rng.choice(["red", "white", "black", "blue", "green", "yellow"], int(rng.integers(3, 6)))
        scene = tray_scene([(int(rng.integers(1, 7)), str(one)) for one in colours], rng, edge_px=EDGE)
        dice = tuple(
            replace(die, pip_colour="red", gloss=0.7) if die.colour == "black" else die for die in scene.dice
        )
        blue, green, red = (int(shade) for shade in rng.integers(20, 60, 3))
        if scene.tray is not None:
            scene = replace(scene, dice=dice, tray=replace(scene.tray, floor_colour=(blue, green, red)))
        shown = [
            render_scene(replace(scene, dice=some), np.random.default_rng(seed))
            for some in ((), dice[:-1], dice)
        ]
        half = EDGE * 0.7
        boxes = tuple(
            (x - half, y - half, x + half, y + half) for x, y in (die.centre for die in shown[2].dice)
        )
        empty, early, rolled = (one.picture for one in shown)
        faces = tuple(sorted((die.face for die in dice), reverse=True))
        yield Roll(f"rendered {seed}", empty, early, rolled, boxes, faces, EDGE, seed)


def _without(photo: Picture, places: tuple[Box, ...]) -> Picture:
    mask = np.zeros(photo.shape[:2], np.uint8)
    for x0, y0, x1, y1 in places:
        more = 0.3 * (x1 - x0)
        cv2.rectangle(mask, (int(x0 - more), int(y0 - more)), (int(x1 + more), int(y1 + more)), (255,), -1)
    return np.asarray(cv2.inpaint(photo, mask, 5, cv2.INPAINT_TELEA), np.uint8)


def frames(roll: Roll, kind: Kind, seed: int = 1, rest: int = REST) -> Iterator[Frame]:
    """Yield the frames of a film, with a camera's noise, `rest` of them at rest."""
    rng = np.random.default_rng(seed)
    high, wide, _ = roll.empty.shape
    noise = rng.normal(0, 2.0, (high + 64, wide + 64, 3)).astype(np.float32)
    for number in range(ROLLED + rest):
        picture = kind.disturb(kind.script(roll, number), number)
        down, right = rng.integers(0, 64, 2)
        noisy = np.clip(picture + noise[down : down + high, right : right + wide], 0, 255).astype(np.uint8)
        yield Frame(noisy, 1000.0 * number / FPS, "film", number + 1)


@dataclass
class Outcome:
    """The result of a film.

    Attributes:
        verdict: right, wrong, doubted or silent.
        said: the sentences shown at rest.
        told: milliseconds from rest to the first roll; None if there was none.
    """

    verdict: str = "silent"
    said: set[str] = field(default_factory=set)
    told: float | None = None


def outcome(roll: Roll, kind: Kind, network: DiceNetwork, slow: float = 0.0) -> Outcome:
    """Play a film through a watcher that expects its dice, and return the outcome.

    Args:
        roll: what is rolled.
        kind: of film.
        network: detects the dice.
        slow: how many times as long as here the core takes; 0 takes no time. Frames that come
            meanwhile are followed later.
    """
    tray = Tray(WHOLE_PICTURE.corners, roll.edge / roll.rolled.shape[1])
    watcher = TrayWatcher(reader_for(network, tray), tray)
    if slow:
        watcher.learn_background(roll.empty)  # no table rolls within a second of the program's start
    least = 1 if kind.open_number else len(roll.faces)
    film = deque(frames(roll, kind, roll.seed, SLOW_REST if slow else REST))
    result, taken, clock = Outcome(), 0, 0.0
    while film:
        clock, began = max(clock, film[0].time), time.process_time()
        arrived = [film.popleft()]
        while slow and film and film[0].time <= clock:
            arrived.append(film.popleft())
        *missed, frame = arrived[-MOST_WAITING - 1 :]
        watcher.expect([ExpectedDice("dice", least, len(roll.faces) + kind.spare)])
        for earlier in missed:
            watcher.follow(small_picture(earlier.picture), earlier.size, earlier.time)
        update = watcher.update(frame)
        clock += 1000 * slow * (time.process_time() - began)
        if update.roll is not None:
            taken += 1
            if taken == 1:
                result.told = clock - 1000 * ROLLED / FPS
            if not kind.taken or taken > kind.times or update.roll.faces["dice"] != roll.faces:
                result.verdict = "wrong"
                return result
            watcher.confirm()
        if frame.number > ROLLED + 10 and update.sentence:
            result.said.add(update.sentence)
    if taken == kind.times or (not kind.taken and result.said):
        result.verdict = "right"
    elif update.state is TrayState.SETTLED or result.said:
        result.verdict = "doubted"
    return result


def main() -> None:
    """Play the films and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--films", type=int, default=4, help="films of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of noise, and of the ways in which dice move")
    parser.add_argument("--skip", type=int, default=0, help="so many rolls are left out first")
    parser.add_argument("--slow", type=float, default=0, help="times as long as here that the core takes")
    parser.add_argument("--source", default="nellbyler", help="folder of the photos, or rendered")
    parser.add_argument("--only", nargs="+", default=list(KINDS), choices=list(KINDS), metavar="KIND")
    parser.add_argument("--write", type=Path, help="folder for the frames")
    args = parser.parse_args()
    network = DiceNetwork()
    found = rendered_rolls() if args.source == "rendered" else rolls(SHARED_PHOTOS, args.source)
    chosen = [
        replace(roll, seed=number + args.seed)
        for number, roll in enumerate(islice(found, args.skip, args.skip + args.films))
    ]
    cv2.setNumThreads(1)
    cv2.cvtColor(np.zeros((1, 1, 3), np.uint8), cv2.COLOR_BGR2LAB)  # as `DiceReadingThread` does
    print(f"{'films':22} rolls  right  doubted  silent  wrong  false hands  told after ms", flush=True)
    for name in args.only:
        results = []
        for number, roll in enumerate(chosen):
            results.append(outcome(roll, KINDS[name], network, args.slow))
            if results[-1].verdict != "right":
                print(f"    {roll.name} (seed {roll.seed}): {results[-1].verdict}", flush=True)
            if args.write is not None:
                folder = args.write / f"{name.replace(' ', '-')}-{number}"
                folder.mkdir(parents=True, exist_ok=True)
                for frame in frames(roll, KINDS[name]):
                    cv2.imwrite(str(folder / f"{frame.number:04}.png"), frame.picture)
        verdicts = Counter(result.verdict for result in results)
        hands = sum(HAND_SENTENCE in result.said for result in results)
        right, doubted, silent, wrong = (verdicts[word] for word in ("right", "doubted", "silent", "wrong"))
        figures = f"{right:6} {doubted:8} {silent:7} {wrong:6} {hands:12}"
        told = "/".join(f"{one.told:.0f}" for one in results if one.told is not None)
        sentences = sorted({sentence for result in results for sentence in result.said})
        print(f"{name:22} {len(results):5} {figures}  {told:13}  {'; '.join(sentences)}", flush=True)


if __name__ == "__main__":
    main()
