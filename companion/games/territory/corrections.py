"""Corrections of territories: owners and armies."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from companion.games.territory.state import NEUTRAL, Holding, TerritoryState
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason
from companion.referee.script import Report, Script

T = TypeVar("T", bound=TerritoryState)

NOBODY = "nobody"
MAX_ARMIES = 999


def territory_editables(
    state: TerritoryState, rule: str, owners: tuple[str, ...], *, empty: bool
) -> Iterator[Editable]:
    """List owner and armies of every territory.

    Args:
        state: the state.
        rule: id of the rule about the content of territories.
        owners: possible owners.
        empty: whether territories may have no owner.
    """
    choices = (*owners, NOBODY) if empty else owners
    least = 0 if empty else 1
    for place, holding in state.holdings.items():
        name, owner = state.name(place), holding.owner or NOBODY
        take = partial(_take, holding)
        label = gettext("{place}: owner", place=name)
        yield editable(f"{place}.owner", label, owner, rule, take, choices=choices)
        label = gettext("{place}: {pieces}", place=name, pieces=state.pieces)
        key = f"{place}.armies"
        yield number(holding, "armies", key, label, rule, least=least, most=MAX_ARMIES, grows=True)


def _take(holding: Holding, owner: str) -> None:
    """Give a territory to an owner, with at least one army."""
    holding.owner = None if owner == NOBODY else owner
    holding.armies = max(1, holding.armies) if holding.owner else 0


def owners_of(state: TerritoryState, *, neutral: bool) -> tuple[str, ...]:
    """Return all possible owners of a territory."""
    return (*(seat.id for seat in state.seats), *((NEUTRAL,) if neutral else ()))


def set_territories(
    state: TerritoryState, territories: Iterable[Editable], changes: Changes, rule: str
) -> list[Reason]:
    """Apply the changes of territories; owned ones have armies and the others none.

    One of the two may be omitted: a territory without an owner is empty, a new owner has an army.

    Returns:
        Reasons against them.
    """
    apply(territories, changes)
    for place, holding in state.holdings.items():
        if changes.get(f"{place}.armies") == 0 and f"{place}.owner" not in changes:
            holding.owner = None
    return [reason for place in state.holdings if (reason := _contradiction(state, place, rule))]


def touches(changes: Changes, *places: str) -> bool:
    """Return whether a correction concerns one of these territories."""
    return any(f"{place}.{what}" in changes for place in places for what in ("owner", "armies"))


def withdraw_conquest(state: TerritoryState, changes: Changes) -> None:
    """Cancel the open question about moving in if a correction has changed its territories."""
    conquest = state.facts.occupation
    if conquest is not None and touches(changes, conquest.origin, conquest.target):
        state.facts.occupation = None


def two_in_one_place(state: TerritoryState, capitals: Iterable[str], rule: str) -> Iterator[Reason]:
    """Object to capitals that share a territory."""
    for place, count in sorted(Counter(capitals).items()):
        if count > 1:
            text = gettext("Two capitals cannot stand in {place}: move one.", place=state.name(place))
            yield Reason(rule, text)


def settle(
    before: T,
    state: T,
    eliminate: Callable[[T, str, str | None], Script[None]],
    report_victory: Callable[[T], Script[object]],
) -> Iterator[Report]:
    """Eliminate whom a correction has left without land, as an attack does, and tell a victory.

    Args:
        before: the state before the correction.
        state: the corrected state, changed by eliminations.
        eliminate: the game's elimination of a seat by another; by None if no player took its land. It asks
            nothing.
        report_victory: reports the winners of a state.
    """
    told = False
    for seat in before.playing() if before.turn else ():
        if not state.holds_land(seat.id):
            for report in _reports(eliminate(state, seat.id, _taker(before, state, seat.id))):
                told |= report.kind == "victory"
                yield report
    if state.winners and not (told or before.winners):
        yield from _reports(report_victory(state))


def _taker(before: TerritoryState, state: TerritoryState, loser: str) -> str | None:
    """Return the player who got the land of an eliminated one; of several, who had the turn."""
    owners = [state.holdings[place].owner for place in before.held(loser)]
    takers = [seat.id for seat in state.seats if seat.id in owners]
    return before.active if before.active in takers else next(iter(takers), None)


def _reports(script: Script[object]) -> Iterator[Report]:
    return (told for told in script if isinstance(told, Report))


def _contradiction(state: TerritoryState, place: str, rule: str) -> Reason | None:
    holding = state.holdings[place]
    if (holding.owner is None) == (holding.armies == 0):
        return None
    name = state.name(place)
    if holding.owner is None:
        text = gettext(
            "{place} has {armies} but belongs to nobody: name its owner.",
            place=name,
            armies=state.many(holding.armies),
        )
    else:
        text = gettext(
            "{place} belongs to {player} and needs at least {armies}.",
            place=name,
            player=state.player(holding.owner),
            armies=state.many(1),
        )
    return Reason(rule, text)
