"""Tracks rolling dice from frame to frame, to know how many rolled and whether one left the tray.

Objects are associated with the nearest prediction of a constant velocity, as in SORT (Bewley et al., "Simple
online and realtime tracking", 2016). All places are in pixels of the small picture of `motion`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

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
"""Distance from a die at rest within which a track ended there, in edges."""

BESIDE_RIM = 0.8
"""A track leaves if its next place would be nearer to the tray's rim than this, in edges."""


@dataclass(slots=True)
class Track:
    """One object that was followed.

    Attributes:
        first: where it was seen first.
        last: where it was seen last.
        velocity: pixels per frame.
        hits: frames in which it was seen.
        missed: frames since it was seen last.
    """

    first: Point
    last: Point
    velocity: Point = (0.0, 0.0)
    hits: int = 1
    missed: int = 0

    @property
    def next(self) -> Point:
        """Where it should be now."""
        ahead = 1 + self.missed
        return self.last[0] + ahead * self.velocity[0], self.last[1] + ahead * self.velocity[1]

    def distance(self, place: Point) -> float:
        """How far a place is from where it should be; from where it was if it bounced."""
        return min(math.dist(self.next, place), math.dist(self.last, place))

    def follow(self, place: Point) -> None:
        """Note that it was seen at a place."""
        frames = 1 + self.missed
        self.velocity = (place[0] - self.last[0]) / frames, (place[1] - self.last[1]) / frames
        self.last, self.hits, self.missed = place, self.hits + 1, 0


class DiceTracker:
    """Follows all objects of about a die's size since the tray was last empty or answered."""

    def __init__(self, tray: NDArray[np.bool_]) -> None:
        """`tray` is a mask of the small picture, true on the tray."""
        framed = cv2.copyMakeBorder(tray.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
        self._to_rim = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
        self.clear()

    def clear(self) -> None:
        """Forget all tracks: their dice have answered."""
        self._alive: list[Track] = []
        self._left: list[Track] = []
        self.most = 0
        """The largest number of dice that were seen to roll at the same time."""

    def lose(self) -> None:
        """End all tracks without a conclusion: a hand is over the tray."""
        self._alive = []

    def update(self, objects: Sequence[Point], edge: float) -> None:
        """Associate the objects of a frame with the tracks.

        Args:
            objects: where they are.
            edge: of a die.
        """
        pairs = sorted(
            (track.distance(place), number, index)
            for number, track in enumerate(self._alive)
            for index, place in enumerate(objects)
        )
        followed: dict[int, int] = {}
        for distance, number, index in pairs:
            if distance < GATE * edge and number not in followed and index not in followed.values():
                followed[number] = index
        for number, track in enumerate(self._alive):
            if number in followed:
                track.follow(objects[followed[number]])
            else:
                track.missed += 1
        lost = [track for track in self._alive if track.missed > MAX_MISSED]
        self._left += [track for track in lost if self._leaves(track, edge)]
        new = [Track(place, place) for index, place in enumerate(objects) if index not in followed.values()]
        self._alive = [track for track in self._alive if track.missed <= MAX_MISSED] + new
        seen = sum(track.hits >= MIN_HITS and not track.missed for track in self._alive)
        self.most = max(self.most, seen)

    def _leaves(self, track: Track, edge: float) -> bool:
        """Whether a lost track was about to cross the rim of the tray."""
        if track.hits < MIN_HITS_TO_LEAVE or math.dist(track.first, track.last) < MIN_TRAVEL * edge:
            return False
        x, y = (track.last[axis] + track.velocity[axis] for axis in (0, 1))
        height, width = self._to_rim.shape
        if not (0 <= x < width and 0 <= y < height):
            return True
        outwards = self._to_rim[int(y), int(x)] < self._to_rim[int(track.last[1]), int(track.last[0])]
        return bool(outwards and self._to_rim[int(y), int(x)] < BESIDE_RIM * edge)

    def left(self, dice: Sequence[Point], edge: float) -> int:
        """The number of dice that left the tray, once all is at rest.

        Args:
            dice: where dice lie: a die that stays at the rim did not leave.
            edge: of a die.
        """
        lost = [track for track in self._alive if track.missed and self._leaves(track, edge)]
        return sum(not _near(track.last, dice, 2 * AT_REST * edge) for track in (*self._left, *lost))

    def followed_to(self, dice: Sequence[Point], edge: float) -> bool:
        """Whether each of these dice was followed from the roll to where it lies."""
        ends = [
            track.last
            for track in self._alive
            if track.hits >= MIN_HITS and math.dist(track.first, track.last) > MIN_TRAVEL * edge
        ]
        return bool(dice) and all(_near(die, ends, AT_REST * edge) for die in dice)


def _near(place: Point, others: Sequence[Point], distance: float) -> bool:
    return any(math.dist(place, other) < distance for other in others)
