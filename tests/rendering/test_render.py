"""Rendered dice show the faces of their ground truth, at its places."""

from typing import Any, get_args

import cv2
import numpy as np
import pytest

from companion.dice.colours import BODY_SHADES, DICE_COLOURS
from companion.rendering import (
    Camera,
    Clutter,
    Die,
    Lamp,
    Scene,
    Sensor,
    random_scene,
    render_scene,
    tray_scene,
)
from companion.rendering.faces import AXES, face_of, pip_places
from companion.rendering.palette import PIP_COLOURS, contrast
from companion.rendering.projection import PinholeProjection
from companion.rendering.scene import ClutterKind, PipStyle, Rendered
from companion.vision.assignment.colour_classification import classify_colours

DARK_TABLE = {"ground": "plain", "ground_colour": (60, 60, 60)}


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def show(*dice: Die, **scene: Any) -> Rendered:
    """Render dice from straight above on a dull dark table, edge 80 pixels."""
    given: dict[str, Any] = {"size": (320, 240), "camera": Camera(focal=80 * 400 / 16), **DARK_TABLE, **scene}
    return render_scene(Scene(dice=dice, **given), chance())


def dark_spots(picture: np.ndarray, corners: np.ndarray) -> int:
    """How many separate dark spots lie on the face with these corners."""
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    inner = corners.mean(axis=0) + 0.85 * (corners - corners.mean(axis=0))
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 1)
    grey = cv2.GaussianBlur(picture.min(axis=2), (0, 0), 1)
    found, _, stats, _ = cv2.connectedComponentsWithStats(((grey < 90) & (mask > 0)).astype(np.uint8))
    return int((stats[1:found, cv2.CC_STAT_AREA] > 30).sum())


@pytest.mark.every(4)
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("angle", [0, 27, 66])
@pytest.mark.parametrize("tilt", [0, 25])
def test_a_die_shows_as_many_pips_as_its_face_says(face: int, angle: float, tilt: float) -> None:
    camera = Camera(focal=80 * 400 / 16, tilt=tilt)
    seen = show(Die(face, position=(1, -2), angle=angle), camera=camera)
    assert seen.faces == (face,)
    assert dark_spots(seen.picture, seen.dice[0].top) == face


@pytest.mark.parametrize(("rim", "arc"), [(0.05, True), (0.001, False)], ids=["polished rim", "sharp rim"])
def test_a_polished_rim_mirrors_a_lamp_as_an_arc(rim: float, arc: bool) -> None:
    die = Die(
        1, colour="black", pip_colour="maroon", gloss=0.9, rounding=0.02, ball=0.7, rim=rim, highlight=5.0
    )
    seen = show(die, lamps=(Lamp(height=55),), ambient=0.4)
    rows, columns = np.nonzero(seen.picture.min(axis=2) > 150)
    reach = np.hypot(columns - seen.dice[0].centre[0], rows - seen.dice[0].centre[1]) / seen.dice[0].edge
    on_rim = (reach > 0.38) & (reach < 0.52)
    assert (on_rim.sum() > 10) == arc


def test_opposite_faces_add_up_to_seven() -> None:
    for face, (axis, side) in enumerate(AXES, start=1):
        assert AXES[6 - face] == (axis, -side)


@pytest.mark.parametrize("face", range(1, 7))
def test_each_side_of_the_cube_belongs_to_its_face(face: int) -> None:
    axis, side = AXES[face - 1]
    place = np.full((3, 1), 0.1, dtype=np.float32)
    place[axis] = 0.5 * side
    assert face_of(place)[0] == face


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_as_many_places_for_pips(face: int) -> None:
    assert len(np.unique(pip_places(face, PipStyle(), mirrored=False), axis=0)) == face


DEFECTS = [
    # a die that lies flat and free
    ((Die(3),), ("none",)),
    # stands on its edge
    ((Die(3, lean=40),), ("cocked",)),
    # tipped a little, as on the rim of a card
    ((Die(3, lean=8),), ("leaning",)),
    # one on top of another, which it hides
    ((Die(3), Die(5, lift=16, angle=20)), ("covered", "stacked")),
    # half out of the picture
    ((Die(3, position=(32, 0)),), ("cut_off",)),
]


@pytest.mark.parametrize(("dice", "defects"), DEFECTS)
def test_the_defect_is_named(dice: tuple[Die, ...], defects: tuple[str, ...]) -> None:
    assert tuple(die.defect for die in show(*dice).dice) == defects


def test_a_hand_covers_the_die_beneath_it() -> None:
    hand = Clutter("hand", (20, 9), 180, 150, (150, 175, 225))
    covered = show(Die(3), clutter=(hand,)).dice[0]
    assert covered.defect == "covered"
    assert covered.visible < 0.6


def test_truth_names_colours_and_symbols() -> None:
    plain, emblem, numerals = show(
        Die(1, "red", "white", position=(-12, 0)),
        Die(6, "blue", "white", emblems=frozenset({6}), position=(12, 8)),
        Die(2, "black", "gold", numerals=True, position=(12, -9)),
    ).dice
    assert (plain.colour, plain.pip_colour, plain.symbol) == ("red", "white", False)
    assert emblem.symbol
    assert numerals.symbol


def test_a_blank_cube_is_no_die() -> None:
    seen = show(Die(1, "green", blank=True))
    assert seen.dice == ()
    assert seen.owner.max() == 0


