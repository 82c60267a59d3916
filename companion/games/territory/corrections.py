"""Setting the board right by hand: owners and armies of territories."""

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
        rule: id of the rule that says what a territory can hold.
        owners: who can own one.
        empty: territories may belong to nobody.
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
    """Return everybody who can own a territory."""
    return (*(seat.id for seat in state.seats), *((NEUTRAL,) if neutral else ()))


def set_territories(state: TerritoryState, changes: Changes, rule: str) -> Ruling:
    """Carry out the changes that concern territories; owned ones have armies and the others none.

    One of the two may be left to follow the other: nobody's territory is empty, a new owner has an army.
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
    """Ask no more who moves into a conquest whose territories a correction has changed."""
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
