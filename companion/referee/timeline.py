"""The timeline: the one list of a game's steps, and where in it the table is now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, cast

from msgspec import Struct

from companion.errors import UnknownName
from companion.referee.script import Script
from companion.referee.seats import Seat

Part = Literal["setup", "turn", "over"]


class State(Struct, kw_only=True):
    """What every game's state has; games add their own plain, typed facts.

    Attributes:
        seats: who plays, in order round the table.
        step: id of the step that is going on.
        active: seat whose turn it is; nothing during a set-up that concerns all.
        round: counts up each time the first seat begins a turn, from 1.
        turn: counts up with every turn, from 1; 0 during set-up.
        winners: seats that have won; the game is over when there are any.
    """

    seats: tuple[Seat, ...]
    step: str
    active: str | None = None
    round: int = 0
    turn: int = 0
    winners: tuple[str, ...] = ()

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is; once it is anybody's."""
        return self.seat(cast(str, self.active))

    def seat(self, seat: str) -> Seat:
        """Return the seat with this id.

        Raises:
            UnknownName: nobody sits there.
        """
        for known in self.seats:
            if known.id == seat:
                return known
        raise UnknownName(f"Nobody sits at {seat!r}; the seats are {', '.join(s.id for s in self.seats)}.")


S = TypeVar("S", bound=State)


def always(_: State) -> bool:
    """Say that a step has its place in every game."""
    return True


@dataclass(frozen=True)
class Step(Generic[S]):
    """One step of the set-up or of a turn.

    Attributes:
        id: what states and rulebooks call it.
        title: what the timeline strip shows.
        part: whether it belongs to the set-up or to every turn.
        script: asks its way through the step.
        then: names the next step.
        at_end: what happens when the script has ended, in this order, before the next step.
        when: whether this table has the step at all; the strip and the lights leave it out otherwise.
    """

    id: str
    title: str
    part: Literal["setup", "turn"]
    script: Callable[[S], Script[None]]
    then: Callable[[S], str]
    at_end: tuple[Callable[[S], None], ...] = ()
    when: Callable[[S], bool] = always


class Chip(Struct, frozen=True):
    """One step as the strip and the lights show it."""

    id: str
    title: str
    status: Literal["done", "now", "next"]


class Timeline(Struct, frozen=True):
    """Where the table is.

    Attributes:
        part: set-up, a turn, or over.
        chips: the steps of this part in order.
        round: number of the round, 0 before the first.
        active: seat whose turn it is.
        wanted: seat that must answer; None if the whole table is asked or no question is open.
    """

    part: Part
    chips: tuple[Chip, ...]
    round: int
    active: str | None
    wanted: str | None


def timeline(steps: tuple[Step[S], ...], state: S, wanted: str | None) -> Timeline:
    """Read the timeline off a state and its game's list of steps."""
    now = next(number for number, step in enumerate(steps) if step.id == state.step)
    part: Part = "over" if state.winners else steps[now].part
    chips = tuple(
        Chip(step.id, step.title, "now" if number == now else "done" if number < now else "next")
        for number, step in enumerate(steps)
        if step.part == steps[now].part and (number == now or step.when(state))
    )
    return Timeline(part, chips, state.round, state.active, wanted)
