"""Dice that lie with an empty face up are found by their bodies, and nothing else is taken for one."""

import cv2
import numpy as np
import pytest

from companion.vision.assignment.colour_classification import colour_names
from companion.vision.detection.detector_output import Detection
from companion.vision.faces.blank_faces import blank_dice, find_blank_faces
from companion.vision.faces.profile import SIDE, FaceProfile
from tests.vision.symbol_dice import FLOOR, picture_of, red

SIZE = (640, 480)
FLOOR_MASK = FLOOR.mask(SIZE)


@pytest.mark.parametrize("angle", [0, 20, 45, 70])
def test_an_empty_face_is_found_where_it_lies(angle: float) -> None:
    picture = picture_of([red(1, 30, -20, angle)])
    (die,) = find_blank_faces(picture, 44.0, FLOOR_MASK)
    assert (die.centre_x, die.centre_y) == pytest.approx((402, 295), abs=7)
    assert colour_names(picture, [(die.centre_x, die.centre_y, die.edge)]) == ["red"]


def test_where_the_size_of_dice_is_not_known_the_wall_is_none() -> None:
    assert len(find_blank_faces(picture_of([red(2)]), None, None)) == 1


def drawn(draw: str) -> np.ndarray:
    picture = np.full((480, 640, 3), (60, 95, 40), np.uint8)
    if draw == "coin":
        cv2.circle(picture, (300, 200), 26, (40, 160, 200), -1)
    if draw == "card":
        cv2.rectangle(picture, (200, 200), (300, 340), (230, 230, 230), -1)
    if draw == "stick":
        cv2.rectangle(picture, (200, 200), (320, 226), (40, 40, 200), -1)
    if draw == "shadow":
        cv2.rectangle(picture, (200, 200), (246, 246), (48, 78, 32), -1)
    return picture


@pytest.mark.parametrize("draw", ["nothing", "coin", "card", "stick", "shadow"])
def test_other_things_are_none(draw: str) -> None:
    assert find_blank_faces(drawn(draw), 44.0, FLOOR_MASK) == []


GREEN = (60, 95, 40)
RECTANGLES = [
    # width and height where a die's edge is 44: its sides are 33 to 66, the shorter 0.72 of the longer
    (44, 44, True),
    (36, 36, True),
    (31, 31, False),
    (62, 62, True),
    (69, 69, False),
    (60, 46, True),
    (60, 40, False),
    (40, 60, False),
]


@pytest.mark.parametrize(("width", "height", "found"), RECTANGLES)
def test_what_may_be_a_die_by_its_sides(width: int, height: int, found: bool) -> None:
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    cv2.rectangle(picture, (300, 200), (300 + width - 1, 200 + height - 1), (40, 40, 200), -1)
    dice = find_blank_faces(picture, 44.0, FLOOR_MASK)
    assert len(dice) == found
    for die in dice:
        assert (die.centre_x, die.centre_y) == pytest.approx((300 + width / 2, 200 + height / 2), abs=1.5)
        assert die.edge == pytest.approx(0.82 * min(width, height), abs=2.5)
        assert die.face_probabilities == (1 / 6,) * 6 and (die.cocked, die.symbol) == (0.0, 1.0)
        assert 0.5 < die.objectness < 0.8


@pytest.mark.parametrize(("side", "found"), [(14, False), (19, True), (180, True), (200, False)])
def test_dice_of_any_size_are_looked_for_where_it_is_not_known(side: int, found: bool) -> None:
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[150 : 150 + side, 200 : 200 + side] = (40, 40, 200)
    assert len(find_blank_faces(picture, None, None)) == found


@pytest.mark.parametrize(("red", "found"), [(60, False), (110, True)])
def test_how_far_a_die_differs_from_the_floor(red: int, found: bool) -> None:
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[200:244, 300:344] = (60, 95, red)
    assert len(find_blank_faces(picture, 44.0, FLOOR_MASK)) == found


@pytest.mark.parametrize(("off", "found"), [(0, 0), (30, 0), (90, 1)])
def test_a_die_that_is_known_is_not_found_again(off: int, found: int) -> None:
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[200:244, 300:344] = (40, 40, 200)
    known = Detection(322.0 + off, 222.0, 60.0, 0.0, 0.9, (1 / 6,) * 6, 0.0, 0.0)
    assert len(find_blank_faces(picture, 44.0, FLOOR_MASK, [known])) == found


@pytest.mark.parametrize("known", [False, True])
def test_dice_that_touch_are_told_apart(known: bool) -> None:
    """Of 900 rendered dice with an empty face 91 were missed: they touched another, or stood close to one."""
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[200:244, 300:344] = picture[224:268, 344:388] = (40, 40, 200)
    other = Detection(366.0, 246.0, 40.0, 0.0, 0.9, (1 / 6,) * 6, 0.0, 0.0)
    found = find_blank_faces(picture, 44.0, FLOOR_MASK, [other] * known)
    places = sorted((die.centre_x, die.centre_y) for die in found)
    assert places == [
        pytest.approx(place, abs=2.0) for place in [(322.0, 222.0), (366.0, 246.0)][: 2 - known]
    ]


def test_a_ragged_thing_is_no_die() -> None:
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[200:248, 300:348] = (40, 40, 200)
    picture[200:222, 326:348] = GREEN
    assert find_blank_faces(picture, 44.0, FLOOR_MASK) == [], "an L fills four fifths of its square"


def found_beside(edge: float, objectness: float) -> Detection:
    """A die elsewhere on the tray."""
    return Detection(150.0, 350.0, edge, 0.0, objectness, (1 / 6,) * 6, 0.0, 0.0)


@pytest.mark.parametrize(
    ("colours", "edge", "beside", "count"),
    [
        ((), 44.0, [], 1),
        (("red",), 44.0, [], 1),
        (("blue", "green"), 44.0, [], 0),
        (None, 44.0, [], 0),
        # as large as those that were found surely enough, if no size is known
        ((), None, [], 0),
        ((), None, [found_beside(40.0, 0.5)], 1),
        ((), None, [found_beside(40.0, 0.4)], 0),
        ((), None, [found_beside(40.0, 0.9), found_beside(100.0, 0.4)], 1),
        ((), None, [found_beside(100.0, 0.9)], 0),
        ((), 44.0, [found_beside(100.0, 0.9)], 1),
    ],
)
def test_the_tables_own_dice_are_looked_for(
    colours: tuple[str, ...] | None, edge: float | None, beside: list[Detection], count: int
) -> None:
    """Only those with an empty face (here: of which any is known), in their colours."""
    picture = np.full((480, 640, 3), GREEN, np.uint8)
    picture[200:244, 300:344] = (40, 40, 200)
    profile = FaceProfile("own", colours or ())
    if colours is not None:
        profile.examples[1] = (np.full((SIDE, SIDE), 128, np.uint8),)
    assert len(blank_dice(picture, [FaceProfile("other"), profile], edge, FLOOR_MASK, beside)) == count
