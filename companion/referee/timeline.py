"""The timeline: the list of a game's steps, and the current position in it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, cast

from msgspec import Struct

from companion.errors import UnknownName
from companion.locale.messages import joined
from companion.referee.names import SeatId
from companion.referee.script import Script
from companion.referee.seats import Seat

Phase = Literal["setup", "turn", "over"]


class State(Struct, kw_only=True):
    """The base of every game's state; games add their own typed fields.

    Attributes:
        seats: who plays, in order round the table.
        step: id of the current step.
        active: seat on turn; None during a common set-up.
        round: number of the round, from 1; it increases when the first seat begins a turn.
        turn: number of the turn, from 1; 0 during set-up.
        winners: seats that have won; the game is over when there are any.
    """

    seats: tuple[Seat, ...]
    step: str
    active: SeatId | None = None
    round: int = 0
    turn: int = 0
    winners: tuple[SeatId, ...] = ()

    @property
    def mover(self) -> Seat:
        """The seat on turn; only if there is one."""
        return self.seat(cast(str, self.active))

    def seat(self, seat: str) -> Seat:
        """Return the seat with this id.

        Raises:
            UnknownName: nobody sits there.
        """
        for known in self.seats:
            if known.id == seat:
                return known
        seats = joined((known.id for known in self.seats), ", ")
        raise UnknownName("Nobody sits at {seat!r}; the seats are {seats}.", seat=seat, seats=seats)

    def known_names(self) -> dict[str, Collection[str]]:
        """Return what exists of each kind of name in the state (`companion.referee.names`)."""
        return {"seat": [seat.id for seat in self.seats]}

    def title(self, kind: str, name: str) -> str:
        """Return what people call something by a name of some kind."""
        return self.seat(name).name if kind == "seat" else name

    def check_facts(self) -> None:
        """Check that the facts of a position fit each other, of which all names exist; games say how.

        Raises:
            MalformedPosition: they do not.
        """


S = TypeVar("S", bound=State)


def always(_: State) -> bool:
    """Include a step in every game."""
    return True


def turns_begun(state: State) -> bool:
    """Return whether the set-up is over."""
    return state.turn > 0


@dataclass(frozen=True)
class Step(Generic[S]):
    """One step of the set-up or of a turn.

    Attributes:
        id: its name in states and rulebooks.
        title: for the timeline strip.
        part: whether it belongs to the set-up or to every turn.
        script: runs the step.
        at_end: called in this order after the script, before the next step.
        when: whether this table has the step; otherwise it is left out, also on the strip and the lights.
        then: returns the id of the next step; if left out, it is the next of the list (`step_after`).
    """

    id: str
    title: str
    part: Literal["setup", "turn"]
    script: Callable[[S], Script[None]]
    at_end: tuple[Callable[[S], None], ...] = ()
    when: Callable[[S], bool] = always
    then: Callable[[S], str] | None = None


def step_after(steps: tuple[Step[S], ...], step: Step[S], state: S) -> str:
    """Return the id of the step that follows: as it says, or the table's next one, or the first of a turn."""
    if step.then is not None:
        return step.then(state)
    turn = (each.id for each in steps if each.part == "turn")
    return next((each.id for each in steps[steps.index(step) + 1 :] if each.when(state)), next(turn))


class Chip(Struct, frozen=True):
    """One step on the strip and the lights."""

    id: str
    title: str
    status: Literal["done", "now", "next"]


class Timeline(Struct, frozen=True):
    """The current position in the game.

    Attributes:
        part: set-up, a turn, or over.
        chips: the steps of this part in order.
        round: number of the round, 0 before the first.
        active: seat whose turn it is.
        wanted: the seat that must answer; None if the whole table is asked or no question is open.
    """

    part: Phase
    chips: tuple[Chip, ...]
    round: int
    active: str | None
    wanted: str | None


def timeline(steps: tuple[Step[S], ...], state: S, wanted: str | None) -> Timeline:
    """Derive the timeline from a state and its game's list of steps."""
    now = next(number for number, step in enumerate(steps) if step.id == state.step)
    part: Phase = "over" if state.winners else steps[now].part
    chips = tuple(
        Chip(step.id, step.title, "now" if number == now else "done" if number < now else "next")
        for number, step in enumerate(steps)
        if step.part == steps[now].part and (number == now or step.when(state))
    )
    return Timeline(part, chips, state.round, state.active, wanted)
