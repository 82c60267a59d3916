"""Finds a board in the camera's picture, and notices when it was pushed.

Features (SIFT; Lowe 2004) and a homography by RANSAC (Fischler and Bolles 1981) find it anywhere; the
correlation coefficient (ECC; Evangelidis and Psarakis 2008) makes the result exact. From look to look,
corners of the print are followed by optical flow (Lucas and Kanade 1981), which is cheaper.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

Homography = NDArray[np.float64]
Points = NDArray[np.float64]
Grey = NDArray[np.uint8]

MIN_MATCHES = 16
"""Fewest features that must agree on where the board is."""
RATIO = 0.8
"""Largest ratio of the best to the second-best match (Lowe 2004)."""
FOLLOWED = 240
"""Corners that are followed from look to look."""
MIN_FOLLOWED = 0.25
"""Smallest share of them that must agree; pieces and hands hide the others."""
STILL = 0.8
"""A board that moved less than this, in board pixels at its corners, lies where it lay."""
PUSHED = 3.0
"""A board that moved more was pushed: less is followed, but not worth a word, noise moves it as much."""


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """Where the board lies now.

    Attributes:
        correction: homography from board pixels as they seem to board pixels as they are, 3 x 3.
        distance: how far its corners moved at most, in board pixels.
    """

    correction: Homography
    distance: float


def corners_of(width: float, height: float) -> Points:
    """The corners of a rectangle from the top left clockwise: 4 x 2."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def transformed(points: Points, by: NDArray[Any]) -> Points:
    """Points, n x 2, under a homography, 3 x 3."""
    return np.asarray(cv2.perspectiveTransform(points[None], by)[0], np.float64)


def levelled(picture: Picture | Grey) -> Grey:
    """A grey picture whose local contrast is the same everywhere, in any light: height x width."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    values = grey.astype(np.float32)
    mean = cv2.blur(values, (31, 31))
    spread = np.sqrt(np.maximum(cv2.blur(values * values, (31, 31)) - mean * mean, 16.0))
    return np.asarray(np.clip((values - mean) / spread * 40 + 128, 0, 255), np.uint8)


def find_board(picture: Picture, reference: Picture) -> Homography | None:
    """Find a board anywhere in a picture.

    Returns:
        The homography from the picture's pixels to board pixels, or None if it was not found.
    """
    scale = min(1.0, 1300 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    finder = cv2.SIFT.create(nfeatures=3000)
    there, told = finder.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None)
    here, known = finder.detectAndCompute(cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY), None)
    if told is None or known is None or min(len(there), len(here)) < MIN_MATCHES:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(told, known, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < RATIO * pair[1].distance]
    if len(good) < MIN_MATCHES:
        return None
    source = np.array([there[match.queryIdx].pt for match in good]) / scale
    target = np.array([here[match.trainIdx].pt for match in good])
    found, agree = cv2.findHomography(source, target, cv2.RANSAC, 3.0, maxIters=4000)
    if found is None or int(agree.sum()) < MIN_MATCHES:
        return None
    to_board = np.asarray(found, np.float64)
    return refined(picture, reference, to_board) if _plausible(to_board, reference, picture) else None


def _plausible(found: Homography, reference: Picture, picture: Picture) -> bool:
    """Whether the board would be convex, not mirrored, and of a sensible size in the picture."""
    if abs(float(np.linalg.det(found))) < 1e-12:
        return False
    corners = transformed(corners_of(reference.shape[1], reference.shape[0]), np.linalg.inv(found))
    sides = np.roll(corners, -1, axis=0) - corners
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    area = cv2.contourArea(corners.astype(np.float32))
    return bool((turns > 0).all()) and 0.05 < area / (picture.shape[0] * picture.shape[1]) < 4


def refined(picture: Picture, reference: Picture, to_board: Homography) -> Homography:
    """Make a homography more exact where the print allows it."""
    warped = rectified(picture, to_board, (reference.shape[1], reference.shape[0]))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-5)
    try:
        score, moved = cv2.findTransformECC(
            levelled(reference),
            levelled(warped),
            np.eye(3, dtype=np.float32),
            cv2.MOTION_HOMOGRAPHY,
            stop,
            np.full(reference.shape[:2], 255, np.uint8),
            5,
        )
    except cv2.error:  # it does not converge: another print, or too little of it in view
        return to_board
    if score < 0.3:
        return to_board
    return np.asarray(np.linalg.inv(np.asarray(moved, np.float64)) @ to_board, np.float64)


def rectified(picture: Picture, to_board: Homography, size: tuple[int, int]) -> Picture:
    """Return the board seen straight from above, in board pixels."""
    return np.asarray(cv2.warpPerspective(picture, to_board, size, flags=cv2.INTER_LINEAR), np.uint8)


def landmarks(reference: Picture) -> NDArray[np.float32]:
    """Corners of the print that can be followed: n x 1 x 2 board pixels, spread over the board."""
    corners = cv2.goodFeaturesToTrack(levelled(reference), FOLLOWED, 0.02, 18)
    return np.zeros((0, 1, 2), np.float32) if corners is None else np.asarray(corners, np.float32)


def shift(board: Picture, level_reference: Grey, marks: NDArray[np.float32]) -> Shift | None:
    """How far the board moved since it was taught.

    Args:
        board: rectified as it lay then.
        level_reference: the empty board, levelled.
        marks: its landmarks.

    Returns:
        None if too few landmarks are found again: it moved far, or is covered.
    """
    if len(marks) < MIN_MATCHES:
        return Shift(np.eye(3), 0.0)
    level = levelled(board)
    there, status, _ = cv2.calcOpticalFlowPyrLK(
        level_reference, level, marks, np.empty_like(marks), winSize=(15, 15), maxLevel=3
    )
    kept = status.ravel() > 0
    if int(kept.sum()) < MIN_MATCHES:
        return None
    found, agree = cv2.findHomography(there[kept], marks[kept], cv2.RANSAC, 1.5)
    if found is None or int(agree.sum()) < max(MIN_MATCHES, MIN_FOLLOWED * len(marks)):
        return None
    corners = corners_of(board.shape[1], board.shape[0])
    moved = transformed(corners, found) - corners
    return Shift(np.asarray(found, np.float64), float(np.hypot(*moved.T).max()))
