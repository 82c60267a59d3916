"""Scripts of the films of `tests.bench.films`: what is rolled, and disturbances of the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from companion.vision.frames import Picture

_Way = TypeVar("_Way")

FPS = 20.0
EMPTY, HAND, REST = 16, 12, 56
"""Numbers of frames of the parts of a film."""

ROLLED = EMPTY + HAND
"""The first frame of the roll at rest."""

Box = tuple[float, float, float, float]
Disturbance = Callable[[Picture, int], Picture]
"""Disturbs the frame of this number, before the camera's noise."""

Script = Callable[["Roll", int], Picture]
"""Returns the picture of the tray in the frame of this number."""


@dataclass(frozen=True)
class Roll:
    """A photo of a roll.

    Attributes:
        name: of the photo.
        empty: the tray without dice.
        early: the tray without the last die.
        rolled: the photo.
        boxes: of the dice, in pixels; the last die comes late, or leaves.
        faces: the upper faces, highest first.
        edge: of a die, in pixels.
        seed: of the random movement of its dice.
    """

    name: str
    empty: Picture
    early: Picture
    rolled: Picture
    boxes: tuple[Box, ...]
    faces: tuple[int, ...]
    edge: float
    seed: int = 1

    def choose(self, *ways: _Way) -> _Way:
        """Return one of several random values, the same for all frames of the film."""
        return ways[int(np.random.default_rng((self.seed, len(ways))).integers(len(ways)))]


def steady(picture: Picture, number: int) -> Picture:  # noqa: ARG001
    return picture


def drift(picture: Picture, number: int) -> Picture:
    """Change exposure and white balance gradually."""
    return _lit(picture, 1 + 0.15 * np.sin(number / 20) * np.array([1.0, 0.8, 0.6]))


def banding(share: float) -> Disturbance:
    return lambda picture, number: _lit(
        picture, (1 + share * np.sin(np.linspace(0, 6 * np.pi, len(picture)) + 1.7 * number))[:, None, None]
    )


