"""The shape of a board in board pixels, and the board without pieces."""

import cv2
import numpy as np
import pytest

from companion.vision.board.empty import BESIDE, EmptyBoard
from companion.vision.board.shape import BoardShape


def square(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    right, top = left + side, bottom + side
    return ((left, bottom), (right, bottom), (right, top), (left, top))


PLACES = {"land": (square(0, 0, 40), square(10, 10, 10)), "island": (square(70, 20, 10),)}
SHAPE = BoardShape("two", 96, 48, PLACES)
"""Ten board pixels for each unit: land with a lake, and an island."""


@pytest.mark.parametrize(
    ("width", "height", "size"), [(96, 48, (960, 480)), (48, 96, (480, 960)), (30, 20, (960, 640))]
)
def test_the_longer_side_has_960_pixels(width: float, height: float, size: tuple[int, int]) -> None:
    assert BoardShape("any", width, height, {}).size == size


def test_pixels_are_counted_from_the_top_left() -> None:
    assert SHAPE.to_pixels([(0, 0), (96, 48), (10, 8)]).tolist() == [[0, 480], [960, 0], [100, 400]]


def test_each_pixel_belongs_to_a_place_or_none() -> None:
    labels = SHAPE.labels()
    assert SHAPE.places == ("land", "island") and labels.shape == (480, 960)
    at = {
        "land": (470, 200),
        "its end": (90, 395),
        "lake": (330, 150),
        "island": (230, 750),
        "sea": (230, 600),
    }
    assert {name: int(labels[place]) for name, place in at.items()} == {
        "land": 1, "its end": 1, "lake": 0, "island": 2, "sea": 0,
    }  # fmt: skip
    assert (labels == 2).sum() == pytest.approx(100**2, rel=0.03)
    assert (labels == 1).sum() == pytest.approx(400**2 - 100**2, rel=0.03)


def test_the_boards_own_picture_is_scaled() -> None:
    assert SHAPE.drawn() is None
    picture = np.zeros((24, 48, 3), np.uint8)
    picture[:12] = 200
    own = BoardShape("two", 96, 48, PLACES, cv2.imencode(".png", picture)[1].tobytes()).drawn()
    assert own is not None and own.shape == (480, 960, 3)
    assert own[10, 10].tolist() == [200] * 3 and own[470, 10].tolist() == [0] * 3


def test_pieces_a_little_beside_a_place_stand_on_it() -> None:
    empty = EmptyBoard(SHAPE, np.zeros((480, 960, 3), np.uint8))
    left = 700 - np.arange(20)
    assert empty.reach[230, left].tolist() == [2 if 700 - x < BESIDE else 0 for x in left]
    assert empty.reach[200, 400 : 400 + BESIDE].tolist() == [1] * (BESIDE - 1) + [empty.reach[200, 409]]
    assert (empty.reach[empty.labels > 0] == empty.labels[empty.labels > 0]).all()
    land, island = empty.boxes["land"], empty.boxes["island"]
    assert land == pytest.approx((0, 80, 400, 400), abs=1) and island == pytest.approx(
        (700, 180, 101, 101), abs=1
    )
