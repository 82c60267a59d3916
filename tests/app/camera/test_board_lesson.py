"""A lesson of a board: which places the pieces are shown on, and what is drawn over a picture."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.app.camera import board_lesson
from companion.app.camera.board_lesson import AROUND, BoardLesson, around, crop_around
from companion.vision.board.shape import BoardShape


def square(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    """The corners of a square."""
    right, top = left + side, bottom + side
    return ((left, bottom), (right, bottom), (right, top), (left, top))


SHAPE = BoardShape(
    "squares",
    960,
    960,
    {"small": (square(0, 0, 100),), "large": (square(400, 400, 300),), "middle": (square(100, 600, 200),)},
)


@pytest.fixture(autouse=True)
def squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_lesson, "board_shape", lambda _: SHAPE)


def known(*seats: str) -> Any:
    """A board that was taught, with pieces of these colours; its pixels are those of the picture."""
    return SimpleNamespace(seats=dict.fromkeys(seats), to_board=np.eye(3))


@pytest.mark.parametrize(
    ("model", "places"),
    [
        (None, {"red": "large", "blue": "middle"}),
        (known(), {"red": "large", "blue": "middle"}),
        (known("red"), {"blue": "large"}),
        (known("red", "blue"), {}),
    ],
)
def test_the_colours_that_are_not_known_are_shown_on_the_largest_places(
    model: Any, places: dict[str, str]
) -> None:
    assert BoardLesson("squares", ("red", "blue"), model).places == places


def test_it_is_good_once_all_colours_are_known_and_nothing_is_wrong() -> None:
    lesson = BoardLesson("squares", ("red", "blue"))
    found = []
    for model in (None, known("red"), known("red", "blue", "green")):
        lesson.model = model
        found.append(lesson.good)
    lesson.problems["red"] = "Not found."
    assert [*found, lesson.good] == [False, False, True, False]


@pytest.mark.parametrize(
    ("marked", "drawn"), [(False, {"small", "middle", "large"}), (True, {"large", "middle"})]
)
def test_lines_are_drawn_round_all_places_or_those_that_wait(marked: bool, drawn: set[str]) -> None:
    lesson, picture = BoardLesson("squares", ("red", "blue"), known()), np.zeros((960, 960, 3), np.uint8)
    painted = lesson.drawn_over(picture, marked=marked)
    assert not picture.any(), "the picture stays as it is"
    middles = {"small": (910, 0), "large": (410, 400), "middle": (260, 100)}
    assert {place for place, (row, column) in middles.items() if painted[row, column].any()} == drawn
    assert painted[410, 400].tolist() == ([60, 220, 60] if marked else [255, 60, 230])
    wide = int(painted[410, 380:420].any(axis=1).sum())
    assert wide == (7 if marked else 5), "with soft edges"
    lesson.model = None
    assert lesson.drawn_over(picture, marked=marked) is picture


@pytest.mark.parametrize(
    ("box", "rows", "columns"),
    [
        ((400, 260, 300, 200), (260 - AROUND, 460 + AROUND), (400 - AROUND, 700 + AROUND)),
        ((0, 10, 100, 20), (0, 30 + AROUND), (0, 100 + AROUND)),
        ((850, 900, 100, 50), (900 - AROUND, 960), (850 - AROUND, 960)),
    ],
)
def test_a_place_is_shown_with_its_surroundings(
    box: tuple[int, int, int, int], rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    seen: Any = SimpleNamespace(
        place=lambda _: SimpleNamespace(box=box), picture=np.zeros((960, 960, 3), np.uint8)
    )
    assert around(seen, "large") == (slice(*rows), slice(*columns))
    crop = crop_around(seen, "large", SHAPE)
    assert crop.shape[:2] == (rows[1] - rows[0], columns[1] - columns[0])


def test_the_outline_lies_over_the_surroundings_of_a_place() -> None:
    seen: Any = SimpleNamespace(
        place=lambda _: SimpleNamespace(box=(400, 260, 300, 300)), picture=np.zeros((960, 960, 3), np.uint8)
    )
    crop = crop_around(seen, "large", SHAPE)
    assert np.argwhere(crop.any(axis=2)).min(axis=0) == pytest.approx([AROUND, AROUND], abs=1)
    assert np.argwhere(crop.any(axis=2)).max(axis=0) == pytest.approx([AROUND + 300, AROUND + 300], abs=1)