def test_owner_map_lies_where_the_die_lies() -> None:
    seen = show(Die(4, position=(6, 3), angle=30))
    rows, columns = np.nonzero(seen.owner)
    assert abs(columns.mean() - seen.dice[0].centre[0]) < 3
    assert abs(rows.mean() - seen.dice[0].centre[1]) < 3
    assert len(rows) == pytest.approx(seen.dice[0].edge ** 2, rel=0.1)


@pytest.mark.parametrize("colour", BODY_SHADES)
def test_a_body_looks_like_its_colour(colour: str) -> None:
    lamps = (Lamp(80, 0, 0.5),)
    seen = show(Die(1, colour, gloss=0.0), lamps=lamps, ambient=0.5)
    body = cv2.erode((seen.owner == 1).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    median = np.median(seen.picture[body], axis=0)
    names = {name: looks.shades[0] for name, looks in BODY_SHADES.items()}
    distances = {name: float(np.abs(median - body).sum()) for name, body in names.items()}
    assert min(distances, key=distances.__getitem__) == colour


def test_a_lamp_throws_a_shadow_away_from_itself() -> None:
    seen = show(Die(1), lamps=(Lamp(35, 0, 0.8),), ambient=0.2)  # the lamp stands to the right
    grey = seen.picture.mean(axis=2)
    left, right = grey[120, 95:110].mean(), grey[120, 210:225].mean()
    assert left < right - 10


def test_the_same_scene_gives_the_same_picture() -> None:
    scene = random_scene(chance(3))
    one, other = (render_scene(scene, chance(4)).picture for _ in range(2))
    assert np.array_equal(one, other)


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", range(12))
def test_random_scenes_keep_their_promises(seed: int) -> None:
    random = chance(seed)
    scene = random_scene(random, size=(256, 192))
    seen = render_scene(scene, random)
    assert seen.picture.shape == (192, 256, 3)
    assert seen.picture.dtype == np.uint8
    assert seen.owner.max() <= len(seen.dice) == sum(not die.blank for die in scene.dice)
    for die in scene.dice:
        assert contrast(die.body or (0, 0, 0), PIP_COLOURS[die.pip_colour]) > 30


@pytest.mark.parametrize("kind", get_args(ClutterKind))
def test_whatever_else_lies_about_is_seen_and_is_no_die(kind: ClutterKind) -> None:
    item = Clutter(kind, (4, 3), 20, 30, (210, 160, 90), seed=6)
    seen, bare = show(clutter=(item,)), show()
    assert seen.dice == ()
    assert not seen.owner.any()
    assert np.abs(seen.picture.astype(int) - bare.picture).max() > 15


def test_no_dice_when_none_may_lie_there() -> None:
    scenes = [random_scene(chance(seed), (96, 96), most_dice=0) for seed in range(30)]
    assert all(die.blank for scene in scenes for die in scene.dice)


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_the_tray_shows_just_the_dice_it_was_given(count: int) -> None:
    random = chance(count)
    dice = [(1 + number % 6, "red" if number % 2 else "white") for number in range(count)]
    seen = render_scene(tray_scene(dice, random), random)
    assert seen.faces == tuple(sorted(face for face, _ in dice))
    assert all(die.defect == "none" for die in seen.dice)
    assert [die.colour for die in seen.dice] == [colour for _, colour in dice]


def test_too_many_dice_for_the_tray_are_refused() -> None:
    with pytest.raises(ValueError, match="no room in the tray"):
        tray_scene([(1, "white")] * 90, chance())


def test_a_die_has_no_seventh_face() -> None:
    with pytest.raises(ValueError, match="faces 1 to 6"):
        Die(7)


SPOILED = [
    # blur takes detail away
    (Sensor(blur=3.0), "less"),
    (Sensor(motion=9.0, motion_angle=30), "less"),
    # noise and sharpening add some
    (Sensor(noise=20.0), "more"),
    (Sensor(sharpen=1.5), "more"),
]


@pytest.mark.parametrize(("sensor", "detail"), SPOILED)
def test_the_sensor_changes_detail(sensor: Sensor, detail: str) -> None:
    clean, spoiled = (
        np.abs(cv2.Laplacian(show(Die(5), sensor=kind).picture, cv2.CV_32F)).mean()
        for kind in (Sensor(), sensor)
    )
    assert (spoiled > clean) == (detail == "more")


@pytest.mark.parametrize(("tilt", "turn", "roll"), [(0, 0, 0), (30, 0, 0), (30, 120, 15), (50, -60, 170)])
def test_pixels_and_table_agree_both_ways(tilt: float, turn: float, roll: float) -> None:
    view = PinholeProjection(Camera(tilt=tilt, turn=turn, roll=roll), (640, 480))
    points = np.array([[0, 0], [20, -15], [-40, 30]], dtype=np.float32)
    pixels = view.project(np.column_stack([points, np.zeros(3)]))
    assert np.allclose(view.to_table(pixels), points, atol=0.02)


@pytest.mark.parametrize("colour", DICE_COLOURS)
def test_the_simulated_tray_shows_every_colour_that_the_reader_names(colour: str) -> None:
    """A table's dice may have any of them, such as bone, which is the name of two looks."""
    seen = render_scene(tray_scene([(5, colour)], chance()), chance())
    (die,) = seen.dice
    (body,) = classify_colours(seen.picture, [(*die.centre, die.edge)])
    assert body.name in (colour, *DICE_COLOURS[colour].near)
