"""The game view: the visible part of a game's state. Screens draw game views of any game."""

from typing import Literal

from msgspec import Struct, inspect

from companion.referee.names import fields_of
from companion.referee.timeline import State

BoardKind = Literal["territories", "battlefield", "field"]
"""The three views of a board: a map of territories, zones on tiles, an open field with a roster."""


class Place(Struct, frozen=True):
    """One place on the board.

    Attributes:
        owner: the seat that holds it; None if nobody does.
        count: armies or units there.
        marks: names of icons drawn on it, such as ``"capital"``; an owned icon has its seat after a colon, as
            in ``"base:red"``.
    """

    owner: str | None
    count: int
    marks: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """One number of a seat, such as its cards."""

    label: str
    value: int


class Standing(Struct, frozen=True):
    """The standing of one seat.

    Attributes:
        seat: id of the seat.
        figures: its numbers, most important first.
        out: whether it is eliminated.
        team: name of its team; empty if every player plays alone.
        income: armies that its next turn would bring now; None if unknown.
    """

    seat: str
    figures: tuple[Figure, ...]
    out: bool = False
    team: str = ""
    income: int | None = None


class Line(Struct, frozen=True):
    """A line drawn over the board, such as the chain of territories from a Capital to its Farm.

    Attributes:
        kind: how it is drawn: a chain that holds, or a threat.
        places: the places it runs through, in order.
    """

    kind: Literal["chain", "threat"]
    places: tuple[str, ...]


class Goal(Struct, frozen=True):
    """A goal that players compete for: an achievement, an objective, a victory condition.

    Attributes:
        id: its name in the game.
        title: what it requires, in a few words.
        have: progress of the seat on turn.
        need: required progress.
        owner: the seat that has achieved it; None while it is open.
        detail: more text, such as its reward.
    """

    id: str
    title: str
    have: int
    need: int
    owner: str | None = None
    detail: str = ""


class Reach(Struct, frozen=True):
    """How far a unit reaches: with its move, or with its weapon.

    Attributes:
        kind: what reaches.
        inches: from its base.
        name: for people, such as ``"musket"``.
        to_each_side: of where it points, in degrees; 180 for all round.
        laid: another number since it was last turned; whoever pointed it before does not know its direction.
    """

    kind: Literal["move", "attack"]
    inches: float
    name: str
    to_each_side: float = 180.0
    laid: int = 0


class Unit(Struct, frozen=True):
    """One line of the roster: a soldier, a cannon, a squad, a plane.

    Attributes:
        id: its name in the game.
        seat: whose it is.
        kind: such as ``"infantry"``.
        name: its name for people.
        figures: its numbers, such as points left.
        marks: its states, such as ``"attacked"``.
        out: whether it is out of the game.
        arm: what its picture shows: infantry, cavalry or cannon.
        reaches: how far it moves and attacks now, on an open table.
    """

    id: str
    seat: str
    kind: str
    name: str
    figures: tuple[Figure, ...] = ()
    marks: tuple[str, ...] = ()
    out: bool = False
    arm: str = "infantry"
    reaches: tuple[Reach, ...] = ()


class Region(Struct, frozen=True):
    """The area of one place on a battlefield that the players have drawn.

    Attributes:
        id: id of the place.
        name: its name for people.
        outline: its corners, y upwards, in units of the board.
        centre: where its contents are drawn.
        tile: whether it is a whole tile, which contains other regions.
        photograph: path of its photograph, the tile's top at the top; empty without one.
    """

    id: str
    name: str
    outline: tuple[tuple[float, float], ...]
    centre: tuple[float, float]
    tile: bool = False
    photograph: str = ""


class GameView(Struct, frozen=True):
    """Everything to draw.

    Attributes:
        kind: how the board is drawn.
        board: name of the board data.
        places: every place by id.
        standings: every seat, in order of play; armies without a player have none.
        focus: places (or units) of the open action, such as an attack's origin and target.
        lines: ways drawn over the board.
        goals: the cards that players compete for.
        roster: units that are more than a number on a place.
        plan: the areas of all places, for boards drawn by players.
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


def plain_view(state: State) -> GameView:
    """Show beside each seat the numbers that a state has by seats (`companion.referee.names.BySeat`)."""
    fields = fields_of(type(state))
    counts = {field.name: getattr(state, field.name) for field in fields if _is_count_by_seat(field.type)}
    return GameView(
        kind="field",
        board="",
        places={},
        standings=tuple(
            Standing(seat.id, tuple(Figure(name, by_seat[seat.id]) for name, by_seat in counts.items()))
            for seat in state.seats
        ),
    )


def _is_count_by_seat(shape: inspect.Type) -> bool:
    match shape:
        case inspect.Metadata(type=inspect.DictType(value_type=count), extra={"each": "seat"}):
            inner = count.type if isinstance(count, inspect.Metadata) else count
            return isinstance(inner, inspect.IntType)
    return False
