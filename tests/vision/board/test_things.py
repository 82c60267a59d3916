"""What is taken for a hand: something large that reaches over the edge of the board, or very large."""

import numpy as np
import pytest

from companion.vision.board.difference import LIGHTNESS
from companion.vision.board.model import BoardModel
from companion.vision.board.things import _hand, _share, _strangers, found_things, piece_area
from tests.vision.board.boards import taught

HIGH, WIDE = 200, 300
PIECE = 20.0
"""Area of a piece: 25 of them, 500 pixels, make a hand at the edge; anywhere 2,700 pixels of this board."""


@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "hand"),
    [
        (7, 80, 33, 100, True),
        (3, 80, 43, 100, True),
        (8, 80, 48, 100, False),
        (253, 80, 293, 100, True),
        (252, 80, 292, 100, False),
        (100, 7, 120, 47, True),
        (100, 3, 120, 43, True),
        (257, 80, 297, 100, True),
        (100, 157, 120, 197, True),
        (100, 8, 120, 48, False),
        (100, 153, 120, 193, True),
        (100, 152, 120, 192, False),
        (0, 80, 25, 100, False),
        (0, 80, 20, 100, False),
        (80, 60, 140, 105, False),
        (80, 60, 140, 106, True),
    ],
)
def test_a_hand_is_large_and_comes_from_the_edge(
    left: int, top: int, right: int, bottom: int, hand: bool
) -> None:
    mask = np.zeros((HIGH, WIDE), bool)
    mask[top:bottom, left:right] = True
    mask[150:154, 200:205] = True
    found = _hand(mask, PIECE)
    around = np.zeros_like(mask)
    around[max(0, top - 4) : bottom + 4, max(0, left - 4) : right + 4] = hand
    assert (found == around).all()


@pytest.mark.parametrize(
    ("high", "wide", "pieces", "own", "strange"),
    [
        # (a full rectangle, its size in pieces, the share of it with a seat's colour)
        (10, 10, 1.5, 0.0, False),  # as large as a piece
        (10, 10, 1.7, 0.3, True),  # larger, and of nobody's colour
        (10, 10, 1.7, 1.0, True),  # a square: a die of somebody's colour
        (10, 13, 1.7, 1.0, True),
        (10, 14, 1.7, 1.0, False),  # longer: pieces side by side
        (10, 30, 5.9, 1.0, False),
        (10, 30, 6.1, 1.0, True),  # a card
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_what_is_no_piece_by_its_size_shape_and_colour(
    high: int, wide: int, pieces: float, own: float, strange: bool, turned: bool
) -> None:
    high, wide = (wide, high) if turned else (high, wide)
    parts = np.zeros((60, 60), np.intp)
    parts[20 : 20 + high, 15 : 15 + wide] = 1
    boxes = np.array([[0, 0, 60, 60, 3600 - high * wide], [15, 20, wide, high, high * wide]])
    found = _strangers(parts, boxes, np.array([99.0, pieces]), np.array([0.0, own]))
    assert found.tolist() == [False, strange]


def test_what_is_not_full_is_neither_card_nor_die() -> None:
    """Pieces leave gaps between them: three quarters of this square are there."""
    parts = np.zeros((60, 60), np.intp)
    parts[20:30, 15:25], parts[20:25, 20:25] = 1, 0
    boxes = np.array([[0, 0, 60, 60, 3525], [15, 20, 10, 10, 75]])
    for pieces in (3.0, 9.0):
        assert not _strangers(parts, boxes, np.array([99.0, pieces]), np.array([0.0, 1.0])).any()


def test_the_share_of_each_group_that_is_true() -> None:
    groups, yes = np.array([0, 0, 0, 0, 2, 2]), np.array([True, False, False, False, True, True])
    assert _share(groups, yes, 4).tolist() == [0.25, 1, 1, 1], "of none, all"


@pytest.fixture(scope="module")
def model() -> BoardModel:
    return taught(("red",))


@pytest.mark.parametrize("seats", [True, False])
@pytest.mark.parametrize(("colour", "foreign"), [("red", False), ("green", True)])
def test_a_large_thing_of_nobodys_colour_stands_nowhere(
    model: BoardModel, colour: str, foreign: bool, seats: bool
) -> None:
    """Before a seat's pieces are taught, everything is taken for pieces."""
    lab = max(model.seats["red"].colours, key=lambda one: one[3])[:3] if colour == "red" else (50, -60, 40)
    height, width = model.empty.reach.shape
    rows, columns = np.nonzero(model.empty.reach == 1)
    top, left = int(np.median(rows)), int(np.median(columns))
    high, wide = 10, int(2.5 * piece_area(model.seats) / 10)
    mask = np.zeros((height, width), np.bool_)
    mask[top : top + high, left : left + wide] = True
    colours = np.full((height, width, 3), np.array(lab) * (LIGHTNESS, 1, 1), np.float32)
    found = found_things(mask, colours, model, model.seats if seats else {})
    assert len(found.rows) == mask.sum() and not found.hand.any()
    assert found.foreign.any() == (foreign and seats)
    assert (found.places > 0).any() == (not (foreign and seats))
    assert found.foreign[mask].all() == (foreign and seats)
    inside = np.zeros_like(mask)
    inside[top + 1 : top + high - 1, left + 1 : left + wide - 1] = True
    assert np.array_equal(found.core, inside[found.rows, found.columns])
