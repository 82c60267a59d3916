"""Set-up of Command Room: bases, claims, and the remaining units."""

from companion.games.starcraft import rules
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.claiming import free_places, take
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import Pick
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Script


def place_bases(state: StarcraftState) -> Script[None]:
    """SC-SET-C: in turn order, each player takes a first territory with a base and a unit."""
    for seat in state.order:
        if seat in state.bases:
            continue
        state.supply[seat] = rules.starting_units(state)
        place = yield from _pick_free(state, seat, gettext("Take a territory for your base"))
        take(state, place, seat)
        state.bases[seat] = place


def claim(state: StarcraftState) -> Script[None]:
    """SC-SET-C: in turn order, players claim empty territories until none is left."""
    while free_places(state):
        seat = min(state.order, key=state.armies)  # who has placed the fewest, in turn order
        place = yield from _pick_free(state, seat, gettext("Claim a free territory"))
        take(state, place, seat)


def _pick_free(state: StarcraftState, seat: str, prompt: str) -> Pick:
    free = free_places(state)
    rule = "SC-TEAM" if state.mode == "team play" else "SC-SET-C"
    return Pick(
        seat=seat,
        prompt=prompt,
        detail=ngettext("{count} is free.", "{count} are free.", len(free)),
        rules=(rule, "SC-TD") if state.dominates else (rule,),
        allowed=free,
        denied=Refusals(state.holdings, free, lambda place: _taken(state, place)),
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
