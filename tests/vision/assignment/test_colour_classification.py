"""Body colours keep their names under ten lamps."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import DieColour, TrayObservation
from companion.dice.colours import DICE_COLOURS
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
)
from companion.vision.sources.simulated import tray_in
from companion.vision.tray import WHOLE_PICTURE, Tray
from tests.vision.lamps import LAMPS, Lighting

DICE = ("red", "white", "black", "blue", "green", "yellow", "orange", "purple")


def named(lit: Lighting, seed: int) -> list[tuple[str, str]]:
    """For each die of a rendered tray its true colour and the name it is given."""
    random = np.random.default_rng(seed)
    scene = tray_scene([(int(random.integers(1, 7)), colour) for colour in DICE], random)
    seen = render_scene(lit.over(scene), random)
    given = colour_names(seen.picture, [(*die.centre, die.edge) for die in seen.dice])
    return [(die.colour, name) for die, name in zip(seen.dice, given, strict=True)]


@pytest.mark.every(3)
@pytest.mark.parametrize("lit", LAMPS, ids=[lit.name for lit in LAMPS])
def test_the_usual_dice_are_told_apart_under_any_lamp(lit: Lighting) -> None:
    for true, name in named(lit, 3):
        if true in ("red", "white", "blue"):
            assert name == true


@pytest.mark.slow
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
    assert name in DICE_COLOURS


def test_no_dice_no_colours() -> None:
    assert colour_names(np.zeros((50, 50, 3), np.uint8), []) == []


@pytest.mark.parametrize("place", [(-40.0, -40.0, 20.0), (49.0, 0.0, 200.0), (25.0, 25.0, 0.5)])
def test_a_place_beside_the_picture_is_no_trouble(place: tuple[float, float, float]) -> None:
    (name,) = colour_names(np.full((50, 50, 3), 200, np.uint8), [place])
    assert name in DICE_COLOURS


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
    tray = Tray.observed(observation_of(scene, BY_NAME[then]), learned(scene, BY_NAME[then]))
    seen = render_scene(BY_NAME[now].over(scene), np.random.default_rng(3))
    places = [(*die.centre, die.edge) for die in seen.dice]
    told = classify_colours(seen.picture, places, (), tray)
    assert all(true in (colour.name, colour.second) for true, colour in zip(HARD, told, strict=True))
    assert sum(true == colour.name for true, colour in zip(HARD, told, strict=True)) >= 5


def test_another_floor_tells_nothing_of_the_lamp() -> None:
    scene = hard_tray()
    assert scene.tray is not None
    observation = observation_of(scene, LAMPS[0])
    blue = replace(scene, tray=replace(scene.tray, floor_colour=(200, 60, 30)), dice=())
    picture = render_scene(LAMPS[0].over(blue), np.random.default_rng(3)).picture
    assert change_since(Tray.observed(observation), picture, []) is None
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


AMBIGUOUS = [
    # between dark red and brown
    ((28, 45, 100), {"red", "brown"}),
    # between grey and white
    ((176, 178, 178), {"grey", "white"}),
    # plain
    ((35, 30, 190), {"red", None}),
]


@pytest.mark.parametrize(("body", "names"), AMBIGUOUS)
def test_a_body_between_two_colours_is_doubtful(body: tuple[int, int, int], names: set[str | None]) -> None:
    told = nearest_body_colour(np.array(body, np.float32))
    assert {told.name, told.second} == names


def grey(level: float, count: int = 100) -> np.ndarray:
    """Pixels of one grey."""
    return np.full((count, 3), level, np.uint8)


LAMPS_SEEN = [
    # the brightest pixels, and what the lamp makes of white: their share of 240
    ((240, 240, 240), (1.0, 1.0, 1.0)),
    ((120, 180, 216), (0.5, 0.75, 0.9)),
    # at most full white and a tenth more, at least a quarter
    ((255, 255, 255), (255 / 240, 255 / 240, 255 / 240)),
    ((45, 60, 60), (0.25, 0.25, 0.25)),
    # too dark, or too lopsided, for something white: daylight, as bright as the brightest channel
    ((40, 40, 40), (0.35, 0.35, 0.35)),
    ((100, 150, 195), (195 / 240, 195 / 240, 195 / 240)),
    ((105, 150, 195), (105 / 240, 150 / 240, 195 / 240)),
]


@pytest.mark.parametrize(("brightest", "lamp"), LAMPS_SEEN)
def test_white_is_looked_for_among_the_brightest_pixels(
    brightest: tuple[int, int, int], lamp: tuple[float, float, float]
) -> None:
    picture = np.full((50, 60, 3), 10, np.uint8)
    picture[:10] = brightest
    assert estimate_illuminant(picture, [grey(10)]) == pytest.approx(lamp, abs=1e-3)
    assert estimate_illuminant(picture[10:], [np.array([brightest] * 50, np.uint8)]) == pytest.approx(
        lamp if brightest[0] > 41 and max(brightest) < 1.9 * min(brightest) else (0.35,) * 3, abs=1e-3
    )


def test_the_brighter_of_two_whites_is_believed() -> None:
    picture = np.full((50, 60, 3), 120, np.uint8)
    assert estimate_illuminant(picture, [grey(200)])[0] == pytest.approx(200 / 240, abs=1e-3)
    assert estimate_illuminant(picture, [grey(60)])[0] == pytest.approx(120 / 240, abs=1e-3)


def test_a_small_white_thing_in_a_large_picture_is_found() -> None:
    picture = np.full((600, 800, 3), 60, np.uint8)
    picture[100:300, 200:400] = 220
    assert estimate_illuminant(picture, [grey(10)])[0] == pytest.approx(220 / 240, abs=1e-3)


DARK = [
    # no channel brighter than 62, and hardly coloured
    ((61, 61, 61), True),
    ((61, 40, 21), True),
    ((61, 30, 18), False),
    ((10, 10, 61), False),
    ((63, 63, 63), False),
    ((63, 40, 21), False),
    ((20, 40, 63), False),
]


@pytest.mark.parametrize(("body", "black"), DARK)
def test_what_is_dark_and_hardly_coloured_is_black(body: tuple[int, int, int], black: bool) -> None:
    told = nearest_body_colour(np.array(body, np.float32))
    surely = told.name == "black" and told.second is None
    assert surely is black, "black leads by as much as a doubt takes"


FLOOR = (100.0, 120.0, 90.0)
KNOWN = (DieColour("white", (220.0, 222.0, 224.0)), DieColour("red", (40.0, 40.0, 180.0)))


def lit_tray(
    light: float | tuple[float, float, float] = 1.0, body: tuple[float, ...] | None = None
) -> np.ndarray:
    """A plain floor in some light, with one die in its middle."""
    picture = np.full((120, 160, 3), FLOOR, np.float64)
    if body is not None:
        picture[45:75, 65:95] = body
    return np.clip(np.rint(picture * np.array(light)), 0, 255).astype(np.uint8)


def tray_with(*dice: DieColour) -> Tray:
    """What the calibration knows."""
    return replace(WHOLE_PICTURE, empty=lit_tray(), dice=dice)


CHANGES = [
    # factors on blue, green and red, and whether a lamp can have made them
    ((1.0, 1.0, 1.0), True),
    ((0.36, 0.36, 0.36), True),
    ((0.31, 0.31, 0.31), False),
    ((1.0, 0.7, 0.56), True),
    ((1.0, 0.7, 0.5), False),
    ((2.0, 2.0, 2.0), True),
]


@pytest.mark.parametrize(("light", "is_lamp"), CHANGES)
def test_a_lamp_changes_no_more_than_so_much(light: tuple[float, float, float], is_lamp: bool) -> None:
    change = change_since(tray_with(), lit_tray(light), [])
    assert (change is not None) is is_lamp
    if change is not None:
        assert change == pytest.approx(light, rel=0.02)


def test_dice_are_left_out_of_the_floor() -> None:
    picture = lit_tray(0.8)
    picture[:, 40:] = 255
    everywhere = [(float(x), float(y), 60.0) for x in range(40, 170, 20) for y in range(0, 130, 20)]
    picture[:, :40] = lit_tray(0.8)[:, :40]
    assert change_since(tray_with(), picture, everywhere) is None, "hardly any floor is left"
    picture[:, 30:] = 255
    shown = change_since(
        tray_with(), picture, [(x, y, 30.0) for x in range(30, 170, 10) for y in range(0, 130, 10)]
    )
    assert shown is None


MATCHES = [
    # a body in daylight, and what it is called where the table has white and red dice only
    ((220, 222, 224), "white"),
    ((40, 40, 180), "red"),
    ((40, 40, 195), "red"),
    # too far from both: by the palette
    ((160, 60, 30), "blue"),
    ((40, 120, 230), "orange"),
]


@pytest.mark.parametrize(("body", "name"), MATCHES)
@pytest.mark.parametrize("light", [1.0, 0.7])
def test_the_tables_own_dice_are_known(body: tuple[int, int, int], name: str, light: float) -> None:
    picture = lit_tray(light, body)
    (told,) = classify_colours(picture, [(80.0, 60.0, 30.0)], (), tray_with(*KNOWN))
    assert told.name == name


BODIES = [
    # shares of grey levels on a face, and the colour of its body: pips and gleams are left out
    ({100: 0.45, 130: 0.2, 255: 0.35}, 100),
    ({20: 0.35, 130: 0.65}, 130),
    ({20: 0.1, 110: 0.3, 120: 0.6}, 110),
    ({120: 1.0}, 120),
]


@pytest.mark.parametrize(("shares", "body"), BODIES)
def test_the_body_is_told_from_pips_and_gleams(shares: dict[int, float], body: int) -> None:
    pixels = np.concatenate([grey(level, round(200 * share)) for level, share in shares.items()])
    assert face_body_colour(pixels) == pytest.approx([body] * 3, abs=1)


def test_a_known_die_is_black_under_gloss_only_where_no_other_looks_so() -> None:
    black, dim = DieColour("black", (30.0, 30.0, 30.0)), DieColour("grey", (86.0, 86.0, 86.0))
    place = [(80.0, 60.0, 30.0)]
    for dice, name in (((black, dim), "grey"), ((black,), "black")):
        (told,) = classify_colours(lit_tray(body=(78, 78, 78)), place, (), tray_with(*dice))
        assert told.name == name
