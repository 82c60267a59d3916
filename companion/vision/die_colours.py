"""The dice of a table by their body colours, learned from one look at them."""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.marked import DOUBTFUL, FOUND, copy_of, draw_outline, draw_words
from calibration.profile import DieColour
from calibration.verdict import Verdict
from companion.vision.colours import body_of, face_pixels
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader

LEAST_APART = 18.0
"""Distance in colour (Lab) between two kinds of dice that can be told apart in any light."""


@dataclass(frozen=True, slots=True)
class ColoursVerdict(Verdict):
    """The table's dice, if they can be told apart.

    Attributes:
        dice: one for each body colour, as this camera sees it.
    """

    dice: tuple[DieColour, ...] = ()


def learn_colours(picture: Picture, reader: DiceReader) -> ColoursVerdict:
    """Learn the body colours of the dice that lie in view: one or more of each kind.

    Args:
        picture: the tray with the table's dice.
        reader: finds them.
    """
    drawn = copy_of(picture)
    reading = reader.read(picture)
    bodies: dict[str, list[np.ndarray]] = {}
    for die in reading.dice:
        pixels = face_pixels(picture, *die.centre, die.size)
        bodies.setdefault(die.colour, []).append(body_of(pixels))
        left, top, right, bottom = die.box
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        draw_outline(drawn, corners, FOUND if die.sure else DOUBTFUL)
        draw_words(drawn, die.colour, (left, top - 4))
    if not bodies:
        return ColoursVerdict(False, "I see no dice: lay one of each colour in the tray", drawn)
    kinds = {name: np.mean(seen, axis=0) for name, seen in bodies.items()}
    clash = _clash(kinds)
    if clash:
        words = (
            f"{clash[0]} and {clash[1]} look alike in this light: use other dice, or light the tray better"
        )
        return ColoursVerdict(False, words.capitalize(), drawn)
    counted = Counter(die.colour for die in reading.dice)
    told = ", ".join(f"{count} {name}" for name, count in sorted(counted.items()))
    dice = tuple(
        DieColour(name, (float(body[0]), float(body[1]), float(body[2])))
        for name, body in sorted(kinds.items())
    )
    return ColoursVerdict(True, f"I see {told}", drawn, dice)


def _clash(kinds: dict[str, np.ndarray]) -> tuple[str, str] | None:
    """Two colours that are too near to each other to be told apart."""
    names = list(kinds)
    colours = np.array([kinds[name] for name in names], np.float32).reshape(-1, 1, 3) / 255
    labs = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    for one in range(len(names)):
        for other in range(one):
            if float(np.linalg.norm(labs[one] - labs[other])) < LEAST_APART:
                return names[other], names[one]
    return None
