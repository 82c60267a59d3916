"""Where the camera is over a board: simulated cameras look at boards."""

import numpy as np
import pytest

from companion.vision.board.eye import LIKELY_FOCAL, Eye, eye_over

CAMERA = (1280, 960)


def homography(focal: float, camera: np.ndarray, looks_at: np.ndarray) -> np.ndarray:
    """From pixels of a camera to board pixels; the board's z points away from the camera, below it."""
    forward = (looks_at - camera) / np.linalg.norm(looks_at - camera)
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(forward, right), forward])
    pixels = np.array([[focal * CAMERA[0], 0, 640], [0, focal * CAMERA[0], 480], [0, 0, 1]])
    return np.asarray(np.linalg.inv(pixels @ np.column_stack([turn[:, :2], -turn @ camera])))


@pytest.mark.parametrize("focal", [0.7, LIKELY_FOCAL, 1.4])
@pytest.mark.parametrize("place", [(480.0, 1200.0, -900.0), (900.0, 900.0, -700.0), (-200.0, 300.0, -800.0)])
def test_the_camera_is_found_by_the_perspective_of_the_board(
    focal: float, place: tuple[float, float, float]
) -> None:
    eye = eye_over(homography(focal, np.array(place), np.array([480.0, 360.0, 0.0])), CAMERA)
    assert (eye.x, eye.y, eye.height) == pytest.approx((place[0], place[1], -place[2]), rel=0.06, abs=20)


@pytest.mark.parametrize("scale", [1.0, -3.0])
def test_from_straight_above_a_usual_camera_is_assumed(scale: float) -> None:
    """However the homography is scaled, which means nothing."""
    seen = homography(LIKELY_FOCAL, np.array([480.0, 360.0, -1000.0]), np.array([480.0, 360.001, 0.0]))
    eye = eye_over(scale * seen, CAMERA)
    assert (eye.x, eye.y, eye.height) == pytest.approx((480, 360, 1000), rel=0.03)


def test_things_lean_away_from_the_point_below_the_camera() -> None:
    eye = Eye(100.0, 200.0, 50.0)
    points = np.array([[100.0, 200.0], [130.0, 240.0], [100.0, 150.0]])
    assert eye.slant(points) == pytest.approx([0, 1, 1])
    assert eye.feet(points, 10.0) == pytest.approx(np.array([[100, 200], [124, 232], [100, 160]]))
    assert eye.feet(points, 0.0) == pytest.approx(points)
