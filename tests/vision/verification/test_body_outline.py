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


def aspect(
    *parts: tuple[int, int, int, int],
    faces: tuple[tuple[int, int], ...],
    colours: tuple[tuple[int, ...], ...] = (),
) -> float:
    """Length by width of the body of the first face; parts are left, top, width and height in pixels."""
    picture = np.full((*SIZE[::-1], 3), FLOORS["green felt"], np.uint8)
    for number, (left, top, width, height) in enumerate(parts):
        picture[max(0, top) : top + height, max(0, left) : left + width] = (
            colours[number] if colours else BODY
        )
    return check_outlines(picture, [face(x, y) for x, y in faces])[0].aspect


AT_THE_BORDER = [
    # a die that touches the border of the picture: what lies beyond is not known
    ((0, 100, 40, 40), (20, 120), 1.0),
    ((280, 100, 40, 40), (299, 120), 1.0),
    ((100, 0, 40, 40), (120, 20), 1.0),
    ((100, 200, 40, 40), (120, 219), 1.0),
    # half a domino along the border
    ((0, 100, 40, 80), (20, 120), 2.0),
    ((280, 60, 40, 80), (299, 120), 2.0),
    ((100, 0, 80, 40), (120, 20), 2.0),
    ((60, 200, 80, 40), (120, 219), 2.0),
]


@pytest.mark.parametrize(("part", "middle", "length"), AT_THE_BORDER)
def test_at_the_border_nothing_is_known_of_what_lies_beyond(
    part: tuple[int, int, int, int], middle: tuple[int, int], length: float
) -> None:
    assert aspect(part, faces=(middle,)) == pytest.approx(length, rel=0.12)


LENGTHS = [
    # width and length of a body with one face at its end, and what is made of it
    ((80, 40), 2.0),
    ((72, 40), 1.8),
    ((80, 52), 80 / 52),
    ((80, 60), 1.0),
    ((80, 38), 80 / 38),
    ((80, 28), 1.0),
    # the face nearly in its middle
    ((48, 40), 1.0),
]


@pytest.mark.parametrize(("sides", "length"), LENGTHS)
def test_how_wide_and_how_long_half_a_domino_may_be(sides: tuple[int, int], length: float) -> None:
    wide, high = sides
    assert aspect((100, 120 - high // 2, wide, high), faces=((120, 120),)) == pytest.approx(length, rel=0.12)


@pytest.mark.parametrize(("left", "length"), [(90, 1.0), (97, 2.0), (104, 2.0), (109, 1.0)])
def test_where_on_the_body_the_face_lies(left: int, length: float) -> None:
    assert aspect((left, 100, 80, 40), faces=((120, 120),)) == pytest.approx(length, rel=0.12)


def test_a_body_that_fills_little_of_its_rectangle_is_no_die() -> None:
    assert aspect((100, 100, 80, 40), faces=((120, 120),)) == pytest.approx(2.0, rel=0.1)
    assert aspect((100, 100, 80, 14), (100, 100, 40, 40), faces=((120, 120),)) == 1.0


OTHER_HALF = [
    # colour of the other half; a body is of one colour, up to 12 in Lab
    ((200, 200, 200), 2.0),
    ((179, 200, 200), 2.0),
    ((175, 200, 200), 1.0),
]


@pytest.mark.parametrize(("colour", "length"), OTHER_HALF)
def test_both_halves_are_of_one_colour(colour: tuple[int, ...], length: float) -> None:
    halves = (100, 100, 40, 40), (140, 100, 40, 40)
    found = aspect(*halves, faces=((120, 120),), colours=((200, 200, 200), colour))
    assert found == pytest.approx(length, rel=0.12)


@pytest.mark.parametrize(("blue", "length"), [(192, 1.0), (190, 2.0), (150, 2.0)])
def test_how_far_a_body_differs_from_the_floor(blue: int, length: float) -> None:
    """Floors of (192, 200, 200) and (190, 200, 200) are 4.5 and 5.4 from a body of (200, 200, 200)."""
    picture = np.full((*SIZE[::-1], 3), (blue, 200, 200), np.uint8)
    picture[100:140, 100:180] = 200
    (seen,) = check_outlines(picture, [face(120, 120)])
    assert seen.aspect == pytest.approx(length, rel=0.12)
