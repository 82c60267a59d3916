"""Teaching a board and its pieces."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import Unmeasurable
from companion.vision.board import teaching
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


@pytest.mark.parametrize(
    ("pixels", "inside", "count", "taught"),
    [
        # (pixels of pieces on the place, those inside them, pieces, whose colour is learned)
        (11, 0, 1, None),
        (12, 0, 1, "border"),
        (30, 11, 2, "border"),
        (30, 12, 2, "inside"),
        (30, 20, 3, "inside"),
        (30, 20, 0, None),
    ],
)
def test_colours_are_learned_from_inside_pieces_if_they_are_large_enough(
    monkeypatch: pytest.MonkeyPatch, pixels: int, inside: int, count: int, taught: str | None
) -> None:
    rows, columns = np.arange(60), np.zeros(60, np.intp)
    found = SimpleNamespace(
        places=np.where(rows < pixels, 2, 1), core=rows < inside, areas=np.full(60, 0.5),
        rows=rows, columns=columns,
    )  # fmt: skip
    monkeypatch.setattr(teaching, "found_things", lambda *_: found)
    colours = np.where((rows < inside)[:, None, None], 40.0, 20.0).astype(np.float32).repeat(3, axis=2)
    model = SimpleNamespace(shape=SimpleNamespace(places=("ash", "birch", "cedar")))
    seen: Any = SimpleNamespace(mask=None, colours=colours, model=model)
    look = teaching._taught_by(seen, "birch", count)
    assert (look is None) == (taught is None)
    if look is not None:
        assert (look.area, look.pieces) == (pytest.approx(pixels / 2 / count), count)
        learned = {round(colour[1]) for colour in look.colours if colour[3]}
        assert learned == ({40} if taught == "inside" else {20, 40} if inside else {20})
