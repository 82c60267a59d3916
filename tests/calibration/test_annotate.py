"""What calibration draws on pictures: in the right place, in its colour, and nothing of what is unknown."""

import numpy as np
import pytest

from calibration.annotate import (
    FOUND,
    WRONG,
    copy_as_bgr,
    draw_grid,
    draw_markers,
    draw_outline,
    draw_points,
    draw_text,
    thickness,
)
from tests.tabletop import Picture

SQUARE = np.array([[40.0, 30.0], [80.0, 30.0], [80.0, 70.0], [40.0, 70.0]])


def blank(wide: int = 160, high: int = 120, level: int = 100) -> Picture:
    return np.full((high, wide, 3), level, np.uint8)


def extent(picture: Picture) -> tuple[int, int, int, int]:
    """Left, upper, right and lower edge of what is drawn."""
    rows, columns = np.nonzero((picture != 100).any(axis=2))
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def has(picture: Picture, x: int, y: int, colour: tuple[int, int, int]) -> bool:
    """Whether a pixel is of a colour, but for what smooth edges change."""
    return bool(np.abs(picture[y, x].astype(int) - colour).max() <= 20)


def test_the_copy_is_in_colour_and_leaves_the_picture_alone() -> None:
    grey = np.full((4, 6), 7, np.uint8)
    copy = copy_as_bgr(grey)
    copy[:] = 0
    assert copy.shape == (4, 6, 3) and grey.min() == 7
    coloured = blank()
    copy_as_bgr(coloured)[:] = 0
    assert coloured.min() == 100


@pytest.mark.parametrize(("side", "lines"), [(100, 1), (1000, 2), (2500, 5)])
def test_lines_are_as_thick_as_the_picture_is_large(side: int, lines: int) -> None:
    assert thickness(np.zeros((10, side, 3), np.uint8)) == lines


def test_points_are_circled_but_for_those_that_are_unknown() -> None:
    picture = blank()
    draw_points(picture, np.array([[60.0, 50.0], [np.nan, 20.0]]))
    left, top, right, bottom = extent(picture)
    assert ((left + right) / 2, (top + bottom) / 2) == (60, 50)
    assert (right - left) / 2 == pytest.approx(4, abs=1)
    assert has(picture, 64, 50, FOUND)


@pytest.mark.parametrize("closed", [True, False])
def test_an_outline_goes_from_point_to_point(closed: bool) -> None:
    picture = blank()
    draw_outline(picture, SQUARE, WRONG, closed)
    assert all(has(picture, x, y, WRONG) for x, y in ((60, 30), (80, 50), (60, 70)))
    assert has(picture, 40, 50, WRONG) is closed


def test_an_outline_with_an_unknown_point_is_not_drawn() -> None:
    picture = blank()
    draw_outline(picture, np.vstack([SQUARE[:3], [np.nan, 0.0]]))
    assert (picture == 100).all()


def test_a_text_begins_where_it_should_and_has_a_dark_outline() -> None:
    picture = blank(1400, 200)
    draw_text(picture, "8", (500.4, 120.0), WRONG)
    left, _, _, bottom = extent(picture)
    assert abs(left - 500) <= 3 and abs(bottom - 120) <= 3
    ink = np.abs(picture.astype(int) - WRONG).max(axis=2) < 40
    assert ink.any() and picture.max(axis=2).min() < 40


def test_cells_of_a_grid_are_tinted_by_a_quarter() -> None:
    picture = blank()
    draw_grid(picture, np.array([[False, True], [False, False], [True, False]]), (200, 0, 100))
    for row, column, tinted in ((20, 40, False), (20, 120, True), (60, 120, False), (100, 40, True)):
        assert tuple(picture[row, column]) == ((125, 75, 100) if tinted else (100, 100, 100))


def test_a_marker_has_its_outline_and_its_number() -> None:
    picture, outline = blank(), blank()
    draw_markers(picture, [(7, SQUARE)])
    draw_outline(outline, SQUARE)
    number = (picture != outline).any(axis=2)
    assert number[:, :58].sum() == 0 and number[45:65, 58:75].any()
    assert has(picture, 60, 30, FOUND)
