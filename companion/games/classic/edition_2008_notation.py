"""Text notation of the 2008 edition's part of a position (CL-2008).

``cities peru japan; capitals red alaska; airfields alaska red; before alaska peru; collected two-continents``
``objectives asia/-/-/face-down two-continents/red/attack-die/in-force; moved 1``
"""

from collections.abc import Iterator
from typing import get_args

from companion.errors import MalformedPosition
from companion.games.classic.objectives import MAJOR, MINOR
from companion.games.classic.state import ClassicState, Edition2008
from companion.games.territory.notation import read_pairs, write_pairs
from companion.games.territory.objectives import ObjectiveCard, Objectives, RewardIs
from companion.games.territory.rewards import TOKENS

FACTS = ("cities", "capitals", "airfields", "objectives", "before", "collected", "moved")
NOTHING = "-"
GOALS = {objective.id: objective for objective in (*MINOR, *MAJOR)}
LIES: dict[str, RewardIs] = {is_.replace(" ", "-"): is_ for is_ in get_args(RewardIs)}
REWARDS = {
    token.replace(" ", "-"): token
    for token in dict.fromkeys(token for tier in TOKENS.values() for token in tier)
}


def write_edition(state: ClassicState) -> Iterator[tuple[str, str]]:
    """Write each fact as its key and its value."""
    edition, in_play = state.edition_2008, state.edition_2008.objectives
    yield "cities", " ".join(edition.cities)
    yield "capitals", write_pairs(edition.capitals)
    yield "airfields", write_pairs(edition.airfields)
    yield "objectives", " ".join(map(_write_objective, in_play.cards))
    yield "before", " ".join(in_play.before)
    yield "collected", in_play.collected or ""
    yield "moved", str(state.facts.maneuvers or "")


def _write_objective(card: ObjectiveCard) -> str:
    reward = (card.reward or NOTHING).replace(" ", "-")
    return "/".join((card.objective.id, card.owner or NOTHING, reward, card.reward_is.replace(" ", "-")))


def read_edition(state: ClassicState, facts: dict[str, str]) -> Edition2008:
    """Read the 2008 edition's part of a position.

    Raises:
        MalformedPosition: a fact cannot be read; the message says which.
        UnknownName: a seat or territory is unknown.
    """
    objectives = [_read_objective(state, text) for text in facts.get("objectives", "").split()]
    collected = facts.get("collected")
    if collected is not None and collected not in GOALS:
        raise MalformedPosition(f"There is no objective {collected!r}; there are: {', '.join(GOALS)}.")
    return Edition2008(
        cities=_places(state, facts.get("cities", "")),
        capitals={
            state.seat(seat).id: _place(state, place) for seat, place in read_pairs(facts.get("capitals", ""))
        },
        airfields={
            _place(state, place): state.seat(seat).id
            for place, seat in read_pairs(facts.get("airfields", ""))
        },
        objectives=Objectives(objectives, tuple(_places(state, facts.get("before", ""))), collected),
    )


def _place(state: ClassicState, place: str) -> str:
    return state.map.territory(place).id


def _places(state: ClassicState, text: str) -> list[str]:
    return [_place(state, place) for place in text.split()]


def _read_objective(state: ClassicState, text: str) -> ObjectiveCard:
    objective, owner, reward, is_ = (*text.split("/"), "", "", "", "")[:4]
    if objective not in GOALS or reward not in {NOTHING, *REWARDS} or is_ not in LIES:
        raise MalformedPosition(f"An objective is like 'asia/red/two-troops/in-force', not {text[:60]!r}.")
    card = ObjectiveCard(GOALS[objective], reward=REWARDS.get(reward))
    card.owner = None if owner == NOTHING else state.seat(owner).id
    card.reward_is = LIES[is_]
    return card
