"""The heights of a sheet: exact at its corners, nothing beside it, and only for its own board."""

import numpy as np

from calibration.boards import MarkerBoard, grid_board
from calibration.sheet_shape import SheetShape

GRID = grid_board("DICT_6X6_1000", 4, 5, 1.5, 0.2)
CORNERS = np.vstack(list(GRID.markers.values()))


def bent(height: float = 0.02) -> SheetShape:
    """Return the sheet of the grid, raised in the middle and lowered at the sides."""
    middle = GRID.extent.mean(axis=0)
    heights = height * np.cos(np.hypot(*(CORNERS - middle).T))
    return SheetShape(GRID.name, GRID.extent, CORNERS, heights, 0.2, 0.002)


def test_the_corners_lie_as_high_as_they_were_found() -> None:
    assert np.allclose(bent().heights_at(CORNERS), bent().heights, atol=1e-9)


def test_between_the_corners_it_bends_smoothly() -> None:
    places = np.random.default_rng(1).uniform(GRID.extent[0], GRID.extent[1], (50, 2))
    true = 0.02 * np.cos(np.hypot(*(places - GRID.extent.mean(axis=0)).T))
    assert np.abs(bent().heights_at(places) - true).max() < 0.002


def test_beside_the_sheet_there_is_the_table() -> None:
    assert not bent().heights_at(np.array([[-1.0, 2.0], [3.0, 20.0]])).any()
    assert bent().heights_at(GRID.extent[:1] - 0.05).any()


def test_a_shape_belongs_to_its_board_and_parts_of_it_only() -> None:
    part = MarkerBoard(GRID.name, GRID.dictionary, {0: GRID.markers[0], 3: GRID.markers[3]})
    larger = MarkerBoard(GRID.name, GRID.dictionary, {0: GRID.markers[0] * 9})
    beside = MarkerBoard(GRID.name, GRID.dictionary, {0: GRID.markers[0] - 0.01})
    other = MarkerBoard("another", GRID.dictionary, GRID.markers)
    belong = [bent().belongs_to(board) for board in (GRID, part, larger, beside, other)]
    assert belong == [True, True, False, False, False]
