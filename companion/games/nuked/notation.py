"""Text notation of Nuked positions, in one line.

``nuked r4 t10 attack red; seats red blue; red: brazil 3; blue: others 2; capitals red brazil``
"""

from collections.abc import Iterator

import msgspec

from companion.errors import MalformedPosition
from companion.games.nuked import rules, setup
from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.rulesets import RuleSet
from companion.games.nuked.rulings import NAMES, OFFENSIVE
from companion.games.nuked.state import CardPiles, Fallout, NukedState
from companion.games.territory.notation import (
    Form,
    read_counts,
    read_flags,
    read_homes,
    read_json,
    read_number,
    read_places,
    read_seat,
    read_seats,
    some,
    write_counts,
    write_pairs,
)
from companion.referee.notation import PositionNotation

FLAGS = ("ready", "moved", "reconsider")
WORDS: dict[str, tuple[str, ...]] = {
    "mode": ("anywhere", "capital"),
    "played": OFFENSIVE,
    "conquest": ("unoccupied", "rival"),
}
FORM = Form(
    "nuked",
    "Nuked",
    (2, 6),
    NukedHouseRules,
    (
        *("rules", "cards", "discards", "capitals", "farms", "fallout", "supply", "ended", "starter"),
        *("defended", "flags", "won", *WORDS),
    ),
    setup.begin,
)


def write_position(state: NukedState) -> str:
    """Write a position as one line of text."""
    return FORM.write(state, state.house, _facts(state))


def _facts(state: NukedState) -> Iterator[tuple[str, str]]:
    yield "rules", msgspec.json.encode(state.table).decode() if state.rules_chosen else ""
    yield "cards", write_counts(some(state.cards.hands))
    yield "discards", write_counts(state.cards.discards)
    yield "capitals", write_pairs(state.capitals)
    yield "farms", write_pairs(state.farms)
    yield "fallout", ", ".join(f"{place} {f.seat} {f.until}" for place, f in state.fallout.items())
    yield "supply", write_counts(some(state.supply))
    yield "ended", write_counts(some(state.turns_ended))
    yield "starter", state.starter or ""
    yield "defended", " ".join(state.facts.defended)
    yield "flags", " ".join(flag for flag in FLAGS if getattr(state.facts, flag))
    yield "won", " ".join(state.winners)
    for fact, text in WORDS.items():
        value = getattr(state.facts, fact)
        yield fact, value if value in text else ""


def read_position(text: str) -> NukedState:
    """Read a position.

    Raises:
        MalformedPosition: the text is no position of Nuked; the message says where the error is.
        UnknownName: a seat, territory or house rule is unknown.
    """
    state, facts = FORM.read(text)
    _read_table(state, facts)
    _read_board(state, facts)
    _read_turn(state, facts)
    return state


def _read_table(state: NukedState, facts: dict[str, str]) -> None:
    """Read the rule set and the cards."""
    if "rules" not in facts:
        return
    state.table = read_json(facts["rules"], "rule set", RuleSet)
    setup.adopt_rules(state)
    hands, out = _by_seat(state, facts.get("cards", "")), read_counts(facts.get("discards", ""))
    left = rules.deck_size(state) - sum(hands.values()) - sum(out.values())
    if left < 0 or out.keys() - NAMES.keys():
        raise MalformedPosition(f"There are not that many cards, or not of that kind: {hands}, {out}.")
    state.cards = CardPiles(left, hands, out)


def _by_seat(state: NukedState, text: str) -> dict[str, int]:
    counts = read_counts(text)
    return {seat.id: 0 for seat in state.seats} | {state.seat(id).id: count for id, count in counts.items()}


def _read_board(state: NukedState, facts: dict[str, str]) -> None:
    state.capitals |= read_homes(state, facts.get("capitals", ""))
    state.farms |= read_homes(state, facts.get("farms", ""))
    for text in filter(None, facts.get("fallout", "").split(",")):
        place, *rest = text.split()
        if len(rest) != 2:
            raise MalformedPosition(f"Fallout is like 'brazil red 6', not {text[:40]!r}.")
        seat, until = state.seat(rest[0]).id, read_number(rest[1])
        state.fallout[state.map.territory(place).id] = Fallout(seat, until)


def _read_turn(state: NukedState, facts: dict[str, str]) -> None:
    state.supply = _by_seat(state, facts.get("supply", ""))
    state.turns_ended = _by_seat(state, facts.get("ended", ""))
    state.starter = read_seat(state, facts.get("starter"))
    state.facts.defended = read_places(state, facts.get("defended", ""))
    state.winners = read_seats(state, facts.get("won", ""))
    for flag in read_flags(facts.get("flags", ""), FLAGS):
        setattr(state.facts, flag, True)
    for fact, text in WORDS.items():
        for word in _known(fact, facts.get(fact, "").split(), text)[:1]:
            setattr(state.facts, fact, word)


def _known(fact: str, kinds: list[str], known: tuple[str, ...]) -> list[str]:
    for word in kinds:
        if word not in known:
            raise MalformedPosition(f"{fact} can be {', '.join(known)}, not {word[:40]!r}.")
    return kinds


NUKED_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of Nuked."""
