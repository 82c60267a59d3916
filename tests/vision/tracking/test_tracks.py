"""Tracks of rolling dice: how many rolled, which left the tray, and which were followed to their place."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.dice import UNDETECTED, DiceReading, DieReading
from companion.vision.tracking.motion import SMALL
from companion.vision.tracking.tracks import DiceTracks, Point, Track

EDGE = 10.0
"""Edge of a die in the small picture of 160 x 120 pixels."""

TRAY = np.zeros((120, 160), np.bool_)
TRAY[10:110, 10:150] = True


def tracker(*frames: list[Point]) -> DiceTracks:
    """A tracker that has seen these objects, a list for each frame."""
    tracks = DiceTracks(TRAY)
    for objects in frames:
        tracks.follow(objects, EDGE)
    return tracks


def path(start: Point, step: Point, frames: int) -> list[list[Point]]:
    """The frames of one die that moves steadily."""
    return [[(start[0] + step[0] * number, start[1] + step[1] * number)] for number in range(frames)]


GONE: list[list[Point]] = [[], [], []]
BESIDE: Point = (80.0, 60.0)

LEAVING = [
    ("out to the right", [*path((90, 60), (12, 0), 5), *GONE], [], 1),
    ("lost in the last frame that moved", [*path((90, 60), (12, 0), 5), []], [], 1),
    ("out at the top, beside a die that stays", [*path((60, 60), (2, -10), 5), *GONE], [BESIDE], 1),
    (
        "it bounced off another die first",
        [*path((40, 60), (12, 0), 4), *path((68, 54), (-9, -7), 6), *GONE],
        [],
        1,
    ),
    ("hidden for two frames on its way", [*path((70, 60), (11, 0), 4), [], [], [(136, 60)], *GONE], [], 1),
    ("seen in two frames only, as a fingertip", [*path((120, 60), (12, 0), 2), *GONE], [], 0),
    ("comes in and is lost in the middle", [*path((140, 60), (-12, 0), 5), *GONE], [BESIDE], 0),
    ("runs along the rim", [*path((40, 20), (12, 0), 6), *GONE], [], 0),
    ("stops at the rim", [*path((90, 60), (12, 0), 5), *GONE], [(141.0, 60.0)], 0),
    ("trembles at the rim", [*path((140, 60), (1, 0), 5), *GONE], [], 0),
]


@pytest.mark.parametrize(
    ("frames", "resting", "left"), [row[1:] for row in LEAVING], ids=[row[0] for row in LEAVING]
)
def test_which_dice_left(frames: list[list[Point]], resting: list[Point], left: int) -> None:
    assert tracker(*frames).left(resting, EDGE) == left


def test_dice_seen_at_the_same_time_are_counted() -> None:
    both = [
        [*one, *other]
        for one, other in zip(path((30, 30), (9, 0), 5), path((30, 90), (9, 0), 5), strict=True)
    ]
    tracks = tracker(*both, *path((75, 30), (2, 0), 3))
    assert tracks.most == 2
    tracks.answer(())
    assert tracks.most == 0, "they have answered"


def test_a_die_seen_in_one_frame_only_is_noise() -> None:
    assert tracker([(40, 40)], [], [(90, 80)], [], []).most == 0


FOLLOWED = [
    ("to where it lies", path((30, 60), (10, 0), 6), [(82.0, 60.0)], True),
    ("another lies there too", path((30, 60), (10, 0), 6), [(82.0, 60.0), (40.0, 90.0)], False),
    ("it lay there all the time", path((80, 60), (0.5, 0), 6), [(82.0, 60.0)], False),
    ("nothing lies there", path((30, 60), (10, 0), 6), [], False),
]


@pytest.mark.parametrize(
    ("frames", "dice", "followed"), [row[1:] for row in FOLLOWED], ids=[row[0] for row in FOLLOWED]
)
def test_whether_all_dice_were_followed(frames: list[list[Point]], dice: list[Point], followed: bool) -> None:
    assert tracker(*frames).followed_to(dice, EDGE) is followed


def test_under_a_hand_nothing_leaves() -> None:
    tracks = tracker(*path((90, 60), (12, 0), 5))
    tracks.cover()
    assert tracks.left([], EDGE) == 0


def lying(*objectness: float, faces: tuple[int, ...] = ()) -> DiceReading:
    """A reading of dice in a row, 10 pixels of the small picture wide and 20 apart, each so clear."""
    dice = tuple(
        DieReading(
            (faces or (4,) * len(objectness))[number],
            (20.0 * number, 40.0, 20.0 * number + 10, 50.0),
            "red",
            0.9,
            True,
            detection=replace(UNDETECTED, objectness=clear),
        )
        for number, clear in enumerate(objectness)
    )
    return DiceReading(dice, (), 1.0, SMALL, "said")


READ = [
    # dice that are read before all is at rest, those that may be none among them, and how many have rolled
    ("a die, once", [(1, 0)], 1),
    ("what may be none, once", [(0, 1)], 0),
    ("the same twice", [(0, 1), (0, 1)], 1),
    ("two dice, one of them once", [(2, 0), (1, 0)], 2),
    ("one of them may be none, once", [(1, 1), (1, 0)], 1),
    ("one of them may be none, twice", [(1, 1), (1, 1)], 2),
]


@pytest.mark.parametrize(("readings", "most"), [row[1:] for row in READ], ids=[row[0] for row in READ])
def test_dice_that_are_read_before_they_rest_are_counted(readings: list[tuple[int, int]], most: int) -> None:
    """A slow core sees a die that leaves in one frame only, and blurred (objectness 0.59)."""
    tracks = DiceTracks(TRAY)
    for dice, candidates in readings:
        found = lying(*(0.59,) * (dice + candidates)).dice
        reasons = ("something may be a die or not",) if candidates else ()
        tracks.read(DiceReading(found[:dice], reasons, 1.0, SMALL, "said", found[dice:]), EDGE)
    assert tracks.most == most and tracks.missing(lying(), EDGE) is (most > 0)


def test_what_is_read_goes_on_with_the_track_of_what_rolled() -> None:
    tracks = tracker(*path((60, 45), (-11, 0), 5))
    tracks.read(lying(0.9), EDGE)
    assert tracks.followed_to([(5.0, 45.0)], EDGE) and tracks.most == 1


def test_dice_entered_by_hand_are_the_next_that_rest() -> None:
    tracks = DiceTracks(TRAY)
    tracks.enter()
    dice = lying(0.9, 0.9).dice
    tracks.settle(dice)
    assert (tracks.assumed, tracks.untouched(dice), tracks.fresh(dice)) == (True, True, ())
    tracks.settle(dice[:1])
    assert tracks.answered == dice, "only once"


@pytest.mark.parametrize("seen", [DiceTracks.see_nothing, DiceTracks.see_background])
def test_an_empty_tray_ends_what_was_entered_by_hand(seen: Callable[[DiceTracks], None]) -> None:
    tracks = DiceTracks(TRAY)
    tracks.enter()
    seen(tracks)
    assert not tracks.old
    tracks.settle(lying(0.9).dice)
    assert tracks.answered == ()


def test_several_dice_that_were_gone_have_been_rolled_and_one_may_be_either() -> None:
    one, two, three = (lying(*[0.9] * count).dice for count in (1, 2, 3))
    tracks = DiceTracks(TRAY)
    tracks.answer(one)
    assert tracks.fresh(two) == two[1:]
    tracks.see_background()
    assert tracks.fresh(two) is None and tracks.fresh(one) == ()
    tracks.answer(two)
    tracks.see_background()
    assert tracks.fresh(three) == three


def test_dice_that_answered_stay_where_the_tray_is_calibrated_anew() -> None:
    tracks = DiceTracks(TRAY)
    tracks.answer(lying(0.9).dice)
    tracks.watch(~TRAY)
    assert len(tracks.answered) == 1, "a tray calibrated anew does not make them new"


@pytest.mark.parametrize(
    ("missed", "velocity", "ahead"), [(0, (6.0, -4.0), (26.0, 1.0)), (2, (2.0, -4 / 3), (22.0, 11 / 3))]
)
def test_a_track_expects_a_die_where_its_speed_brings_it(missed: int, velocity: Point, ahead: Point) -> None:
    track = Track(last=(14.0, 9.0), missed=missed, velocity=(1.0, 2.0))
    assert track.next == (14.0 + (1 + missed), 9.0 + 2 * (1 + missed))
    track.follow((20.0, 5.0), 2)
    assert track.velocity == pytest.approx(velocity) and track.next == pytest.approx(ahead)
    assert (track.last, track.hits, track.missed) == ((20.0, 5.0), 3, 0)
