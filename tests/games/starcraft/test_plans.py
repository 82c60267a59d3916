"""What the search over plans knows of StarCraft is what its rules say."""

import random

import numpy as np
import pytest

from companion.games.starcraft import plans, rules
from companion.games.starcraft.bot import StarcraftBot
from companion.games.territory.attack import Attack
from companion.games.territory.evaluator import FEATURES, features, position_of
from companion.games.territory.reinforcement import total
from companion.odds.battle import Battle
from companion.referee.bot import Strength
from tests.games.starcraft.sector import a_turn


@pytest.mark.parametrize("seed", range(5))
def test_the_income_is_that_of_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    held = {place: (chance.choice(("red", "blue", "green")), 2) for place in a_turn({}).state.holdings}
    state = a_turn(held).state
    ground, cards = plans.ground_and_cards(state)
    rows, _ = features(ground, position_of(state, ground, cards), 0)
    for number, seat in enumerate(ground.seats):
        income = total(rules.reinforcements(state, seat))
        assert rows[0, number, FEATURES.index("log income")] == pytest.approx(np.log1p(income))


@pytest.mark.parametrize(("rewards", "tower"), [({}, False), ({}, True), ({"korhal": "attack die"}, False)])
def test_the_dice_of_each_attack_count_heroes_towers_and_rewards(
    rewards: dict[str, str], tower: bool
) -> None:
    places = list(a_turn({}).state.holdings)
    held = {place: ("red" if number % 2 else "green", 4) for number, place in enumerate(places)}
    state = a_turn(held, goals={"korhal": "red"}, rewards=rewards).state
    state.heroes = {"red": places[1], "blue": None, "green": places[4]}
    state.towers = {places[6]: "green"} if tower else {}
    ours = [place for place in places if held[place][0] == "red"]
    attacks = [
        Attack(one, near) for one in ours for near in state.neighbours(one) if held[near][0] == "green"
    ]
    found = plans.dice(state, attacks)
    assert found == [Battle.of(plans.contest(state, each)).rule for each in attacks]
    assert len({(rule.attack, rule.defence) for rule in found}) > 1


def test_achievements_count_where_they_win() -> None:
    held = {"acid-marsh": ("red", 3), "ursa": ("blue", 3)}
    goals: dict[str, str | None] = {"korhal": None, "aiur": "blue"}
    ground, _ = plans.ground_and_cards(a_turn(held, goals=goals).state)
    assert ground.goals is not None and ground.goals.to_win == rules.TO_WIN
    assert ground.goals.owned.tolist() == [0, 1, 0]
    world, _ = plans.ground_and_cards(a_turn(held, mode="total domination").state)
    assert world.goals is None


def test_who_has_as_good_as_won_still_takes_what_is_left() -> None:
    """A chance near 1 does not grow: a hard player waited 400 turns beside ten neutral armies, with 9,600."""
    held = {"acid-marsh": ("red", 400), "char-aleph": ("neutral-orange", 10)}
    table, bot = a_turn(held, players=2, rest="red"), StarcraftBot("hard", 1)
    assert table.question is not None
    advice = bot.advise(table.question, table.state)
    assert advice is not None and advice.answer == "acid-marsh"


def test_who_errs_fights_with_all_units_and_stops_no_battle_that_goes_well() -> None:
    held = {"acid-marsh": ("red", 9), "char-aleph": ("green", 2)}
    table = a_turn(held, facts={"heroes": {"red": "acid-marsh", "blue": None, "green": None}})
    for answer in ("acid-marsh", "char-aleph"):
        assert table.answer(answer).allowed
    question = table.question
    assert question is not None and "Commit" in question.prompt
    erred = {str(StarcraftBot("easy", seed).err(question, table.state)) for seed in range(40)}
    assert len(erred) == 1 and "'3 hero'" in erred.pop()


@pytest.mark.parametrize("strength", ["easy", "normal", "hard"])
def test_a_fallen_hero_returns_where_the_next_attack_begins(strength: Strength) -> None:
    """It stayed away for the whole game, or came back behind the lines."""
    held = {"acid-marsh": ("red", 9), "augustgrad": ("red", 2)}
    away = {"heroes": {"red": None, "blue": None, "green": None}}
    table = a_turn(held, step="prepare", facts=away)
    assert table.question is not None and "SC-HER-4" in table.question.rules
    advice = StarcraftBot(strength, 1).advise(table.question, table.state)
    assert advice is not None and advice.answer == "acid-marsh"


def test_a_fallen_hero_returns_to_what_is_in_danger_where_nothing_is_attacked() -> None:
    held = {"acid-marsh": ("red", 1), "augustgrad": ("red", 1), "char-aleph": ("green", 30)}
    away = {"heroes": {"red": None, "blue": None, "green": None}}
    table = a_turn(held, step="prepare", facts=away)
    assert table.question is not None
    advice = StarcraftBot("hard", 1).advise(table.question, table.state)
    assert advice is not None and advice.answer == "acid-marsh"
