"""Motion, hands and things at their limits, in pictures without noise of the size in which they are told."""

import numpy as np
import pytest

from companion.vision.frames import Picture
from companion.vision.tracking.motion import SMALL, MotionDetector, small_box

FLOOR = 100
Area = tuple[int, int, int, int]
"""Left, top, width and height in pixels of 160 x 120."""
Change = tuple[int, int, int]
"""By which blue, green and red differ from the floor."""

BLUE: Change = (60, 0, 0)
"""A change that no shadow makes."""


def picture(*things: tuple[Area, Change], floor: int = FLOOR) -> Picture:
    """A grey floor with things on it."""
    shades = np.full((SMALL[1], SMALL[0], 3), floor, np.int16)
    for (left, top, width, height), change in things:
        shades[top : top + height, left : left + width] += np.array(change, np.int16)
    return shades.clip(0, 255).astype(np.uint8)


def moved(*things: tuple[Area, Change]) -> MotionDetector:
    """What has seen the floor, and then things on it."""
    motion = MotionDetector()
    motion.has_motion(picture())
    motion.has_motion(picture(*things))
    return motion


def empty_then(*things: tuple[Area, Change], floor: int = FLOOR, now: int | None = None) -> MotionDetector:
    """What knows the empty tray, and now sees things on it, perhaps in another light."""
    motion = MotionDetector()
    motion.has_motion(picture(floor=floor))
    motion.set_background()
    motion.has_motion(picture(*things, floor=floor if now is None else now))
    return motion


MOTION = [
    # more than a thousandth of the picture: 19 pixels
    ((50, 50, 19, 1), BLUE, False),
    ((50, 50, 10, 2), BLUE, True),
    # by 24 levels of some colour, or by 14 in brightness
    ((50, 50, 20, 20), (23, -8, 0), False),
    ((50, 50, 20, 20), (26, -8, 0), True),
    ((50, 50, 20, 20), (-8, 15, 8), False),
    ((50, 50, 20, 20), (-8, 21, 14), True),
    # darker by one factor: a shadow, unless it is too dark for one
    ((50, 50, 20, 20), (-55, -55, -55), False),
    ((50, 50, 20, 20), (-64, -64, -64), True),
]


@pytest.mark.parametrize(("area", "change", "moves"), MOTION)
def test_how_much_must_change_to_be_motion(area: Area, change: Change, moves: bool) -> None:
    motion = MotionDetector()
    assert motion.has_motion(picture()), "the first picture counts as motion"
    assert motion.has_motion(picture((area, change))) is moves
    assert motion.shadows_move is (change[0] == -55)
    assert not motion.has_motion(picture((area, change))), "nothing has moved since"


PLACES = [
    ((40, 50, 25, 20), "Something moves on the tray, on the left"),
    ((45, 50, 25, 20), "Something moves on the tray, in the middle"),
    ((90, 50, 25, 20), "Something moves on the tray, in the middle"),
    ((98, 50, 25, 20), "Something moves on the tray, on the right"),
    # three tenths of the picture: 5760 pixels
    ((40, 20, 75, 76), "Something moves on the tray, in the middle"),
    ((40, 20, 76, 76), "The whole picture moves: hold camera and lamp still"),
]


@pytest.mark.parametrize(("area", "sentence"), PLACES)
def test_where_something_moves(area: Area, sentence: str) -> None:
    assert moved((area, BLUE)).what_moves() == sentence


def test_what_moves_where_nothing_is_known_to() -> None:
    assert MotionDetector().what_moves() == "Something moves on the tray"
    assert moved(((50, 50, 20, 20), (-55, -55, -55))).what_moves() == "Shadows move on the tray"


HANDS = [
    # nine hundredths of the tray, 1728 pixels, from its edge
    ((0, 40, 43, 40), True),
    ((0, 40, 44, 40), True),
    ((0, 40, 42, 40), False),
    ((0, 40, 48, 36), False),
    ((112, 40, 48, 40), True),
    ((60, 0, 40, 44), True),
    ((60, 76, 40, 44), True),
    # its edge is three pixels wide
    ((2, 40, 48, 40), True),
    ((3, 40, 48, 40), False),
    ((109, 40, 48, 40), False),
]


