"""Where a board lies: homographies that can be one, and how far a board was pushed."""

import cv2
import numpy as np
import pytest

from companion.vision.board.registration import (
    _plausible,
    corners_of,
    landmarks,
    levelled,
    rectified,
    refined,
    shift,
    transformed,
)
from companion.vision.frames import Picture

PICTURE = np.zeros((480, 640, 3), np.uint8)
BOARD = np.zeros((300, 400, 3), np.uint8)


def seen_at(*corners: tuple[float, float]) -> np.ndarray:
    """From the picture's pixels to board pixels, where the board's corners lie so, from the top left."""
    source, target = np.array(corners, np.float32), corners_of(400, 300).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, target), np.float64)


@pytest.mark.parametrize(
    ("corners", "plausible"),
    [
        (((100, 100), (500, 110), (490, 400), (90, 390)), True),
        (((500, 400), (100, 390), (110, 100), (510, 110)), True),  # upside down
        (((500, 110), (100, 100), (90, 390), (490, 400)), False),  # in a mirror
        (((100, 100), (500, 110), (150, 150), (90, 390)), False),  # dented
        (((100, 100), (270, 100), (270, 201), (100, 201)), True),  # a twentieth of the picture is 15360
        (((100, 100), (250, 100), (250, 200), (100, 200)), False),
        (((-300, -200), (900, -200), (900, 700), (-300, 700)), True),  # nearer than its edges
        (((-400, -300), (900, -300), (900, 700), (-400, 700)), False),
    ],
)
def test_a_board_is_convex_and_of_a_sensible_size(
    corners: tuple[tuple[float, float], ...], plausible: bool
) -> None:
    assert _plausible(seen_at(*corners), BOARD, PICTURE) is plausible


def test_what_has_no_area_is_no_board() -> None:
    assert not _plausible(np.zeros((3, 3)), BOARD, PICTURE)


def printed(seed: int = 2) -> Picture:
    """A board with much print on it."""
    chance = np.random.default_rng(seed)
    board = cv2.resize(
        chance.integers(40, 220, (25, 33, 3), np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC
    )
    for _ in range(60):
        x, y, side = (int(one) for one in chance.integers((0, 0, 8), (390, 290, 30)))
        colour = tuple(int(one) for one in chance.integers(0, 255, 3))
        cv2.rectangle(board, (x, y), (x + side, y + side), colour, -1)
    return np.asarray(board, np.uint8)


PRINTED = printed()
MARKS = landmarks(PRINTED)


def moved(across: float, down: float) -> Picture:
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(PRINTED, matrix, (400, 300), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize(("across", "down"), [(0.0, 0.0), (3.0, 4.0), (-6.5, 2.0)])
def test_how_far_a_board_was_pushed(across: float, down: float) -> None:
    found = shift(moved(across, down), levelled(PRINTED), MARKS)
    assert found is not None and found.distance == pytest.approx(np.hypot(across, down), abs=0.4)
    points = np.array([[100.0, 100.0], [300.0, 200.0]])
    assert transformed(points + np.array([across, down]), found.correction) == pytest.approx(points, abs=0.4)


def test_a_board_that_is_covered_or_has_no_print_is_not_followed() -> None:
    assert shift(np.full_like(PRINTED, 90), levelled(PRINTED), MARKS) is None
    assert shift(printed(9), levelled(PRINTED), MARKS) is None, "another board"
    plain = np.full_like(PRINTED, 90)
    found = shift(PRINTED, levelled(plain), landmarks(plain))
    assert found is not None and found.distance == 0 and (found.correction == np.eye(3)).all()


def test_landmarks_lie_apart_all_over_the_board() -> None:
    points = MARKS.reshape(-1, 2)
    assert 100 < len(points) <= 240
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + 99 * np.eye(len(points))
    assert gaps.min() >= 17.9
    assert (points.min(axis=0) < (60, 60)).all() and (points.max(axis=0) > (340, 240)).all()


@pytest.mark.parametrize("light", [0.4, 1.0])
def test_local_contrast_is_the_same_in_any_light(light: float) -> None:
    """Each pixel is 128, and 40 for each standard deviation of its 31 by 31 neighbours."""
    picture = (PRINTED * light).astype(np.uint8)
    grey, level = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(float), levelled(picture)
    for row, column in ((150, 200), (40, 350), (280, 60)):
        near = grey[row - 15 : row + 16, column - 15 : column + 16]
        wanted = np.clip((grey[row, column] - near.mean()) / near.std() * 40 + 128, 0, 255)
        assert level[row, column] == pytest.approx(wanted, abs=1.1)
    assert np.abs(level.astype(int) - levelled(PRINTED)).mean() < 6
    assert (levelled(np.full((99, 99), 77, np.uint8)) == 128).all()


def test_a_homography_is_made_exact_by_the_print() -> None:
    exact = seen_at((100, 60), (500, 80), (520, 400), (80, 390))
    picture = np.asarray(cv2.warpPerspective(PRINTED, np.linalg.inv(exact), (640, 480)), np.uint8)
    rough = exact + np.array([[0, 0, 2.0], [0, 0, -1.5], [0, 0, 0]])
    found = refined(picture, PRINTED, rough)
    corners = np.array([[100.0, 60], [500, 80], [520, 400], [80, 390]])
    assert transformed(corners, found) == pytest.approx(corners_of(400, 300), abs=0.8)
    assert (refined(np.full_like(picture, 90), PRINTED, rough) == rough).all(), "nothing in view"
    assert np.abs(rectified(picture, exact, (400, 300)).astype(int) - PRINTED).mean() < 6
