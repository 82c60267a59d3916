"""What the empty tray shows as well is printed there, whatever the lamp; a die that lies there is not."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.rendering import Die, Rendered, Scene, render_scene, tray_scene
from companion.rendering.lures import lay
from companion.vision.detection.detector_output import Detection
from companion.vision.frames import Picture
from companion.vision.verification.floor_check import on_the_floor

PLACE = (150.0, 110.0)
FOUND = Detection(*PLACE, 40.0, 0.0, 0.9, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0)
SCENE: Scene = tray_scene([], np.random.default_rng(7), (320, 240), 40.0)


@cache
def seen(*dice: Die) -> Rendered:
    return render_scene(replace(SCENE, dice=dice), np.random.default_rng(8))


@cache
def printed() -> Picture:
    """The empty tray with a ladybird on its floor."""
    return np.asarray(lay(seen().picture, "ladybird", PLACE, 40.0, 3), np.uint8)


def seen_later(picture: Picture, shift: float, light: tuple[float, float, float]) -> Picture:
    """The same from a camera that moved by a few pixels, under another lamp, with noise."""
    moved = cv2.warpAffine(picture, np.array([[1, 0, shift], [0, 1, -shift]]), (320, 240), borderMode=1)
    noise = np.random.default_rng(9).normal(0, 4, moved.shape)
    return np.clip(moved * np.array(light) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("shift", [0.0, 2.5])
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.6, 0.7), (1.2, 1.1, 0.9)])
def test_what_is_printed_is_no_die_in_any_light(shift: float, light: tuple[float, float, float]) -> None:
    empty = printed()
    assert on_the_floor(empty, seen_later(empty, shift, light), FOUND)
    smaller = np.asarray(cv2.resize(empty, (160, 120), interpolation=cv2.INTER_AREA), np.uint8)
    assert on_the_floor(smaller, seen_later(empty, shift, light), FOUND), "a picture of another resolution"


@pytest.mark.every(5)
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("colour", ["red", "white", "black"])
def test_a_die_is_none_of_the_floor(face: int, colour: str) -> None:
    die = Die(face, colour, "black" if colour == "white" else "white")
    ((across, down),) = (one.centre for one in seen(die).dice)
    found = replace(FOUND, centre_x=across, centre_y=down)
    assert not on_the_floor(seen().picture, seen(die).picture, found)
    assert not on_the_floor(printed(), seen(die).picture, found)
