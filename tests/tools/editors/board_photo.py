"""Rendered photos of printed boards on a table: at a slant, with noise and uneven light."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boards.board import Board
from companion.games.boards.elements import Point
from companion.vision.frames import Picture

PHOTO = (1600, 1200)
"""Width and height of the photos, in pixels."""

CORNERS = ((170.0, 150.0), (1440.0, 210.0), (1530.0, 1110.0), (90.0, 1050.0))
"""Where the corners of the board are, in pixels: clockwise from the top left."""

LANDS = {
    "yellow": (80, 190, 225),
    "red": (90, 100, 205),
    "blue": (200, 150, 90),
    "brown": (90, 130, 165),
    "green": (110, 170, 120),
    "purple": (165, 110, 160),
    "teal": (160, 165, 80),
}
"""Colours of printed continents, BGR."""
WATER, BORDER, CREASE = (205, 190, 160), (45, 45, 50), (70, 60, 55)
NOISE = 6.0


def printed(board: Board) -> Picture:
    """Draw a board as it is printed: continents in colours, dark borders, lines across the sea."""
    size = (round(board.height), round(board.width), 3)
    picture = np.full(size, WATER, np.uint8)

    def pixels(points: tuple[Point, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.array([(x, board.height - y) for x, y in points], np.int32)

    for link in board.links:
        for line in link.lines:
            cv2.polylines(picture, [pixels(line)], isClosed=False, color=CREASE, thickness=3)
    for territory in board.territories:
        colour = LANDS[board.continent(territory.continent).colour]
        for polygon in territory.polygons:
            cv2.fillPoly(picture, [pixels(ring) for ring in polygon.rings], colour)
        for polygon in territory.polygons:
            for ring in polygon.rings:
                cv2.polylines(picture, [pixels(ring)], isClosed=True, color=BORDER, thickness=5)
    return picture


def homography(board: Board) -> NDArray[np.float64]:
    """Return the map from the printed board, in canvas units with y downwards, to the photo."""
    wide, high = board.width, board.height
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, np.array(CORNERS, np.float32))
    return np.asarray(matrix, np.float64)


def photograph(board: Board, seed: int = 1) -> Picture:
    """Photograph a printed board on a wooden table, at a slant, brighter at one side, with noise."""
    chance = np.random.default_rng(seed)
    table = np.full((PHOTO[1], PHOTO[0], 3), (60, 90, 120), np.uint8)
    seen = cv2.warpPerspective(
        printed(board),
        homography(board),
        PHOTO,
        dst=table,
        borderMode=cv2.BORDER_TRANSPARENT,
        flags=cv2.INTER_AREA,
    )
    light = np.linspace(0.75, 1.1, PHOTO[0])[None, :, None]
    noisy = cv2.GaussianBlur(seen, (3, 3), 0) * light + chance.normal(0, NOISE, seen.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)
