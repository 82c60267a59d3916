"""Calculations of Nuked: fresh troops, soldiers needed, battles, order of play, winners."""

from typing import Literal

from msgspec import Struct

from companion.games.nuked.rulesets import Extra, TroopCard, TroopModifier
from companion.games.nuked.state import NukedState
from companion.games.territory.reinforcement import Term, continent_terms, territory_term
from companion.games.territory.state import Holding
from companion.games.territory.turns import order_from
from companion.referee.seats import Seat

ANYWHERE_SHARE = 3
CAPITAL_SHARE = 2
EARLY = 3
"""Rounds without continent bonuses and without attacks on Capitals."""

RIVAL_TIMES = 2
CAPITAL_TIMES = 3
TO_OCCUPY = 3
LOST_OCCUPYING = 2


def fresh_anywhere(territories: int) -> Term:
    """NK-RNF-1: return a third of your territories, rounded down, at least three."""
    return territory_term(territories, share=ANYWHERE_SHARE)


def fresh_on_capital(territories: int) -> Term:
    """NK-RNF-2: return half of your territories, rounded down, at least three, for the Capital."""
    return territory_term(territories, share=CAPITAL_SHARE)


def bonuses(state: NukedState, seat: str) -> tuple[Term, ...]:
    """NK-RNF-3: return the bonuses of whole continents, from the fourth round on."""
    return () if is_early(state, seat) else continent_terms(state, seat)


def income(state: NukedState, seat: str, mode: Literal["anywhere", "capital"]) -> tuple[Term, ...]:
    """NK-RNF-1, NK-RNF-2, NK-RNF-3: return all terms of the fresh troops for one way of placing them."""
    count = fresh_anywhere if mode == "anywhere" else fresh_on_capital
    return (count(len(state.held(seat))), *bonuses(state, seat))


def is_early(state: NukedState, seat: str) -> bool:
    """NK-A2: whether it is one of the first three rounds, or of the seat's first three turns."""
    if state.house.early == "own turns":
        return state.turns_ended[seat] < EARLY
    return state.round <= EARLY


def capitals_are_safe(state: NukedState, seat: str) -> bool:
    """NK-CAP-2, NK-A2: whether this seat cannot attack Capitals yet."""
    if state.house.early == "game turns":
        return state.turn <= EARLY
    return is_early(state, seat)


class AttackMinimum(Struct, frozen=True):
    """The strength that an attack on a territory needs.

    Attributes:
        troops: the strength.
        times: factor on the defenders; 0 if the territory is unoccupied.
        rule: id of the rule.
    """

    troops: int
    times: int
    rule: str


def need(state: NukedState, target: str) -> AttackMinimum:
    """NK-ATK-1, NK-ATK-2, NK-ATK-3: twice the defenders, three times on a Capital, three if unoccupied."""
    holding = state.holdings[target]
    if holding.owner is None:
        return AttackMinimum(TO_OCCUPY, 0, "NK-ATK-3")
    if state.capital_of(target) == holding.owner:
        return AttackMinimum(CAPITAL_TIMES * holding.armies, CAPITAL_TIMES, "NK-ATK-2")
    return AttackMinimum(RIVAL_TIMES * holding.armies, RIVAL_TIMES, "NK-ATK-1")


def strength(troops: int, card: TroopCard | None) -> int:
    """NK-CRD-4: return the strength of troops with a card, which adds to or multiplies them."""
    if card is None:
        return troops
    return troops + card.by if card.form == "plus" else troops * card.by


def attack_card(state: NukedState, target: str) -> TroopModifier | None:
    """NK-A5: return the Attack card that was played for this attack, if there is a defender."""
    helps = state.helped_by("attack") and state.holdings[target].owner is not None
    return state.table.attack if helps else None


