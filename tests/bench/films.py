"""Films of real pixels: photos of rolls, with the table's unrest laid over them, through the whole watcher.

    python -m tests.bench.films --films 4                 a table of all kinds of unrest
    python -m tests.bench.films --write /tmp/films        the frames as well, for `companion watch`

The empty tray is the photo with its dice painted over (inpainting: Telea, 2004). A film shows the empty tray,
a hand that comes and goes, and the roll at rest. The photos lie in ../shared/dice.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.training.photos import boxes_of
from companion.vision.assignment.assign import Pool
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame, Picture
from companion.vision.sources.picture_files import load_picture
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import TrayState, TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray
from tests.bench.eye import SHARED_PHOTOS

FPS = 20.0
EMPTY, HAND, REST = 16, 12, 56
"""Frames of the parts of a film."""

WIDTH = 640
FACE_OF_BOX = 0.82
"""Edge of a die by the side of its box in boxes.csv."""

MAX_DICE = 6

Unrest = Callable[[Picture, int, np.random.Generator], Picture]
"""What a frame of this number looks like."""


@dataclass(frozen=True)
class Roll:
    """A photo of a roll.

    Attributes:
        name: of the photo.
        empty: the tray without dice.
        early: the tray before the last die came.
        rolled: the photo.
        faces: that lie up, highest first.
        edge: of a die, in pixels.
    """

    name: str
    empty: Picture
    early: Picture
    rolled: Picture
    faces: tuple[int, ...]
    edge: float


def noise(picture: Picture, number: int, rng: np.random.Generator, sigma: float = 2.0) -> Picture:  # noqa: ARG001
    return np.clip(picture + rng.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)


def drift(picture: Picture, number: int, rng: np.random.Generator) -> Picture:
    gain = 1 + 0.15 * np.sin(number / 20) * np.array([1.0, 0.8, 0.6])
    return noise(np.clip(picture * gain, 0, 255).astype(np.uint8), number, rng)


def banding(share: float) -> Unrest:
    def unrest(picture: Picture, number: int, rng: np.random.Generator) -> Picture:
        rows = 1 + share * np.sin(np.linspace(0, 6 * np.pi, len(picture)) + 1.7 * number)
        return noise(np.clip(picture * rows[:, None, None], 0, 255).astype(np.uint8), number, rng)

    return unrest


def wobble(pixels: float) -> Unrest:
    def unrest(picture: Picture, number: int, rng: np.random.Generator) -> Picture:
        across, down = pixels * np.sin(2.1 * number), pixels * np.cos(1.3 * number)
        matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
        size = picture.shape[1::-1]
        moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        return noise(np.asarray(moved, np.uint8), number, rng)

    return unrest


def shadow(speed: float, until: int = EMPTY + HAND + REST) -> Unrest:
    """A shadow over the left of the tray that moves so many pixels a frame, and is gone at last."""

    def unrest(picture: Picture, number: int, rng: np.random.Generator) -> Picture:
        lit = np.ones(picture.shape[1], np.float32)
        if number < until:
            lit[: int(picture.shape[1] * 0.4 + speed * (number % 40))] = 0.8
        soft = cv2.GaussianBlur(lit[None], (0, 0), 6)[0]
        return noise((picture * soft[None, :, None]).astype(np.uint8), number, rng)

    return unrest


KINDS: dict[str, Unrest] = {
    "noise": noise,
    "drift of light": drift,
    "banding 5 %": banding(0.05),
    "banding 10 %": banding(0.10),
    "wobble 0.4 px": wobble(0.4),
    "wobble 0.8 px": wobble(0.8),
    "still shadow": shadow(0.0),
    "shadow that goes": shadow(0.0, EMPTY + 4),
    "moving shadow": shadow(1.5),
    "late die": noise,
}


def rolls(folder: Path, source: str = "nellbyler") -> Iterator[Roll]:
    """Photos of rolls with two to six dice, every fifth."""
    boxes = {name: found for name, found in boxes_of(folder).items() if name.startswith(f"{source}/")}
    for name, found in list(boxes.items())[::5]:
        if not 2 <= len(found) <= MAX_DICE:
            continue
        picture = load_picture(folder / name)
        scale = WIDTH / picture.shape[1]
        photo = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8)
        places = [tuple(scale * side for side in box[:4]) for box in found]
        edge = FACE_OF_BOX * float(np.mean([(x1 - x0 + y1 - y0) / 2 for x0, y0, x1, y1 in places]))
        yield Roll(
            name,
            _without(photo, places),
            _without(photo, places[-1:]),
            photo,
            tuple(sorted((box[4] for box in found), reverse=True)),
            edge,
        )


def _without(photo: Picture, places: list[tuple[float, ...]]) -> Picture:
    mask = np.zeros(photo.shape[:2], np.uint8)
    for x0, y0, x1, y1 in places:
        more = 0.3 * (x1 - x0)
        cv2.rectangle(mask, (int(x0 - more), int(y0 - more)), (int(x1 + more), int(y1 + more)), (255,), -1)
    return np.asarray(cv2.inpaint(photo, mask, 5, cv2.INPAINT_TELEA), np.uint8)


def frames(roll: Roll, kind: str, seed: int = 1) -> Iterator[Frame]:
    """The frames of a film."""
    rng = np.random.default_rng(seed)
    for number in range(EMPTY + HAND + REST):
        if number < EMPTY:
            scene = roll.empty
        elif number < EMPTY + HAND:
            scene = _with_hand(roll.empty if number < EMPTY + HAND // 2 else roll.rolled, number - EMPTY)
        else:
            late = kind == "late die" and number < EMPTY + HAND + round(0.7 * FPS)
            scene = roll.early if late else roll.rolled
        yield Frame(KINDS[kind](scene, number, rng), 1000.0 * number / FPS, "film", number + 1)


def _with_hand(scene: Picture, step: int) -> Picture:
    reach = int(scene.shape[1] * (0.6 - 0.1 * abs(step - HAND / 2)))
    picture = scene.copy()
    cv2.ellipse(picture, (0, scene.shape[0] // 2), (max(1, reach), 90), 0, 0, 360, (120, 150, 205), -1)
    return picture


def outcome(roll: Roll, kind: str, network: DiceNetwork) -> tuple[str, set[str]]:
    """What comes of a film: right, wrong, doubted or silent; and what was said while the roll lay there."""
    tray = Tray(WHOLE_PICTURE.corners, roll.edge / roll.rolled.shape[1])
    watcher = TrayWatcher(reader_for(network, tray), tray)
    least = 1 if kind == "late die" else len(roll.faces)
    said: set[str] = set()
    for frame in frames(roll, kind):
        watcher.expect([Pool("dice", least, len(roll.faces))])
        update = watcher.update(frame)
        if update.roll is not None:
            return ("right" if update.roll.faces["dice"] == roll.faces else "wrong"), said
        if frame.number > EMPTY + HAND + 10 and update.sentence:
            said.add(update.sentence)
    settled = update.state is TrayState.SETTLED or said
    return ("doubted" if settled and said else "silent"), said


def main() -> None:
    """Play the films and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--films", type=int, default=4, help="films of each kind")
    parser.add_argument("--only", nargs="+", default=list(KINDS), choices=list(KINDS), metavar="KIND")
    parser.add_argument("--write", type=Path, help="folder for the frames")
    args = parser.parse_args()
    network = DiceNetwork()
    chosen = [roll for roll, _ in zip(rolls(SHARED_PHOTOS), range(args.films), strict=False)]
    print(f"{'films':20} rolls  right  doubted  silent  wrong", flush=True)
    for kind in args.only:
        results = []
        for number, roll in enumerate(chosen):
            results.append(outcome(roll, kind, network))
            if args.write is not None:
                folder = args.write / f"{kind.replace(' ', '-')}-{number}"
                folder.mkdir(parents=True, exist_ok=True)
                for frame in frames(roll, kind):
                    cv2.imwrite(str(folder / f"{frame.number:04}.png"), frame.picture)
        count = Counter(result for result, _ in results)
        sentences = sorted({sentence for _, said in results for sentence in said})
        figures = f"{count['right']:6} {count['doubted']:8} {count['silent']:7} {count['wrong']:6}"
        print(f"{kind:20} {len(results):5} {figures}  {'; '.join(sentences)}", flush=True)


if __name__ == "__main__":
    main()
