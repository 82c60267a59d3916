"""A drawn board of territories with pieces on it, as a tilted camera over the table sees it."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boards.board import Board
from companion.games.boards.elements import Territory
from companion.tools.demonstrations.simulated_table import printed_board, with_noise
from companion.vision.frames import Picture

SIZE = (1280, 960)
CORNERS = ((150.0, 70.0), (1130.0, 90.0), (1210.0, 850.0), (70.0, 835.0))
"""The canvas's corners in the picture, from the top left clockwise, in pixels."""
TABLE = (44, 62, 86)
"""BGR."""
PAINTS: Mapping[str, tuple[int, int, int]] = {
    "red": (45, 40, 190),
    "blue": (180, 80, 30),
    "green": (60, 130, 40),
    "yellow": (40, 200, 235),
    "black": (30, 30, 30),
    "purple": (140, 50, 120),
    "orange": (20, 120, 240),
    "white": (238, 238, 238),
    "brown": (40, 65, 110),
    "gray": (130, 130, 130),
}
"""BGR of pieces by their colour."""
RADIUS, APART = 10.0, 23.0
"""Radius of a piece and distance of two, in canvas units."""
LIFTED = (3, 4)
"""How far the shadow of a piece falls, in canvas units."""

Pieces = Mapping[str, tuple[str, int]]
"""Colour and number of the pieces on each place."""


class SimulatedBoard:
    """The newest picture of a board that lies on the table."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._chance = np.random.default_rng(5)
        self._print = printed_board(board)
        self.pieces: dict[str, tuple[str, int]] = {}
        self.put({})

    @property
    def picture(self) -> Picture:
        """The newest picture: height x width x 3, BGR; each has other noise than the one before."""
        self._views.rotate()
        return self._views[0]

    def put(self, pieces: Pieces) -> None:
        """Lay these pieces on the board instead of all others."""
        self.pieces = dict(pieces)
        flat = self._print.copy()
        for place, (colour, count) in pieces.items():
            self._lay(flat, self.board.territory(place), colour, count)
        self._see(flat)

    def reach_over(self) -> None:
        """Hold an arm over the board until pieces are put."""
        flat = self._print.copy()
        for place, (colour, count) in self.pieces.items():
            self._lay(flat, self.board.territory(place), colour, count)
        wide, high = round(self.board.width), round(self.board.height)
        cv2.line(flat, (wide // 2, high), (wide // 2, high // 3), (225, 235, 245), 130)
        self._see(flat)

    def _see(self, flat: NDArray[np.uint8]) -> None:
        wide, high = self.board.width, self.board.height
        square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        onto = cv2.getPerspectiveTransform(square, np.array(CORNERS, np.float32))
        soft = cv2.GaussianBlur(flat, (3, 3), 0)
        seen = cv2.warpPerspective(
            soft, onto, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=TABLE
        )
        self._views = deque(with_noise(np.asarray(seen, np.uint8), self._chance))

    def _lay(self, flat: NDArray[np.uint8], territory: Territory, colour: str, count: int) -> None:
        """Draw pieces side by side around a territory's label: each a disc with a shadow and a bright top."""
        paint = PAINTS[colour]
        spots = [(round(x), round(self.board.height - y)) for x, y in _spots(territory, count)]
        for x, y in spots:
            ground = flat[y - 20 : y + 24, x - 20 : x + 24]
            shade = ground.copy()
            middle = (20 + LIFTED[0], 20 + LIFTED[1])
            cv2.circle(
                shade, middle, round(RADIUS), tuple(0.6 * part for part in _mean(ground)), -1, cv2.LINE_AA
            )
            ground[:] = cv2.addWeighted(shade, 0.7, ground, 0.3, 0)
        for x, y in spots:
            cv2.circle(flat, (x, y), round(RADIUS), paint, -1, cv2.LINE_AA)
            top = tuple(min(255, part + 25) for part in paint)
            cv2.circle(flat, (x - 2, y - 2), round(RADIUS * 0.5), top, -1, cv2.LINE_AA)


def _mean(ground: NDArray[np.uint8]) -> tuple[float, ...]:
    return tuple(float(part) for part in ground.reshape(-1, 3).mean(axis=0))


@lru_cache(maxsize=2048)
def _spots(territory: Territory, count: int) -> tuple[tuple[float, float], ...]:
    """Places for pieces: as near to the label as they fit on the land, in canvas units."""
    x, y = territory.label
    reach = range(-9, 10)
    grid = [(x + across * APART, y + up * APART) for across in reach for up in reach]
    near = sorted(grid, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
    fitting = (spot for spot in near if territory.contains(*spot) and territory.distance(*spot) > RADIUS)
    return tuple(islice(fitting, count))
