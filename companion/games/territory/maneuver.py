"""The questions for one move of armies between two of your own territories."""

from typing import TypeVar

from msgspec import Struct, structs

from companion.games.territory import movement
from companion.games.territory.attack import FROM_ELSEWHERE, Interruptions
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Count, PickOrEnd
from companion.referee.script import Report, Script

T = TypeVar("T", bound=TerritoryState)


class Moved(Struct, frozen=True):
    """A move that was made."""

    origin: str
    target: str
    armies: int


def maneuver(
    state: T,
    seat: str,
    rules: tuple[str, ...],
    *,
    prompt: str,
    end: str,
    adjacent_only: bool = False,
    interruptions: Interruptions[T] | None = None,
) -> Script[Moved | None]:
    """Move armies once, or not; nothing is asked if no army can move.

    Args:
        state: the state, changed by the answers.
        seat: who moves.
        rules: ids of the rule that allows it, and of others that it comes from, such as a reward.
        prompt: the question for the origin.
        end: text of the button that moves nothing.
        adjacent_only: move only to a neighbour; else through any chain of own territories.
        interruptions: possible interruptions, such as playing a card.

    Returns:
        The move; None if no armies were moved.
    """
    while not state.winners and movement.movers_of(state, seat, adjacent_only=adjacent_only):
        asked = _ask_origin(state, seat, rules, prompt, end, adjacent_only)
        if interruptions is not None:
            asked = structs.replace(asked, offers=interruptions.offers(state))
        origin = yield from asked.or_offer()
        if origin is None:
            return None
        if isinstance(origin, Interruption):
            if interruptions is not None:
                yield from interruptions.play(state, origin.offer)
            continue
        target = yield from _pick_target(state, seat, rules, origin, adjacent_only)
        if target is not None:
            armies = yield from _move(state, seat, rules, origin, target)
            return Moved(origin, target, armies)
    return None


def _ask_origin(
    state: TerritoryState, seat: str, rules: tuple[str, ...], prompt: str, end: str, adjacent_only: bool
) -> PickOrEnd:
    return PickOrEnd(
        seat=seat,
        prompt=prompt,
        rules=rules,
        allowed=movement.movers_of(state, seat, adjacent_only=adjacent_only),
        denied=movement.refused_movers(state, seat, rules[0], adjacent_only=adjacent_only),
        end=end,
    )


def _pick_target(
    state: TerritoryState, seat: str, rules: tuple[str, ...], origin: str, adjacent_only: bool
) -> PickOrEnd:
    return PickOrEnd(
        seat=seat,
        prompt=gettext("Move to where?"),
        detail=gettext("From {place}.", place=state.name(origin)),
        rules=rules,
        allowed=movement.reach_of(state, origin, adjacent_only=adjacent_only),
        denied=movement.refused_destinations(state, seat, origin, rules[0], adjacent_only=adjacent_only),
        end=FROM_ELSEWHERE,
        focus=(origin,),
    )


def _move(state: TerritoryState, seat: str, rules: tuple[str, ...], origin: str, target: str) -> Script[int]:
    spare = state.holdings[origin].armies - 1
    armies = yield from Count(
        seat=seat,
        prompt=gettext("How many move?"),
        detail=gettext("One stays in {place}.", place=state.name(origin)),
        rules=rules,
        least=1,
        most=spare,
        suggested=spare,
        unit=state.pieces,
        focus=(origin, target),
    )
    state.holdings[origin].armies -= armies
    state.holdings[target].armies += armies
    text = gettext(
        "{player} moves {armies} to {place}.",
        player=state.player(seat),
        armies=state.many(armies),
        place=state.name(target),
    )
    yield from Report(text, seat=seat, rules=rules)
    return armies
