"""Text notation of classic Risk positions, in one line.

``classic r4 t11 attack red; seats red blue green; red: alaska 3; blue: others 2; cards red 4``
"""

from collections.abc import Iterator

from msgspec import structs

from companion.errors import MalformedPosition
from companion.games.classic import edition_2008_notation, rules, setup
from companion.games.classic.houserules import ClassicHouseRules
from companion.games.classic.state import ClassicState
from companion.games.territory.cards import Cards
from companion.games.territory.notation import (
    Form,
    read_counts,
    read_flags,
    read_number,
    read_pairs,
    read_seat,
    read_seats,
    some,
    write_counts,
    write_pairs,
)
from companion.games.territory.state import NEUTRAL, Occupation
from companion.referee.notation import PositionNotation

FLAGS = {
    "mustered": "reinforcements_counted",
    "traded_stars": "traded_stars",
    "bonus_taken": "bonus_taken",
    "conquered": "conquered",
    "trade_down": "trade_down",
    "airfield_due": "airfield_due",
}
"""Words for the yes/no facts of the turn."""
FORM = Form(
    "classic",
    "classic Risk",
    (2, 6),
    ClassicHouseRules,
    (
        *("cards", "supply", "sets", "starter", "traded", "occupying", "flags", "won", "ended"),
        *edition_2008_notation.FACTS,
    ),
    setup.begin,
)


def write_position(state: ClassicState) -> str:
    """Write a position as one line of text."""
    return FORM.write(state, state.house, _facts(state))


def _facts(state: ClassicState) -> Iterator[tuple[str, str]]:
    yield "cards", write_counts(_cards(state))
    yield "supply", write_counts({who: left for who, left in state.supply.items() if left or who == NEUTRAL})
    yield "sets", str(state.sets_traded or "")
    yield "starter", state.starter or ""
    yield "traded", str(state.facts.traded_armies or "")
    yield (
        "occupying",
        " ".join(map(str, structs.astuple(state.facts.occupation))) if state.facts.occupation else "",
    )
    yield "flags", " ".join(word for word, fact in FLAGS.items() if getattr(state.facts, fact))
    yield from edition_2008_notation.write_edition(state)
    yield "won", " ".join(state.winners)
    yield "ended", write_pairs(state.eliminated)


def _cards(state: ClassicState) -> dict[str, int]:
    """Return the piles that are not empty; the deck only if it differs from the remaining cards."""
    cards = state.cards
    piles = {"discards": cards.discards} | cards.hands
    left = rules.deck_size(state) - sum(piles.values())
    deck = {} if cards.deck == left else {"deck": cards.deck}
    return deck | some(piles)


def read_position(text: str) -> ClassicState:
    """Read a position.

    Raises:
        MalformedPosition: the text is no position of classic Risk; the message says where the error is.
        UnknownName: a seat, territory or house rule is unknown.
    """
    state, facts = FORM.read(text)
    _read_facts(state, facts)
    return state


def _read_facts(state: ClassicState, facts: dict[str, str]) -> None:
    state.cards = _read_cards(state, read_counts(facts.get("cards", "")))
    state.supply = _read_supply(state, read_counts(facts.get("supply", "")))
    state.sets_traded = read_number(facts.get("sets", "0"))
    state.starter = read_seat(state, facts.get("starter"))
    state.facts.traded_armies = read_number(facts.get("traded", "0"))
    state.facts.occupation = _read_occupation(state, facts.get("occupying"))
    state.winners = read_seats(state, facts.get("won", ""))
    ended = read_pairs(facts.get("ended", ""))
    state.eliminated = {state.seat(loser).id: state.seat(by).id for loser, by in ended}
    state.edition_2008 = edition_2008_notation.read_edition(state, facts)
    state.facts.maneuvers = read_number(facts.get("moved", "0"))
    for flag in read_flags(facts.get("flags", ""), FLAGS):
        setattr(state.facts, FLAGS[flag], True)


def _read_cards(state: ClassicState, piles: dict[str, int]) -> Cards:
    hands = {seat.id: piles.get(seat.id, 0) for seat in state.seats}
    discards = piles.get("discards", 0)
    left = rules.deck_size(state) - discards - sum(hands.values())
    unknown = sorted(piles.keys() - hands.keys() - {"deck", "discards"})
    if unknown or left < 0:
        raise MalformedPosition(
            f"There are not that many cards, or nobody holds them: {write_counts(piles)}."
        )
    return Cards(piles.get("deck", left), discards, hands)


def _read_supply(state: ClassicState, supply: dict[str, int]) -> dict[str, int]:
    for owner in supply:
        state.player(owner)
    return {seat.id: 0 for seat in state.seats} | supply


def _read_occupation(state: ClassicState, text: str | None) -> Occupation | None:
    if text is None:
        return None
    origin, _, rest = text.partition(" ")
    (target, least), *more = read_counts(rest).items() or [("", 0)]
    if more:
        raise MalformedPosition(f"An occupation is like 'alaska kamchatka 3', not {text[:40]!r}.")
    return Occupation(state.map.territory(origin).id, state.map.territory(target).id, least)


CLASSIC_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of classic Risk."""
