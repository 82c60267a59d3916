"""Landmarks on a map: cities, mineral fields, rough terrain, sites; drawn by cards or entered by hand."""

from typing import Literal

from companion.games.territory.state import TerritoryState
from companion.locale.messages import capitalised, gettext, ngettext
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
            prompt=ngettext(
                "Draw {count} card for {landmarks}",
                "Draw {count} cards for {landmarks}",
                count - len(found),
                landmarks=plural,
            ),
            detail=gettext("The first cards count. The companion can draw for you."),
            rules=(rule,),
            items=tuple(place for place in state.holdings if place not in found),
        )
        found += drawn[: count - len(found)]
    while len(found) < count:
        place = yield from Pick(
            prompt=gettext("{landmarks}: where is the next?", landmarks=capitalised(plural)),
            detail=gettext("{left} of {count} are still to be named.", left=count - len(found), count=count),
            rules=(rule,),
            allowed=tuple(place for place in state.holdings if place not in found),
            denied={
                place: refuse(rule, "{place} is named already.", place=state.name(place)) for place in found
            },
        )
        found.append(place)
