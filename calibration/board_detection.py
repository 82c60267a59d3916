"""Board detection: corners in pixels with the same corners in inches.

Markers are found by OpenCV's ArUco detector (S. Garrido-Jurado et al., "Automatic generation and detection of
highly reliable fiducial markers under occlusion", 2014); their corners are refined by fitted lines.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import MarkerBoard, Points
from calibration.corners import Grey, refine_quad, to_grey
from calibration.lens import Distortion
from companion.errors import BoardNotSeen
from companion.locale.messages import gettext, joined, ngettext

MIN_MARKERS = 2
"""Fewest markers of a board with several markers; one alone is not accurate enough."""

MIN_CHESSBOARD_CORNERS = 6
"""From this many chessboard corners on, they are used instead of the markers' corners."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardDetection:
    """A detected board in one picture.

    Attributes:
        board: the board.
        size: of the picture, width and height in pixels.
        pixels: the corners found, n x 2.
        inches: the same corners on the board, n x 2.
        groups: id of the marker of each corner; -1, -2, ... for chessboard corners.
        unknown_markers: corners of other markers in view, m x 2 pixels.
    """

    board: MarkerBoard
    size: tuple[int, int]
    pixels: Points
    inches: Points
    groups: NDArray[np.int64]
    unknown_markers: Points

    @property
    def parts(self) -> int:
        """The number of detected markers (or chessboard corners)."""
        return len(np.unique(self.groups))

    def refined(self, picture: NDArray[np.uint8], distortion: Distortion) -> "BoardDetection":
        """Return the detection with the markers' corners refined again with the known distortion."""
        grey, pixels = to_grey(picture), np.array(self.pixels)
        for number in np.unique(self.groups[self.groups >= 0]):
            own = self.groups == number
            pixels[own] = refine_quad(grey, pixels[own], distortion)
        quads = [refine_quad(grey, quad, distortion) for quad in self.unknown_markers.reshape(-1, 4, 2)]
        unknown = np.vstack(quads) if quads else self.unknown_markers
        return BoardDetection(self.board, self.size, pixels, self.inches, self.groups, unknown)

    def subset(self, kept: NDArray[np.bool_]) -> "BoardDetection":
        """Return the detection with only the kept corners."""
        return BoardDetection(
            self.board,
            self.size,
            self.pixels[kept],
            self.inches[kept],
            self.groups[kept],
            self.unknown_markers,
        )


def detect_markers(
    picture: NDArray[np.uint8], dictionary: Any, wanted: Container[int] = (), count: int | None = None
) -> dict[int, Points]:
    """Return every marker in a picture by its id: 4 x 2 pixels, sub-pixel, clockwise from its top left.

    A marker that is seen twice is ignored, because it is ambiguous.

    Args:
        picture: height x width x 3, BGR, or grey.
        dictionary: OpenCV's marker dictionary.
        wanted: ids of the expected markers; the search ends when `count` of them are found.
        count: number of expected markers; None to search completely.
    """
    grey = to_grey(picture)
    found: dict[int, Points] = {}
    for detector in _detectors(dictionary, max(picture.shape[:2])):
        if count is not None and sum(number in wanted for number in found) >= count:
            break
        quads, ids, _ = detector.detectMarkers(grey.astype(np.uint8))
        numbers = [] if ids is None else [int(number) for number in np.ravel(ids)]
        for number, quad in zip(numbers, quads, strict=True):
            corners = np.asarray(quad, np.float64).reshape(4, 2)
            if number not in found and numbers.count(number) == 1:
                found[number] = refine_quad(grey, corners)
    return found


