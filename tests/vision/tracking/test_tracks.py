"""Tracks of rolling dice: how many rolled, which left the tray, and which were followed to their place."""

import numpy as np
import pytest

from companion.vision.tracking.tracks import DiceTracker, Point

EDGE = 10.0
"""Edge of a die in the small picture of 160 x 120 pixels."""

TRAY = np.zeros((120, 160), np.bool_)
TRAY[10:110, 10:150] = True


def tracker(*frames: list[Point]) -> DiceTracker:
    """A tracker that has seen these objects, a list for each frame."""
    tracks = DiceTracker(TRAY)
    for objects in frames:
        tracks.update(objects, EDGE)
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
    tracks.clear()
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
    tracks.lose()
    assert tracks.left([], EDGE) == 0
