"""One track for each die, from the moment it enters the tray until it has answered and is taken away.

What moves is associated with the nearest prediction of a constant velocity, as in SORT (Bewley et al.,
"Simple online and realtime tracking", 2016); so is what is read before all is at rest. The number of dice
that rolled is the number of tracks seen at once. Places are in pixels of the small picture of `motion`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.dice import DiceReading, DieReading
from companion.vision.tracking.association import newly_rolled, same_arrangement
from companion.vision.tracking.motion import SMALL

Point: TypeAlias = tuple[float, float]

MIN_HITS = 2
"""Frames in which an object must be seen before it counts as a die that rolls."""

MIN_HITS_TO_LEAVE = 3
"""The same before it counts as a die that left: fingertips show for a frame or two."""

MAX_MISSED = 2
"""Frames for which a lost track is still looked for; dice hide one another for about as long."""

GATE = 2.0
"""Largest distance of an object from a track, in edges of a die."""

MIN_TRAVEL = 1.0
"""Distance that a die must have covered to have rolled, in edges."""

AT_REST = 1.0
"""Distance from a die that is read within which a track ended there, in edges."""

BESIDE_RIM = 0.8
"""A track leaves if its next place would be nearer to the tray's rim than this, in edges."""


MIN_SPEED = 0.3
"""Smallest speed of a die that rolls, in edges per frame."""


class TrackState(StrEnum):
    """What has become of a die."""

    ROLLING = "rolling"
    LEFT = "left the tray"
    ENTERED = "entered by hand before it was read"
    ASSUMED = "taken for one that was entered by hand"
    ANSWERED = "has answered"
    LIFTED = "has answered, and the empty tray was seen since"


LYING = (TrackState.ANSWERED, TrackState.ASSUMED, TrackState.LIFTED)
"""States of dice that have answered: they do not answer again where they lie."""


@dataclass(slots=True)
class Track:
    """One die.

    Attributes:
        first: where it was seen first.
        last: where it was seen last.
        state: what has become of it.
        velocity: pixels per frame.
        hits: frames in which it was seen.
        missed: frames since it was seen last.
        die: what was read when it answered; None before.
    """

    first: Point = (0.0, 0.0)
    last: Point = (0.0, 0.0)
    state: TrackState = TrackState.ROLLING
    velocity: Point = (0.0, 0.0)
    hits: int = 1
    missed: int = 0
    die: DieReading | None = None

    @property
    def next(self) -> Point:
        """Where it should be now."""
        ahead = 1 + self.missed
        return self.last[0] + ahead * self.velocity[0], self.last[1] + ahead * self.velocity[1]

    def follow(self, place: Point, hits: int) -> None:
        """Note that it was seen at a place, which counts as so many frames."""
        frames = 1 + self.missed
        self.velocity = (place[0] - self.last[0]) / frames, (place[1] - self.last[1]) / frames
        self.last, self.hits, self.missed = place, self.hits + hits, 0


