"""The rules of the variant as pure functions: calculations and rulings, each with its rule id."""

from collections.abc import Iterable

from msgspec import Struct

from companion.games.balance.state import (
    MAX_CASUALTIES,
    TROOPS_OF_A_TANK,
    TROOPS_OF_AN_ARTILLERY_PIECE,
    BalanceState,
)
from companion.games.classic.objectives import cities_in_words
from companion.games.territory.reinforcement import Term, continent_terms, in_words, territory_term, total
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turns import order_from
from companion.locale.messages import gettext, joined, ngettext

WILD_CARDS = 2
STAR_CARDS = {"one-star": 1, "two-star": 2}
SYMBOL_CARDS = {"artillery": 1, "cavalry": 2, "infantry": 1}

TROOPS_OF_TWO = (30, 33)
TROOPS_OF_MORE = (33, 35, 37, 39, 39)
FIRST_CARDS_OF_MORE = (0, 0, 1, 0, 1)
NEUTRAL_GARRISONS = (15, 15, 15, 10, 10, 10)
CLASSIC_BOX = (40, 12, 8)
"""Soldiers, tanks (cavalry) and artillery pieces of one colour in a box of classic Risk."""

SABOTAGED_PER_CENT = 40
OBJECTIVES_TO_WIN = 3
BASE_REINFORCEMENTS = 2

CARDS = gettext("cards")
"""Label of traded cards in the sum of a draft."""


class Draft(Struct, frozen=True):
    """The draft of a seat, and its calculation as text."""

    troops: int
    text: str


def troops_of(soldiers: int, tanks: int, artillery: int) -> int:
    """BP-UNIT: return the troops of some pieces: soldier 1, tank 5, artillery 10."""
    return soldiers + TROOPS_OF_A_TANK * tanks + TROOPS_OF_AN_ARTILLERY_PIECE * artillery


def starting_troops(state: BalanceState) -> dict[str, int]:
    """BP-SET-4, BP-SET-6: return the starting troops of each player; BP-A3: the fifth has 39 or 41."""
    table = TROOPS_OF_TWO if len(state.seats) == 2 else TROOPS_OF_MORE
    if state.house.fifth_player == "41":
        table = (*table[:4], 41)
    return dict(zip(order_of_play(state), table, strict=False))


def starting_cards(state: BalanceState) -> dict[str, int]:
    """BP-SET-6: return the starting cards: one for the third and fifth of three or more players."""
    table = (0, 0) if len(state.seats) == 2 else FIRST_CARDS_OF_MORE
    return dict(zip(order_of_play(state), table, strict=False))


def has_neutral(state: BalanceState) -> bool:
    """BP-SET-4, BP-A1: return whether there is a neutral army; three or more players can play without it."""
    return len(state.seats) == 2 or state.house.neutral_army == "for all"


def owners(state: BalanceState) -> tuple[str, ...]:
    """Return all owners with an army."""
    return (*(seat.id for seat in state.seats), *((NEUTRAL,) if has_neutral(state) else ()))


def card_stars(state: BalanceState) -> dict[str, int]:
    """BP-UNIT: return the stars of each card kind: cavalry of an old deck has two; BP-A18: wild cards."""
    if state.house.deck == "stars":
        return STAR_CARDS
    return SYMBOL_CARDS | ({"wild": 2} if state.house.wild_cards == "two stars" else {})


def deck_size(state: BalanceState) -> int:
    """CL-CARD: return the size of the deck, one card a territory; BP-A18: wild cards by house rule."""
    wild = state.house.deck == "symbols" and state.house.wild_cards != "removed"
    return len(state.holdings) + (WILD_CARDS if wild else 0)


def claimed(state: BalanceState, seat: str) -> int:
    """BP-LOSE: return the sum of a player's territories and cities."""
    return len(state.held(seat)) + len(state.marked(seat, "city"))


def standing(state: BalanceState, seat: str) -> tuple[int, int, int]:
    """BP-LOSE: return a player's sort key: territories and cities, then cards, then troops."""
    return claimed(state, seat), state.cards.hands[seat], state.armies(seat)


def lowest(state: BalanceState, among: Iterable[str]) -> tuple[str, ...]:
    """BP-LOSE, BP-A2: return the players with the lowest standing; more than one if they are tied."""
    by_seat = {seat: standing(state, seat) for seat in among}
    return tuple(seat for seat, standing in by_seat.items() if standing == min(by_seat.values()))


