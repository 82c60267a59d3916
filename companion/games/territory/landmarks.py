"""Landmarks on a map: cities, mineral fields, rough terrain, sites; drawn by cards or entered by hand."""

from typing import Literal

from companion.games.territory.state import TerritoryState
from companion.referee.questions import Pick, Shuffle
from companion.referee.ruling import refuse
from companion.referee.script import Script

Finding = Literal["drawn", "entered"]
"""Drawn: the companion or the table shuffles. Entered: the table taps what its cards show."""


def find_landmarks(
    state: TerritoryState, found: list[str], count: int, finding: Finding, rule: str, *, plural: str
) -> Script[None]:
    """Ask for territories for landmarks of one kind until there are enough.

    Args:
        state: the state.
        found: those found so far; new ones are added.
        count: required number.
        finding: drawn or entered.
        rule: id of the rule.
        plural: their name, such as ``"cities"``.
    """
    if finding == "drawn" and len(found) < count:
        drawn = yield from Shuffle(
            prompt=f"Draw {count - len(found)} cards for {plural}",
            detail="The first cards count. The companion can draw for you.",
            rules=(rule,),
            items=tuple(place for place in state.holdings if place not in found),
        )
        found += drawn[: count - len(found)]
    while len(found) < count:
        place = yield from Pick(
            prompt=f"{plural.capitalize()}: where is the next?",
            detail=f"{count - len(found)} of {count} are still to be named.",
            rules=(rule,),
            allowed=tuple(place for place in state.holdings if place not in found),
            denied={place: refuse(rule, f"{state.name(place)} is named already.") for place in found},
        )
        found.append(place)
