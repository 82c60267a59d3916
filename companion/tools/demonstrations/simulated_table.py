"""A simulated camera over a table: green felt, four markers, soldiers and a cannon at known inches."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import MarkerBoard, Points, square_marker
from calibration.lens import Lens
from calibration.profile import Profile, write_profile
from calibration.table_calibration import calibrate_table
from companion.games.boards.board import Board
from companion.ui.theme import CONTINENT_TINTS
from companion.vision.frames import FrameSource, Picture

SIZE = (1280, 960)
FOCAL = 1090.0
"""Focal length, in pixels."""
TILT = 30.0
"""Angle of the camera from the vertical, in degrees."""
CAMERA_DISTANCE = 18.6
"""Distance from the camera to the centre of the table, in inches."""
CLOTH = (18.0, 13.5)
"""Width and depth of the cloth, in inches."""
FINE = 64
"""Resolution of the cloth, in pixels per inch."""
MARKERS = MarkerBoard(
    "four markers at the corners",
    "DICT_4X4_50",
    {
        40: square_marker(0.4, 0.4, 1.5),
        41: square_marker(CLOTH[0] - 1.9, 0.4, 1.5),
        42: square_marker(CLOTH[0] - 1.9, CLOTH[1] - 1.9, 1.5),
        43: square_marker(0.4, CLOTH[1] - 1.9, 1.5),
    },
)
PAINTS = {"red": (52, 48, 190), "blue": (170, 96, 40)}
"""BGR."""
BASE = 0.28
"""Radius of a soldier's base, in inches."""

GUN = (3.6, 6.4)
"""Position of the cannon, in inches."""

CORNERS = ((412.0, 215.0), (884.0, 231.0), (967.0, 722.0), (318.0, 698.0))
"""The printed tile's corners in the picture, in pixels: top left, top right, bottom right, bottom left."""
SIDE = 600
"""Side of the tile in the rectified view, in pixels."""
ZONES = (
    (((0, 0), (48, 0), (52, 45), (0, 50)), (104, 150, 150)),
    (((48, 0), (100, 0), (100, 50), (52, 45)), (150, 128, 84)),
    (((0, 50), (52, 45), (50, 100), (0, 100)), (92, 132, 128)),
    (((52, 45), (100, 50), (100, 100), (50, 100)), (112, 158, 132)),
)
"""The tile's zones, in hundredths of its side from its bottom left, and BGR of sand, water, scrub, meadow."""
GRAIN = (9, 9)
"""Kernel size of the blur on the felt around the tile, in pixels: its grain makes large files."""


@dataclass(frozen=True)
class TablePiece:
    """A piece on the table.

    Attributes:
        colour: one of PAINTS.
        at: centre of its base, in inches.
        gun: it is a cannon, not a soldier.
        degrees: direction of its barrel, from x towards y.
    """

    colour: str
    at: tuple[float, float]
    gun: bool = False
    degrees: float = 0.0


PIECES = (
    TablePiece("red", GUN, gun=True, degrees=6.0),
    TablePiece("red", (2.9, 7.3)),
    TablePiece("red", (5.2, 9.6)),
    TablePiece("blue", (11.2, 6.3)),
    TablePiece("blue", (12.1, 7.0)),
    TablePiece("blue", (12.4, 5.2)),
    TablePiece("blue", (9.2, 3.2)),
    TablePiece("blue", (13.4, 9.4)),
)
"""A small battle, just before the cannon fires for the first time."""