def _detectors(dictionary: Any, longest: int) -> list[Any]:
    """Return a fast detector, and a thorough one for shadows and large markers."""
    thorough = cv2.aruco.DetectorParameters()
    thorough.adaptiveThreshWinSizeMin = 5
    thorough.adaptiveThreshWinSizeMax = max(53, longest // 16)
    thorough.adaptiveThreshWinSizeStep = max(12, longest // 64)
    thorough.minMarkerPerimeterRate = 0.02
    return [cv2.aruco.ArucoDetector(dictionary), cv2.aruco.ArucoDetector(dictionary, thorough)]


def detect_board(picture: NDArray[np.uint8], board: MarkerBoard) -> BoardDetection:
    """Find a board in a picture.

    Args:
        picture: height x width x 3, BGR, or grey.
        board: the board to find.

    Raises:
        BoardNotSeen: too few of its markers are in view.
    """
    found = detect_markers(picture, board.opencv_dictionary, board.markers, len(board.markers))
    ours = {number: corners for number, corners in found.items() if number in board.markers}
    unknown_markers = [corners for number, corners in found.items() if number not in board.markers]
    _refuse_too_few(board, len(ours), len(unknown_markers))
    size = picture.shape[1], picture.shape[0]
    stray_corners = np.vstack(unknown_markers) if unknown_markers else np.zeros((0, 2))
    if board.charuco is not None:
        numbers, pixels = _chess_corners(to_grey(picture), board, ours)
        if len(numbers) >= MIN_CHESSBOARD_CORNERS:
            inches = chessboard_corners(board)[numbers]
            return BoardDetection(board, size, pixels, inches, -1 - numbers, stray_corners)
    ids = np.repeat(np.array(sorted(ours)), 4)
    pixels = np.vstack([ours[number] for number in sorted(ours)])
    inches = np.vstack([board.markers[number] for number in sorted(ours)])
    return BoardDetection(board, size, pixels, inches, ids, stray_corners)


def _refuse_too_few(board: MarkerBoard, seen: int, unknown_markers: int) -> None:
    if seen == 0:
        missing = gettext(
            "No marker of the {name} ({dictionary}) is in view: put the board in view, lit evenly and not "
            "blurred, or name the right board file.",
            name=board.name,
            dictionary=board.dictionary,
        )
        strange = ngettext(
            "{count} marker of the same dictionary has another id.",
            "{count} markers of the same dictionary have other ids.",
            unknown_markers,
        )
        raise BoardNotSeen(joined((missing, strange if unknown_markers else "")))
    least = min(MIN_MARKERS, len(board.markers))
    if seen < least:
        raise BoardNotSeen(
            gettext(
                "Only {seen} of the {count} markers of the {name} is in view; at least {least} "
                "are needed: show more of the board.",
                seen=seen,
                count=len(board.markers),
                name=board.name,
                least=least,
            )
        )


def chessboard_corners(board: MarkerBoard) -> Points:
    """Return the inner corners of a ChArUco board in order of their number: n x 2 inches."""
    assert board.charuco is not None
    across, down = board.charuco.columns - 1, board.charuco.rows - 1
    numbers = np.arange(across * down)
    return np.column_stack([numbers % across + 1, numbers // across + 1]) * board.charuco.square


def _chess_corners(
    grey: Grey, board: MarkerBoard, markers: dict[int, Points]
) -> tuple[NDArray[np.int64], Points]:
    """Return numbers and sub-pixel positions of the visible chessboard corners."""
    assert board.charuco is not None
    detector = cv2.aruco.CharucoDetector(board.charuco.for_opencv(board.opencv_dictionary))
    quads = [corners.astype(np.float32).reshape(1, 4, 2) for corners in markers.values()]
    ids = np.array(list(markers), np.int32).reshape(-1, 1)
    corners, numbers, _, _ = detector.detectBoard(grey.astype(np.uint8), None, None, quads, ids)
    if numbers is None or not len(numbers):
        return np.zeros(0, np.int64), np.zeros((0, 2))
    sides = [np.hypot(*(quad[0, 1] - quad[0, 0])) for quad in quads]
    reach = int(np.clip(min(sides) / 5, 2, 9))
    window, never = (reach, reach), (-1, -1)
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 0.001)
    points = cv2.cornerSubPix(grey.astype(np.uint8), corners.astype(np.float32), window, never, until)
    return np.asarray(numbers, np.int64).ravel(), np.asarray(points, np.float64).reshape(-1, 2)
