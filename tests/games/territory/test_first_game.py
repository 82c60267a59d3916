"""A learner's first turn: few armies, empty land stays empty, and owners stay."""

from companion.games.territory.first_game import OTHERS, OWN, shorten_first_turn
from companion.games.territory.state import Holding
from tests.games.classic.boards import a_turn


def test_armies_are_thinned_out_and_owners_stay() -> None:
    state = a_turn({}).state
    for place in state.holdings:
        state.holdings[place] = Holding("green", 4)
    state.active = "red"
    held = {"alaska": Holding("red", 9), "japan": Holding("blue", 1), "peru": Holding(None, 0)}
    state.holdings |= held
    owners = {place: holding.owner for place, holding in state.holdings.items()}
    shorten_first_turn(state)
    assert {place: holding.owner for place, holding in state.holdings.items()} == owners
    armies = {place: state.holdings[place].armies for place in (*held, "brazil")}
    assert armies == {"alaska": OWN, "japan": OTHERS, "peru": 0, "brazil": OTHERS}
