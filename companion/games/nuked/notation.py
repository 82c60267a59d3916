"""Text notation of Nuked positions, in one line.

``nuked r4 t10 attack red; seats red blue; red: brazil 3; blue: others 2; capitals red brazil``
"""

import msgspec

from companion.errors import MalformedPosition
from companion.games.nuked import rules, setup
from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.info import INFO
from companion.games.nuked.rulesets import RuleSet
from companion.games.nuked.state import NukedState
from companion.games.territory.notation import Fact, Form, fact, flags
from companion.referee.position import read_json


def _read_rules(state: NukedState, text: str) -> None:
    if text:
        state.table = read_json("rule set", text, RuleSet)
        setup.adopt_rules(state)


def _complete(state: NukedState) -> None:
    """Leave the cards that are nowhere else in the deck."""
    piles, size = state.cards, rules.deck_size(state) if state.rules_chosen else 0
    piles.deck = size - sum(piles.hands.values()) - sum(piles.discards.values())
    if piles.deck < 0:
        raise MalformedPosition(
            "Too many cards in the position: {deck} more than there are.", deck=-piles.deck
        )


NUKED_NOTATION = Form(
    INFO,
    NukedHouseRules,
    setup.begin,
    (
        Fact(
            "rules",
            lambda state: msgspec.json.encode(state.table).decode() if state.rules_chosen else "",
            _read_rules,
        ),
        fact("cards", "cards.hands"),
        fact("discards", "cards.discards"),
        fact("capitals"),
        fact("farms"),
        fact("fallout"),
        fact("supply"),
        fact("ended", "turns_ended"),
        fact("starter"),
        fact("defended", "facts.defended"),
        flags("facts"),
        fact("won", "winners"),
        fact("mode", "facts.mode"),
        fact("played", "facts.played"),
        fact("conquest", "facts.conquest"),
    ),
    _complete,
)
"""The position notation of Nuked."""
