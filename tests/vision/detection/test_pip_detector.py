"""Dice found by their pips alone, in drawn pictures: place, size and face, and what is none."""

import cv2
import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.detection.pip_detector import detect_by_pips

FELT, BODY, PIP = (45, 80, 40), (225, 230, 230), (25, 25, 25)
CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
PIPS = {
    1: ((0, 0),),
    2: CORNERS[:2],
    3: (*CORNERS[:2], (0, 0)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, (0, -1), (0, 1)),
}

Drawn = tuple[int, int, float, float]
"""Face, middle x and y, and edge, in pixels."""


def table(*dice: Drawn, size: tuple[int, int] = (640, 480), body: tuple[int, int, int] = BODY) -> np.ndarray:
    """Felt with dice that lie straight."""
    picture = np.full((size[1], size[0], 3), FELT, np.uint8)
    for face, x, y, edge in dice:
        half = edge / 2
        cv2.rectangle(
            picture, (round(x - half), round(y - half)), (round(x + half), round(y + half)), body, -1
        )
        for across, down in PIPS[face]:
            middle = round(8 * (x + 0.25 * edge * across)), round(8 * (y + 0.25 * edge * down))
            cv2.circle(picture, middle, round(8 * 0.09 * edge), PIP, -1, cv2.LINE_AA, 3)
    return picture


def places(detections: tuple[Detection, ...]) -> list[tuple[int, float, float, float]]:
    return sorted((one.face, one.centre_x, one.centre_y, one.edge) for one in detections)


@pytest.mark.parametrize("face", PIPS)
def test_every_face_is_found_with_place_and_size(face: int) -> None:
    (found,) = detect_by_pips(table((face, 300, 200, 46))).detections
    assert (found.face, found.cocked, found.symbol, found.angle) == (face, 0.0, 0.0, 0.0)
    assert (found.centre_x, found.centre_y) == pytest.approx((300, 200), abs=2)
    assert found.edge == pytest.approx(46, abs=4)
    assert 0.6 < found.objectness <= 1.0 and found.objectness == found.face_score
    assert sum(found.face_probabilities) == pytest.approx(1.0)


@pytest.mark.parametrize(("edge", "hint"), [(30.0, 30.0), (120.0, 120.0), (22.0, 22.0), (60.0, None)])
def test_the_picture_is_brought_to_a_size_that_suits(edge: float, hint: float | None) -> None:
    drawn = [(3, 200, 150, edge), (6, 420, 300, edge)]
    output = detect_by_pips(table(*drawn), hint)
    assert np.array(places(output.detections)) == pytest.approx(np.array(drawn), abs=0.12 * edge)
    assert output.segmentation.max() == 0.0


def test_a_large_picture_is_made_smaller() -> None:
    output = detect_by_pips(table((5, 900, 600, 100), size=(1280, 960)))
    ((face, x, y, edge),) = places(output.detections)
    assert (face, x, y, edge) == (
        5,
        pytest.approx(900, abs=4),
        pytest.approx(600, abs=4),
        pytest.approx(100, abs=8),
    )


def test_the_surest_die_comes_first() -> None:
    picture = table((5, 150, 200, 46), (2, 400, 200, 46))
    cv2.circle(picture, (412, 190), 4, PIP, -1)
    found = detect_by_pips(picture).detections
    assert [one.objectness for one in found] == sorted((one.objectness for one in found), reverse=True)
    assert found[0].face == 5


NOTHING = [
    ("felt", table()),
    ("a square without pips", cv2.rectangle(table(), (200, 200), (246, 246), BODY, -1)),
    ("a coin", cv2.circle(table(), (300, 200), 25, BODY, -1)),
    ("a card", cv2.rectangle(table(), (100, 100), (180, 360), BODY, -1)),
    ("a die as small as a bead", table((5, 300, 200, 13))),
    ("as large as the tray", table((5, 320, 240, 190))),
    ("nearly all black", np.full((480, 640, 3), 3, np.uint8)),
]


@pytest.mark.parametrize(("what", "picture"), NOTHING, ids=[what for what, _ in NOTHING])
def test_other_things_are_no_dice(what: str, picture: np.ndarray) -> None:
    assert detect_by_pips(picture).detections == (), what
