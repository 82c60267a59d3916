"""The pips alone tell the face: of every make, dark or bright, and however the die lies."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rendering import Camera, Die, PipStyle, Scene, render_scene
from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading
from companion.vision.frames import Picture
from companion.vision.verification.blobs import to_grey
from companion.vision.verification.pip_check import PATCH, PATCH_EDGE, check_middles, cut_out, read_pips
from companion.vision.verification.pip_patterns import PipReading

MAKES = [
    # bright with dark pips, dark with bright ones
    Die(1, "white", "black"),
    Die(1, "red", "white"),
    # sixes with their rows close together
    Die(1, "ivory", "black", pips=PipStyle(narrow=0.6)),
    # as in Asia: a large one, the pips of the two side by side in the middle
    Die(1, "white", "blue", pips=PipStyle(lone=2.0, level_two=True, spread=0.22)),
]


Colour = tuple[int, int, int]


def read(die: Die, floor: Colour = (90, 90, 90)) -> PipReading | None:
    scene = Scene((160, 160), "plain", floor, dice=(die,), camera=Camera(tilt=12, turn=70))
    seen = render_scene(scene, np.random.default_rng(1))
    return read_pips(to_grey(seen.picture), seen.dice[0].centre, seen.dice[0].edge)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("angle", [0.0, 31.0])
def test_the_pips_tell_the_face(make: Die, face: int, angle: float) -> None:
    pips = read(Die(face, make.colour, make.pip_colour, pips=make.pips, angle=angle))
    assert pips is not None
    assert pips.face == face
    assert pips.cost == pips.costs[face - 1] == min(pips.costs) < 0.5
    assert pips.margin > 0.3


OUTSHONE: list[tuple[str, str, Colour, Colour]] = [
    ("pink", "white", (170, 140, 235), (40, 25, 25)),
    ("yellow", "white", (70, 190, 225), (35, 40, 30)),
    ("black", "black", (70, 60, 55), (225, 228, 230)),
    ("brown", "black", (60, 85, 120), (225, 228, 230)),
]
"""Bodies and pips alike, both far from the floor: the whole die is one spot, brighter or darker."""


@pytest.mark.parametrize(("colour", "pips", "body", "floor"), OUTSHONE)
@pytest.mark.parametrize("face", [1, 3, 5])
def test_the_pip_in_the_middle_of_a_die_that_outshines_the_floor_is_not_lost(
    colour: str, pips: str, body: Colour, floor: Colour, face: int
) -> None:
    seen = read(Die(face, colour, pips, body=body, angle=20.0), floor)
    assert seen is not None
    assert min(range(1, 7), key=lambda other: seen.costs[other - 1]) == face
    assert seen.costs[face - 1] < 0.5
    assert seen.cost == min(seen.costs), "of two readings the better one is told"


def test_a_bare_table_tells_nothing() -> None:
    seen = render_scene(Scene((160, 160), "plain", (90, 90, 90)), np.random.default_rng(1))
    pips = read_pips(to_grey(seen.picture), (80.0, 80.0), 40.0)
    assert pips is None or pips.cost > 0.5


@pytest.mark.parametrize("edge", [30.0, 60.0, 70.0, 140.0])
@pytest.mark.parametrize("middle", [(200.0, 150.0), (60.0, 40.0), (330.0, 280.0)])
def test_a_die_is_cut_out_with_what_lies_about_it(edge: float, middle: tuple[float, float]) -> None:
    """The picture grows brighter to the right and below, so that each pixel tells where it comes from."""
    across, down = np.meshgrid(np.arange(400.0), np.arange(320.0))
    patch = cut_out(np.asarray(across + 2 * down, np.float32), middle, edge)
    assert patch.shape == (PATCH, PATCH)
    steps = (np.array([8.0, 20.0, 32.0, 44.0, 56.0]) - PATCH / 2) * edge / PATCH_EDGE
    x, y = np.clip(middle[0] + steps, 0, 399), np.clip(middle[1] + steps, 0, 319)
    seen = patch[np.ix_([8, 20, 32, 44, 56], [8, 20, 32, 44, 56])]
    inside = (x[None] > 0) & (x[None] < 399) & (y[:, None] > 0) & (y[:, None] < 319)
    assert seen[inside] == pytest.approx((x[None] + 2 * y[:, None])[inside], abs=0.12 * edge)


def spotted(face: int, middle: int, angle: float, pip: int = 230, body: int = 60) -> Picture:
    """A square of plain body with the pips of a three or a five, the one in the middle of another grey."""
    picture = np.full((120, 120, 3), body, np.uint8)
    turn = np.deg2rad(angle)
    across, down = np.array([np.cos(turn), np.sin(turn)]) * 10, np.array([-np.sin(turn), np.cos(turn)]) * 10
    corners = [across + down, -across - down, across - down, down - across]
    for place in corners[: face - 1]:
        cv2.circle(picture, tuple(int(v) for v in np.rint(60 + place)), 4, (pip,) * 3, -1, cv2.LINE_AA)
    cv2.circle(picture, (60, 60), 4, (middle,) * 3, -1, cv2.LINE_AA)
    return picture


MIDDLES = [
    # pips alike, a paler one in the middle, and one that is dark on a bright body
    (230, 230, 60, False),
    (145, 230, 60, True),
    (60, 30, 220, False),
    (120, 30, 220, True),
    # the outer pips hardly stand out: nothing can be said
    (70, 100, 60, False),
]


@pytest.mark.parametrize(("middle", "pip", "body", "glint"), MIDDLES)
@pytest.mark.parametrize("face", [3, 5])
@pytest.mark.parametrize("angle", [0.0, 20.0, 65.0])
def test_a_middle_pip_unlike_the_others_may_be_a_glint(
    middle: int, pip: int, body: int, glint: bool, face: int, angle: float
) -> None:
    shares = [0.02] * 6
    shares[face - 1] = 0.9
    one, two, three, four, five, six = shares
    found = Detection(60, 60, 40, angle, 0.9, (one, two, three, four, five, six), 0.0, 0.0)
    die = DieReading.from_detection(found, (120, 120), "red")
    (seen,) = check_middles(spotted(face, middle, angle, pip, body), [die])
    assert seen.glint is glint
    other = replace(die, detection=replace(found, face_probabilities=(0.02, 0.9, 0.02, 0.02, 0.02, 0.02)))
    assert not check_middles(spotted(face, middle, angle, pip, body), [other])[0].glint, "a two has no middle"
