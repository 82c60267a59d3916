"""The initial owners: free territories are claimed one by one, or dealt by cards."""

from companion.games.territory.state import TerritoryState
from companion.referee.questions import Pick, Shuffle
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Script


def free_places(state: TerritoryState) -> tuple[str, ...]:
    """Return the territories that nobody holds, in board order."""
    return tuple(place for place, holding in state.holdings.items() if holding.owner is None)


def claim(state: TerritoryState, seat: str, rule: str) -> Script[str]:
    """Ask a seat for a free territory; the caller assigns it."""
    free = free_places(state)
    return (
        yield from Pick(
            seat=seat,
            prompt="Claim a free territory",
            detail=f"{len(free)} are free.",
            rules=(rule,),
            allowed=free,
            denied={place: _claimed(state, place, rule) for place in state.holdings if place not in free},
        )
    )


def _claimed(state: TerritoryState, place: str, rule: str) -> Ruling:
    text = f"{state.name(place)} is claimed by {state.player(state.holdings[place].owner)}."
    return refuse(rule, text, instead="Claim one that is free.")


def deal(state: TerritoryState, rule: str, *, detail: str = "") -> Script[tuple[str, ...]]:
    """Ask for a shuffle of the free territories' cards; the caller deals them in that order."""
    return (
        yield from Shuffle(
            prompt="Shuffle the territory cards and deal them out",
            detail=detail or f"In turn, {state.mover.name} first. The companion can deal for you.",
            rules=(rule,),
            items=free_places(state),
        )
    )
