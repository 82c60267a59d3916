"""Body colours keep their names under ten lamps."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import DieColour, TrayObservation
from companion.rendering import Scene, render_scene, tray_scene
from companion.vision.assignment.colour_calibration import dice_relit
from companion.vision.assignment.colour_classification import (
    change_since,
    classify_colours,
    colour_names,
    estimate_illuminant,
    face_body_colour,
    face_pixels,
    has_dark_pips,
    nearest_body_colour,
    tray_light,
)
from companion.vision.dice import BODY_COLOURS
from companion.vision.sources.simulated import tray_in
from tests.vision.lamps import LAMPS, Lighting

DICE = ("red", "white", "black", "blue", "green", "yellow", "orange", "purple")


def named(lit: Lighting, seed: int) -> list[tuple[str, str]]:
    """For each die of a rendered tray its true colour and the name it is given."""
    random = np.random.default_rng(seed)
    scene = tray_scene([(int(random.integers(1, 7)), colour) for colour in DICE], random)
    seen = render_scene(lit.over(scene), random)
    given = colour_names(seen.picture, [(*die.centre, die.edge) for die in seen.dice])
    return [(die.colour, name) for die, name in zip(seen.dice, given, strict=True)]


@pytest.mark.parametrize("lit", LAMPS, ids=[lit.name for lit in LAMPS])
def test_the_usual_dice_are_told_apart_under_any_lamp(lit: Lighting) -> None:
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
    assert nearest_body_colour(np.array(body, np.float32)).name == name
    assert name in BODY_COLOURS


def test_no_dice_no_colours() -> None:
    assert colour_names(np.zeros((50, 50, 3), np.uint8), []) == []


@pytest.mark.parametrize("place", [(-40.0, -40.0, 20.0), (49.0, 0.0, 200.0), (25.0, 25.0, 0.5)])
def test_a_place_beside_the_picture_is_no_trouble(place: tuple[float, float, float]) -> None:
    (name,) = colour_names(np.full((50, 50, 3), 200, np.uint8), [place])
    assert name in BODY_COLOURS


def test_a_black_picture_has_a_lamp_all_the_same() -> None:
    picture = np.zeros((50, 50, 3), np.uint8)
    illumination = estimate_illuminant(picture, [picture.reshape(-1, 3)])
    assert np.isfinite(illumination).all()
    assert (illumination > 0).all()


# The calibrated tray: its floor tells how the illumination has changed, and its own dice keep their names.

HARD = ("ivory", "white", "brown", "red", "grey", "black")
"""Colours that lamps make look like one another."""

BY_NAME = {lit.name: lit for lit in LAMPS}


def hard_tray(seed: int = 5) -> Scene:
    random = np.random.default_rng(seed)
    return tray_scene([(1, colour) for colour in HARD], random)


def observation_of(scene: Scene, lit: Lighting) -> TrayObservation:
    """The empty tray as a calibration keeps it."""
    picture = render_scene(replace(lit.over(scene), dice=()), np.random.default_rng(1)).picture
    return TrayObservation(np.array(tray_in(scene, 44.0).corners), 44 / 640, picture)


def learned(scene: Scene, lit: Lighting) -> tuple[DieColour, ...]:
    """The dice as they look in that light, by their true names."""
    seen = render_scene(lit.over(scene), np.random.default_rng(2))
    bodies = [
        face_body_colour(face_pixels(seen.picture, *die.centre, die.edge)).tolist() for die in seen.dice
    ]
    return tuple(DieColour(die.colour, tuple(body)) for die, body in zip(seen.dice, bodies, strict=True))


OTHER_LAMPS = [
    ("daylight", "old bulb"),
    ("old bulb", "cold LED"),
    ("too bright", "dusk"),
    ("coloured", "warm bulb"),
]


@pytest.mark.parametrize(("then", "now"), OTHER_LAMPS)
def test_the_tables_own_dice_keep_their_names_under_another_lamp(then: str, now: str) -> None:
    scene = hard_tray()
    light = tray_light(observation_of(scene, BY_NAME[then]), learned(scene, BY_NAME[then]))
    seen = render_scene(BY_NAME[now].over(scene), np.random.default_rng(3))
    places = [(*die.centre, die.edge) for die in seen.dice]
    mask = tray_in(scene, 44.0).mask(scene.size)
    told = classify_colours(seen.picture, places, (), light, mask)
    assert all(true in (colour.name, colour.doubt) for true, colour in zip(HARD, told, strict=True))
    assert sum(true == colour.name for true, colour in zip(HARD, told, strict=True)) >= 5


def test_another_floor_tells_nothing_of_the_lamp() -> None:
    scene = hard_tray()
    assert scene.tray is not None
    observation = observation_of(scene, LAMPS[0])
    blue = replace(scene, tray=replace(scene.tray, floor_colour=(200, 60, 30)), dice=())
    picture = render_scene(LAMPS[0].over(blue), np.random.default_rng(3)).picture
    assert change_since(observation, picture, []) is None
    assert (
        dice_relit((DieColour("red", (30, 30, 180)),), observation, replace(observation, picture=picture))
        == ()
    )


def test_dice_are_kept_as_they_look_in_the_newest_picture_of_the_tray() -> None:
    scene = hard_tray()
    day, bulb = observation_of(scene, BY_NAME["daylight"]), observation_of(scene, BY_NAME["old bulb"])
    (white,) = dice_relit((DieColour("white", (230.0, 230.0, 230.0)),), day, bulb)
    blue, green, red = white.body
    assert blue < green < red, "an old bulb is warm"
    assert dice_relit((white,), None, bulb) == (white,), "no picture before, nothing known"


@pytest.mark.parametrize(
    ("die", "dark"), [("white", True), ("yellow", True), ("red", False), ("black", False), ("brown", False)]
)
def test_dark_pips_are_seen_on_light_dice_alone(die: str, dark: bool) -> None:
    random = np.random.default_rng(4)
    seen = render_scene(tray_scene([(5, die)], random), random)
    pixels = face_pixels(seen.picture, *seen.dice[0].centre, seen.dice[0].edge)
    assert has_dark_pips(pixels, face_body_colour(pixels)) == dark


DOUBTS = [
    # between dark red and brown
    ((28, 45, 100), {"red", "brown"}),
    # between grey and white
    ((176, 178, 178), {"grey", "white"}),
    # plain
    ((35, 30, 190), {"red", None}),
]


@pytest.mark.parametrize(("body", "names"), DOUBTS)
def test_a_body_between_two_colours_is_doubtful(body: tuple[int, int, int], names: set[str | None]) -> None:
    told = nearest_body_colour(np.array(body, np.float32))
    assert {told.name, told.doubt} == names
