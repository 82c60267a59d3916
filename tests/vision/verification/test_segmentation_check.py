"""What the map of bodies tells: how far the sides of a die move it, and whether one was overlooked."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.rendering import Camera, Die, render_scene, tray_scene
from companion.rendering.projection import PinholeProjection
from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.dice import DieReading
from companion.vision.perspective import Perspective
from companion.vision.verification.segmentation_check import (
    bodies_overlooked,
    check_bodies,
)

SURE = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


def die(x: float, y: float, angle: float = 0.0) -> Detection:
    return Detection(x, y, 40.0, angle, 0.9, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0)


def output_with(*squares: tuple[int, int, int, int], corner: tuple[int, int] = (0, 0)) -> DetectorOutput:
    """Bodies that cover these parts of the picture (left, top, right, below), four pixels to a cell."""
    body = np.zeros((75, 100), np.float32)
    for left, top, right, below in squares:
        body[top // 4 : below // 4, left // 4 : right // 4] = 0.9
    return DetectorOutput((), body, 4.0, corner)


@pytest.mark.parametrize(
    ("squares", "dice", "offsets"),
    [
        # its face alone; a side of ten pixels as well, on the right or below
        ([(80, 80, 120, 120)], [die(100, 100)], [0.0]),
        ([(80, 80, 128, 120)], [die(100, 100)], [0.1]),
        ([(80, 80, 120, 128)], [die(100, 100)], [0.1]),
        # two that touch: each cell is of the nearer one, in edges of each
        ([(80, 80, 160, 120)], [die(100, 100), die(140, 100)], [0.0, 0.0]),
        ([(80, 96, 200, 104)], [die(100, 100), replace(die(160, 100), edge=80.0)], [0.0, 0.0]),
        # nothing is seen of it, or far away only
        ([(200, 80, 240, 120)], [die(100, 100)], [math.inf]),
        ([(80, 80, 120, 120), (160, 80, 240, 120)], [die(100, 100)], [0.0]),
        ([], [], []),
    ],
)
def test_sides_in_view_move_the_middle_of_a_body(
    squares: list[Any], dice: list[Detection], offsets: list[float]
) -> None:
    seen = [DieReading.from_detection(one, (400, 300), "red") for one in dice]
    told = check_bodies(output_with(*squares), seen, None)
    assert [one.leaning for one in told] == pytest.approx([-2.0 * min(offset, 0.2) for offset in offsets])


def test_a_part_of_a_picture_has_its_bodies_where_they_lie() -> None:
    part = output_with((80, 80, 128, 120)).translated(50, 20)
    seen = [DieReading.from_detection(die(150, 120), (400, 300), "red")]
    assert check_bodies(part, seen, None)[0].leaning == pytest.approx(-0.2)


ABOVE = Perspective((200.0, 150.0), 1 / 500)
ASLANT = Perspective((200.0, 350.0), 0.928 / 500)


@pytest.mark.parametrize(
    ("camera", "square", "expected"),
    [
        # from right above no side explains anything; a body 0.21 edges off is not level
        (ABOVE, (180, 132, 220, 172), 0.3),
        (ABOVE, (180, 132, 228, 172), 0.3),
        (ABOVE, (180, 132, 232, 172), 0.3),
        (ABOVE, (180, 132, 240, 172), 1.0),
        # aslant: its lower edge lies 0.37 edges nearer to the foot of the camera
        (ASLANT, (180, 132, 220, 188), -0.07),
        (ASLANT, (180, 132, 220, 172), 0.3),
        (ASLANT, (180, 120, 220, 172), 1.0),
        (None, (180, 132, 228, 172), 0.1),
    ],
)
def test_the_camera_explains_the_sides_of_a_level_die(camera: Any, square: Any, expected: float) -> None:
    seen = [DieReading.from_detection(replace(die(200, 152), cocked=0.3), (400, 300), "red")]
    (told,) = check_bodies(output_with(square), seen, camera)
    assert told.leaning == pytest.approx(expected, abs=0.03)


def test_a_body_that_is_not_seen_is_explained() -> None:
    seen = [DieReading.from_detection(replace(die(200, 150), cocked=0.3), (400, 300), "red")]
    assert check_bodies(output_with((20, 20, 60, 60)), seen, ABOVE)[0].leaning == pytest.approx(-0.1)


@pytest.mark.parametrize("tilt", [0.0, 12.0, 25.0])
def test_level_dice_show_the_sides_that_geometry_says_wherever_they_lie(tilt: float) -> None:
    size, random = (640, 480), np.random.default_rng(4)
    scene = tray_scene([], random, size, 34.0)
    where = [(-60.0, 40.0), (60.0, 40.0), (0.0, 0.0), (-60.0, -40.0), (60.0, -40.0)]
    dice = tuple(Die(3, "red", "white", position=place, angle=20.0) for place in where)
    camera = Camera(distance=300.0, tilt=tilt, turn=30.0, roll=-30.0, focal=34.0 * 300 / 16)
    rendered = render_scene(replace(scene, dice=dice, camera=camera), random)
    view = PinholeProjection(camera, size)
    foot = view.project(np.array([[*view.eye[:2], 0.0]]))[0]
    seen = Perspective((float(foot[0]), float(foot[1])), np.cos(np.deg2rad(tilt)) / camera.focal)
    body = DetectorOutput((), np.asarray(rendered.owner > 0, np.float32), 1.0)
    found = [
        DieReading.from_detection(Detection(*one.centre, 34.0, one.angle, 1.0, SURE, 0.0, 0.0), size, "red")
        for one in rendered.dice
    ]
    told = check_bodies(body, found, seen)
    assert max(one.leaning for one in told) < 0.01, "else they would be taken for leaning"


OVERLOOKED = [
    # each body has its die
    ([(80, 80, 120, 120)], [die(100, 100)], False),
    # one has none
    ([(80, 80, 120, 120), (240, 80, 280, 120)], [die(100, 100)], True),
    # little of it is seen, but surely
    ([(80, 80, 120, 120), (240, 80, 252, 92)], [die(100, 100)], True),
    # beside the tray
    ([(80, 80, 120, 120), (340, 80, 380, 120)], [die(100, 100)], False),
]


@pytest.mark.parametrize(("squares", "dice", "overlooked"), OVERLOOKED)
def test_a_body_without_a_die_was_overlooked(
    squares: list[Any], dice: list[Detection], overlooked: bool
) -> None:
    tray = np.zeros((300, 400), np.uint8)
    tray[20:280, 20:300] = 255
    assert bodies_overlooked(output_with(*squares), dice, tray) is overlooked


EVERYWHERE = np.full((300, 400), 255, np.uint8)
"""The mask of a tray that fills the picture."""


@pytest.mark.parametrize(("probability", "overlooked"), [(0.65, False), (0.9, True)])
def test_a_rim_that_is_faintly_segmented_is_no_overlooked_die(probability: float, overlooked: bool) -> None:
    seen = output_with((80, 80, 120, 120))
    seen.segmentation[seen.segmentation > 0] = probability
    assert bodies_overlooked(seen, [], EVERYWHERE) is overlooked


@pytest.mark.parametrize(("right", "overlooked"), [(0, False), (200, True)])
def test_a_part_of_a_picture_shows_its_own_part_of_the_tray(right: int, overlooked: bool) -> None:
    """The same body lies on the tray or beside it, as the part that was looked at lies in the picture."""
    tray = np.zeros((300, 600), np.uint8)
    tray[:, 500:] = 255
    part = output_with((340, 80, 380, 120)).translated(right, 0)
    assert bodies_overlooked(part, [], tray) is overlooked


LIMITS = [
    # near a die: its sides reach 46 pixels from its middle, in whole cells
    ([(80, 80, 136, 120)], [die(100, 100)], False),
    ([(80, 80, 148, 120)], [die(100, 100)], True),
    ([(80, 80, 200, 120)], [die(100, 100)], True),
]


@pytest.mark.parametrize(("squares", "dice", "overlooked"), LIMITS)
def test_how_much_of_a_body_was_overlooked(
    squares: list[Any], dice: list[Detection], overlooked: bool
) -> None:
    assert bodies_overlooked(output_with(*squares), dice, EVERYWHERE) is overlooked


@pytest.mark.parametrize(("probability", "overlooked"), [(0.85, False), (0.87, True)])
def test_how_surely_a_body_is_segmented(probability: float, overlooked: bool) -> None:
    seen = output_with((80, 80, 120, 120))
    seen.segmentation[seen.segmentation > 0] = probability
    assert bodies_overlooked(seen, [], EVERYWHERE) is overlooked
