"""Half a domino goes on beyond its face with straight borders; where dice touch, the border is notched."""

import cv2
import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture
from companion.vision.verification.seam_check import check_seams

EDGE = 40
FLOOR, WHITE, RED = (70, 90, 60), (230, 232, 235), (30, 30, 190)
Colour = tuple[int, int, int]


def table() -> Picture:
    return np.full((240, 320, 3), FLOOR, np.uint8)


def block(picture: Picture, left: int, width: int, colour: Colour, rounding: int) -> None:
    """Draw a body with rounded corners, 40 pixels high, its upper edge at 100."""
    size, right = 40, left + width
    cv2.rectangle(picture, (left + rounding, 100), (right - rounding - 1, 99 + size), colour, -1)
    cv2.rectangle(picture, (left, 100 + rounding), (right - 1, 99 + size - rounding), colour, -1)
    for x in (left + rounding, right - rounding - 1):
        for y in (100 + rounding, 99 + size - rounding):
            cv2.circle(picture, (x, y), rounding, colour, -1)


def goes_on(picture: Picture, x: float = 119.5, angle: float = 0.0) -> bool:
    seen = Detection(x, 119.5, EDGE, angle, 0.9, (0.0, 0.0, 0.0, 0.0, 1.0, 0.0), 0.0, 0.0)
    die = DieReading.from_detection(seen, (320, 240), "white")
    (checked,) = check_seams(cv2.GaussianBlur(picture, (3, 3), 0).astype(np.uint8), [die])
    return checked.goes_on


@pytest.mark.parametrize("colour", [WHITE, RED], ids=["white", "red"])
@pytest.mark.parametrize("angle", [0.0, 90.0, 4.0], ids=str)
def test_a_domino_goes_on(colour: Colour, angle: float) -> None:
    picture = table()
    block(picture, 100, 80, colour, rounding=4)
    cv2.rectangle(picture, (139, 104), (140, 136), (40, 40, 40), -1)
    assert goes_on(picture, angle=angle)
    assert goes_on(picture, x=159.5, angle=angle), "from its other half too"


@pytest.mark.parametrize("gap", [0, 1, 3])
@pytest.mark.parametrize("rounding", [4, 8])
def test_two_dice_that_touch_do_not(gap: int, rounding: int) -> None:
    picture = table()
    block(picture, 100, 40, WHITE, rounding)
    block(picture, 140 + gap, 40, WHITE, rounding)
    assert not goes_on(picture)


def test_a_die_alone_or_beside_another_colour_does_not() -> None:
    picture = table()
    block(picture, 100, 40, WHITE, rounding=4)
    assert not goes_on(picture)
    block(picture, 140, 40, RED, rounding=0)
    assert not goes_on(picture)


def test_a_domino_without_contrast_or_at_the_pictures_border_is_not_judged() -> None:
    faint = table()
    block(faint, 100, 80, (78, 98, 68), rounding=4)
    assert not goes_on(faint)
    cut = table()
    block(cut, 0, 80, WHITE, rounding=4)
    assert not goes_on(cut[:, 30:], x=29.5)
