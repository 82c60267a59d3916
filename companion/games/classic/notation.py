"""Text notation of classic Risk positions, in one line.

``classic r4 t11 attack red; seats red blue green; red: alaska 3; blue: others 2; cards red 4``

The 2008 edition adds: ``cities peru japan; capitals red alaska; airfields alaska red; before alaska peru;
moved 1; collected two-continents; objectives asia/-/-/face-down two-continents/red/attack-die/in-force``
"""

from typing import get_args

from companion.errors import MalformedPosition
from companion.games.classic import rules, setup
from companion.games.classic.houserules import ClassicHouseRules
from companion.games.classic.info import INFO
from companion.games.classic.objectives import MAJOR, minor_objectives
from companion.games.classic.state import ClassicState
from companion.games.territory.cards import Cards
from companion.games.territory.notation import Fact, Form, fact, flags, read_counts, some, write_counts
from companion.games.territory.objectives import Objective, ObjectiveCard, RewardIs
from companion.games.territory.rewards import TOKENS
from companion.referee.names import only_known

NOTHING = "-"
LIES: dict[str, RewardIs] = {is_.replace(" ", "-"): is_ for is_ in get_args(RewardIs)}
REWARDS = {token.replace(" ", "-"): token for tier in TOKENS.values() for token in tier}


def _write_cards(state: ClassicState) -> str:
    """Write the piles that are not empty; the deck only if it differs from the remaining cards."""
    cards = state.cards
    piles = {"discards": cards.discards} | cards.hands
    left = rules.deck_size(state) - sum(piles.values())
    deck = {} if cards.deck == left else {"deck": cards.deck}
    return write_counts(deck | some(piles))


def _read_cards(state: ClassicState, text: str) -> None:
    piles = read_counts(text)
    hands = {seat.id: piles.get(seat.id, 0) for seat in state.seats}
    discards = piles.get("discards", 0)
    left = rules.deck_size(state) - discards - sum(hands.values())
    unknown = sorted(piles.keys() - hands.keys() - {"deck", "discards"})
    if unknown or left < 0:
        raise MalformedPosition(
            "There are not that many cards, or nobody holds them: {cards}.", cards=write_counts(piles)
        )
    state.cards = Cards(piles.get("deck", left), discards, hands)


def _write_objectives(state: ClassicState) -> str:
    cards = state.edition_2008.objectives.cards
    return " ".join(
        "/".join((card.objective.id, card.owner or NOTHING, _dashed(card.reward), _dashed(card.reward_is)))
        for card in cards
    )


def _dashed(words: str | None) -> str:
    return (words or NOTHING).replace(" ", "-")


def _read_objectives(state: ClassicState, text: str) -> None:
    state.edition_2008.objectives.cards = [_read_objective(state, card) for card in text.split()]


def _objectives_by_id(state: ClassicState) -> dict[str, Objective]:
    return {objective.id: objective for objective in (*minor_objectives(state.map), *MAJOR)}


def _read_objective(state: ClassicState, text: str) -> ObjectiveCard:
    objective, owner, reward, is_ = (*text.split("/"), "", "", "", "")[:4]
    known = _objectives_by_id(state)
    if objective not in known or reward not in {NOTHING, *REWARDS} or is_ not in LIES:
        raise MalformedPosition(
            "An objective is like 'asia/red/two-troops/in-force', not {words!r}.", words=text[:60]
        )
    card = ObjectiveCard(known[objective], reward=REWARDS.get(reward))
    card.owner = None if owner == NOTHING else state.seat(owner).id
    card.reward_is = LIES[is_]
    return card


def _read_collected(state: ClassicState, text: str) -> None:
    state.edition_2008.objectives.collected = text or None
    only_known("collected", filter(None, (text,)), _objectives_by_id(state))


CLASSIC_NOTATION = Form(
    INFO,
    ClassicHouseRules,
    setup.begin,
    (
        Fact("cards", _write_cards, _read_cards),
        fact("supply"),
        fact("sets", "sets_traded"),
        fact("starter"),
        fact("traded", "facts.traded_armies"),
        fact("occupying", "facts.occupation"),
        flags("facts"),
        fact("cities", "edition_2008.cities"),
        fact("capitals", "edition_2008.capitals"),
        fact("airfields", "edition_2008.airfields"),
        Fact("objectives", _write_objectives, _read_objectives),
        fact("before", "edition_2008.objectives.before"),
        Fact("collected", lambda state: state.edition_2008.objectives.collected or "", _read_collected),
        fact("moved", "facts.maneuvers"),
        fact("won", "winners"),
        fact("ended", "eliminated"),
    ),
)
"""The position notation of classic Risk."""