def fewest(state: NukedState, target: str) -> int:
    """NK-ATK-1, NK-ATK-2, NK-ATK-3: return the fewest troops to send, including a prepared Attack card."""
    wanted, card = need(state, target).troops, attack_card(state, target)
    if card is None:
        return wanted
    return max(1, wanted - card.by if card.form == "plus" else -(-wanted // card.by))


class Outcome(Struct, frozen=True):
    """The result of a battle.

    Attributes:
        winner: the side with the larger army; nobody if both are equal and die.
        left: surviving troops of the winner.
    """

    winner: Literal["attacker", "defender", "nobody"]
    left: int


def battle(attackers: int, defenders: int, equal: Literal["both die", "defender holds"]) -> Outcome:
    """NK-BTL-1, NK-A4: the larger army wins; each side loses as many soldiers as the other has."""
    if attackers > defenders:
        return Outcome("attacker", attackers - defenders)
    if defenders > attackers:
        return Outcome("defender", defenders - attackers)
    return Outcome("nobody", 0) if equal == "both die" else Outcome("defender", 1)


def stays(card: TroopCard) -> bool:
    """NK-CRD-4: whether a card's troops stay after the battle; those of an Extra Troop card always do."""
    return isinstance(card, Extra) or card.lasts == "to stay"


def survivors(outcome: Outcome, troops: int, card: TroopCard | None) -> int:
    """NK-BTL-1, NK-CRD-4: return the winner's survivors without the troops of a card for one battle."""
    return outcome.left if card is None or stays(card) else min(outcome.left, troops)


def still_radiated(state: NukedState, place: str) -> bool:
    """NK-CRD-4: whether fallout still lasts, counted in rounds or in turns of the player who caused it."""
    fallout = state.fallout[place]
    if state.table.nuke.counted == "rounds" or state.active is None:
        return state.round < fallout.until
    order = order_of_play(state)
    now = (state.round, order.index(state.active))
    return now < (fallout.until, order.index(fallout.seat))


def plays_on(state: NukedState) -> bool:
    """NK-ELM, NK-A21: whether the turn goes on: nobody has won, and the player still holds a territory."""
    return not state.winners and state.holds_land(state.mover.id)


def in_hands(state: NukedState, kind: str) -> int:
    """NK-CRD-4: return how many cards of a kind are not played yet."""
    return int(getattr(state.table.deck, kind)) - state.cards.discards.get(kind, 0)


def first_troops(state: NukedState) -> dict[str, int]:
    """NK-SET-2: return the number of first troops of each player."""
    troops = state.table.troops
    by_players = {2: troops.two, 3: troops.three, 4: troops.four, 5: troops.five, 6: troops.six}
    return {seat.id: by_players[len(state.seats)] for seat in state.seats}


def deck_size(state: NukedState) -> int:
    """NK-CRD-3: return the number of cards in the game."""
    deck = state.table.deck
    return deck.attack + deck.nuke + deck.boat + deck.extra + deck.defence


def order_of_play(state: NukedState) -> tuple[str, ...]:
    """NK-TURN: return all seats in order, beginning with the starting seat."""
    return order_from(state, state.starter)


def capitals_held(state: NukedState, seat: str) -> int:
    """NK-A17: return how many Capitals a seat holds, its own and conquered ones."""
    return sum(
        place is not None and state.holdings[place].owner == seat for place in set(state.capitals.values())
    )


def capitals_to_win(state: NukedState) -> int:
    """NK-A17: return how many Capitals win: the number of the rule set, at most the number of players."""
    return min(state.table.victory.capitals, len(state.seats))


def winners(state: NukedState) -> tuple[str, ...]:
    """NK-A17: return the last seat with territories, or one with enough Capitals."""
    playing: tuple[Seat, ...] = state.playing()
    if len(playing) == 1:
        return (playing[0].id,)
    if state.house.victory != "capitals":
        return ()
    wanted = capitals_to_win(state)
    return tuple(seat.id for seat in playing if capitals_held(state, seat.id) >= wanted)[:1]


def after_extra(holding: Holding, card: Extra) -> int:
    """NK-CRD-4: return the troops on a territory after an Extra Troop card."""
    return strength(holding.armies, card)
