"""Body colours keep their names under ten lamps."""

import numpy as np
import pytest

from calibration.render import render_scene, tray_scene
from companion.vision.colours import body_colours, colour_of, lamp_colour
from companion.vision.dice import BODY_COLOURS
from tests.vision.lamps import LAMPS, Lit

DICE = ("red", "white", "black", "blue", "green", "yellow", "orange", "purple")


def named(lit: Lit, seed: int) -> list[tuple[str, str]]:
    """For each die of a rendered tray its true colour and the name it is given."""
    random = np.random.default_rng(seed)
    scene = tray_scene([(int(random.integers(1, 7)), colour) for colour in DICE], random)
    seen = render_scene(lit.over(scene), random)
    given = body_colours(seen.picture, [(*die.centre, die.edge) for die in seen.dice])
    return [(die.colour, name) for die, name in zip(seen.dice, given, strict=True)]


@pytest.mark.parametrize("lit", LAMPS, ids=[lit.name for lit in LAMPS])
def test_the_usual_dice_are_told_apart_under_any_lamp(lit: Lit) -> None:
    for true, name in named(lit, 3):
        if true in ("red", "white", "blue"):
            assert name == true


def test_nearly_all_colours_are_named_rightly() -> None:
    pairs = [pair for seed in (1, 2) for lit in LAMPS for pair in named(lit, seed)]
    wrong = [(true, name) for true, name in pairs if true != name]
    assert len(wrong) <= 0.02 * len(pairs), wrong


PURE = [
    ((35, 30, 190), "red"),
    ((240, 240, 240), "white"),
    ((25, 22, 22), "black"),
    ((165, 70, 30), "blue"),
    ((60, 150, 40), "green"),
    ((40, 205, 235), "yellow"),
    ((35, 120, 230), "orange"),
    ((178, 214, 230), "bone"),
    ((128, 128, 128), "grey"),
    ((140, 45, 105), "purple"),
    ((30, 55, 95), "brown"),
]


@pytest.mark.parametrize(("body", "name"), PURE)
def test_plain_colours_have_their_names(body: tuple[int, int, int], name: str) -> None:
    assert colour_of(np.array(body, np.float32)).name == name
    assert name in BODY_COLOURS


def test_no_dice_no_colours() -> None:
    assert body_colours(np.zeros((50, 50, 3), np.uint8), []) == []


@pytest.mark.parametrize("place", [(-40.0, -40.0, 20.0), (49.0, 0.0, 200.0), (25.0, 25.0, 0.5)])
def test_a_place_beside_the_picture_is_no_trouble(place: tuple[float, float, float]) -> None:
    (name,) = body_colours(np.full((50, 50, 3), 200, np.uint8), [place])
    assert name in BODY_COLOURS


def test_a_black_picture_has_a_lamp_all_the_same() -> None:
    picture = np.zeros((50, 50, 3), np.uint8)
    lamp = lamp_colour(picture, [picture.reshape(-1, 3)])
    assert np.isfinite(lamp).all()
    assert (lamp > 0).all()
