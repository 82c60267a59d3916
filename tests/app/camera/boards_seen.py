"""Looks at a board as they come from the camera, written by hand."""

import numpy as np

from companion.vision.board.seen import BoardSeen, Change, PlaceSeen

BOX = (0, 0, 8, 8)


def place_seen(
    place: str, owner: str | None, *, occupied: bool | None = True, sure: float = 0.9, pieces: float = 1.0
) -> PlaceSeen:
    """What is seen on a place: pieces of an owner."""
    return PlaceSeen(place, occupied, owner, 90.0 * pieces, sure, BOX, pieces)


def empty(place: str, sure: float = 0.9) -> PlaceSeen:
    """An empty place."""
    return place_seen(place, None, occupied=False, sure=sure, pieces=0.0)


def unsure(place: str) -> PlaceSeen:
    """A place about which nothing is sure."""
    return place_seen(place, None, occupied=None, sure=0.0)


def look(*places: PlaceSeen, hidden: tuple[str, ...] = (), lost: bool = False) -> BoardSeen:
    """A look at the board."""
    picture = np.zeros((16, 16, 3), np.uint8)
    return BoardSeen(places, False, False, frozenset(hidden), picture, lost)


def change(place: str, gained: float, owner: str | None = "red", sure: float = 0.9) -> Change:
    """Pieces that came to a place."""
    return Change(place, owner, gained, sure, BOX)
