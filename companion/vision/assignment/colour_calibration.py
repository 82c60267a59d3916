"""Learns the body colours of a table's dice from one picture of them."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from calibration.annotate import DOUBTFUL, FOUND, copy_as_bgr, draw_outline, draw_text
from calibration.profile import DieColour, TrayObservation
from calibration.step_result import StepResult
from companion.dice.colours import colour_name
from companion.locale.messages import capitalised, gettext, joined
from companion.vision.assignment.colour_classification import (
    as_bgr_tuple,
    change_since,
    face_body_colour,
    face_pixels,
)
from companion.vision.frames import Floats, Picture
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray

MIN_APART = 18.0
"""Smallest colour distance (CIE Lab) between two kinds of dice that can be distinguished in any light."""


@dataclass(frozen=True, slots=True)
class ColoursResult(StepResult):
    """The table's dice, if their colours can be distinguished.

    Attributes:
        dice: one for each body colour, as this camera sees it.
    """

    dice: tuple[DieColour, ...] = ()


def learn_colours(picture: Picture, reader: DiceReader, tray: TrayObservation | None = None) -> ColoursResult:
    """Learn the body colours of the dice that lie in view: one or more of each kind.

    They are kept as they would look in the picture of the profile's `tray`, whatever the lamp now.
    """
    drawn = copy_as_bgr(picture)
    reading = reader.read(picture)
    bodies: dict[str, list[np.ndarray]] = {}
    for die in reading.dice:
        pixels = face_pixels(picture, *die.centre, die.size)
        bodies.setdefault(die.colour, []).append(face_body_colour(pixels))
        left, top, right, bottom = die.box
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        draw_outline(drawn, corners, FOUND if die.sure else DOUBTFUL)
        draw_text(drawn, die.colour, (left, top - 4))
    if not bodies:
        return ColoursResult(False, gettext("I see no dice: lay one of each colour in the tray"), drawn)
    places = [(*die.centre, die.size) for die in reading.dice]
    change = None if tray is None else change_since(Tray.observed(tray), picture, places)
    kinds = {name: np.mean(seen, axis=0) for name, seen in bodies.items()}
    clash = _clash(kinds)
    if clash:
        text = gettext(
            "{colour} and {other} look alike in this light: use other dice, or light the tray better",
            colour=colour_name(clash[0]),
            other=colour_name(clash[1]),
        )
        return ColoursResult(False, capitalised(text), drawn)
    counted = Counter(die.colour for die in reading.dice)
    seen = joined(
        (
            gettext("{count} {colour}", count=count, colour=colour_name(name))
            for name, count in sorted(counted.items())
        ),
        ", ",
    )
    dice = tuple(DieColour(name, as_bgr_tuple(body)) for name, body in sorted(kinds.items()))
    in_its_picture = dice if change is None else _in_light(dice, 1.0 / change)
    return ColoursResult(True, gettext("I see {dice}", dice=seen), drawn, in_its_picture)


def dice_relit(
    dice: Sequence[DieColour], before: TrayObservation | None, now: TrayObservation
) -> tuple[DieColour, ...]:
    """The table's dice as they would look in a new picture of the empty tray; none if that is another tray.

    Args:
        dice: as they looked in the picture before.
        before: the tray as it was calibrated then, if it was.
        now: the tray as it is calibrated now.
    """
    if before is None or before.picture is None or now.picture is None:
        return tuple(dice)
    change = change_since(Tray.observed(before), now.picture, [])
    return () if change is None else _in_light(dice, change)


def _in_light(dice: Sequence[DieColour], change: Floats) -> tuple[DieColour, ...]:
    return tuple(
        DieColour(die.name, as_bgr_tuple(np.clip(np.array(die.body) * change, 0, 255))) for die in dice
    )


def _clash(kinds: dict[str, np.ndarray]) -> tuple[str, str] | None:
    """The names of two colours that are too close to distinguish; None if there are none."""
    colours = np.array([*kinds.values()], np.float32).reshape(-1, 1, 3) / 255
    labs = zip(kinds, cv2.cvtColor(colours, cv2.COLOR_BGR2LAB).reshape(-1, 3), strict=True)
    pairs = ((one, other) for one, other in combinations(labs, 2) if math.dist(one[1], other[1]) < MIN_APART)
    return next(((one, other) for (one, _), (other, _) in pairs), None)
