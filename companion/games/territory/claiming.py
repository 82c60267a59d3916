"""The initial owners: free territories are claimed one by one, or dealt by cards."""

from collections.abc import Callable
from typing import TypeVar

from companion.games.territory.state import Holding, TerritoryState
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import Pick, Shuffle
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Script

T = TypeVar("T", bound=TerritoryState)


def free_places(state: TerritoryState) -> tuple[str, ...]:
    """Return the territories that nobody holds, in board order."""
    return tuple(place for place, holding in state.holdings.items() if holding.owner is None)


def claim(state: TerritoryState, seat: str, rule: str) -> Pick:
    """Ask a seat for a free territory; the caller assigns it."""
    free = free_places(state)
    return Pick(
        seat=seat,
        prompt=gettext("Claim a free territory"),
        detail=ngettext("{count} is free.", "{count} are free.", len(free)),
        rules=(rule,),
        allowed=free,
        denied=Refusals(state.holdings, free, lambda place: _claimed(state, place, rule)),
    )


def take(state: TerritoryState, place: str, owner: str) -> None:
    """Take a free territory with one army of the owner's supply."""
    state.holdings[place] = Holding(owner, 1)
    state.supply[owner] = max(0, state.supply[owner] - 1)


def claim_all(state: T, next_owner: Callable[[T], str], rule: str) -> Script[None]:
    """Let the next owner, as the game says, claim a territory until none is free."""
    while free_places(state):
        owner = next_owner(state)
        place = yield from claim(state, owner, rule)
        take(state, place, owner)


def _claimed(state: TerritoryState, place: str, rule: str) -> Ruling:
    owner = state.player(state.holdings[place].owner)
    text = gettext("{place} is claimed by {player}.", place=state.name(place), player=owner)
    return refuse(rule, text, instead=gettext("Claim one that is free."))


def deal(state: TerritoryState, rule: str, *, detail: str = "") -> Shuffle:
    """Ask for a shuffle of the free territories' cards; the caller deals them in that order."""
    return Shuffle(
        prompt=gettext("Deal the territory cards"),
        detail=detail
        or gettext("In turn, {player} first. The companion can deal for you.", player=state.mover.name),
        rules=(rule,),
        items=free_places(state),
    )
