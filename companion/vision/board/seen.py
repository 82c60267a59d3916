"""What was seen on a board, what changed between two looks, and a known total split over the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

Box = tuple[int, int, int, int]
"""Left, top, width and height in board pixels."""

SOME = 0.45
"""Fewer pieces than this, by area, are no change: shadows, glare, pieces that were nudged."""

STIRRED, NOISE = 8.0, 3.0
"""Where something came or went, pictures differ by more grey levels, and more times the usual, than this."""


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What was seen on one place.

    Attributes:
        place: its id.
        occupied: whether pieces stand there; None if unsure.
        owner: the seat whose pieces they are; None if empty or unsure.
        area: of the pieces, in square board pixels.
        sure: 0 to 1: how sure `occupied` and `owner` are.
        box: of the place in board pixels, as large as its outline and its pieces.
        pieces: about how many, by area; never to be shown as a count.
    """

    place: str
    occupied: bool | None
    owner: str | None
    area: float
    sure: float
    box: Box
    pieces: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """What was seen on the board in one picture.

    Attributes:
        places: every place, in the order of the board.
        pushed: whether the board no longer lies where it was taught; `BoardModel.moved` follows it.
        light_changed: whether the light differs much from when the board was taught.
        lost: whether the board was not found at all; every place is then unsure.
        hand: whether something large reaches over the board, such as an arm.
        stands: which place the thing at each pixel stands on, counted from 1; 0 for none: height x width.
        sizes: the share of a piece that each of these pixels is.
        hidden: places that something larger than pieces covers, such as a hand.
        picture: the rectified board in the light of its teaching, in board pixels.
    """

    places: tuple[PlaceSeen, ...]
    pushed: bool
    light_changed: bool
    hidden: frozenset[str]
    picture: Picture = field(repr=False)
    lost: bool = False
    hand: bool = False
    stands: NDArray[np.int16] | None = field(default=None, repr=False)
    sizes: NDArray[np.float32] | None = field(default=None, repr=False)

    def place(self, id: str) -> PlaceSeen:
        """Return what was seen on a place.

        Raises:
            KeyError: the board has no such place.
        """
        for seen in self.places:
            if seen.place == id:
                return seen
        raise KeyError(id)

    def crop(self, id: str) -> Picture:
        """Return the part of the picture that shows a place."""
        left, top, width, height = self.place(id).box
        return self.picture[top : top + height, left : left + width]


@dataclass(frozen=True, slots=True)
class Change:
    """What changed on one place between two looks.

    Attributes:
        place: its id.
        owner: the seat whose pieces came, or whose went; None if unsure.
        gained: about how many pieces more than before, by area; negative if they went.
        sure: 0 to 1.
        box: of the place in board pixels.
    """

    place: str
    owner: str | None
    gained: float
    sure: float
    box: Box


def changed(before: BoardSeen, after: BoardSeen) -> tuple[Change, ...]:
    """Return what changed, the surest first.

    Nothing on places that either look was unsure about, and nothing at all while a hand reaches over the
    board that did not before: its shadow is large, and it has not let go yet.
    """
    if before.lost or after.lost or (after.hand and not before.hand):
        return ()
    hidden = before.hidden | after.hidden
    gains = _gains(before, after)
    found = [
        change
        for old, new, (gained, stirred) in zip(before.places, after.places, gains, strict=True)
        if old.place not in hidden and stirred >= SOME and (change := _change(old, new, gained))
    ]
    return tuple(sorted(found, key=lambda change: -change.sure))


def _gains(before: BoardSeen, after: BoardSeen) -> list[tuple[float, float]]:
    """How many pieces each place gained, and how many differ at all, where the two pictures differ."""
    if before.stands is None or after.stands is None or before.sizes is None or after.sizes is None:
        pairs = zip(before.places, after.places, strict=True)
        return [(new.pieces - old.pieces, max(new.pieces, old.pieces)) for old, new in pairs]
    apart = cv2.absdiff(*(cv2.GaussianBlur(seen.picture, (0, 0), 1.2) for seen in (before, after))).max(
        axis=2
    )
    different = apart > STIRRED + NOISE * float(np.median(apart))
    size = len(after.places) + 1
    came = different & (after.stands != before.stands)
    gained = np.bincount(after.stands[came], after.sizes[came], minlength=size)
    lost = np.bincount(before.stands[came], before.sizes[came], minlength=size)
    new = np.bincount(after.stands[different], after.sizes[different], minlength=size)
    old = np.bincount(before.stands[different], before.sizes[different], minlength=size)
    stirred = np.maximum(new, old)
    return [(float(more), float(every)) for more, every in zip((gained - lost)[1:], stirred[1:], strict=True)]


def _change(old: PlaceSeen, new: PlaceSeen, gained: float) -> Change | None:
    if old.occupied is None or new.occupied is None:
        return None
    other = None not in (old.owner, new.owner) and old.owner != new.owner
    if abs(gained) < SOME and not other:
        return None
    owner = new.owner if new.occupied else old.owner
    return Change(new.place, owner, gained, min(old.sure, new.sure), new.box)


def split_total(total: int, changes: Sequence[Change]) -> Mapping[str, int]:
    """Split a known number of pieces over the places that changed, by area; each gets at least one.

    The area of a piece is not needed: all areas together are the total. The split makes the sum of the
    squared errors of each place's area least, each divided by its number, since errors of pieces add up.

    Args:
        total: pieces that were put down, or taken away.
        changes: where; if they are more than `total`, only the largest.

    Returns:
        The number for each place, in the order of `changes`; empty if there is nothing to split.
    """
    ranked = sorted(changes, key=lambda change: -abs(change.gained))[: max(0, total)]
    areas = {change.place: abs(change.gained) for change in changes if change in ranked}
    unit = sum(areas.values()) / max(total, 1)
    if not areas:
        return {}
    counts = dict.fromkeys(areas, 1)
    for _ in range(total - len(areas)):
        counts[max(areas, key=lambda place: _relief(areas[place], counts[place], unit))] += 1
    return counts


def _relief(area: float, count: int, unit: float) -> float:
    """By how much one more piece lowers the error of a place."""
    return (area - count * unit) ** 2 / count - (area - (count + 1) * unit) ** 2 / (count + 1)
