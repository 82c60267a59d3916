"""Set-up of Command Room: bases, claims, and the remaining units."""

from companion.games.starcraft import rules
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.deployment import put_first
from companion.games.territory.state import Holding
from companion.locale.messages import gettext
from companion.referee.questions import Pick
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Script


def place_bases(state: StarcraftState) -> Script[None]:
    """SC-SET-C: in turn order, each player takes a first territory with a base and a unit."""
    for seat in state.order:
        if seat in state.bases:
            continue
        state.supply[seat] = rules.starting_units(state)
        place = yield from _pick_free(state, seat, gettext("Take a territory for your base"))
        take(state, seat, place)
        state.bases[seat] = place


def claim(state: StarcraftState) -> Script[None]:
    """SC-SET-C: in turn order, players claim empty territories until none is left."""
    while any(holding.owner is None for holding in state.holdings.values()):
        seat = _with_fewest_units(state)
        take(state, seat, (yield from _pick_free(state, seat, gettext("Claim a free territory"))))


def place_rest(state: StarcraftState, rule: str, *, at_once: bool) -> Script[None]:
    """SC-SET-C: place the remaining units, one by one in turn order, or each player's all at once."""
    while any(state.supply.values()):
        seat = max(state.order, key=lambda s: bool(state.supply[s]) if at_once else state.supply[s])
        yield from put_first(state, seat, state.supply[seat] if at_once else 1, rule)


def take(state: StarcraftState, seat: str, place: str) -> None:
    """SC-ATK-10: take a territory with one unit."""
    state.holdings[place] = Holding(seat, 1)
    state.supply[seat] = max(0, state.supply[seat] - 1)


def _with_fewest_units(state: StarcraftState) -> str:
    """Return the next seat in turn order that has placed the fewest units."""
    return min(state.order, key=state.armies)


def _pick_free(state: StarcraftState, seat: str, prompt: str) -> Pick:
    free = tuple(place for place, holding in state.holdings.items() if holding.owner is None)
    rule = "SC-TEAM" if state.mode == "team play" else "SC-SET-C"
    return Pick(
        seat=seat,
        prompt=prompt,
        detail=gettext("{count} are free.", count=len(free)),
        rules=(rule, "SC-TD") if rules.dominates(state) else (rule,),
        allowed=free,
        denied={place: _taken(state, place) for place in state.holdings if place not in free},
    )


def _taken(state: StarcraftState, place: str) -> Ruling:
    """SC-A16: refuse a second base on a territory."""
    rule = "SC-A16" if place in state.bases.values() else "SC-SET-C"
    owner = state.player(state.holdings[place].owner)
    return refuse(
        rule,
        "{place} is taken by {player}.",
        place=state.name(place),
        player=owner,
        instead=gettext("Choose one that is free."),
    )
