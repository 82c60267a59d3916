"""Moving armies between your own territories."""

from collections.abc import Iterator

from companion.games.territory.state import TerritoryState, naming
from companion.locale.messages import capitalised, gettext
from companion.referee.ruling import Reason, Refusals, Ruling, objection


def reach_of(state: TerritoryState, origin: str, *, adjacent_only: bool) -> tuple[str, ...]:
    """Return where armies can move from a territory, in board order.

    Args:
        state: the state.
        origin: where they are.
        adjacent_only: move only to a neighbour; else through any chain of own territories.
    """
    chain = state.connected(origin) - {origin}
    near = state.neighbours(origin)
    return tuple(place for place in state.holdings if place in chain and (place in near or not adjacent_only))


def movers_of(state: TerritoryState, seat: str, *, adjacent_only: bool) -> tuple[str, ...]:
    """Return the territories that a seat can move armies out of."""

    def leads_on(place: str) -> bool:
        # A neighbour of its own is quickly seen; some games have longer ways if there is none.
        near = (state.holdings[other].owner == seat for other in state.neighbours(place))
        return any(near) or bool(reach_of(state, place, adjacent_only=adjacent_only))

    return tuple(p for p in state.held(seat) if state.holdings[p].armies > 1 and leads_on(p))


def judge_mover(state: TerritoryState, seat: str, origin: str, rule: str, *, adjacent_only: bool) -> Ruling:
    """Rule on moving out of a territory: it is your own, has a spare army, and has a destination."""
    reasons = _mover_reasons(state, seat, origin, rule, adjacent_only=adjacent_only)
    return Ruling.from_reasons(reasons, _possible(state, movers_of(state, seat, adjacent_only=adjacent_only)))


def judge_destination(
    state: TerritoryState, seat: str, origin: str, target: str, rule: str, *, adjacent_only: bool
) -> Ruling:
    """Rule on moving from one territory to another."""
    reach = reach_of(state, origin, adjacent_only=adjacent_only)
    reasons = _destination_reasons(state, seat, origin, target, rule, reach, adjacent_only=adjacent_only)
    return Ruling.from_reasons(reasons, _possible(state, reach))


def judge_move(
    state: TerritoryState,
    origin: str,
    target: str,
    armies: int,
    rule: str,
    *,
    adjacent_only: bool,
    way_rule: str | None = None,
) -> Ruling:
    """Rule on the seat on turn moving this many armies from one territory to another.

    Args:
        state: the state.
        origin: where they are.
        target: their destination.
        armies: their number.
        rule: id of the rule.
        adjacent_only: move only to a neighbour; else through any chain of own territories.
        way_rule: id of the rule about destinations, if it is a separate one.
    """
    seat = state.mover.id
    mover = judge_mover(state, seat, origin, rule, adjacent_only=adjacent_only)
    there = judge_destination(state, seat, origin, target, way_rule or rule, adjacent_only=adjacent_only)
    many = _how_many(state, origin, armies, rule) if mover.allowed else None
    return Ruling.from_reasons((*mover.reasons, *there.reasons, many), there.instead or mover.instead)


def _how_many(state: TerritoryState, origin: str, armies: int, rule: str) -> Reason | None:
    spare = state.holdings[origin].armies - 1
    if 1 <= armies <= spare:
        return None
    text = gettext(
        "{place} has {armies} and one stays: 1 to {spare} can move.",
        place=state.name(origin),
        armies=state.many(spare + 1),
        spare=spare,
    )
    return Reason(rule, text)


def refused_movers(state: TerritoryState, seat: str, rule: str, *, adjacent_only: bool) -> Refusals:
    """Rule on every territory that a seat cannot move armies out of."""
    movers = movers_of(state, seat, adjacent_only=adjacent_only)

    def judge(place: str) -> Ruling:
        reasons = _mover_reasons(state, seat, place, rule, adjacent_only=adjacent_only)
        return Ruling.from_reasons(reasons, _possible(state, movers))

    return Refusals(state.holdings, movers, judge)


def refused_destinations(
    state: TerritoryState, seat: str, origin: str, rule: str, *, adjacent_only: bool
) -> Refusals:
    """Rule on every territory that armies cannot move to from an origin."""
    reach = reach_of(state, origin, adjacent_only=adjacent_only)

    def judge(target: str) -> Ruling:
        reasons = _destination_reasons(state, seat, origin, target, rule, reach, adjacent_only=adjacent_only)
        return Ruling.from_reasons(reasons, _possible(state, reach))

    return Refusals(state.holdings, reach, judge)


def _mover_reasons(
    state: TerritoryState, seat: str, origin: str, rule: str, *, adjacent_only: bool
) -> Iterator[Reason]:
    holding, name = state.holdings[origin], state.name(origin)
    if holding.owner != seat:
        yield Reason(rule, state.belongs(origin))
        return
    if holding.armies < 2:
        here = state.many(holding.armies)
        yield objection(rule, "{place} has {armies}, and one must stay.", place=name, armies=here)
    if not reach_of(state, origin, adjacent_only=adjacent_only):
        text = gettext("No other territory of yours can be reached from {place}.", place=name)
        yield Reason(rule, text)


def _destination_reasons(
    state: TerritoryState,
    seat: str,
    origin: str,
    target: str,
    rule: str,
    reach: tuple[str, ...],
    *,
    adjacent_only: bool,
) -> Iterator[Reason]:
    owner, name = state.holdings[target].owner, state.name(target)
    if target == origin:
        text = gettext("{pieces} are there already.", pieces=capitalised(state.pieces))
        yield Reason(rule, text)
    elif owner != seat:
        yield Reason(rule, state.belongs(target))
    elif target not in reach:
        places = {"place": name, "origin": state.name(origin)}
        far = (
            gettext("{place} is not next to {origin}.", **places)
            if adjacent_only
            else gettext("{place} is not connected through your own territories to {origin}.", **places)
        )
        yield Reason(rule, far, house=adjacent_only)


def _possible(state: TerritoryState, places: tuple[str, ...]) -> str:
    return naming(lambda names: gettext("Possible: {places}.", places=names), map(state.name, places))
