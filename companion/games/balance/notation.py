"""Position notation of the variant: one line of text.

``balance r4 t11 attack red; seats red blue; red: brazil 3; neutral: siam 9; blue: others 2; city egypt``
"""

from collections.abc import Mapping

from companion.errors import MalformedPosition
from companion.games.balance import rules, setup
from companion.games.balance.houserules import BalanceHouseRules
from companion.games.balance.info import INFO
from companion.games.balance.shop import PRICES
from companion.games.balance.state import BalanceState
from companion.games.territory.notation import Fact, Form, fact, flags, json_fact, read_counts, write_counts
from companion.locale.messages import ngettext
from companion.referee.names import only_known


def _landmarks(kind: str) -> Fact[BalanceState]:
    def read(state: BalanceState, text: str) -> None:
        only_known(kind, text.split(), state.holdings)
        state.landmarks[kind] = text.split()

    return Fact(kind, lambda state: " ".join(state.landmarks[kind]), read)


def _counts(word: str, plain: Mapping[str, int] | None) -> Fact[BalanceState]:
    """Return numbers by name, of the names that a new state has; without those at a plain number, or 0."""

    def write(state: BalanceState) -> str:
        counts: dict[str, int] = getattr(state, word)
        if plain is not None:
            counts = {name: count for name, count in counts.items() if count != plain.get(name, 0)}
        return write_counts(counts)

    def read(state: BalanceState, text: str) -> None:
        counts: dict[str, int] = getattr(state, word)
        given = read_counts(text)
        only_known(word, given, counts)
        counts.update(given)

    return Fact(word, write, read)


def _complete(state: BalanceState) -> None:
    """Leave the troops and the cards that are nowhere else in the piles and the deck."""
    state.recount()
    surplus = state.facts.surplus.cards if state.facts.surplus else 0
    elsewhere = state.cards.discards + sum(state.cards.hands.values()) + surplus
    state.cards.deck = rules.deck_size(state) - elsewhere
    if state.cards.deck < 0:
        raise MalformedPosition(
            ngettext(
                "There is {count} card more in the position than in the deck.",
                "There are {count} cards more in the position than in the deck.",
                -state.cards.deck,
            )
        )


BALANCE_NOTATION = Form(
    INFO,
    BalanceHouseRules,
    setup.begin,
    (
        *map(_landmarks, ("city", "rough", "site")),
        fact("capitals"),
        fact("airfields"),
        _counts("troops", None),
        _counts("supply", {}),
        _counts("casualties", {}),
        fact("cards", "cards.hands"),
        _counts("prices", PRICES),
        fact("tanks"),
        fact("discards", "cards.discards"),
        fact("bring", "site_troops"),
        fact("starter"),
        json_fact("effects", "effects"),
        json_fact("shelf", "objectives"),
        json_fact("deeds", "facts"),
        flags(),
        fact("won", "winners"),
    ),
    _complete,
)
"""The position notation of the variant."""