class DiceTracks:
    """All dice since the tray was last empty, and those that have answered."""

    def __init__(self, tray: NDArray[np.bool_]) -> None:
        """`tray` is a mask of the small picture, true on the tray."""
        self._tracks: list[Track] = []
        self.most = 0
        """The largest number of dice that were seen to roll at the same time."""
        self.watch(tray)

    def watch(self, tray: NDArray[np.bool_]) -> None:
        """Follow dice on another tray from now on."""
        framed = cv2.copyMakeBorder(tray.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
        self._to_rim = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
        self.forget_rolled()

    @property
    def answered(self) -> tuple[DieReading, ...]:
        """The dice that have answered, as they lay then."""
        return tuple(track.die for track in self._tracks if track.die is not None)

    @property
    def old(self) -> bool:
        """Whether dice have answered, or were entered by hand, that may still lie there."""
        return bool(self._in(TrackState.ENTERED, *LYING))

    @property
    def assumed(self) -> bool:
        """Whether these dice were taken for those that were entered by hand."""
        return bool(self._in(TrackState.ASSUMED))

    def _in(self, *states: TrackState) -> list[Track]:
        return [track for track in self._tracks if track.state in states]

    def forget_rolled(self) -> None:
        """Forget what rolled: it has answered, or moves again."""
        self._tracks = self._in(TrackState.ENTERED, *LYING)
        self.most = 0

    def answer(self, dice: Sequence[DieReading], state: TrackState = TrackState.ANSWERED) -> None:
        """These dice have answered, and no others: where none are given the tray is empty."""
        self._tracks, self.most = [Track(state=state, die=die) for die in dice], 0

    def enter(self) -> None:
        """Dice that nobody has read yet were entered by hand: the next that come to rest."""
        self._tracks.append(Track(state=TrackState.ENTERED))

    def settle(self, dice: Sequence[DieReading]) -> None:
        """These dice are at rest: where some were entered by hand before, it is these."""
        if self._in(TrackState.ENTERED):
            self.answer(dice, TrackState.ASSUMED)

    def see_nothing(self) -> None:
        """Nothing lies there: what was entered by hand was never there, or is taken away."""
        self._tracks = [track for track in self._tracks if track.state is not TrackState.ENTERED]

    def see_background(self) -> None:
        """The empty tray was visible for a moment: several dice must have been rolled since.

        Nobody lifts several dice at once and puts them back. A single die may be lifted or rolled.
        """
        self.see_nothing()
        if len(self.answered) > 1:
            self.answer(())
        for track in self._in(*LYING):
            track.state = TrackState.LIFTED

    def untouched(self, dice: Sequence[DieReading]) -> bool:
        """Whether the dice that have answered lie there unchanged."""
        return same_arrangement(dice, self.answered)

    def fresh(self, dice: Sequence[DieReading]) -> tuple[DieReading, ...] | None:
        """The dice that were rolled since the last ones answered; None if that is unclear."""
        found = newly_rolled(dice, self.answered)
        mixed = found is not None and 0 < len(found) < len(dice) and self._in(TrackState.LIFTED)
        return None if mixed else found

    def cover(self) -> None:
        """A hand is over the tray: what becomes of the dice under it is not known."""
        self._tracks = [track for track in self._tracks if track.state is not TrackState.ROLLING]

    def follow(self, objects: Sequence[Point], edge: float) -> None:
        """Associate the objects of a frame with the tracks, at a length of dice's edges."""
        self._associate([(place, 1) for place in objects], GATE * edge, edge)

    def read(self, reading: DiceReading, edge: float) -> None:
        """Associate a reading before all is at rest: dice count at once, what may be none in two readings.

        A slow core sees a die that leaves in one frame only, and blurred.
        """
        hits = [*(MIN_HITS for _ in reading.dice), *(1 for _ in reading.candidates)]
        places = small_places((*reading.dice, *reading.candidates), reading.size)
        self._associate(list(zip(places, hits, strict=True)), AT_REST * edge, edge)

    def _associate(self, seen: Sequence[tuple[Point, int]], gate: float, edge: float) -> None:
        """Associate what was seen, each with the number of frames that it counts as."""
        rolling = self._in(TrackState.ROLLING)
        pairs = sorted(
            (math.dist(track.next, place), number, index)
            for number, track in enumerate(rolling)
            for index, (place, _) in enumerate(seen)
        )
        followed: dict[int, int] = {}
        for distance, number, index in pairs:
            if distance < gate and number not in followed and index not in followed.values():
                followed[number] = index
        for number, track in enumerate(rolling):
            if number in followed:
                track.follow(*seen[followed[number]])
            else:
                track.missed += 1
                if track.missed > MAX_MISSED and self._leaves(track, edge):
                    track.state = TrackState.LEFT
        self._tracks = [
            track
            for track in self._tracks
            if track.state is not TrackState.ROLLING or track.missed <= MAX_MISSED
        ]
        new = (one for index, one in enumerate(seen) if index not in followed.values())
        self._tracks += [Track(place, place, hits=hits) for place, hits in new]
        now = sum(track.hits >= MIN_HITS and not track.missed for track in self._in(TrackState.ROLLING))
        self.most = max(self.most, now)

    def _leaves(self, track: Track, edge: float) -> bool:
        """Whether a lost track was about to cross the rim of the tray."""
        if track.hits < MIN_HITS_TO_LEAVE or math.dist(track.first, track.last) < MIN_TRAVEL * edge:
            return False
        x, y = (track.last[axis] + track.velocity[axis] for axis in (0, 1))
        height, width = self._to_rim.shape
        inside = 0 <= x < width and 0 <= y < height
        return not inside or bool(self._to_rim[int(y), int(x)] < BESIDE_RIM * edge)

    def rolling(self, edge: float) -> bool:
        """Whether a die that was seen in the newest frame rolls on; `edge` is that of a die."""
        return any(
            track.hits >= MIN_HITS and not track.missed and math.hypot(*track.velocity) > MIN_SPEED * edge
            for track in self._in(TrackState.ROLLING)
        )

    def missing(self, reading: DiceReading, edge: float) -> bool:
        """Whether more dice rolled than lie there at rest, or one left the tray."""
        return self.most > len(reading.dice) or self.left(small_places(reading.dice, reading.size), edge) > 0

    def left(self, dice: Sequence[Point], edge: float) -> int:
        """The number of dice that left the tray, once all is at rest: what lies at the rim did not leave."""
        lost = [track for track in self._in(TrackState.ROLLING) if track.missed and self._leaves(track, edge)]
        return sum(
            not _near(track.last, dice, 2 * AT_REST * edge) for track in (*self._in(TrackState.LEFT), *lost)
        )

    def followed_to(self, dice: Sequence[Point], edge: float) -> bool:
        """Whether each of these dice was followed from the roll to where it lies."""
        ends = [
            track.last
            for track in self._in(TrackState.ROLLING)
            if track.hits >= MIN_HITS and math.dist(track.first, track.last) > MIN_TRAVEL * edge
        ]
        return bool(dice) and all(_near(die, ends, AT_REST * edge) for die in dice)


def small_places(dice: Iterable[DieReading], size: tuple[int, int]) -> list[Point]:
    """Where dice lie, in pixels of the small picture; `size` is the width and height of theirs."""
    across, down = SMALL[0] / size[0], SMALL[1] / size[1]
    return [(die.centre[0] * across, die.centre[1] * down) for die in dice]


def _near(place: Point, others: Sequence[Point], distance: float) -> bool:
    return any(math.dist(place, other) < distance for other in others)
