"""What changed between two looks at a board, and a known total split over the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board.difference import lab
from companion.vision.board.ownership import SeatLook, is_explained, likelihoods
from companion.vision.board.seen import BoardSeen, Box, PlaceSeen
from companion.vision.board.things import piece_area
from companion.vision.frames import Picture

Mask = NDArray[np.bool_]

SOME = 0.45
"""Fewer pieces than this, by area, are no change: shadows, glare, pieces that were nudged."""

STIRRED, NOISE = 8.0, 3.0
"""Where something came or went, pictures differ by more grey levels, and more times the usual, than this."""
FEWEST = 8
"""Fewest pixels inside a thing that tell its colours without its border."""
STRANGE = 0.5
"""A new thing of which less than this share has a seat's colour is no piece."""
THICK, THICKEST = 0.64, 0.9
"""Half the width of what is thicker than pieces, by the square root of their area: a block, and any thing."""
BLOCK, FULL, CONVEX = 1.5, 0.79, 0.94
"""Longest sides of the box around a block, and how much of it and its hull is full: pieces leave gaps."""


@dataclass(frozen=True, slots=True)
class Change:
    """What changed on one place between two looks.

    Attributes:
        place: its id.
        owner: the seat whose pieces came, or whose went; None if unsure.
        gained: about how many pieces more than before, by area; negative if they went.
        sure: 0 to 1.
        box: of the place in board pixels.
        own: the same by the area that has the owner's colour: shadows and neighbours do not count.
    """

    place: str
    owner: str | None
    gained: float
    sure: float
    box: Box
    own: float = 0.0


def changed(before: BoardSeen, after: BoardSeen) -> tuple[Change, ...]:
    """Return what changed, the surest first.

    Nothing on places that either look was unsure about, and nothing at all while a hand reaches over the
    board that did not before: its shadow is large, and it has not let go yet.
    """
    if before.lost or after.lost or (after.hand and not before.hand):
        return ()
    different = _different(before, after)
    hidden = before.hidden | after.hidden | _covered(before, after, strangers(after, different))
    gains = _gains(before, after, different)
    found = [
        change
        for old, new, (gained, stirred) in zip(before.places, after.places, gains, strict=True)
        if old.place not in hidden and stirred >= SOME and (change := _change(old, new, gained))
    ]
    return tuple(sorted(found, key=lambda change: -change.sure))


def _different(before: BoardSeen, after: BoardSeen) -> Mask:
    """Where the two pictures differ."""
    smooth = (cv2.GaussianBlur(seen.picture, (0, 0), 1.2) for seen in (before, after))
    apart = cv2.absdiff(*smooth).max(axis=2)
    return np.asarray(apart > STIRRED + NOISE * float(np.median(apart)))


def _covered(before: BoardSeen, after: BoardSeen, strange: Mask) -> frozenset[str]:
    """The places whose pieces cannot be told from a thing that is none, or are covered by it."""
    names = after.places
    stands = [seen.stands[strange] for seen in (before, after) if seen.stands is not None]
    return frozenset(names[number - 1].place for each in stands for number in np.unique(each) if number)