def neutral_roll(casualties: int) -> int | None:
    """BP-NEU-3: return the lowest roll of two dice that revives casualties; None for an empty pile."""
    if casualties < 1:
        return None
    return 11 if casualties <= 2 else 9 if casualties <= 6 else 6


def neutral_reinforcements(casualties: int, roll: int) -> int:
    """BP-NEU-3: return the number of revived casualties: all of one or two, half of three or more."""
    needed = neutral_roll(casualties)
    if needed is None or roll < needed:
        return 0
    return casualties if casualties <= 2 else casualties // 2


def add_casualties(state: BalanceState, owner: str, lost: int) -> int:
    """BP-CAS-1: add lost troops to their Pile of Casualties up to its limit, the others to the troop pile.

    Returns:
        The number of troops added to the troop pile.
    """
    kept = min(lost, MAX_CASUALTIES - state.casualties[owner])
    state.casualties[owner] += kept
    state.troop_pile[owner] += lost - kept
    return lost - kept


def income(state: BalanceState, seat: str) -> tuple[Term, ...]:
    """BP-DRF-1: return the terms: a third of territories and cities (3 or more), continents, capitals, cards.

    BP-SIT, BP-A25: the table sets the troops for a site.
    """
    cities = len(state.marked(seat, "city"))
    capitals = sum(place in state.capitals.values() for place in state.held(seat))
    sites = state.site_troops * len(state.marked(seat, "site"))
    more = (
        Term(ngettext("{count} capital", "{count} capitals", capitals), capitals),
        Term(gettext("sites"), sites),
        Term(CARDS, state.facts.traded_troops),
    )
    return (
        territory_term(len(state.held(seat)), landmarks=cities, called=cities_in_words),
        *continent_terms(state, seat),
        *(term for term in more if term.armies),
    )


def draft(state: BalanceState, seat: str) -> Draft:
    """BP-DRF-1: return the draft of a seat: reduced by sabotage, at most the troops in its troop pile."""
    terms = income(state, seat)
    troops, parts = total(terms), [in_words(terms)]
    if is_sabotaged(state, seat):
        troops = sabotaged(state, terms)
        parts.append(gettext("Sabotaged: {count}", count=troops))
    if troops > state.troop_pile[seat]:
        troops = state.troop_pile[seat]
        parts.append(gettext("The troop pile has only {count}", count=troops))
    return Draft(troops, joined(parts, ". "))


def is_sabotaged(state: BalanceState, seat: str) -> bool:
    """BP-SCA-SABOTAGE: return whether a seat is sabotaged."""
    return any(effect.target == seat for effect in state.in_force("sabotage"))


def sabotaged(state: BalanceState, terms: tuple[Term, ...]) -> int:
    """BP-SCA-SABOTAGE: return 40% of the draft; BP-A15: the house rule sets the share and the rounding."""
    cut, whole = terms, 0
    if state.house.sabotage == "territories only":
        cut, whole = terms[:1], total(terms[1:])
    share = SABOTAGED_PER_CENT * total(cut)
    return whole + (-(-share // 100) if state.house.sabotage == "rounded up" else share // 100)


def order_of_play(state: BalanceState) -> tuple[str, ...]:
    """BP-SET-4, BP-SET-6: return all seats in order, from the starting seat."""
    return order_from(state, state.starter)


def last_player(state: BalanceState) -> tuple[str, ...]:
    """BP-WIN: return the last player with territories as the winner; the neutral army does not count."""
    playing = state.playing()
    return (playing[0].id,) if len(playing) == 1 else ()


def three_objectives(state: BalanceState, seat: str) -> bool:
    """BP-WIN: return whether a seat has three objectives and holds its own capital."""
    enough = len(state.objectives.owned(seat)) >= OBJECTIVES_TO_WIN
    return enough and state.capitals.get(seat) in state.held(seat)


def fewest_troops(state: BalanceState) -> int:
    """BP-SET-4, BP-SET-6: return the smallest number of troops per army that the set-up needs."""
    neutral = sum(NEUTRAL_GARRISONS) if has_neutral(state) else 0
    return max(neutral, *TROOPS_OF_TWO, *TROOPS_OF_MORE)