class SimulatedTable(FrameSource):
    """Returns the same view of the table with a little noise, like a camera at rest."""

    def __init__(self, pieces: Sequence[TablePiece] = (), tilt: float = TILT) -> None:
        super().__init__("felt table")
        self._tilt = tilt
        self._chance = np.random.default_rng(3)
        self.put(pieces)

    @property
    def matrix(self) -> Points:
        """The camera matrix: focal lengths and principal point, 3 x 3, in pixels."""
        return np.array([[FOCAL, 0, (SIZE[0] - 1) / 2], [0, FOCAL, (SIZE[1] - 1) / 2], [0, 0, 1.0]])

    def put(self, pieces: Sequence[TablePiece]) -> None:
        """Replace all pieces on the table."""
        self.pieces = tuple(pieces)
        picture = self._empty()
        for piece in sorted(pieces, key=lambda one: one.at[1]):
            (self._draw_gun if piece.gun else self._draw_soldier)(picture, piece)
        self._see(picture)

    def where(self, inches: Points, height: float = 0.0) -> Points:
        """Project points of the table, n x 2 inches, or `height` inches above it, to n x 2 pixels."""
        turn, shift = self._pose()
        flat = np.atleast_2d(np.asarray(inches, np.float64))
        places = np.column_stack([flat, np.full(len(flat), -height)])
        seen = (self.matrix @ (turn @ places.T + shift[:, None])).T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def hold(self, board: MarkerBoard, view: int) -> None:
        """Show a chessboard in pose number `view`; `put` removes it."""
        assert board.charuco is not None, "only a chessboard is held up"
        made, chance = board.charuco, np.random.default_rng(view)
        wide, high = made.columns * made.square, made.rows * made.square
        drawn = made.for_opencv(board.opencv_dictionary).generateImage((round(wide * 60), round(high * 60)))
        column, line = view % 3 - 1, (view // 3) % 3 - 1
        lean = np.array([chance.uniform(-0.6, 0.6), chance.uniform(-0.6, 0.6), chance.uniform(-0.4, 0.4)])
        turn = cv2.Rodrigues(lean)[0]
        shift = np.array([column * 4.6, line * 2.9, 15.0]) - turn @ [wide / 2, high / 2, 0]
        onto = self.matrix @ np.column_stack([turn[:, :2], shift]) @ np.diag([1 / 60, 1 / 60, 1.0])
        seen = cv2.warpPerspective(cv2.cvtColor(drawn, cv2.COLOR_GRAY2BGR), onto, SIZE, flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.full(drawn.shape, 255, np.uint8), onto, SIZE)
        picture = np.where(there[:, :, None] > 127, np.maximum(seen, 22), self._empty())
        self._see(picture)

    def calibrated(self, file: Path) -> Profile:
        """Calibrate this camera on the empty table, write its profile and return it."""
        profile = _profile(self._tilt)
        write_profile(file, profile)
        return profile

    def _pose(self) -> tuple[Points, Points]:
        """Return rotation and translation from inches (z is down) to the camera."""
        lean = -np.deg2rad(self._tilt)
        turn = np.array(
            [[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]], np.float64
        )
        middle = np.array([CLOTH[0] / 2, CLOTH[1] / 2, 0.0])
        return turn, np.array([0, 0, CAMERA_DISTANCE]) - turn @ middle

    def _take_picture(self) -> Picture | None:
        return self._views[self._frames_given % len(self._views)]

    def _see(self, picture: NDArray[np.uint8]) -> None:
        """Set the picture that the camera returns, slightly blurred and with varying noise."""
        self._views = with_noise(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8), self._chance)

    # --- drawing -------------------------------------------------------------------------------------------

    def _empty(self) -> NDArray[np.uint8]:
        """Draw the empty table as the camera sees it."""
        corners = np.array([[0, 0], [CLOTH[0], 0], CLOTH, [0, CLOTH[1]]], np.float64)
        onto = cv2.getPerspectiveTransform(
            (corners * FINE - 0.5).astype(np.float32), self.where(corners).astype(np.float32)
        )
        wood = (44, 62, 86)
        seen = cv2.warpPerspective(
            _cloth(), onto, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=wood
        )
        return np.asarray(seen, np.uint8)

    def _draw_soldier(self, picture: NDArray[np.uint8], piece: TablePiece) -> None:
        dark = tuple(part * 0.7 for part in PAINTS[piece.colour])
        self._fill(picture, self._slice(piece, BASE, 0.0), dark)
        body = np.vstack([self._slice(piece, 0.17, 0.06), self._slice(piece, 0.13, 0.75)])
        self._fill(picture, body, PAINTS[piece.colour])
        self._fill(
            picture, self._slice(piece, 0.11, 0.85), tuple(part * 1.25 for part in PAINTS[piece.colour])
        )

    def _draw_gun(self, picture: NDArray[np.uint8], piece: TablePiece) -> None:
        dark = tuple(part * 0.6 for part in PAINTS[piece.colour])
        self._fill(picture, self._slice(piece, 0.42, 0.0), dark)
        turn = np.deg2rad(piece.degrees)
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        for wide, start, end, shade in ((0.3, -0.25, 0.25, 0.8), (0.11, -0.35, 0.42, 1.2)):
            ends = [piece.at + along * far + across * side for far in (start, end) for side in (-wide, wide)]
            barrel = np.vstack([self.where(np.array(ends), height) for height in (0.2, 0.42)])
            self._fill(picture, barrel, tuple(part * shade for part in PAINTS[piece.colour]))

    def _slice(self, piece: TablePiece, radius: float, height: float) -> Points:
        """Project a horizontal circle around a piece: n x 2 pixels."""
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        return self.where(piece.at + radius * np.column_stack([np.cos(around), np.sin(around)]), height)

    @staticmethod
    def _fill(picture: NDArray[np.uint8], points: Points, colour: Sequence[float]) -> None:
        """Fill the convex hull of some points, antialiased."""
        hull = cv2.convexHull((points * 16).astype(np.int32))
        paint = [min(255.0, part) for part in colour]
        cv2.fillConvexPoly(picture, hull, paint, cv2.LINE_AA, 4)


