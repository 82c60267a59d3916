"""Body colours keep their names under ten lamps."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.render import Lamp, Sensor, render_scene, tray_scene
from companion.vision.colours import body_colours, lamp_colour, name_of
from companion.vision.dice import BODY_COLOURS

LAMPS = [
    # daylight
    ("daylight", (Lamp(62, 130, 0.55),), 0.45, Sensor()),
    # a bulb: warm
    ("bulb", (Lamp(60, 40, 0.55, (0.72, 0.97, 1.18)),), 0.4, Sensor()),
    # an old bulb, and a camera that does not help
    ("old bulb", (Lamp(55, 40, 0.6, (0.62, 0.95, 1.2)),), 0.35, Sensor(balance=(0.92, 1.0, 1.05))),
    # a cold tube
    ("cold tube", (Lamp(75, 200, 0.5, (1.18, 1.02, 0.86)),), 0.5, Sensor()),
    # a window at dusk
    ("dusk", (Lamp(35, 250, 0.5, (1.2, 1.0, 0.85)),), 0.25, Sensor(exposure=0.8)),
    # too bright
    ("bright", (Lamp(62, 130, 0.6),), 0.55, Sensor(exposure=1.25)),
    # too dark
    ("dim", (Lamp(62, 130, 0.4),), 0.3, Sensor(exposure=0.75, noise=5.0)),
    # one lamp from the side
    ("from the side", (Lamp(28, 10, 0.9),), 0.3, Sensor()),
    # a greenish lamp
    ("greenish", (Lamp(65, 100, 0.55, (0.92, 1.1, 0.95)),), 0.45, Sensor()),
    # a camera with little colour
    ("pale camera", (Lamp(62, 130, 0.5),), 0.45, Sensor(saturation=0.75)),
]

DICE = ("red", "white", "black", "blue", "green", "yellow", "orange", "purple")


def named(lamps: tuple[Lamp, ...], ambient: float, sensor: Sensor, seed: int) -> list[tuple[str, str]]:
    """For each die of a rendered tray its true colour and the name it is given."""
    random = np.random.default_rng(seed)
    scene = tray_scene([(int(random.integers(1, 7)), colour) for colour in DICE], random)
    seen = render_scene(replace(scene, lamps=lamps, ambient=ambient, sensor=sensor), random)
    given = body_colours(seen.picture, [(*die.centre, die.edge) for die in seen.dice])
    return [(die.colour, name) for die, name in zip(seen.dice, given, strict=True)]


@pytest.mark.parametrize(("lamp", "lamps", "ambient", "sensor"), LAMPS, ids=[lamp for lamp, *_ in LAMPS])
def test_the_usual_dice_are_told_apart_under_any_lamp(
    lamp: str, lamps: tuple[Lamp, ...], ambient: float, sensor: Sensor
) -> None:
    for true, name in named(lamps, ambient, sensor, 3):
        if true in ("red", "white", "blue"):
            assert name == true, lamp


def test_nearly_all_colours_are_named_rightly() -> None:
    pairs = [
        pair
        for seed in (1, 2)
        for _, lamps, ambient, sensor in LAMPS
        for pair in named(lamps, ambient, sensor, seed)
    ]
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
    assert name_of(np.array(body, np.float32)) == name
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
