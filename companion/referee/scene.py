"""The scene: what a game shows of its state. Screens draw scenes and know no game."""

from typing import Literal

from msgspec import Struct

BoardKind = Literal["territories", "battlefield", "field"]
"""The three views of a board: a map of territories, zones on tiles, an open field with a roster."""


class Place(Struct, frozen=True):
    """One place on the board as it is now.

    Attributes:
        owner: the seat that holds it; nothing when nobody does.
        count: armies or units there.
        marks: names of things drawn on it, such as ``"capital"``.
    """

    owner: str | None
    count: int
    marks: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """One number that belongs to a seat, such as its cards."""

    label: str
    value: int


class Standing(Struct, frozen=True):
    """One seat at a glance.

    Attributes:
        seat: id of the seat.
        figures: its numbers, the most telling first.
        out: it plays no more.
    """

    seat: str
    figures: tuple[Figure, ...]
    out: bool = False


class Scene(Struct, frozen=True):
    """All there is to draw.

    Attributes:
        kind: how the board is drawn.
        board: name of the board data.
        places: every place by id.
        standings: every seat, in order of play; armies without a player have none.
        focus: places the open action is about, such as an attack's origin and target.
    """

    kind: BoardKind
    board: str
    places: dict[str, Place]
    standings: tuple[Standing, ...]
    focus: tuple[str, ...] = ()
