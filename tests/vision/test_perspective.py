"""How a camera looks at the floor, told by the corners of the tray."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.rendering import tray_scene
from companion.rendering.clutter import ring_of
from companion.rendering.projection import PinholeProjection
from companion.vision.perspective import Perspective, perspective_over
from companion.vision.tray import Tray

SIZE = (640, 480)


def seen(tilt: float, turn: float) -> tuple[PinholeProjection, NDArray[np.float64]]:
    """A camera over a tray, and the tray's corners in pixels."""
    scene = tray_scene([], np.random.default_rng(1), SIZE, 20.0)
    assert scene.tray is not None
    view = PinholeProjection(replace(scene.camera, tilt=tilt, turn=turn), SIZE)
    return view, np.asarray(view.project(ring_of(scene.tray, 0, 0)), np.float64)


@pytest.mark.parametrize("tilt", [0.0, 4.0, 15.0, 30.0])
@pytest.mark.parametrize("turn", [0.0, 70.0, 200.0])
def test_the_tray_tells_what_lies_straight_below_the_camera(tilt: float, turn: float) -> None:
    view, corners = seen(tilt, turn)
    foot = view.project(np.array([[*view.eye[:2], 0.0]]))[0]
    told = perspective_over(corners, view.focal, SIZE)
    assert told.below == pytest.approx(tuple(foot), abs=2.0)
    assert told.rise * view.focal == pytest.approx(np.cos(np.deg2rad(tilt)), abs=0.01)


@pytest.mark.parametrize("place", [(50.0, 30.0, 0.0), (-60.0, -40.0, 0.0)])
def test_what_stands_upright_points_away_from_the_foot(place: tuple[float, float, float]) -> None:
    view, corners = seen(20.0, 200.0)
    told = perspective_over(corners, view.focal, SIZE)
    foot, head = view.project(np.array([place, (*place[:2], 1.0)]))
    down = (foot - head) / view.scale_at(place)
    assert told.foot_of((float(head[0]), float(head[1]))) == pytest.approx(down, rel=0.05)


UNTOLD = [
    # a round tray
    ((130, 240), (220, 100), (420, 100), (510, 240), (320, 390)),
    # no rectangle can look like this
    ((288, 48), (352, 48), (640, 480), (0, 480)),
    # three corners in one place
    ((130, 100), (130, 100), (130, 100), (510, 390)),
]


@pytest.mark.parametrize("corners", UNTOLD)
def test_else_the_camera_is_taken_to_hang_straight_above(corners: tuple[tuple[float, float], ...]) -> None:
    told = perspective_over(np.array(corners, np.float64), 768.0, SIZE)
    assert told == Perspective((320.0, 240.0), 1 / 768)


def test_a_tray_has_one_where_the_lens_is_known() -> None:
    corners = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
    assert Tray(corners, 0.07).perspective(SIZE) is None
    told = Tray(corners, 0.07, 1.0).perspective(SIZE)
    assert told is not None and (told.rise, told.below) == (1 / 640, pytest.approx((320.0, 240.0)))