@cache
def _grains() -> list[NDArray[np.int8]]:
    """Return the noise of two pictures, 1280 x 960 x 3; drawing it was most of the work of each picture."""
    chance = np.random.default_rng(3)
    return [np.rint(chance.standard_normal((*SIZE[::-1], 3), np.float32) * 1.5).astype(np.int8) for _ in "ab"]


def with_noise(picture: NDArray[np.uint8], chance: np.random.Generator) -> list[Picture]:
    """Return what a camera at rest sees of an unchanged scene in two pictures, 1280 x 960, BGR."""
    grains = (np.roll(grain, chance.integers(SIZE[1]), axis=0) for grain in _grains())
    return [np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8) for grain in grains]


@cache
def _cloth() -> NDArray[np.uint8]:
    """Draw the felt with its markers from above, at `FINE` pixels an inch."""
    wide, high = (round(side * FINE) for side in CLOTH)
    felt = np.empty((high, wide, 3), np.float32)
    felt[:] = (70, 104, 58)
    coarse = np.random.default_rng(1).normal(0.0, 7.0, (high // 6, wide // 6, 1)).astype(np.float32)
    felt += cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)[:, :, None]
    cloth = np.clip(felt, 0, 255).astype(np.uint8)
    for number, corners in MARKERS.markers.items():
        _lay_marker(cloth, number, corners)
    return cloth


def _lay_marker(cloth: NDArray[np.uint8], number: int, corners: Points) -> None:
    left, top = (round(side * FINE) for side in corners[0])
    side = round((corners[1, 0] - corners[0, 0]) * FINE)
    rim = round(0.22 * FINE)
    cloth[top - rim : top + side + rim, left - rim : left + side + rim] = 236
    marker = cv2.aruco.generateImageMarker(MARKERS.opencv_dictionary, number, side)
    cloth[top : top + side, left : left + side] = np.maximum(marker, 24)[:, :, None]


@cache
def _profile(tilt: float) -> Profile:
    """The profile of a camera that leans so many degrees."""
    table, made = SimulatedTable((), tilt), datetime.datetime(2026, 1, 31, 20, 15)
    empty = [picture for _ in range(3) if (picture := table._take_picture()) is not None]
    lens = Lens(SIZE, table.matrix, np.zeros(5), 0.2, 12)
    return Profile(table.name, SIZE, made, lens, calibrate_table(empty, MARKERS, lens).table)


def printed_tile() -> NDArray[np.uint8]:
    """Return the picture, BGR, of a printed tile on the felt as the tilted camera sees it."""
    frame = SimulatedTable().next_frame()
    assert frame is not None, "a drawn table always has a picture"
    felt = cv2.GaussianBlur(np.asarray(frame.picture), GRAIN, 0)
    tile = np.zeros((SIDE, SIDE, 3), np.uint8)
    for zone, ground in ZONES:
        corners = (np.array(zone, np.float64) * SIDE / 100).astype(np.int32)
        cv2.fillPoly(tile, [corners], ground)
        cv2.polylines(tile, [corners], True, (48, 60, 62), 5, cv2.LINE_AA)
    flat = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    lean = cv2.getPerspectiveTransform(flat, np.array(CORNERS, np.float32))
    size = (felt.shape[1], felt.shape[0])
    seen = cv2.warpPerspective(np.flipud(tile), lean, size)
    there = cv2.warpPerspective(np.full((SIDE, SIDE), 255, np.uint8), lean, size)
    return np.where(there[..., None] > 0, seen, felt).astype(np.uint8)


def printed_board(board: Board) -> Picture:
    """Draw a board of territories as it is printed: lands in the colours of continents, dark borders; BGR."""
    picture = np.full((round(board.height), round(board.width), 3), (205, 190, 160), np.uint8)
    for territory in board.territories:
        tint = CONTINENT_TINTS[board.continent(territory.continent).colour]
        red, green, blue = (round(255 * part) for part in tint[:3])
        for polygon in territory.polygons:
            rings = [np.array([(x, board.height - y) for x, y in ring], np.int32) for ring in polygon.rings]
            cv2.fillPoly(picture, rings, (blue, green, red))
            cv2.polylines(picture, rings, isClosed=True, color=(45, 45, 50), thickness=5)
    return picture
