"""What the search over plans knows of Balance of Power is what its rules say."""

import random

import numpy as np
import pytest

from companion.games.balance import rules
from companion.games.balance.plans import ground_and_cards
from companion.games.territory.evaluator import FEATURES, features, position_of
from companion.games.territory.reinforcement import total
from tests.games.balance.boards import a_turn


@pytest.mark.parametrize("seed", range(5))
def test_the_income_is_that_of_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    places = list(a_turn({}).state.holdings)
    held = {place: (chance.choice(("red", "blue")), 2) for place in places}
    marks = dict.fromkeys(places[::4], "city") | dict.fromkeys(places[1::9], "site")
    setting = {"capitals": {"red": places[0], "blue": places[7]}, "site_troops": 2}
    state = a_turn(held, marks=marks, setting=setting).state
    ground, cards = ground_and_cards(state)
    rows, _ = features(ground, position_of(state, ground, cards), 0)
    for number, seat in enumerate(ground.seats):
        income = total(rules.income(state, seat))
        assert rows[0, number, FEATURES.index("log income")] == pytest.approx(np.log1p(income))
