"""Films of real pixels: photos of rolls, with the table's unrest laid over them, through the whole watcher.

    python -m tests.bench.films --films 4                 a table of all kinds of unrest
    python -m tests.bench.films --write /tmp/films        the frames as well, for `companion watch`

The empty tray is the photo with its dice painted over (inpainting: Telea, 2004). A film shows the empty tray,
a hand that comes and goes, and the roll at rest; see `SCRIPTS` for the others. Photos lie in ../shared/dice.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from companion.training.photos import boxes_of
from companion.vision.assignment.assign import ExpectedDice
from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame, Picture
from companion.vision.sources.picture_files import load_picture
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import HAND_SENTENCE, TrayState, TrayWatcher
from companion.vision.tray import WHOLE_PICTURE, Tray
from tests.bench.eye import SHARED_PHOTOS

FPS = 20.0
EMPTY, HAND, REST = 16, 12, 56
"""Frames of the parts of a film."""

ROLLED = EMPTY + HAND
"""The first frame of the roll at rest."""

WIDTH = 640
FACE_OF_BOX = 0.82
"""Edge of a die by the side of its box in boxes.csv."""

MAX_DICE = 6

Box = tuple[float, float, float, float]
Unrest = Callable[[Picture, int], Picture]
"""What a frame of this number looks like, before the camera's noise."""

Script = Callable[["Roll", int], Picture]
"""What lies on the tray in a frame of this number."""


@dataclass(frozen=True)
class Roll:
    """A photo of a roll.

    Attributes:
        name: of the photo.
        empty: the tray without dice.
        early: the tray without the last die.
        rolled: the photo.
        boxes: of the dice, in pixels; the last die comes late, or leaves.
        faces: that lie up, highest first.
        edge: of a die, in pixels.
    """

    name: str
    empty: Picture
    early: Picture
    rolled: Picture
    boxes: tuple[Box, ...]
    faces: tuple[int, ...]
    edge: float


def steady(picture: Picture, number: int) -> Picture:  # noqa: ARG001
    return picture


def drift(picture: Picture, number: int) -> Picture:
    """Exposure and white balance change."""
    return _lit(picture, 1 + 0.15 * np.sin(number / 20) * np.array([1.0, 0.8, 0.6]))


def banding(share: float) -> Unrest:
    return lambda picture, number: _lit(
        picture, (1 + share * np.sin(np.linspace(0, 6 * np.pi, len(picture)) + 1.7 * number))[:, None, None]
    )


def shifted(picture: Picture, across: float, down: float) -> Picture:
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    moved = cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def wobble(pixels: float) -> Unrest:
    return lambda picture, number: shifted(
        picture, pixels * np.sin(2.1 * number), pixels * np.cos(1.3 * number)
    )


def bump(picture: Picture, number: int) -> Picture:
    """The camera is knocked while the dice lie, and stays as it is then."""
    return shifted(picture, 5.0, 3.0) if number > ROLLED + 8 else picture


def nudge(picture: Picture, number: int) -> Picture:
    """Somebody knocks against the table: the picture is blurred and shakes for a moment."""
    if not ROLLED + 3 <= number < ROLLED + 7:
        return picture
    return shifted(np.asarray(cv2.blur(picture, (9, 1)), np.uint8), 6.0 * (-1) ** number, 2.0)


def shadow(
    speed: float, light: float = 0.8, blur: float = 6.0, until: int = ROLLED + REST, sway: int = 40
) -> Unrest:
    """A shadow over the left of the tray.

    Args:
        speed: pixels a frame by which it moves.
        light: share of the light that it leaves, of red; half as much again of the sky's blue is left.
        blur: of its border, in pixels.
        until: the frame from which it is gone.
        sway: frames after which it begins again.
    """
    tint = np.array([light + 0.15 * (1 - light), light + 0.05 * (1 - light), light])

    def unrest(picture: Picture, number: int) -> Picture:
        if number >= until:
            return picture
        height, width = picture.shape[:2]
        border = width * 0.35 + speed * (number % sway) + 0.3 * np.arange(height)[:, None]
        inside = (np.arange(width)[None] < border).astype(np.float32)
        soft = cv2.GaussianBlur(inside, (0, 0), blur)[..., None]
        return _lit(picture, 1 - soft * (1 - tint))

    return unrest


