"""The tray's place in the picture."""

from typing import Any

import pytest

from companion.errors import ImpossibleReading
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


@pytest.mark.parametrize(("values", "message"), IMPOSSIBLE)
def test_impossible_trays_are_refused(values: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ImpossibleReading, match=message):
        Tray(*values)


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
    corners: tuple[Any, ...], die_edge: float | None, window: tuple[int, int, int, int]
) -> None:
    assert Tray(corners, die_edge).window((400, 300)) == window
