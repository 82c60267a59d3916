"""How long the body is that a die's face belongs to, in drawn pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import UNDETECTED, DieReading
from companion.vision.fusion.diagnosis import MAX_ASPECT
from companion.vision.verification.body_outline import check_outlines

EDGE = 40
BODY = (220, 225, 225)
FLOORS = {"green felt": (40, 90, 40), "grey, nearly as light": (176, 178, 180)}
SIZE = (320, 240)


def face(x: float, y: float) -> DieReading:
    found: Detection = replace(UNDETECTED, centre_x=x, centre_y=y, edge=float(EDGE))
    return DieReading.from_detection(found, SIZE, "white")


@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("turn", [0, 30, 75])
@pytest.mark.parametrize(
    ("sides", "faces", "too_long"),
    [
        # a die, a die seen from the side
        ((40, 40), [(0, 0)], False),
        ((58, 40), [(-9, 0)], False),
        # half a domino; a domino with two faces, or two dice
        ((80, 40), [(-20, 0)], True),
        ((80, 40), [(-20, 0), (20, 0)], False),
        # a die as white as the wall beside it
        ((200, 90), [(0, 0)], False),
    ],
)
def test_a_body_as_long_as_two_dice_is_noticed(
    sides: tuple[int, int], faces: list[tuple[int, int]], too_long: bool, turn: int, floor: str
) -> None:
    picture = np.full((*SIZE[::-1], 3), FLOORS[floor], np.uint8)
    middle = np.array((160.0, 120.0))
    corners = cv2.boxPoints((tuple(middle), sides, turn))
    cv2.fillPoly(picture, [np.intp(corners)], BODY)
    cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    dice = [face(*(middle + np.array(((cos, -sin), (sin, cos))) @ place)) for place in faces]
    for x, y in (die.centre for die in dice):
        cv2.circle(picture, (round(x), round(y)), 4, (20, 20, 20), -1)
    for seen in check_outlines(picture, dice):
        assert (seen.aspect > MAX_ASPECT) is too_long


CAST_SHADOWS = [
    # a cream die on a light table, a black one on white paper: floor, body, shadow
    ((174, 187, 201), (124, 163, 184), (91, 113, 133)),
    ((225, 225, 225), (30, 30, 30), (100, 100, 100)),
]


@pytest.mark.parametrize(("floor", "body", "shadow"), CAST_SHADOWS)
@pytest.mark.parametrize("turn", [0, 30])
def test_the_shadow_of_a_die_is_no_other_half(
    floor: tuple[int, ...], body: tuple[int, ...], shadow: tuple[int, ...], turn: int
) -> None:
    picture = np.full((*SIZE[::-1], 3), floor, np.uint8)
    along = np.array((np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))))
    die = face(160.0, 120.0)
    for middle, colour in (((160, 120) + 40 * along, shadow), (np.array((160.0, 120.0)), body)):
        cv2.fillPoly(picture, [np.intp(cv2.boxPoints((tuple(middle), (EDGE, EDGE), turn)))], colour)
    (seen,) = check_outlines(picture, [die])
    assert seen.aspect <= MAX_ASPECT
