"""Markers in a picture: each once, and none that could be either of two."""

import cv2
import numpy as np

from calibration.board_detection import chessboard_corners, detect_markers
from calibration.boards import CharucoBoard, charuco_board

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def sheet(*placed: tuple[int, int]) -> np.ndarray:
    """A white sheet with markers: the id and where its left side is."""
    picture = np.full((200, 700, 3), 255, np.uint8)
    for number, left in placed:
        marker = cv2.aruco.generateImageMarker(DICTIONARY, number, 80)
        picture[60:140, left : left + 80] = marker[..., None]
    return picture


def test_a_marker_seen_twice_is_ignored() -> None:
    assert set(detect_markers(sheet((3, 60), (7, 300)), DICTIONARY)) == {3, 7}
    assert set(detect_markers(sheet((3, 60), (7, 300), (3, 540)), DICTIONARY)) == {7}


def test_the_corners_of_a_marker_begin_at_its_top_left() -> None:
    corners = detect_markers(sheet((3, 60)), DICTIONARY)[3]
    assert np.allclose(corners, [[59.5, 59.5], [139.5, 59.5], [139.5, 139.5], [59.5, 139.5]], atol=0.6)


def test_the_corners_of_a_chessboard_lie_where_opencv_has_them() -> None:
    """Places on the table are told from the board's upper left corner, as those of its markers are."""
    charuco = CharucoBoard(5, 7, 1.3, 0.95, 0, False)
    board = charuco_board("DICT_4X4_50", charuco)
    theirs = charuco.for_opencv(board.opencv_dictionary).getChessboardCorners()
    assert np.allclose(chessboard_corners(board), theirs[:, :2], atol=1e-5)
