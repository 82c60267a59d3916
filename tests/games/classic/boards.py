"""Boards of classic Risk for tests."""

from typing import Any

from companion.games.classic.game import CLASSIC
from companion.games.classic.state import ClassicState, Edition2008
from companion.games.territory.state import Holding
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from companion.referee.table import Table


def a_turn(
    held: dict[str, tuple[str, int]],
    *,
    players: int = 3,
    step: str = "attack",
    rest: str = "green",
    hands: dict[str, int] | None = None,
    campaign: Edition2008 | None = None,
    **house: str,
) -> Table[ClassicState]:
    """A table in Red's turn: these territories as given, all others held by one seat with two armies each.

    Args:
        held: owner and armies by territory.
        players: how many play.
        step: the current step.
        rest: owner of all other territories.
        hands: cards in hand; other players have none.
        campaign: additions of the 2008 edition.
        house: house rules that differ from their default.
    """
    state: ClassicState = CLASSIC.begin(seats_of(players), set_house_rules(CLASSIC.house_rules, house))
    for place in state.holdings:
        owner, armies = held.get(place, (rest, 2))
        state.holdings[place] = Holding(owner, armies)
    state.supply = {seat.id: 0 for seat in state.seats}
    state.active, state.step, state.round, state.turn = "red", step, 1, 1
    for seat, cards in (hands or {}).items():
        state.cards.hands[seat] = cards
        state.cards.deck -= cards
    if campaign is not None:
        state.edition_2008 = campaign
    return Table(CLASSIC, state)


def armies(table: Table[Any], *places: str) -> list[tuple[str | None, int]]:
    """Return owner and armies of some territories."""
    return [(table.state.holdings[place].owner, table.state.holdings[place].armies) for place in places]
