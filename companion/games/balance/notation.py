"""Position notation of the variant: one line of text.

``balance r4 t11 attack red; seats red blue; red: brazil 3; neutral: siam 9; blue: others 2; city egypt``
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.errors import MalformedPosition
from companion.games.balance import rules, setup
from companion.games.balance.houserules import BalanceHouseRules
from companion.games.balance.shop import PRICES
from companion.games.balance.state import BalanceState, LastingEffect, TurnFacts
from companion.games.territory.cards import Cards
from companion.games.territory.notation import (
    Form,
    read_counts,
    read_flags,
    read_homes,
    read_json,
    read_number,
    read_pairs,
    read_places,
    read_seat,
    read_seats,
    some,
    write_counts,
    write_pairs,
)
from companion.games.territory.objectives import Objectives
from companion.referee.notation import PositionNotation

FLAGS = ("neutral_placed", "new_round")
LANDMARKS = ("city", "rough", "site")
COUNTS = ("troops", "supply", "casualties", "cards", "prices", "tanks")
FORM = Form(
    "balance",
    "Balance of Power",
    (2, 5),
    BalanceHouseRules,
    (
        *(*LANDMARKS, "capitals", "airfields", *COUNTS, "discards", "bring", "starter"),
        *("effects", "shelf", "deeds", "flags", "won"),
    ),
    setup.begin,
)


def write_position(state: BalanceState) -> str:
    """Write a position as one line of text."""
    return FORM.write(state, state.house, _facts(state))


def _facts(state: BalanceState) -> Iterator[tuple[str, str]]:
    yield from ((kind, " ".join(places)) for kind, places in state.landmarks.items())
    yield "capitals", write_pairs(state.capitals)
    yield "airfields", write_pairs(state.airfields)
    yield "troops", write_counts(state.troops)
    yield "supply", write_counts(some(state.supply))
    yield "casualties", write_counts(some(state.casualties))
    yield "cards", write_counts(some(state.cards.hands))
    yield "prices", write_counts({name: cost for name, cost in state.prices.items() if cost != PRICES[name]})
    yield "tanks", write_counts(state.tanks)
    yield "discards", str(state.cards.discards or "")
    yield "bring", str(state.site_troops or "")
    yield "starter", state.starter or ""
    yield "effects", _json([msgspec.to_builtins(effect) for effect in state.effects])
    yield "shelf", _json(_departures(state.objectives, Objectives()))
    yield "deeds", _json(_departures(state.facts, TurnFacts()))
    yield "flags", " ".join(flag for flag in FLAGS if getattr(state, flag))
    yield "won", " ".join(state.winners)


def _departures(struct: msgspec.Struct, plain: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a struct that differ from their initial values."""
    now, before = msgspec.to_builtins(struct), msgspec.to_builtins(plain)
    return {name: value for name, value in now.items() if value != before[name]}


def _json(struct: object) -> str:
    return msgspec.json.encode(struct).decode() if struct else ""


def read_position(text: str) -> BalanceState:
    """Read a position.

    Raises:
        MalformedPosition: the text is not a position of the variant; the message names the wrong part.
        UnknownName: the text names an unknown seat, territory or house rule.
    """
    state, facts = FORM.read(text)
    _read_board(state, facts)
    _read_armies(state, facts)
    _read_turn(state, facts)
    return state


def _read_board(state: BalanceState, facts: Mapping[str, str]) -> None:
    for kind in LANDMARKS:
        state.landmarks[kind] = list(read_places(state, facts.get(kind, "")))
    state.capitals = read_homes(state, facts.get("capitals", ""))
    state.airfields = {
        state.map.territory(place).id: state.seat(seat).id
        for place, seat in read_pairs(facts.get("airfields", ""))
    }
    state.tanks = {
        state.map.territory(place).id: tanks for place, tanks in _read_counts(facts, "tanks").items()
    }


def _read_counts(
    facts: Mapping[str, str], fact: str, known: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Read counts by name; `known` has the allowed names and the default counts."""
    counts = read_counts(facts.get(fact, ""))
    strange = sorted(counts.keys() - known.keys()) if known is not None else []
    if strange:
        raise MalformedPosition(f"The position's {fact} name {', '.join(strange)}, which does not exist.")
    return dict(known or {}) | counts


def _read_armies(state: BalanceState, facts: Mapping[str, str]) -> None:
    state.troops = _read_counts(facts, "troops", state.troops)
    state.supply = _read_counts(facts, "supply", state.supply)
    state.casualties = _read_counts(facts, "casualties", state.casualties)
    state.prices = _read_counts(facts, "prices", PRICES)
    hands = _read_counts(facts, "cards", dict.fromkeys(state.cards.hands, 0))
    state.cards = Cards(0, read_number(facts.get("discards", "0")), hands)
    state.site_troops = read_number(facts.get("bring", "0"))
    state.recount()


def _read_turn(state: BalanceState, facts: Mapping[str, str]) -> None:
    state.starter = read_seat(state, facts.get("starter"))
    state.effects = read_json(facts.get("effects", "[]"), "effects", list[LastingEffect])
    state.objectives = read_json(facts.get("shelf", "{}"), "shelf", Objectives)
    state.facts = read_json(facts.get("deeds", "{}"), "deeds", TurnFacts)
    state.winners = read_seats(state, facts.get("won", ""))
    flags = read_flags(facts.get("flags", ""), FLAGS)
    state.neutral_placed, state.new_round = (flag in flags for flag in FLAGS)
    _deal_deck(state)


def _deal_deck(state: BalanceState) -> None:
    """Put into the deck all cards that are not in hands, discards or surplus."""
    surplus = state.facts.surplus.cards if state.facts.surplus else 0
    elsewhere = state.cards.discards + sum(state.cards.hands.values()) + surplus
    state.cards.deck = rules.deck_size(state) - elsewhere
    if state.cards.deck < 0:
        raise MalformedPosition(f"There are {-state.cards.deck} cards more in the position than in the deck.")


BALANCE_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of the variant."""
