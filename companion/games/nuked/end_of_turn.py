"""The end of a turn: the losses with their places, causes and order; and the chains that explain them."""

from collections import deque
from collections.abc import Iterator
from typing import Literal, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.games.nuked.state import NukedState
from companion.locale.messages import gettext, joined

TAXED_FROM = 5
TAX_PERCENT = 20

Number = TypeVar("Number", int, NDArray[np.float32])
"""A number of soldiers, or of many positions that the search over plans looks at."""

Why = Literal["tax", "cut off", "radiation"]
RULES: dict[Why, str] = {"tax": "NK-CAP-1", "cut off": "NK-CON-1", "radiation": "NK-RAD-1"}


class TroopLoss(Struct, frozen=True):
    """Soldiers that die at the end of a turn.

    Attributes:
        place: their territory.
        troops: number of dead soldiers.
        of: number of soldiers there before.
        why: the cause.
        from_places: the radiated territories that cause it.
    """

    place: str
    troops: int
    of: int
    why: Why
    from_places: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The rule id of the cause."""
        return RULES[self.why]


def tax(troops: Number) -> Number:
    """NK-CAP-1, NK-A19: return the loss on a Capital with five or more troops: a fifth, rounded down."""
    return troops * TAX_PERCENT // 100 * (troops >= TAXED_FROM)


def radiated(state: NukedState, sources: Number) -> Number:
    """NK-RAD-1, NK-A8: return the loss beside this many territories with fallout: one, or one for each."""
    return sources if state.house.fallout == "one for each" else sources * 0 + (sources > 0)


def cuts_off(state: NukedState, seat: str) -> bool:
    """NK-CON-1, NK-CON-2, NK-A11: return whether disconnected land loses soldiers: only after the grace."""
    return state.round > state.table.start.grace and not _spared(state, seat)


def order(state: NukedState) -> tuple[Why, ...]:
    """NK-CON-3, NK-A7: return the losses at the end of a turn in their order, radiation last."""
    if state.house.end_order == "tax first":
        return ("tax", "cut off", "radiation")
    return ("cut off", "tax", "radiation")


def losses(state: NukedState, seat: str) -> tuple[TroopLoss, ...]:
    """NK-CON-3, NK-A7: return all losses of a seat at the end of its turn, in order."""
    troops = {place: state.holdings[place].armies for place in state.held(seat)}
    taken: list[TroopLoss] = []
    steps = {"tax": _tax, "cut off": _cut_off, "radiation": _radiation}
    for why in order(state):
        for loss in tuple(steps[why](state, seat, troops)):
            troops[loss.place] -= loss.troops
            taken.append(loss)
    return tuple(taken)


def _tax(state: NukedState, seat: str, troops: dict[str, int]) -> Iterator[TroopLoss]:
    """NK-CAP-1: yield the tax of the Capital."""
    capital = state.own_capital(seat)
    if capital is not None and tax(troops[capital]):
        yield TroopLoss(capital, tax(troops[capital]), troops[capital], "tax")


def _cut_off(state: NukedState, seat: str, troops: dict[str, int]) -> Iterator[TroopLoss]:
    """NK-CON-1, NK-CON-2: yield one soldier for each disconnected territory."""
    for place in disconnected(state, seat) if cuts_off(state, seat) else ():
        yield TroopLoss(place, 1, troops[place], "cut off")


def _radiation(state: NukedState, seat: str, troops: dict[str, int]) -> Iterator[TroopLoss]:
    """NK-RAD-1: yield the loss of each territory next to fallout."""
    for place in state.held(seat):
        sources = tuple(near for near in state.neighbours(place) if near in state.fallout)
        if dying := min(troops[place], radiated(state, len(sources))):
            yield TroopLoss(place, dying, troops[place], "radiation", sources)


def disconnected(state: NukedState, seat: str) -> tuple[str, ...]:
    """NK-CON-1, NK-A9, NK-A11: return the seat's territories that are disconnected from its Farm.

    NK-A10: only your own territories connect, so the list of NK-A12 needs Southern or Western Europe.
    """
    farm = state.own_farm(seat)
    if farm is None:
        return () if _spared(state, seat) else state.held(seat)
    reached = state.connected(farm)
    return tuple(place for place in state.held(seat) if place not in reached)


def _spared(state: NukedState, seat: str) -> bool:
    """NK-A11: whether a seat has no Farm any more, and none of its land counts as disconnected."""
    return state.own_farm(seat) is None and state.house.farm_lost == "spared"


def chain(state: NukedState, seat: str) -> tuple[str, ...]:
    """NK-CON-1: return the shortest path from Capital to Farm over the seat's territories; empty if none."""
    capital, farm = state.own_capital(seat), state.own_farm(seat)
    if capital is None or farm is None:
        return ()
    ways: dict[str, tuple[str, ...]] = {capital: (capital,)}
    waiting = deque([capital])
    while waiting and farm not in ways:
        here = waiting.popleft()
        for near in state.neighbours(here):
            if near not in ways and state.holdings[near].owner == seat:
                ways[near] = (*ways[here], near)
                waiting.append(near)
    return ways.get(farm, ())


def in_words(state: NukedState, loss: TroopLoss) -> str:
    """Describe a loss in a short line: place, numbers before and after, and cause."""
    return gettext(
        "{place}: {before} to {after}, {cause}",
        place=state.name(loss.place),
        before=loss.of,
        after=loss.of - loss.troops,
        cause=_cause(state, loss),
    )


def _cause(state: NukedState, loss: TroopLoss) -> str:
    match loss.why:
        case "tax":
            return gettext("Capital tax")
        case "cut off":
            return gettext("cut off")
    return gettext("beside {places}", places=joined(map(state.name, loss.from_places), ", "))


def emptied(taken: tuple[TroopLoss, ...]) -> tuple[str, ...]:
    """NK-CON-1, NK-RAD-1: return the territories that are unoccupied after these losses."""
    return tuple(loss.place for loss in taken if loss.troops == loss.of)


def summary(state: NukedState, taken: tuple[TroopLoss, ...]) -> str:
    """Describe the total loss."""
    return state.many(sum(loss.troops for loss in taken))
