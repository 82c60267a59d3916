"""A lens with the shape of its sheet: how many views it takes, what they decide, what it must gain."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration import lens_calibration
from calibration.bundle_adjustment import Adjustment
from calibration.lens import Lens
from calibration.lens_calibration import _covered, _problem, _Solution, _usable, _with_sheet
from tests.calibration.test_sheet_shape import bent

ANY_VIEW: Any = None
"""The solver is replaced; it looks at no corner."""


@pytest.mark.parametrize(
    ("views", "gain", "unused", "used"),
    [
        (2, 0.5, None, False),
        (3, 0.5, (2, 3, 4), True),
        (5, 0.5, (2, 3, 4), True),
        (6, 0.5, (), True),
        (7, 0.8, (), True),
        (6, 0.81, (), False),
    ],
)
def test_the_shape_of_the_sheet_is_used_where_it_pays(
    views: int, gain: float, unused: object, used: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few views decide the first two coefficients only; a fit that gains less than a fifth is a guess."""
    flat = _Solution(np.eye(3), np.zeros(5), [np.eye(3)] * views, [np.zeros(3)] * views, np.ones(views))
    left_out: list[object] = []

    def adjusted(seen: list[Any], matrix: Any, distortion: Any, without: object) -> Adjustment:
        assert len(seen) == views
        left_out.append(without)
        return Adjustment(matrix, distortion, np.zeros(views), bent(), gain)

    monkeypatch.setattr(lens_calibration, "adjust_bundle", adjusted)
    found = _with_sheet(flat, dict.fromkeys(range(views), ANY_VIEW))
    assert left_out == ([] if unused is None else [unused])
    assert (found.sheet is not None) == used
    assert (found is flat) != used


def from_above(degrees: float) -> Any:
    """How a board lies that is tilted by so much."""
    return cv2.Rodrigues(np.array([np.deg2rad(degrees), 0, 0]))[0]


@pytest.mark.parametrize(
    ("views", "error", "tilt", "uncovered", "words"),
    [
        # the first that is wrong is told: 1280 pixels allow 1.28, and 4 of 16 cells may be uncovered
        (4, 1.2, 13, (5, 6, 7, 8), ""),
        (3, 1.3, 11, (5, 6, 7, 8, 9), "3 of 4 views are good: show the board from more sides"),
        (4, 1.3, 11, (5, 6, 7, 8, 9), "The views do not agree (off by 1.3 pixels): is the board flat"),
        (4, 1.2, 11, (5, 6, 7, 8, 9), "All views are from one side: tilt the board"),
        (4, 1.2, 13, (5, 6, 7, 8, 9), "in this part of the picture, too: upper middle, left of the middle"),
        (4, 1.2, 13, (0, 1, 2, 3, 4), "too: top, left"),
        (4, 1.2, 13, (11, 12, 13, 14, 15), "too: lower middle, right"),
    ],
)
def test_what_to_do_before_a_lens_is_used(
    views: int, error: float, tilt: float, uncovered: tuple[int, ...], words: str
) -> None:
    covered = np.array([cell not in uncovered for cell in range(16)]).reshape(4, 4)
    rotations = [from_above(0.0), *(from_above(degrees) for degrees in np.linspace(0, tilt, views - 1))]
    none: Any = None
    solution = _Solution(np.eye(3), np.zeros(5), rotations, none, none)
    lens = Lens((1280, 960), np.eye(3), np.zeros(5), error, views)
    used = dict.fromkeys(range(views), ANY_VIEW)
    problem = _problem(used, covered, solution, lens)
    assert words in problem and bool(words) == bool(problem)
    assert _problem(used, covered, None, None).startswith(f"{views} of 4 views are good")


def seen(corners: int, size: tuple[int, int] = (640, 480)) -> Any:
    """A detection with so many corners, in a line from the top left to the bottom right."""
    return SimpleNamespace(pixels=np.linspace((0, 0), np.array(size) - 1, corners), size=size)


@pytest.mark.parametrize(
    ("found", "used", "reasons"),
    [
        ([], [], []),
        ([None, seen(8)], [1], ["the board is not in view", ""]),
        ([seen(7), seen(8), seen(20)], [1, 2], ["too little of the board is in view", "", ""]),
        (
            [None, seen(9), seen(9, (480, 640)), seen(9)],
            [1, 3],
            ["the board is not in view", "", "the picture is of another size than the first", ""],
        ),
    ],
)
def test_which_views_can_be_used(found: list[Any], used: list[int], reasons: list[str]) -> None:
    detections, views = _usable(found)
    assert list(detections) == used and [view.reason for view in views] == reasons
    assert [view.corners for view in views] == [0 if one is None else len(one.pixels) for one in found]
    assert not any(view.kept for view in views)


def test_the_parts_of_the_picture_that_the_board_has_covered() -> None:
    """Sixteen: corners on the diagonal, and one at the top right."""
    right: Any = SimpleNamespace(pixels=np.array([[639.9, 0.0]]), size=(640, 480))
    assert _covered([seen(50), right]).tolist() == [
        [row == column or (row, column) == (0, 3) for column in range(4)] for row in range(4)
    ]
    assert not _covered([]).any()
