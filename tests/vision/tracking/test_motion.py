"""MotionDetector, hands and other things on the tray, told by comparison of small pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.dice import Box
from companion.vision.frames import Picture
from companion.vision.tracking.motion import ABSORB_AFTER, MotionDetector, small_box
from companion.vision.tray import Tray

Colour = tuple[int, int, int]
Part = tuple[slice, slice]
"""Rows and columns."""

SIZE = (640, 480)
WHITE = (230, 230, 230)
FELT, WOOD, LEATHER = (58, 92, 44), (80, 125, 175), (30, 28, 28)
PALE, BROWN, DARK = (150, 175, 225), (70, 105, 160), (45, 65, 105)
ARM = (slice(150, 330), slice(0, 300))
"""A hand that reaches in from the left."""

DIE: Box = (400.0, 200.0, 460.0, 260.0)
SMALL_DIE = small_box(DIE, SIZE)
DIE_AREA = (SMALL_DIE[2] - SMALL_DIE[0]) * (SMALL_DIE[3] - SMALL_DIE[1])


def tray(floor: Colour, *things: tuple[Part, Colour]) -> Picture:
    """A floor of one colour with a sensor's noise, and things on it."""
    picture = np.empty((480, 640, 3), np.float64)
    picture[:] = floor
    for part, colour in things:
        picture[part] = colour
    noise = np.random.default_rng(len(things)).normal(0, 2.0, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def part_of(box: Box, more: float = 0.0) -> Part:
    left, top, right, bottom = (int(value) for value in box)
    return slice(top, bottom + int(more)), slice(left, right + int(more))


def after(empty: Picture, picture: Picture, calibrated: Tray | None = None) -> MotionDetector:
    """What compares with the empty tray, once this lies there."""
    motion = MotionDetector(calibrated)
    motion.has_motion(empty)
    motion.set_background()
    motion.has_motion(picture)
    return motion


MOVED: list[tuple[str, Picture, bool]] = [
    ("nothing", tray(FELT), False),
    ("a small die", tray(FELT, ((slice(100, 130), slice(100, 130)), (230, 230, 230))), True),
    ("a speck of dust", tray(FELT, ((slice(200, 204), slice(300, 304)), (230, 230, 230))), False),
    ("a lamp that flickers", np.asarray(tray(FELT) * 0.93, np.uint8), False),
    ("a die as bright as the felt", tray(FELT, (part_of(DIE), DARK)), True),
    ("a cloud before the sun", np.asarray(tray(FELT) * 0.7, np.uint8), False),
]


@pytest.mark.parametrize(("what", "then", "moved"), MOVED, ids=[what for what, *_ in MOVED])
def test_what_moved(what: str, then: Picture, moved: bool) -> None:
    motion = MotionDetector()
    assert motion.has_motion(tray(FELT)), "the first picture is one"
    assert motion.has_motion(then) is moved, what


def test_what_moves_beside_the_tray_is_left_out() -> None:
    motion = MotionDetector(Tray(((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0))))
    motion.has_motion(tray(FELT))
    assert not motion.has_motion(tray(FELT, (ARM, PALE)))
    assert motion.has_motion(tray(FELT, (part_of(DIE), DARK)))


@pytest.mark.parametrize(
    ("floor", "skin"), [(FELT, PALE), (FELT, BROWN), (FELT, DARK), (WOOD, PALE), (LEATHER, DARK)]
)
def test_a_hand_is_seen_on_a_floor_of_any_brightness(floor: Colour, skin: Colour) -> None:
    motion = after(tray(floor), tray(floor, (ARM, skin)))
    assert motion.hand_present()
    assert not after(tray(floor), tray(floor, (part_of(DIE), skin))).hand_present(), "what lies there is none"
    motion.has_motion(tray(floor))
    assert not motion.hand_present(), "it has gone"


RIM = (slice(0, 480), slice(600, 640))
"""Bright wood at the edge of a dark tray."""


@pytest.mark.parametrize("light", [0.6, 0.8, 1.3])
def test_another_exposure_makes_no_hands_and_no_things(light: float) -> None:
    empty = tray(FELT, (RIM, (120, 165, 190)))
    rolled = tray(FELT, (RIM, (120, 165, 190)), (part_of(DIE), WHITE))
    motion = after(empty, np.asarray(np.clip(rolled * light, 0, 255), np.uint8))
    assert not motion.hand_present()
    assert not motion.foreign_object_present([SMALL_DIE], 0.0)


NO_HANDS: list[tuple[str, Part]] = [
    ("a card in the middle", (slice(100, 300), slice(200, 400))),
    ("a cable", (slice(100, 112), slice(0, 200))),
]


@pytest.mark.parametrize(("what", "part"), NO_HANDS, ids=[what for what, _ in NO_HANDS])
def test_only_what_is_large_and_reaches_in_is_a_hand(what: str, part: Part) -> None:
    assert not after(tray(FELT), tray(FELT, (part, PALE))).hand_present(), what


def test_a_hand_that_never_moves_is_no_hand() -> None:
    motion = after(tray(FELT), tray(FELT, (ARM, PALE)))
    told = []
    for time in (0.0, ABSORB_AFTER, ABSORB_AFTER + 1, ABSORB_AFTER + 2):
        told.append(motion.hand_present())
        if told[-1]:
            motion.stays(time)
    assert told == [True, True, True, False]


def test_nothing_is_a_hand_before_the_empty_tray_was_seen() -> None:
    motion = MotionDetector()
    motion.has_motion(tray(FELT, (ARM, PALE)))
    assert not motion.hand_present()
    assert not motion.foreign_object_present([SMALL_DIE], 0.0)


def test_a_hand_beside_the_tray_is_nobodys_business() -> None:
    beside = Tray(((0.6, 0.0), (1.0, 0.0), (1.0, 1.0), (0.6, 1.0)))
    assert not after(tray(FELT), tray(FELT, (ARM, PALE)), beside).hand_present()


BARE: list[tuple[str, Picture, bool]] = [
    ("the empty tray", tray(FELT), True),
    ("in a little less light", np.asarray(tray(FELT) * 0.9, np.uint8), True),
    ("a die", tray(FELT, (part_of(DIE), DARK)), False),
    ("a hand", tray(FELT, (ARM, PALE)), False),
    ("nothing at all", np.zeros((480, 640, 3), np.uint8), False),
]


@pytest.mark.parametrize(("what", "then", "bare"), BARE, ids=[what for what, *_ in BARE])
def test_a_bare_tray(what: str, then: Picture, bare: bool) -> None:
    assert after(tray(WOOD), tray(WOOD)).background_visible(DIE_AREA)
    assert after(tray(FELT), then).background_visible(DIE_AREA) is bare, what


def test_no_tray_is_bare_before_the_empty_one_was_seen() -> None:
    motion = MotionDetector()
    motion.has_motion(tray(FELT))
    assert not motion.background_visible(DIE_AREA)


@pytest.mark.parametrize("known", [False, True], ids=["never seen empty", "seen empty before"])
def test_the_floor_beside_confirmed_dice_is_learned(known: bool) -> None:
    lit = ((slice(0, 480), slice(0, 180)), (140, 95, 90))
    motion = after(tray(FELT), tray(FELT, (part_of(DIE), WHITE))) if known else MotionDetector()
    motion.has_motion(tray(FELT, (part_of(DIE), WHITE)))
    motion.learn_beside([SMALL_DIE])
    assert motion.floor_known
    shown: list[tuple[list[tuple[Part, Colour]], bool]] = [
        ([], True),
        ([(part_of(DIE), WHITE)], False),
        ([lit], False),
    ]
    for things, bare in shown:
        motion.has_motion(tray(FELT, *things))
        assert motion.is_bare(DIE_AREA, 0.0) is bare


@pytest.mark.parametrize("known", [False, True], ids=["never seen empty", "seen empty before"])
@pytest.mark.parametrize("upper", [(20, 10), (35, 0), (45, 45)])
def test_no_die_is_learned_as_floor_where_dice_overlap(upper: tuple[int, int], known: bool) -> None:
    across, down = upper
    x0, y0, x1, y1 = DIE
    other = (x0 + across, y0 + down, x1 + across, y1 + down)
    lying = [(part_of(DIE), WHITE), (part_of(other), DARK)]
    motion = after(tray(FELT), tray(FELT, *lying)) if known else MotionDetector()
    motion.has_motion(tray(FELT, *lying))
    motion.learn_beside([SMALL_DIE, small_box(other, SIZE)])
    motion.has_motion(tray(FELT))
    assert motion.is_bare(DIE_AREA, 0.0)
    for die in lying:
        motion.has_motion(tray(FELT, die))
        assert not motion.is_bare(DIE_AREA, 0.0)


def test_what_differs_beside_confirmed_dice_is_not_learned() -> None:
    other = (slice(300, 350), slice(90, 140)), WHITE
    motion = after(tray(FELT), tray(FELT, (part_of(DIE), WHITE), other))
    motion.learn_beside([SMALL_DIE])
    motion.has_motion(tray(FELT, other))
    assert not motion.is_bare(DIE_AREA, 0.0), "it may be a die that was overlooked"


def test_a_change_of_light_beside_confirmed_dice_is_learned() -> None:
    """It grows over the rolls, by less than a die differs each time, and would hide the floor at last."""
    motion, shades = after(tray(FELT), tray(FELT)), (1.0, 0.8, 0.64, 0.51, 0.41, 0.33, 0.26, 0.2)
    for shade in shades:
        blue, green, red = (int(shade * part) for part in FELT)
        shadow = (slice(0, 480), slice(0, 250)), (blue, green, red)
        motion.has_motion(tray(FELT, shadow, (part_of(DIE), WHITE)))
        motion.has_motion(tray(FELT, shadow, (part_of(DIE), WHITE)))
        motion.learn_beside([SMALL_DIE])
    motion.has_motion(tray(FELT, shadow))
    assert motion.is_bare(DIE_AREA, 0.0)


BRIGHT, SHADOW = (87, 138, 66), (60, 100, 45)
THINGS: list[tuple[str, list[tuple[Part, Colour]], bool]] = [
    ("a die", [(part_of(DIE), WHITE)], False),
    ("a die and its shadow", [(part_of(DIE, 40), SHADOW), (part_of(DIE), WHITE)], False),
    (
        "a die's long dark shadow",
        [((slice(215, 245), slice(250, 400)), (35, 55, 26)), (part_of(DIE), WHITE)],
        False,
    ),
    (
        "a black thing",
        [((slice(215, 245), slice(250, 330)), (8, 8, 8)), (part_of(DIE), WHITE)],
        True,
    ),
    ("a die that was not found", [(part_of(DIE), WHITE), ((slice(300, 350), slice(90, 140)), WHITE)], True),
    ("fingers", [(part_of(DIE), WHITE), ((slice(0, 130), slice(200, 230)), DARK)], True),
    (
        "the corner of a die under a hand",
        [(part_of(DIE), WHITE), ((slice(300, 324), slice(90, 120)), WHITE)],
        True,
    ),
    ("a fleck", [(part_of(DIE), WHITE), ((slice(300, 315), slice(90, 105)), WHITE)], False),
]


@pytest.mark.parametrize(("what", "things", "told"), THINGS, ids=[what for what, *_ in THINGS])
def test_what_is_no_die_is_told(what: str, things: list[tuple[Part, Colour]], told: bool) -> None:
    motion = after(tray(BRIGHT), tray(BRIGHT, *things))
    assert motion.foreign_object_present([SMALL_DIE], 0.0) is told, what
    assert not motion.hand_present(), "it is too small for one"


def test_what_lies_there_for_long_belongs_to_the_table() -> None:
    motion = after(tray(FELT), tray(FELT, (part_of(DIE), WHITE), ((slice(300, 400), slice(90, 140)), DARK)))
    told = [
        motion.foreign_object_present([SMALL_DIE], time)
        for time in (0.0, ABSORB_AFTER, ABSORB_AFTER + 1, ABSORB_AFTER + 2)
    ]
    assert told == [True, True, True, False]


def test_whoever_moves_begins_to_wait_anew() -> None:
    things = [(part_of(DIE), WHITE), ((slice(300, 400), slice(90, 140)), DARK)]
    motion = after(tray(FELT), tray(FELT, *things))
    assert motion.foreign_object_present([SMALL_DIE], 0.0)
    motion.has_motion(tray(FELT, *things, (ARM, PALE)))
    motion.has_motion(tray(FELT, *things))
    assert motion.foreign_object_present([SMALL_DIE], ABSORB_AFTER + 1)
    assert motion.foreign_object_present([SMALL_DIE], ABSORB_AFTER + 2)


def textured(seed: int = 3) -> Picture:
    """A table of wood with dice on it, full of edges."""
    rng = np.random.default_rng(seed)
    grain = cv2.resize(rng.normal(0, 14, (120, 32)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
    picture = np.clip(np.array(WOOD, np.float32) + grain[..., None], 0, 255)
    for x, y in ((120, 100), (300, 220), (500, 350)):
        picture[y : y + 50, x : x + 50] = 225
        cv2.circle(picture, (x + 25, y + 25), 6, (20, 20, 20), -1)
    return picture.astype(np.uint8)


def wobbled(picture: Picture, across: float, down: float) -> Picture:
    matrix = np.array([[1, 0, across], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(picture, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def banded(picture: Picture, share: float, phase: float) -> Picture:
    rows = 1 + share * np.sin(np.linspace(0, 18, picture.shape[0]) + phase)
    return np.clip(picture * rows[:, None, None], 0, 255).astype(np.uint8)


UNSTEADY: list[tuple[str, Picture, Picture]] = [
    ("a camera that trembles", wobbled(textured(), 0.8, -0.6), wobbled(textured(), -0.8, 0.5)),
    ("a lamp that flickers", banded(textured(), 0.08, 0.0), banded(textured(), 0.08, 2.5)),
]


@pytest.mark.parametrize(("what", "before", "now"), UNSTEADY, ids=[what for what, *_ in UNSTEADY])
def test_an_unsteady_picture_is_no_motion(what: str, before: Picture, now: Picture) -> None:
    motion = MotionDetector()
    motion.has_motion(before)
    assert not motion.has_motion(now), what
    rolled = now.copy()
    rolled[60:110, 400:450] = (30, 30, 180)
    assert motion.has_motion(rolled), "a die that comes is seen all the same"


@pytest.mark.parametrize(("pixels", "moves"), [(1.2, False), (4.0, True)])
def test_a_picture_that_shifts_far_has_moved(pixels: float, moves: bool) -> None:
    """Four pixels of this picture are one of the small one, of which 0.4 are let pass."""
    motion = MotionDetector()
    motion.has_motion(textured())
    assert motion.has_motion(wobbled(textured(), pixels, 0.0)) == moves


def shaded(picture: Picture, light: float, until: int) -> Picture:
    """The picture with a hard shadow over its left."""
    dark = picture.copy()
    dark[:, :until] = (dark[:, :until] * light).astype(np.uint8)
    return dark


@pytest.mark.parametrize("light", [0.8, 0.55])
def test_the_shadow_that_lay_on_the_empty_tray_is_no_hand_when_it_goes(light: float) -> None:
    assert not after(shaded(tray(WOOD), light, 260), tray(WOOD)).hand_present()


@pytest.mark.parametrize("floor", [FELT, WOOD, (200, 205, 210)])
def test_a_hard_shadow_that_moves_is_no_motion(floor: Colour) -> None:
    motion = MotionDetector()
    dice = tray(floor, (part_of(DIE), (40, 40, 170)))
    motion.has_motion(shaded(dice, 0.55, 300))
    for until in (340, 380, 420, 460, 300):
        assert not motion.has_motion(shaded(dice, 0.55, until)), until
        assert motion.shadows_move
    assert motion.has_motion(shaded(tray(floor), 0.55, 340)), "a die that goes is seen all the same"


def test_dice_that_roll_are_counted_where_no_hand_is() -> None:
    dice = [(slice(y, y + 40), slice(x, x + 40)) for x, y in ((100, 100), (300, 200), (500, 300))]
    motion = after(tray(FELT), tray(FELT, *((part, WHITE) for part in dice), (ARM, PALE)))
    assert len(motion.rolling_objects(100.0)) == 2, "the arm hides one, and reaches in"


def test_dice_are_counted_in_a_square_picture_too() -> None:
    empty = np.full((640, 640, 3), FELT, np.uint8)
    rolled = empty.copy()
    for x in (100, 300, 500):
        rolled[300:326, x : x + 26] = WHITE
    assert len(after(empty, rolled).rolling_objects(48.0)) == 3


def test_a_still_picture_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = np.random.default_rng(2).integers(88, 92, (2, 480, 640, 3)).astype(np.uint8)
    motion = MotionDetector()
    assert motion.has_motion(noise[0])
    monkeypatch.setattr(motion, "_changed", lambda *_: pytest.fail("compared at length"))
    assert not motion.has_motion(noise[1])
    motion.set_background()
    assert not motion.hand_present()
    monkeypatch.setattr(motion, "_foreground", lambda: pytest.fail("looked for a hand again"))
    assert not motion.has_motion(noise[0])
    assert not motion.hand_present()
