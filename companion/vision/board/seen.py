"""What was seen on a board, what changed between two looks, and a known total split over the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.vision.frames import Picture

Box = tuple[int, int, int, int]
"""Left, top, width and height in board pixels."""

SOME = 0.45
"""Fewer pieces than this, by area, are no change: shadows, glare, pieces that were nudged."""


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
        hidden: places that something larger than pieces covers, such as a hand.
        picture: the rectified board in the light of its teaching, in board pixels.
    """

    places: tuple[PlaceSeen, ...]
    pushed: bool
    light_changed: bool
    hidden: frozenset[str]
    picture: Picture = field(repr=False)
    lost: bool = False

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
    """Return what changed, the surest first; nothing on places that either look was unsure about."""
    if before.lost or after.lost:
        return ()
    hidden = before.hidden | after.hidden
    found = [
        change
        for old, new in zip(before.places, after.places, strict=True)
        if old.place not in hidden and (change := _change(old, new))
    ]
    return tuple(sorted(found, key=lambda change: -change.sure))


def _change(old: PlaceSeen, new: PlaceSeen) -> Change | None:
    if old.occupied is None or new.occupied is None:
        return None
    gained = new.pieces - old.pieces
    other = None not in (old.owner, new.owner) and old.owner != new.owner
    if old.occupied == new.occupied and not other and abs(gained) < SOME:
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