def leaves(picture: Picture, number: int) -> Picture:
    """The hard shadows of leaves that sway before a window."""
    height, width = picture.shape[:2]
    rng = np.random.default_rng(7)
    shade = np.zeros((height, width), np.float32)
    for x, y, phase in rng.uniform(0, 1, (14, 3)):
        sway = 8 * np.sin(number / 5 + 6 * phase)
        centre = int(x * width + sway), int(y * height + sway / 2)
        cv2.ellipse(shade, centre, (width // 14, width // 30), 180 * phase, 0, 360, (1.0,), -1)
    return _lit(picture, 1 - 0.45 * cv2.GaussianBlur(shade, (0, 0), 1.5)[..., None])


def _lit(picture: Picture, gain: np.ndarray) -> Picture:
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def one_roll(roll: Roll, number: int) -> Picture:
    """The empty tray, a hand, the roll."""
    if number < EMPTY:
        return roll.empty
    if number < ROLLED:
        return _with_hand(roll.empty if number < EMPTY + HAND // 2 else roll.rolled, number - EMPTY)
    return roll.rolled


def late_by(seconds: float) -> Script:
    """The last die comes so much later."""

    def script(roll: Roll, number: int) -> Picture:
        late = ROLLED <= number < ROLLED + round(seconds * FPS)
        return roll.early if late else one_roll(roll, number)

    return script


def fast_roll(roll: Roll, number: int) -> Picture:
    """Dice fly in without a hand, a moment after the first frames."""
    if number < EMPTY:
        return roll.empty
    flight = ROLLED - number
    return roll.rolled if flight <= 0 else _with_dice(roll, roll.boxes, flight)


def die_leaves(roll: Roll, number: int) -> Picture:
    """The last die rolls over the tray and falls off on the other side."""
    if number < ROLLED - 8:
        return roll.empty
    if number < ROLLED:
        return _with_dice(roll, roll.boxes, ROLLED - number)
    gone = 14.0 * (number - ROLLED + 1)
    if roll.boxes[-1][0] - gone < -roll.edge:
        return roll.early
    return _with_dice(roll, roll.boxes[-1:], -(number - ROLLED + 1) / 2, roll.early)


def _with_dice(roll: Roll, boxes: tuple[Box, ...], flight: float, onto: Picture | None = None) -> Picture:
    """Dice this many frames before they come to rest: 28 pixels a frame, blurred by their speed."""
    picture = (roll.empty if onto is None else onto).copy()
    height, width = picture.shape[:2]
    for x0, y0, x1, y1 in boxes:
        across, down = int(28 * flight), int(6 * flight)
        left, top, right, bottom = int(x0), int(y0), int(x1), int(y1)
        patch = cv2.blur(roll.rolled[top:bottom, left:right], (11, 1))
        columns = slice(max(0, left + across), min(width, right + across))
        rows = slice(max(0, top + down), min(height, bottom + down))
        if columns.start < columns.stop and rows.start < rows.stop:
            part = patch[rows.start - top - down :, columns.start - left - across :]
            high, wide = rows.stop - rows.start, columns.stop - columns.start
            picture[rows, columns] = part[:high, :wide]
    return picture


def _with_hand(scene: Picture, step: int) -> Picture:
    reach = int(scene.shape[1] * (0.6 - 0.1 * abs(step - HAND / 2)))
    picture = scene.copy()
    cv2.ellipse(picture, (0, scene.shape[0] // 2), (max(1, reach), 90), 0, 0, 360, (120, 150, 205), -1)
    return picture


@dataclass(frozen=True)
class Kind:
    """A kind of film.

    Attributes:
        unrest: what is laid over each frame.
        script: what lies on the tray.
        open_number: whether any number of dice up to those of the photo may be rolled.
        taken: whether the roll should be taken at all.
    """

    unrest: Unrest = steady
    script: Script = one_roll
    open_number: bool = False
    taken: bool = True


KINDS: dict[str, Kind] = {
    "noise": Kind(),
    "drift of light": Kind(drift),
    "banding 5 %": Kind(banding(0.05)),
    "banding 10 %": Kind(banding(0.10)),
    "wobble 0.4 px": Kind(wobble(0.4)),
    "wobble 0.8 px": Kind(wobble(0.8)),
    "bump": Kind(bump),
    "nudge": Kind(nudge),
    "still shadow": Kind(shadow(0.0)),
    "still hard shadow": Kind(shadow(0.0, 0.5, 1.0)),
    "shadow that goes": Kind(shadow(0.0, until=EMPTY + 4)),
    "hard shadow that goes": Kind(shadow(0.0, 0.5, 1.0, until=EMPTY + 4)),
    "moving shadow": Kind(shadow(1.5)),
    "moving hard shadow": Kind(shadow(1.5, 0.55, 1.0)),
    "fast hard shadow": Kind(shadow(8.0, 0.55, 1.0)),
    "leaves": Kind(leaves),
    "fast roll": Kind(script=fast_roll),
    "fast roll, 1 to n": Kind(script=fast_roll, open_number=True),
    "late die, 0.7 s": Kind(script=late_by(0.7), open_number=True),
    "late die, 0.9 s": Kind(script=late_by(0.9), open_number=True),
    "a die leaves": Kind(script=die_leaves, open_number=True, taken=False),
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
        places = tuple((scale * x0, scale * y0, scale * x1, scale * y1) for x0, y0, x1, y1, _ in found)
        edge = FACE_OF_BOX * float(np.mean([(x1 - x0 + y1 - y0) / 2 for x0, y0, x1, y1 in places]))
        faces = tuple(sorted((box[4] for box in found), reverse=True))
        empty, early = _without(photo, places), _without(photo, places[-1:])
        yield Roll(name, empty, early, photo, places, faces, edge)


def _without(photo: Picture, places: tuple[Box, ...]) -> Picture:
    mask = np.zeros(photo.shape[:2], np.uint8)
    for x0, y0, x1, y1 in places:
        more = 0.3 * (x1 - x0)
        cv2.rectangle(mask, (int(x0 - more), int(y0 - more)), (int(x1 + more), int(y1 + more)), (255,), -1)
    return np.asarray(cv2.inpaint(photo, mask, 5, cv2.INPAINT_TELEA), np.uint8)


def frames(roll: Roll, kind: Kind, seed: int = 1) -> Iterator[Frame]:
    """The frames of a film, with a camera's noise."""
    rng = np.random.default_rng(seed)
    high, wide, _ = roll.empty.shape
    noise = rng.normal(0, 2.0, (high + 64, wide + 64, 3)).astype(np.float32)
    for number in range(ROLLED + REST):
        picture = kind.unrest(kind.script(roll, number), number)
        down, right = rng.integers(0, 64, 2)
        noisy = np.clip(picture + noise[down : down + high, right : right + wide], 0, 255).astype(np.uint8)
        yield Frame(noisy, 1000.0 * number / FPS, "film", number + 1)


@dataclass
class Outcome:
    """What comes of a film: right, wrong, doubted or silent; and what was said while the roll lay there."""

    verdict: str = "silent"
    said: set[str] = field(default_factory=set)


def outcome(roll: Roll, kind: Kind, network: DiceNetwork) -> Outcome:
    """Play a film through a watcher that expects its dice."""
    tray = Tray(WHOLE_PICTURE.corners, roll.edge / roll.rolled.shape[1])
    watcher = TrayWatcher(reader_for(network, tray), tray)
    least = 1 if kind.open_number else len(roll.faces)
    result = Outcome()
    for frame in frames(roll, kind):
        watcher.expect([ExpectedDice("dice", least, len(roll.faces))])
        update = watcher.update(frame)
        if update.roll is not None:
            right = kind.taken and update.roll.faces["dice"] == roll.faces
            result.verdict = "right" if right else "wrong"
            return result
        if frame.number > ROLLED + 10 and update.sentence:
            result.said.add(update.sentence)
    if update.state is TrayState.SETTLED or result.said:
        result.verdict = "doubted" if kind.taken or not result.said else "right"
    return result


def main() -> None:
    """Play the films and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--films", type=int, default=4, help="films of each kind")
    parser.add_argument("--skip", type=int, default=0, help="so many rolls are left out first")
    parser.add_argument("--source", default="nellbyler", help="folder of the photos")
    parser.add_argument("--only", nargs="+", default=list(KINDS), choices=list(KINDS), metavar="KIND")
    parser.add_argument("--write", type=Path, help="folder for the frames")
    args = parser.parse_args()
    network = DiceNetwork()
    chosen = list(islice(rolls(SHARED_PHOTOS, args.source), args.skip, args.skip + args.films))
    print(f"{'films':22} rolls  right  doubted  silent  wrong  false hands", flush=True)
    for name in args.only:
        results = []
        for number, roll in enumerate(chosen):
            results.append(outcome(roll, KINDS[name], network))
            if args.write is not None:
                folder = args.write / f"{name.replace(' ', '-')}-{number}"
                folder.mkdir(parents=True, exist_ok=True)
                for frame in frames(roll, KINDS[name]):
                    cv2.imwrite(str(folder / f"{frame.number:04}.png"), frame.picture)
        count = Counter(result.verdict for result in results)
        hands = sum(HAND_SENTENCE in result.said for result in results)
        figures = f"{count['right']:6} {count['doubted']:8} {count['silent']:7} {count['wrong']:6} {hands:12}"
        sentences = sorted({sentence for result in results for sentence in result.said})
        print(f"{name:22} {len(results):5} {figures}  {'; '.join(sentences)}", flush=True)


if __name__ == "__main__":
    main()
