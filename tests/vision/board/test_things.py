"""What is taken for a hand: something large that reaches over the edge of the board, or very large."""

import numpy as np
import pytest

from companion.vision.board.things import _hand

HIGH, WIDE = 200, 300
PIECE = 20.0
"""Area of a piece: 25 of them, 500 pixels, make a hand at the edge; anywhere 2,700 pixels of this board."""


@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "hand"),
    [
        (7, 80, 33, 100, True),
        (8, 80, 48, 100, False),
        (253, 80, 293, 100, True),
        (252, 80, 292, 100, False),
        (100, 7, 120, 47, True),
        (100, 8, 120, 48, False),
        (100, 153, 120, 193, True),
        (100, 152, 120, 192, False),
        (0, 80, 25, 100, False),
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
