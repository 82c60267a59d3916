"""A small drawn board for the tests: six places in two rows, with a print that features can be found in."""

import cv2
import numpy as np

from companion.vision.board.model import BoardModel
from companion.vision.board.shape import BoardShape, Ring
from companion.vision.board.teaching import teach_board, teach_seat
from companion.vision.frames import Picture

WIDTH, HEIGHT = 1600.0, 1200.0
PLACES = ("ash", "birch", "cedar", "elm", "fir", "hazel")
COLOURS = {"red": (40, 40, 200), "blue": (190, 70, 30), "black": (28, 28, 28), "yellow": (40, 200, 230)}
CORNERS = np.array([[130.0, 60], [1150, 80], [1180, 850], [100, 840]])
CAMERA = (1280, 960)


def box_of(place: str) -> tuple[float, float, float, float]:
    """Left, bottom, right and top in canvas units."""
    number = PLACES.index(place)
    left, bottom = 60 + number % 3 * 500, 60 + number // 3 * 560
    return left, bottom, left + 480, bottom + 520


def shape(picture: bytes = b"") -> BoardShape:
    outlines: dict[str, tuple[Ring, ...]] = {}
    for place in PLACES:
        left, bottom, right, top = box_of(place)
        outlines[place] = (((left, bottom), (right, bottom), (right, top), (left, top)),)
    return BoardShape("grove", WIDTH, HEIGHT, outlines, picture)


def board(seed: int = 3) -> Picture:
    """The empty board, the whole canvas, at one pixel a unit."""
    chance = np.random.default_rng(seed)
    picture = np.full((int(HEIGHT), int(WIDTH), 3), (170, 150, 120), np.uint8)
    for place in PLACES:
        left, bottom, right, top = (int(value) for value in box_of(place))
        shade = [int(value) for value in chance.integers(90, 220, 3)]
        cv2.rectangle(picture, (left, int(HEIGHT) - top), (right, int(HEIGHT) - bottom), shade, -1)
    for _ in range(250):
        x, y = int(chance.uniform(0, WIDTH)), int(chance.uniform(0, HEIGHT))
        word = "".join(chance.choice(list("ABCDEFGHKLMN"), 4))
        shade = [int(value) for value in chance.integers(20, 250, 3)]
        cv2.putText(picture, word, (x, y), 1, float(chance.uniform(1, 2.5)), shade, 2, cv2.LINE_AA)
    return picture


def put(picture: Picture, place: str, seat: str, count: int) -> Picture:
    """Put discs of a seat side by side on a place."""
    picture = picture.copy()
    left, bottom, _, _ = box_of(place)
    for number in range(count):
        middle = (int(left + 60 + number % 6 * 60), int(HEIGHT - bottom - 100 - number // 6 * 70))
        cv2.circle(picture, middle, 20, COLOURS[seat], -1, cv2.LINE_AA)
    return picture


def seen_by_camera(
    picture: Picture,
    corners: np.ndarray = CORNERS,
    gain: tuple[float, float, float] = (1, 1, 1),
    seed: int = 0,
) -> Picture:
    """The board from the camera, on a dark table, with noise."""
    square = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    small = cv2.warpPerspective(
        cv2.GaussianBlur(picture, (0, 0), 0.8),
        matrix,
        CAMERA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(60, 70, 80),
    )
    noise = np.random.default_rng(seed).normal(0, 2.0, small.shape)
    return np.clip(small * np.array(gain) + noise, 0, 255).astype(np.uint8)


def taught(seats: tuple[str, ...] = ("red", "blue", "black")) -> BoardModel:
    """The board, taught with three pieces of each seat."""
    model = teach_board(seen_by_camera(board()), shape(), CORNERS)
    for seat in seats:
        model = teach_seat(seen_by_camera(put(board(), "elm", seat, 3), seed=9), model, seat, "elm", 3)
    return model
