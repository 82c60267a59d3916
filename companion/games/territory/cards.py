"""Counts the cards of a deck that the players hold."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, ngettext, pgettext
from companion.referee.correction import Editable, number
from companion.referee.names import BySeat
from companion.referee.ruling import Reason
from companion.referee.script import Report, Script

CARD_NAMES = {
    "artillery": gettext("artillery"),
    "cavalry": gettext("cavalry"),
    "infantry": gettext("infantry"),
    "wild": pgettext("card", "wild"),
    "one-star": gettext("1 star"),
    "two-star": gettext("2 stars"),
}
"""What people read for the kinds of cards."""


class Cards(Struct):
    """The number of cards in each place.

    Attributes:
        deck: cards face down.
        discards: cards traded in or paid with.
        hands: cards in each seat's hand.
    """

    deck: int
    discards: int
    hands: BySeat[int]

    def lay_down(self, seat: str, count: int) -> None:
        """Move cards from a hand to the discards."""
        self.hands[seat] -= count
        self.discards += count


def take_card(cards: Cards, seat: str, rule: str) -> Script[bool]:
    """Take a card from the deck; an empty deck is rebuilt from the discards, with a report.

    Returns:
        Whether there was a card.
    """
    if cards.deck == 0 and cards.discards:
        cards.deck, cards.discards = cards.discards, 0
        text = ngettext(
            "Shuffle the discards: {count} card is the new deck.",
            "Shuffle the discards: {count} cards are the new deck.",
            cards.deck,
        )
        yield from Report(text, seat=seat, rules=(rule,))
    taken = cards.deck > 0
    cards.deck -= taken
    if not taken:
        yield from Report(gettext("No card is left to draw."), seat=seat, rules=(rule,))
    return taken


def hand_editables(state: TerritoryState, hands: dict[str, int], rule: str, most: int) -> Iterator[Editable]:
    """List how many cards every seat holds; keys are ``<seat>.cards``."""
    for seat in state.seats:
        label = gettext("{player}: cards", player=seat.name)
        yield number(hands, seat.id, f"{seat.id}.cards", label, rule, most=most)


def deal_rest(cards: Cards, size: int, rule: str) -> list[Reason]:
    """Put the cards that no hand holds into the deck.

    Returns:
        Reasons against the hands.
    """
    left = size - sum(cards.hands.values())
    if left < 0:
        text = ngettext(
            "The hands hold {count} card more than there are ({size}).",
            "The hands hold {count} cards more than there are ({size}).",
            -left,
            size=size,
        )
        return [Reason(rule, text)]
    cards.discards = min(cards.discards, left)
    cards.deck = left - cards.discards
    return []
