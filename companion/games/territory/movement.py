"""Moving armies between one's own territories."""

from companion.games.territory.state import TerritoryState, amount
from companion.referee.ruling import Reason, Ruling


def reach_of(state: TerritoryState, origin: str, *, adjacent_only: bool) -> tuple[str, ...]:
    """Return where armies can move from a territory, in board order.

    Args:
        state: the state.
        origin: where they stand.
        adjacent_only: they move to a neighbour; else through any chain of own territories.
    """
    chain = state.connected(origin) - {origin}
    near = state.neighbours(origin)
    return tuple(place for place in state.holdings if place in chain and (place in near or not adjacent_only))


def movers_of(state: TerritoryState, seat: str, *, adjacent_only: bool) -> tuple[str, ...]:
    """Return the territories that a seat can move armies out of."""
    return tuple(
        place
        for place in state.held(seat)
        if state.holdings[place].armies > 1 and reach_of(state, place, adjacent_only=adjacent_only)
    )


def judge_mover(state: TerritoryState, seat: str, origin: str, rule: str, *, adjacent_only: bool) -> Ruling:
    """Rule on moving out of a territory: one's own, an army to spare, and somewhere to go."""
    holding, name = state.holdings[origin], state.name(origin)
    own = holding.owner == seat
    lonely = own and not reach_of(state, origin, adjacent_only=adjacent_only)
    return Ruling.from_reasons(
        (
            None if own else Reason(rule, f"{name} belongs to {state.player(holding.owner)}."),
            Reason(rule, f"{name} has {amount(holding.armies)}, and one must stay.")
            if own and holding.armies < 2
            else None,
            Reason(rule, f"No other territory of yours can be reached from {name}.") if lonely else None,
        ),
        _instead(state, movers_of(state, seat, adjacent_only=adjacent_only)),
    )


def judge_destination(
    state: TerritoryState, seat: str, origin: str, target: str, rule: str, *, adjacent_only: bool
) -> Ruling:
    """Rule on moving from one territory to another."""
    holding, name = state.holdings[target], state.name(target)
    reach = reach_of(state, origin, adjacent_only=adjacent_only)
    own = holding.owner == seat
    way = "is not next to" if adjacent_only else "is not connected through your own territories to"
    return Ruling.from_reasons(
        (
            None if own else Reason(rule, f"{name} belongs to {state.player(holding.owner)}."),
            Reason(rule, "Armies do not move to where they are.") if target == origin else None,
            Reason(rule, f"{name} {way} {state.name(origin)}.", house=adjacent_only)
            if own and target not in (*reach, origin)
            else None,
        ),
        _instead(state, reach),
    )


def _instead(state: TerritoryState, places: tuple[str, ...]) -> str:
    names = ", ".join(state.name(place) for place in places[:5])
    return f"Possible: {names}{' or others' if len(places) > 5 else ''}." if places else ""
