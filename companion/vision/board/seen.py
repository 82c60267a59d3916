"""What was seen on a board in one look."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.vision.board.ownership import SeatLook
from companion.vision.frames import Picture

Box = tuple[int, int, int, int]
"""Left, top, width and height in board pixels."""


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What was seen on one place.

    Attributes:
        place: its id.
        occupied: whether pieces stand there; None if unsure.
        owner: the seat whose pieces they are; None if empty or unsure.
        sure: 0 to 1: how sure `occupied` and `owner` are.
        box: of the place in board pixels, as large as its outline and its pieces.
        pieces: about how many, by area; never to be shown as a count.
        whose: about how many of them have each seat's colour, by the posterior probability of their pixels.
    """

    place: str
    occupied: bool | None
    owner: str | None
    sure: float
    box: Box
    pieces: float = 0.0
    whose: Mapping[str, float] = field(default_factory=dict)


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
        lies: where anything lies on the board, a hand too: height x width.
        seats: how the pieces of everybody look who may own places.
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
    lies: NDArray[np.bool_] | None = field(default=None, repr=False)
    seats: Mapping[str, SeatLook] = field(default_factory=dict, repr=False)

    def place(self, id: str) -> PlaceSeen:
        """Return what was seen on a place.

        Raises:
            KeyError: the board has no such place.
        """
        for seen in self.places:
            if seen.place == id:
                return seen
        raise KeyError(id)