def strangers(after: BoardSeen, different: Mask) -> Mask:
    """A mask of what came and is no piece of anybody: cards, dice, a fingertip.

    What came is looked at without what was there, so that its shape shows: pieces that touch one another are
    not as thick as a die or a card. What lies within a piece's width of such a thing is taken for part of it.
    """
    found = np.zeros(different.shape, np.bool_)
    if after.lies is None or not after.seats:
        return found
    new = (different & after.lies).astype(np.uint8)
    came = cv2.morphologyEx(new, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _, parts, boxes, _ = cv2.connectedComponentsWithStats(came)
    piece = piece_area(after.seats)
    for number in np.flatnonzero(boxes[:, cv2.CC_STAT_AREA] > SOME * piece)[1:].tolist():
        left, top, width, height, _ = boxes[number].tolist()
        here = slice(top, top + height), slice(left, left + width)
        if _is_strange(parts[here] == number, after.picture[here], after.seats):
            found[here] |= parts[here] == number
    if not found.any():
        return found
    size = 2 * round(piece**0.5 / 2) + 1
    _, groups = cv2.connectedComponents(cv2.dilate(came, np.ones((size, size), np.uint8)))
    return np.isin(groups, np.unique(groups[found])) & (came > 0)


def _is_strange(thing: Mask, picture: Picture, seats: Mapping[str, SeatLook]) -> bool:
    """Whether one thing is no piece, by its colours, its thickness and its shape."""
    inside = cv2.erode(np.pad(thing, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1] > 0
    pixels = lab(picture.astype(np.float32))[inside if inside.sum() >= FEWEST else thing]
    likely = likelihoods(pixels, seats)
    if float(is_explained(likely).mean()) < STRANGE:
        return True
    seat = list(seats.values())[int(np.log(likely).mean(axis=0).argmax())]
    return _is_thick(np.pad(thing, 1).astype(np.uint8), max(seat.area, piece_area(seats)))


def _is_thick(thing: NDArray[np.uint8], piece: float) -> bool:
    """Whether a thing, with a margin around it, is thicker than pieces of an area."""
    rings, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    full, hull = (
        cv2.drawContours(np.zeros_like(thing), each, -1, 1, -1)
        for each in (rings, [cv2.convexHull(np.concatenate(rings))])
    )
    thick = float(cv2.distanceTransform(full, cv2.DIST_L2, 3).max()) / piece**0.5
    _, sides, _ = cv2.minAreaRect(np.concatenate(rings))
    long, short, whole = max(sides) + 1, min(sides) + 1, int(full.sum())
    block: bool = long < BLOCK * short and whole > max(FULL * long * short, CONVEX * int(hull.sum()))
    return thick > THICKEST or (block and thick > THICK)


def _gains(before: BoardSeen, after: BoardSeen, different: Mask) -> list[tuple[float, float]]:
    """How many pieces each place gained, and how many differ at all, where the two pictures differ."""
    if before.stands is None or after.stands is None or before.sizes is None or after.sizes is None:
        pairs = zip(before.places, after.places, strict=True)
        return [(new.pieces - old.pieces, max(new.pieces, old.pieces)) for old, new in pairs]
    size = len(after.places) + 1
    new = np.bincount(after.stands[different], after.sizes[different], minlength=size)[1:]
    old = np.bincount(before.stands[different], before.sizes[different], minlength=size)[1:]
    return list(zip((new - old).tolist(), np.maximum(new, old).tolist(), strict=True))


def _change(old: PlaceSeen, new: PlaceSeen, gained: float) -> Change | None:
    if old.occupied is None or new.occupied is None:
        return None
    other = None not in (old.owner, new.owner) and old.owner != new.owner
    if abs(gained) < SOME and not other:
        return None
    owner = new.owner if new.occupied else old.owner
    own = gained if owner is None else new.whose.get(owner, 0.0) - old.whose.get(owner, 0.0)
    return Change(new.place, owner, gained, min(old.sure, new.sure), new.box, own)


def split_total(total: int, changes: Sequence[Change]) -> Mapping[str, int]:
    """Split a known number of pieces over the places that changed, by `Change.own`; each gets at least one.

    The area of a piece is not needed: all areas together are the total. The split makes the sum of the
    squared errors of each place's area least, each divided by its number, since errors of pieces add up.

    Args:
        total: pieces that were put down, or taken away.
        changes: where; if they are more than `total`, only the largest.

    Returns:
        The number for each place, in the order of `changes`; empty if there is nothing to split.
    """
    ranked = sorted(changes, key=lambda change: -abs(change.own))[: max(0, total)]
    areas = {change.place: abs(change.own) for change in changes if change in ranked}
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
