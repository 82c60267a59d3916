"""Teaching a board and its pieces."""

import cv2
import numpy as np
import pytest

from companion.errors import Unmeasurable
from companion.vision.board.teaching import teach_board, teach_seat
from tests.vision.board.boards import CORNERS, board, seen_by_camera, shape, taught


@pytest.mark.long
def test_a_board_is_found_by_its_own_picture() -> None:
    picture = cv2.imencode(".jpg", board())[1].tobytes()
    model = teach_board(seen_by_camera(board()), shape(picture))
    assert np.abs(model.corners() - CORNERS).max() < 2


def test_taps_beside_the_corners_are_made_exact_by_the_picture() -> None:
    picture = cv2.imencode(".jpg", board())[1].tobytes()
    model = teach_board(seen_by_camera(board()), shape(picture), CORNERS + np.array([6.0, -5.0]))
    assert np.abs(model.corners() - CORNERS).max() < 2


@pytest.mark.parametrize("corners", [None, np.full((4, 2), 300.0)])
def test_a_board_that_cannot_be_found_is_refused(corners: np.ndarray | None) -> None:
    with pytest.raises(Unmeasurable, match="corners"):
        teach_board(seen_by_camera(board()), shape(), corners)


def test_pieces_that_are_not_there_teach_nothing() -> None:
    model = taught(seats=())
    with pytest.raises(Unmeasurable, match="No pieces"):
        teach_seat(seen_by_camera(board(), seed=2), model, "red", "ash", 3)


def test_the_area_of_a_piece_is_learned() -> None:
    model = taught(seats=("red",))
    expected = np.pi * 20**2 * 0.6**2
    assert model.seats["red"].area == pytest.approx(expected, rel=0.25)