def shifted(picture: Picture, across: float, down: float) -> Picture:
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    moved = cv2.warpAffine(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def wobble(pixels: float) -> Disturbance:
    return lambda picture, number: shifted(
        picture, pixels * np.sin(2.1 * number), pixels * np.cos(1.3 * number)
    )


def bump(picture: Picture, number: int) -> Picture:
    """Move the camera permanently while the dice lie."""
    return shifted(picture, 5.0, 3.0) if number > ROLLED + 8 else picture


def nudge(picture: Picture, number: int) -> Picture:
    """Blur and shake the picture for a moment, as when somebody bumps the table."""
    if not ROLLED + 3 <= number < ROLLED + 7:
        return picture
    return shifted(np.asarray(cv2.blur(picture, (9, 1)), np.uint8), 6.0 * (-1) ** number, 2.0)


def shadow(
    speed: float, light: float = 0.8, blur: float = 6.0, until: int = ROLLED + REST, sway: int = 40
) -> Disturbance:
    """Return a disturbance by a shadow over the left of the tray.

    Args:
        speed: of its movement, in pixels per frame.
        light: share of red light that it leaves; of blue and green slightly more is left.
        blur: of its border, in pixels.
        until: the frame from which it is gone.
        sway: frames after which its movement starts again.
    """
    tint = np.array([light + 0.15 * (1 - light), light + 0.05 * (1 - light), light])

    def disturb(picture: Picture, number: int) -> Picture:
        if number >= until:
            return picture
        height, width = picture.shape[:2]
        border = width * 0.35 + speed * (number % sway) + 0.3 * np.arange(height)[:, None]
        inside = (np.arange(width)[None] < border).astype(np.float32)
        soft = cv2.GaussianBlur(inside, (0, 0), blur)[..., None]
        return _lit(picture, 1 - soft * (1 - tint))

    return disturb


def leaves(picture: Picture, number: int) -> Picture:
    """Add hard shadows of leaves moving at a window."""
    height, width = picture.shape[:2]
    rng = np.random.default_rng(7)
    shade = np.zeros((height, width), np.float32)
    for x, y, phase in rng.uniform(0, 1, (14, 3)):
        sway = 8 * np.sin(number / 5 + 6 * phase)
        centre = int(x * width + sway), int(y * height + sway / 2)
        cv2.ellipse(shade, centre, (width // 14, width // 30), 180 * phase, 0, 360, (1.0,), -1)
    return _lit(picture, 1 - 0.45 * cv2.GaussianBlur(shade, (0, 0), 1.5)[..., None])


def lamp(light: float, since: int, until: int) -> Disturbance:
    """Return a disturbance that reduces the light to a share between two frames, as a lamp switched off."""
    return lambda picture, number: (
        _lit(picture, light * np.array([1.15, 1.0, 0.95])) if since <= number < until else picture
    )


def hue(picture: Picture, number: int) -> Picture:
    """Let a lamp of changing colour go round its hues once in four seconds."""
    turns = number / 13 + np.array([0.0, 2.1, 4.2])
    return _lit(picture, 0.85 + 0.3 * np.sin(turns))


def sleeve(light: float) -> Script:
    """Return a script in which a sleeve beside the tray throws a dark soft shadow over half of it at rest."""

    def script(roll: Roll, number: int) -> Picture:
        picture = one_roll(roll, number)
        if number < ROLLED:
            return picture
        height, width = picture.shape[:2]
        dark = np.zeros((height, width), np.float32)
        place = roll.choose((0, height // 2), (width, height // 2), (width // 2, height))
        cv2.ellipse(dark, place, (width // 2, height // 2), 0, 0, 360, (1.0,), -1)
        soft = cv2.GaussianBlur(dark, (0, 0), width / 40)[..., None]
        return _lit(picture, 1 - soft * (1 - light * np.array([1.1, 1.03, 1.0])))

    return script


def flashlight(picture: Picture, number: int) -> Picture:
    """Add a moving bright cold spot, as of a phone's flashlight."""
    height, width = picture.shape[:2]
    centre = int(width * (0.5 + 0.4 * np.sin(number / 9))), int(height * (0.5 + 0.3 * np.cos(number / 13)))
    spot = cv2.circle(np.zeros((height, width), np.float32), centre, height // 4, (1.0,), -1)
    soft = cv2.GaussianBlur(spot, (0, 0), height / 16)[..., None]
    return _lit(picture, 1 + soft * np.array([0.7, 0.6, 0.55]))


def _lit(picture: Picture, gain: np.ndarray) -> Picture:
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def one_roll(roll: Roll, number: int) -> Picture:
    """Show the empty tray, a hand, then the roll."""
    if number < EMPTY:
        return roll.empty
    if number < ROLLED:
        return _with_hand(roll.empty if number < EMPTY + HAND // 2 else roll.rolled, number - EMPTY)
    return roll.rolled


def late_by(seconds: float) -> Script:
    """Return a script in which the last die comes this many seconds late."""

    def script(roll: Roll, number: int) -> Picture:
        late = ROLLED <= number < ROLLED + round(seconds * FPS)
        return roll.early if late else one_roll(roll, number)

    return script


def fast_roll(roll: Roll, number: int) -> Picture:
    """Let the dice fly in without a hand, just after the first frames."""
    if number < EMPTY:
        return roll.empty
    flight = ROLLED - number
    return roll.rolled if flight <= 0 else _with_dice(roll, roll.boxes, flight)


def die_leaves(roll: Roll, number: int) -> Picture:
    """Let the last die roll off the tray at a random side and speed."""
    if number < ROLLED - 8:
        return roll.empty
    if number < ROLLED:
        return _with_dice(roll, roll.boxes, ROLLED - number)
    across, down = roll.choose((-14.0, 0.0), (-28.0, -6.0), (9.0, 14.0), (20.0, -5.0), (-4.0, 22.0))
    steps = number - ROLLED + 1
    return _pasted(roll, roll.boxes[-1:], (across * steps, down * steps), roll.early)


def two_rolls(roll: Roll, number: int) -> Picture:
    """Let a hand take the dice after the roll and roll them again."""
    second = number - ROLLED - REST // 2
    if second < 0:
        return one_roll(roll, number)
    if second < HAND:
        return _with_hand(roll.rolled if second < HAND // 2 else roll.empty, second)
    if second < HAND + 2:
        return roll.empty
    return _turned_round(roll)


def _turned_round(roll: Roll) -> Picture:
    """Return the roll with each die rotated by a quarter turn and moved by two edges."""
    picture = roll.empty.copy()
    height, width = picture.shape[:2]
    right = max(x1 for _, _, x1, _ in roll.boxes) + 2 * roll.edge < width
    for x0, y0, x1, y1 in roll.boxes:
        side = int(min(x1 - x0, y1 - y0))
        patch = np.rot90(roll.rolled[int(y0) : int(y0) + side, int(x0) : int(x0) + side])
        left = max(0, int(x0 + (2 if right else -2) * roll.edge))
        top = int(np.clip(y0, 0, height - side))
        high, wide = patch.shape[:2]
        picture[top : top + high, left : left + wide] = patch
    return picture


def hand_at_rest(roll: Roll, number: int) -> Picture:
    """Leave a hand at the edge of the tray from the roll on."""
    picture = one_roll(roll, number).copy()
    if number < ROLLED:
        return picture
    height, width = picture.shape[:2]
    place = roll.choose((0, height), (width, height), (width, 0), (0, 0))
    cv2.ellipse(picture, place, (width // 9, height // 6), 0, 0, 360, (120, 150, 205), -1)
    return picture


def _with_dice(roll: Roll, boxes: tuple[Box, ...], flight: float) -> Picture:
    """Draw dice this many frames before they come to rest, at 28 pixels per frame from a random side."""
    across, down = roll.choose((28.0, 6.0), (-28.0, 9.0), (10.0, 26.0), (-16.0, -22.0))
    return _pasted(roll, boxes, (across * flight, down * flight), roll.empty)


def _pasted(roll: Roll, boxes: tuple[Box, ...], shift: tuple[float, float], onto: Picture) -> Picture:
    """Draw dice moved by this many pixels, with motion blur."""
    picture = onto.copy()
    height, width = picture.shape[:2]
    across, down = int(shift[0]), int(shift[1])
    for x0, y0, x1, y1 in boxes:
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
        disturb: disturbs each frame.
        script: shows the tray.
        open_number: whether any number of dice up to those of the photo may be rolled.
        spare: number of dice that might be rolled beside those of the photo.
        taken: whether the roll should be accepted at all.
        times: number of times it should be accepted.
    """

    disturb: Disturbance = steady
    script: Script = one_roll
    open_number: bool = False
    spare: int = 0
    taken: bool = True
    times: int = 1


KINDS: dict[str, Kind] = {
    "noise": Kind(),
    "noise, fewer than n": Kind(open_number=True, spare=1),
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
    "fast roll, fewer than n": Kind(script=fast_roll, open_number=True, spare=1),
    "late die, 0.7 s": Kind(script=late_by(0.7), open_number=True),
    "late die, 0.9 s": Kind(script=late_by(0.9), open_number=True),
    "a die leaves": Kind(script=die_leaves, open_number=True, taken=False),
    "two rolls": Kind(script=two_rolls, times=2),
    "two rolls, 1 to n": Kind(script=two_rolls, open_number=True, times=2),
    "hand at the edge": Kind(script=hand_at_rest),
    "lamp off before": Kind(lamp(0.5, EMPTY - 6, 999)),
    "lamp on before": Kind(lamp(0.45, 0, EMPTY - 6)),
    "lamp off and on": Kind(lamp(0.5, ROLLED + 2, ROLLED + 9)),
    "flashlight": Kind(flashlight),
    "lamp of changing hue": Kind(hue),
    "shadow of a sleeve": Kind(script=sleeve(0.35)),
    "shadow of a sleeve, 1 to n": Kind(script=sleeve(0.35), open_number=True),
    "black shadow of a sleeve": Kind(script=sleeve(0.2)),
}
