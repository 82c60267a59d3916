"""A middle pip unlike the others may be a glint, however the die lies and whatever its colours."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture
from companion.vision.verification.glint_check import check_glints


def spotted(pips: slice, middle: int, angle: float, pip: int, body: int) -> Picture:
    """A square of plain body with some of four pips in its corners, and one in the middle of another grey."""
    picture = np.full((120, 120, 3), body, np.uint8)
    turn = np.deg2rad(angle)
    across, down = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * 10
    corners = [across + down, -across - down, across - down, down - across]
    for place in corners[pips]:
        cv2.circle(picture, tuple(int(v) for v in np.rint(60 + place)), 4, (pip,) * 3, -1, cv2.LINE_AA)
    cv2.circle(picture, (60, 60), 4, (middle,) * 3, -1, cv2.LINE_AA)
    return picture


MIDDLES = [
    # pips alike, a paler one in the middle, and one that is dark on a bright body
    (230, 230, 60, False),
    (145, 230, 60, True),
    (50, 30, 220, False),
    (120, 30, 220, True),
    # the outer pips hardly stand out: nothing can be said
    (70, 100, 60, False),
]


@pytest.mark.parametrize(("middle", "pip", "body", "glint"), MIDDLES)
@pytest.mark.parametrize(("face", "pips"), [(3, slice(2)), (3, slice(2, 4)), (5, slice(4))])
@pytest.mark.parametrize("angle", [0.0, 20.0, 65.0])
def test_a_middle_pip_unlike_the_others_may_be_a_glint(
    face: int, pips: slice, middle: int, angle: float, pip: int, body: int, glint: bool
) -> None:
    shares = [0.02] * 6
    shares[face - 1] = 0.9
    one, two, three, four, five, six = shares
    found = Detection(60, 60, 40, angle, 0.9, (one, two, three, four, five, six), 0.0, 0.0)
    die = DieReading.from_detection(found, (120, 120), "red")
    (seen,) = check_glints(spotted(pips, middle, angle, pip, body), [die])
    assert seen.glint is glint
    other = replace(die, detection=replace(found, face_probabilities=(0.02, 0.9, 0.02, 0.02, 0.02, 0.02)))
    assert not check_glints(spotted(pips, middle, angle, pip, body), [other])[0].glint, "a two has no middle"
