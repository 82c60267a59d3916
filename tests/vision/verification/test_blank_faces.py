"""Dice that lie with an empty face up are found by their bodies, and nothing else is taken for one."""

import cv2
import numpy as np
import pytest

from companion.vision.assignment.colour_classification import colour_names
from companion.vision.verification.blank_faces import find_blank_faces
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
