"""The game view: what a game shows of its state. Screens draw game views and know no game."""

from typing import Literal

from msgspec import Struct

BoardKind = Literal["territories", "battlefield", "field"]
"""The three views of a board: a map of territories, zones on tiles, an open field with a roster."""


class Place(Struct, frozen=True):
    """One place on the board as it is now.

    Attributes:
        owner: the seat that holds it; None if nobody does.
        count: armies or units there.
        marks: names of things drawn on it, such as ``"capital"``; one that belongs to a seat names the seat
            after a colon, as in ``"base:red"``.
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
        team: name of its team; empty if every player plays alone.
        income: armies that its next turn brings as things stand; None if the game does not know.
    """

    seat: str
    figures: tuple[Figure, ...]
    out: bool = False
    team: str = ""
    income: int | None = None


class Line(Struct, frozen=True):
    """A way drawn over the board, such as the chain of territories from a Capital to its Farm.

    Attributes:
        kind: how it is drawn: a chain that holds, or a threat.
        places: the places it runs through, in order.
    """

    kind: Literal["chain", "threat"]
    places: tuple[str, ...]


class Goal(Struct, frozen=True):
    """One card that players compete for: an achievement, an objective, a victory condition.

    Attributes:
        id: its name in the game.
        title: what it asks, in a few words.
        have: how far the seat on turn has come.
        need: how far it must come.
        owner: the seat that has taken it; None while it lies open.
        detail: more words, such as its reward.
    """

    id: str
    title: str
    have: int
    need: int
    owner: str | None = None
    detail: str = ""


class Unit(Struct, frozen=True):
    """One line of the roster: a soldier, a cannon, a squad, a plane.

    Attributes:
        id: its name in the game.
        seat: whose it is.
        kind: what it is, such as ``"infantry"``; its picture follows from it.
        name: its name for people.
        figures: its numbers, such as points left.
        marks: names of what is true of it, such as ``"attacked"``.
        out: it plays no more.
    """

    id: str
    seat: str
    kind: str
    name: str
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()
    out: bool = False


class Region(Struct, frozen=True):
    """The ground of one place on a battlefield that the players have drawn themselves.

    Attributes:
        id: id of the place.
        name: its name for people.
        outline: its corners, y upwards, in units of the board.
        centre: where what stands there is drawn.
        tile: it is a whole tile, on which other regions lie.
        photograph: path of its photograph, the tile's top at the top; empty without one.
    """

    id: str
    name: str
    outline: tuple[tuple[float, float], ...]
    centre: tuple[float, float]
    tile: bool = False
    photograph: str = ""


class GameView(Struct, frozen=True):
    """All there is to draw.

    Attributes:
        kind: how the board is drawn.
        board: name of the board data.
        places: every place by id.
        standings: every seat, in order of play; armies without a player have none.
        focus: places (or units) the open action is about, such as an attack's origin and target.
        lines: ways drawn over the board.
        goals: the cards that players compete for.
        roster: units that are more than a number on a place.
        plan: the ground of every place, for boards that are no data of ours.
    """

    kind: BoardKind
    board: str
    places: dict[str, Place]
    standings: tuple[Standing, ...]
    focus: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    goals: tuple[Goal, ...] = ()
    roster: tuple[Unit, ...] = ()
    plan: tuple[Region, ...] = ()