@pytest.mark.parametrize(("area", "hand"), HANDS)
def test_how_large_a_hand_is(area: Area, hand: bool) -> None:
    hand = hand and area[2] * area[3] > 0.09 * SMALL[0] * SMALL[1]
    motion = empty_then((area, BLUE))
    assert motion.hand_present() is hand
    assert motion.hand_present() is hand, "asked again"
    left, top, width, height = area
    assert not motion.hand_present([(left, top, left + width, top + height)]), "it is a die"


LEVELS = [
    # a quarter of the floor's light, but at least 16 shades and at most 35
    (100, 24, False),
    (100, 27, True),
    (40, 15, False),
    (40, 18, True),
    (200, 33, False),
    (200, 37, True),
]


@pytest.mark.parametrize(("floor", "levels", "seen"), LEVELS)
def test_how_far_a_thing_differs_from_the_floor(floor: int, levels: int, seen: bool) -> None:
    assert empty_then(((0, 40, 50, 40), (levels, -levels // 2, 0)), floor=floor).hand_present() is seen


DIE = (80.0, 50.0, 100.0, 70.0)

THINGS = [
    # an eighth of the die's box, 48 pixels, farther from it than half its side
    ((20, 20, 8, 6), False),
    ((20, 20, 7, 7), True),
    ((111, 50, 7, 7), True),
    ((80, 81, 7, 7), True),
    ((104, 50, 7, 7), False),
    ((80, 74, 7, 7), False),
    ((62, 50, 7, 7), True),
    ((70, 50, 7, 7), False),
]


@pytest.mark.parametrize(("area", "told"), THINGS)
def test_how_large_a_thing_may_hide_a_die(area: Area, told: bool) -> None:
    assert empty_then((area, BLUE)).foreign_object_present([DIE], 0.0) is told


def test_a_box_in_small_pixels_keeps_its_place() -> None:
    assert small_box((40.0, 20.0, 80.0, 100.0), (2 * SMALL[0], 4 * SMALL[1])) == (20.0, 5.0, 40.0, 25.0)


@pytest.mark.parametrize(("side", "told"), [(8, False), (13, True)])
def test_how_large_a_thing_may_be_a_die_where_none_was_read(side: int, told: bool) -> None:
    motion = empty_then(((70, 50, side, side), BLUE))
    assert motion.is_bare(400.0, 0.0) is not told


BARE = [
    # three tenths of the die's box: 120 pixels
    (((80, 50, 10, 11), BLUE), None, True),
    (((80, 50, 11, 11), BLUE), None, False),
    # the light has changed by 1.7 times, the camera's black of 4 levels added
    (((80, 50, 0, 0), BLUE), 172, True),
    (((80, 50, 0, 0), BLUE), 174, False),
    (((80, 50, 0, 0), BLUE), 58, True),
    (((80, 50, 0, 0), BLUE), 56, False),
]


@pytest.mark.parametrize(("thing", "now", "bare"), BARE)
def test_how_bare_the_empty_tray_is(thing: tuple[Area, Change], now: int | None, bare: bool) -> None:
    assert empty_then(thing, now=now).background_visible(400.0) is bare


ROLLING = [
    # from two fifths of a die's area, 160 pixels, to 2.2 times as much, 880
    ((40, 40, 12, 13), BLUE, 0),
    ((40, 40, 13, 13), BLUE, 1),
    ((40, 40, 29, 30), BLUE, 1),
    ((40, 40, 30, 30), BLUE, 0),
    # not at the border
    ((3, 40, 20, 20), BLUE, 1),
    ((2, 40, 20, 20), BLUE, 0),
    # a shadow, or a black die
    ((40, 40, 20, 20), (-36, -36, -36), 0),
    ((40, 40, 20, 20), (-44, -44, -44), 1),
]


@pytest.mark.parametrize(("area", "change", "count"), ROLLING)
def test_what_may_be_a_die_that_rolls(area: Area, change: Change, count: int) -> None:
    assert len(empty_then((area, change)).rolling_objects(400.0)) == count


def test_each_thing_that_rolls_is_counted() -> None:
    things = [((x, 40, 20, 20), BLUE) for x in (20, 60, 100)]
    assert len(empty_then(*things).rolling_objects(400.0)) == 3
    assert len(empty_then(*things).rolling_objects(300.0)) == 3, "a square picture has square dice"
