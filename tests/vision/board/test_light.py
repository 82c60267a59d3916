"""Light that changed is told in each part of a board and corrected, and pieces are no light."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.board.light import CHANGED, GRID, TINGED, corrected, gains

HIGH, WIDE = 36 * GRID[1], 36 * GRID[0]


def a_board(seed: int = 1) -> NDArray[np.float32]:
    """Fields of any colour, none so dark or so bright that it tells nothing of the light."""
    fields = np.random.default_rng(seed).uniform(30, 150, (HIGH // 12, WIDE // 12, 3))
    return np.repeat(np.repeat(fields, 12, 0), 12, 1).astype(np.float32)


@pytest.mark.parametrize(
    ("factors", "changed"),
    [
        ((1.0, 1.0, 1.0), False),
        ((1.2, 1.2, 1.2), False),
        ((1.4, 1.4, 1.4), True),
        ((0.7, 0.7, 0.7), True),
        ((1.0, 1.0, 1.14), True),
        ((0.96, 1.0, 1.03), False),
    ],
)
def test_light_that_changed_everywhere(factors: tuple[float, float, float], changed: bool) -> None:
    taught = a_board()
    now = taught * np.array(factors, np.float32)
    found = gains(now, taught)
    assert found.field.shape == (GRID[1], GRID[0], 3) and found.changed == changed
    assert found.field == pytest.approx(np.broadcast_to(np.log(factors), found.field.shape), abs=0.03)
    assert np.abs(corrected(now, found) - taught).max() < 0.03 * 150
    assert (abs(np.mean(np.log(factors))) > CHANGED or np.ptp(np.log(factors)) > TINGED) == changed


def test_light_from_one_side_and_a_card_that_covers_a_part() -> None:
    taught, lamp = a_board(2), np.linspace(0.8, 1.3, WIDE, dtype=np.float32)[None, :, None]
    now = taught * lamp
    now[72:108, 180:216] = 20
    found = gains(now, taught)
    middles = np.log(lamp[0, 18::36])
    assert found.field == pytest.approx(np.broadcast_to(middles, found.field.shape), abs=0.08)


@pytest.mark.parametrize("level", [4.0, 255.0])
def test_what_is_black_or_overexposed_tells_nothing(level: float) -> None:
    board = np.full((HIGH, WIDE, 3), level, np.float32)
    assert not gains(board, board).changed and not gains(board, board).field.any()


def test_a_corrected_picture_stays_within_its_levels() -> None:
    taught = a_board(3)
    dark = gains(taught * 0.5, taught)
    assert corrected(np.full_like(taught, 200.0), dark).max() == 255.0
