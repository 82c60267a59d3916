"""Corrections of territories: owners and armies."""

from collections.abc import Iterator

from companion.games.territory.state import NEUTRAL, TerritoryState
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling

NOBODY = "nobody"
MAX_ARMIES = 999


def territory_correctables(
    state: TerritoryState, rule: str, owners: tuple[str, ...], *, empty: bool
) -> Iterator[Correctable]:
    """List owner and armies of every territory.

    Args:
        state: the state.
        rule: id of the rule about the content of territories.
        owners: possible owners.
        empty: whether territories may have no owner.
    """
    choices = (*owners, NOBODY) if empty else owners
    for place, holding in state.holdings.items():
        name = state.name(place)
        yield Correctable(f"{place}.owner", place, f"{name}: owner", holding.owner or NOBODY, rule, choices)
        yield Correctable(
            f"{place}.armies",
            place,
            f"{name}: {state.pieces[1]}",
            holding.armies,
            rule,
            least=0 if empty else 1,
            most=MAX_ARMIES,
        )


def owners_of(state: TerritoryState, *, neutral: bool) -> tuple[str, ...]:
    """Return all possible owners of a territory."""
    return (*(seat.id for seat in state.seats), *((NEUTRAL,) if neutral else ()))


def set_territories(state: TerritoryState, changes: Changes, rule: str) -> Ruling:
    """Apply the changes of territories; owned ones have armies and the others none.

    One of the two may be omitted: a territory without an owner is empty, a new owner has an army.
    """
    for place, holding in state.holdings.items():
        owner, armies = changes.get(f"{place}.owner"), changes.get(f"{place}.armies")
        if owner is not None:
            holding.owner = None if owner == NOBODY else str(owner)
            holding.armies = max(1, holding.armies) if holding.owner else 0
        elif armies == 0:
            holding.owner = None
        if armies is not None:
            holding.armies = int(armies)
    return Ruling.from_reasons(_contradiction(state, place, rule) for place in state.holdings)


def touches(changes: Changes, *places: str) -> bool:
    """Return whether a correction concerns one of these territories."""
    return any(f"{place}.{what}" in changes for place in places for what in ("owner", "armies"))


def withdraw_conquest(state: TerritoryState, changes: Changes) -> None:
    """Cancel the open question about moving in if a correction has changed its territories."""
    conquest = state.facts.occupation
    if conquest is not None and touches(changes, conquest.origin, conquest.target):
        state.facts.occupation = None


def _contradiction(state: TerritoryState, place: str, rule: str) -> Reason | None:
    holding = state.holdings[place]
    if (holding.owner is None) == (holding.armies == 0):
        return None
    if holding.owner is None:
        return Reason(
            rule,
            f"{state.name(place)} has {state.many(holding.armies)} but belongs to nobody: name its owner.",
        )
    return Reason(
        rule,
        f"{state.name(place)} belongs to {state.player(holding.owner)} and needs at least {state.many(1)}.",
    )
