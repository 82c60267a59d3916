"""The tray's place in the picture."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.render import tray_scene
from calibration.render.clutter import ring_of
from calibration.render.view import View
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


@pytest.mark.parametrize(("values", "complaint"), IMPOSSIBLE)
def test_impossible_trays_are_refused(values: tuple, complaint: str) -> None:
    with pytest.raises(ImpossibleReading, match=complaint):
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
    corners: tuple, die_edge: float | None, window: tuple[int, int, int, int]
) -> None:
    assert Tray(corners, die_edge).window((400, 300)) == window


@pytest.mark.parametrize("tilt", [0.0, 4.0, 15.0, 30.0])
@pytest.mark.parametrize("turn", [0.0, 70.0, 200.0])
def test_the_tray_tells_what_lies_straight_below_the_camera(tilt: float, turn: float) -> None:
    size = (640, 480)
    scene = tray_scene([], np.random.default_rng(1), size, 20.0)
    scene = replace(scene, camera=replace(scene.camera, tilt=tilt, turn=turn))
    view = View(scene.camera, size)
    foot = view.project(np.array([[*view.eye[:2], 0.0]]))[0]
    assert scene.tray is not None
    corners = view.project(ring_of(scene.tray, 0, 0)) / size
    tray = Tray(tuple((float(x), float(y)) for x, y in corners), 20.0 / 640, scene.camera.focal / 640)
    assert tray.below_camera(size) == pytest.approx(tuple(foot), abs=2.0)


SQUARE = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
UNTOLD = [
    # nobody knows the lens
    Tray(SQUARE, 0.07),
    # a round tray
    Tray(((0.2, 0.5), (0.35, 0.2), (0.65, 0.2), (0.8, 0.5), (0.5, 0.8)), 0.07, 1.1),
    # no rectangle can look like this
    Tray(((0.45, 0.1), (0.55, 0.1), (1.0, 1.0), (0.0, 1.0)), 0.07, 1.2),
    # three corners in one place
    Tray(((0.2, 0.2), (0.2, 0.2), (0.2, 0.2), (0.8, 0.8)), 0.07, 1.1),
]


@pytest.mark.parametrize("tray", UNTOLD)
def test_else_the_camera_is_taken_to_hang_straight_above(tray: Tray) -> None:
    assert tray.below_camera((640, 480)) == (320.0, 240.0)
