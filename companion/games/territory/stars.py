"""Cards with stars: the value of stars, and the question that trades them in.

The companion counts cards; how many stars they have is seen when they are laid down. Old decks have symbols
instead, and a game says how many stars each kind of card stands for.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement

from companion.games.territory.cards import CARD_NAMES
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.questions import PlayCards
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Script

ONE_STAR = "one-star"
TWO_STARS = "two-star"
STARS: Mapping[str, int] = {ONE_STAR: 1, TWO_STARS: 2}
"""The kinds of cards with stars, and how many each has."""

ARMIES = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30}
"""Armies for this many stars traded together. A trade takes no more than the last; whether a second trade may
follow in the same turn is for the game to say."""

Hand = tuple[str, ...]
"""Some cards by their kinds, sorted."""


def count_stars(cards: Hand, stars: Mapping[str, int] = STARS) -> int:
    """Count the stars on some cards."""
    return sum(stars[card] for card in cards)


def armies_for(cards: Hand, stars: Mapping[str, int] = STARS) -> int:
    """Say what some cards are worth together: nothing when they cannot be traded."""
    return ARMIES.get(count_stars(cards, stars), 0)


def combinations(hand: int, stars: Mapping[str, int] = STARS) -> tuple[Hand, ...]:
    """List everything that can be laid down out of a hand of this many cards, with any number of stars."""
    kinds = sorted(stars)
    return tuple(cards for size in range(1, hand + 1) for cards in combinations_with_replacement(kinds, size))


def trades(hand: int, stars: Mapping[str, int] = STARS) -> tuple[Hand, ...]:
    """List every trade that a hand of this many cards may hold."""
    return tuple(cards for cards in combinations(hand, stars) if armies_for(cards, stars))


def refused_trades(hand: int, rule: str, stars: Mapping[str, int] = STARS) -> dict[str, Ruling]:
    """Rule on what has too few stars or too many, by the names that a question of cards uses."""
    hands = (cards for cards in combinations(hand, stars) if not armies_for(cards, stars))
    return {"+".join(cards): _refuse(count_stars(cards, stars), rule) for cards in hands}


def judge_trade(cards: Hand, rule: str, stars: Mapping[str, int] = STARS) -> Ruling:
    """Rule on trading some cards of a hand."""
    strange = [card for card in cards if card not in stars]
    if strange:
        return refuse(
            rule,
            "{card!r} is no card here.",
            card=strange[0],
            instead=gettext("There are: {cards}.", cards=joined(stars, ", ")),
        )
    return ALLOWED if armies_for(cards, stars) else _refuse(count_stars(cards, stars), rule)


def _refuse(stars: int, rule: str) -> Ruling:
    fewest, most = min(ARMIES), max(ARMIES)
    return refuse(
        rule,
        ngettext(
            "That is {count} star; a trade takes {fewest} to {most}.",
            "That is {count} stars; a trade takes {fewest} to {most}.",
            stars,
            fewest=fewest,
            most=most,
        ),
        instead=gettext("Lay down {fewest} to {most} stars.", fewest=fewest, most=most),
    )


def in_words() -> str:
    """Write the table out: ``"2 stars for 2, 3 for 4, ..."``."""
    (fewest, armies), *others = ARMIES.items()
    first = gettext("{stars} stars for {armies}", stars=fewest, armies=armies)
    # Translators: so many armies for so many stars, in a list: "2 stars for 2, 3 for 4".
    return joined(
        [first, *(gettext("{stars} for {armies}", stars=stars, armies=many) for stars, many in others)], ", "
    )


def ask_for_trade(
    seat: str, hand: int, rule: str, *, detail: str = "", stars: Mapping[str, int] = STARS
) -> Script[Hand]:
    """Ask a seat which of its cards it trades for armies; nothing is asked when no hand of that size can.

    Args:
        seat: whose cards.
        hand: how many they are.
        rule: id of the rule that has stars traded.
        detail: a separate line instead of the table of armies.
        stars: the kinds of cards in the deck, and how many stars each has.

    Returns:
        The cards laid down, none for no trade; the game takes them from the hand and pays `armies_for` them.
    """
    question = trade_question(seat, hand, rule, detail=detail, stars=stars)
    return (yield from question) if question is not None else ()


def trade_question(
    seat: str, hand: int, rule: str, *, detail: str = "", stars: Mapping[str, int] = STARS
) -> PlayCards | None:
    """Return the question that `ask_for_trade` asks; None if no hand of that size can trade."""
    allowed = trades(hand, stars)
    if not allowed:
        return None
    return PlayCards(
        seat=seat,
        prompt=gettext("Trade in stars?"),
        detail=detail or in_words(),
        rules=(rule,),
        kinds=tuple(stars),
        words=CARD_NAMES,
        allowed=allowed,
        denied=refused_trades(hand, rule, stars),
        none=gettext("No trade"),
    )
