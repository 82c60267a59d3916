"""What the search over plans knows of classic Risk is what its rules say."""

import random

import numpy as np
import pytest

from companion.games.classic import rules
from companion.games.classic.plans import ground_and_cards
from companion.games.classic.state import Edition2008
from companion.games.territory.evaluator import FEATURES, features, position_of
from companion.games.territory.reinforcement import total
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize("edition", ["classic", "2008"])
@pytest.mark.parametrize("seed", range(5))
def test_the_income_is_that_of_the_rules(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    places = list(a_turn({}).state.holdings)
    held = {place: (chance.choice(("red", "blue", "green")), 2) for place in places}
    held |= dict.fromkeys(("brazil", "peru", "argentina", "venezuela"), ("red", 2))
    campaign = Edition2008(places[::3], {"red": "brazil", "blue": "siam", "green": "congo"})
    state = a_turn(held, campaign=campaign if edition == "2008" else None, edition=edition).state
    ground, cards = ground_and_cards(state)
    rows, _ = features(ground, position_of(state, ground, cards), 0)
    for number, seat in enumerate(ground.seats):
        income = total(rules.income(state, seat))
        assert rows[0, number, FEATURES.index("log income")] == pytest.approx(np.log1p(income))


def test_who_is_out_is_left_out_and_the_next_set_counts() -> None:
    state = a_turn({"brazil": ("red", 3)}, hands={"red": 3}).state
    ground, cards = ground_and_cards(state)
    assert (ground.seats, cards) == (("red", "green"), [3, 0])
    state.sets_traded = 6
    assert ground_and_cards(state)[0].hands[5] > ground.hands[5]


def test_the_red_sea_may_be_closed() -> None:
    for red_sea, linked in (("open", 1), ("closed", 0)):
        ground, _ = ground_and_cards(a_turn({"brazil": ("red", 3)}, red_sea=red_sea).state)
        assert ground.links[ground.index["east-africa"], ground.index["middle-east"]] == linked
