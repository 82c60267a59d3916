"""The tray's place in the picture, and what moves on it."""

import numpy as np
import pytest

from companion.errors import ImpossibleReading
from companion.vision.movement import HAND_PATIENCE, Movement
from companion.vision.tray import Tray

RIGHT_HALF = Tray(((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)), 0.07)

INSIDE = [((480.0, 240.0), True), ((100.0, 240.0), False), ((330.0, 10.0), True)]


@pytest.mark.parametrize(("point", "inside"), INSIDE)
def test_it_knows_what_lies_on_it(point: tuple[float, float], inside: bool) -> None:
    assert (RIGHT_HALF.holds(point, (640, 480)) > 0) == inside


def test_it_tells_how_far_inside() -> None:
    assert RIGHT_HALF.holds((350.0, 240.0), (640, 480)) == pytest.approx(30.0, abs=1)


def test_its_mask_fits_any_size() -> None:
    for size in ((640, 480), (160, 120), (1280, 720)):
        mask = RIGHT_HALF.mask(size)
        assert mask.shape == (size[1], size[0])
        assert (mask > 0).mean() == pytest.approx(0.5, abs=0.01)


IMPOSSIBLE = [((((0.0, 0.0), (1.0, 1.0)), None), "2 corners"), ((RIGHT_HALF.corners, 1.5), "die edge of 1.5")]


@pytest.mark.parametrize(("values", "complaint"), IMPOSSIBLE)
def test_impossible_trays_are_refused(values: tuple, complaint: str) -> None:
    with pytest.raises(ImpossibleReading, match=complaint):
        Tray(*values)


def table(level: int = 90) -> np.ndarray:
    return np.random.default_rng(1).normal(level, 2, (480, 640, 3)).clip(0, 255).astype(np.uint8)


def with_thing(left: int, top: int, wide: int, high: int, level: int = 220) -> np.ndarray:
    picture = table()
    picture[top : top + high, left : left + wide] = level
    return picture


CHANGES = [
    # nothing
    (table(), False),
    # the sun comes out: everything a little brighter
    (table(100), False),
    # a die
    (with_thing(300, 200, 30, 30), True),
    # a hand
    (with_thing(0, 100, 250, 200), True),
    # a speck of dust
    (with_thing(300, 200, 4, 4), False),
]


@pytest.mark.parametrize(("after", "moved"), CHANGES)
def test_what_counts_as_movement(after: np.ndarray, moved: bool) -> None:
    movement = Movement()
    assert movement.moved(table()), "the first picture"
    assert movement.moved(after) == moved


def test_what_moves_beside_the_tray_is_left_out() -> None:
    movement = Movement(RIGHT_HALF)
    movement.moved(table())
    assert not movement.moved(with_thing(20, 100, 200, 200))
    assert movement.moved(with_thing(420, 100, 60, 60))


HANDS = [
    # reaches in from the left
    (with_thing(0, 100, 250, 200), True),
    # large, but lies in the middle: a card
    (with_thing(200, 100, 200, 200), False),
    # from the edge, but small: a cable
    (with_thing(0, 100, 200, 12), False),
]


@pytest.mark.parametrize(("picture", "hand"), HANDS)
def test_a_hand_reaches_in_from_the_edge(picture: np.ndarray, hand: bool) -> None:
    movement = Movement()
    movement.moved(table())
    movement.remember_empty_tray()
    movement.moved(picture)
    assert movement.hand_over(0.0) == hand


def test_a_hand_that_never_moves_is_no_hand() -> None:
    movement = Movement()
    movement.moved(table())
    movement.remember_empty_tray()
    movement.moved(with_thing(0, 100, 250, 200))
    assert movement.hand_over(0.0)
    assert movement.hand_over(HAND_PATIENCE + 1)
    assert not movement.hand_over(HAND_PATIENCE + 2)


WINDOWS = [
    # the tray and an edge about it
    (((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), 0.05, (80, 55, 321, 246)),
    # no farther than the picture goes
    (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 0.05, (0, 0, 400, 300)),
    (((-0.5, 0.5), (0.5, 0.5), (0.5, 1.5)), 0.05, (0, 130, 221, 300)),
    # nobody knows how large dice are
    (((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)), None, (60, 35, 341, 266)),
    # wholly out of view, as after a camera was knocked over: still a picture
    (((1.5, 1.5), (2.0, 1.5), (2.0, 2.0)), 0.1, (360, 260, 400, 300)),
]


@pytest.mark.parametrize(("corners", "die_edge", "window"), WINDOWS)
def test_the_part_of_the_picture_that_is_looked_at(
    corners: tuple, die_edge: float | None, window: tuple[int, int, int, int]
) -> None:
    assert Tray(corners, die_edge).window((400, 300)) == window
