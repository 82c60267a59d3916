"""What the search over plans knows of Balance of Power is what its rules say."""

import random

import numpy as np
import pytest

from companion.games.balance import rules
from companion.games.balance.bot import BalanceBot
from companion.games.balance.plans import ground_and_cards
from companion.games.balance.state import BalanceState, LastingEffect
from companion.games.territory.evaluator import FEATURES, features, position_of
from companion.games.territory.reinforcement import total
from companion.referee.questions import END, Choose
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.balance.boards import a_turn

LONG = 60
"""More answers than an attack step takes."""


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


FORBIDDING = (
    LastingEffect("general", by="blue", target="red", place="alaska"),
    LastingEffect("alliance", by="blue", target="red"),
)
"""Special actions that forbid an attack on Blue out of Alaska."""
BESIDE = {"alaska": ("red", 30), "alberta": ("green", 25), "northwest-territory": ("green", 25)}


@pytest.mark.parametrize("effect", FORBIDDING)
@pytest.mark.parametrize("meanwhile", [False, True])
def test_nobody_plans_what_a_special_action_forbids(effect: LastingEffect, meanwhile: bool) -> None:
    table, bot, asked = a_turn(BESIDE, players=3), BalanceBot("hard", 1), 0
    if meanwhile:
        assert _answer(table, bot) == "alaska", "without the action it attacks Kamchatka"
    table.state.effects.append(effect)
    table = Table(table.game, table.state)
    while table.question is not None and table.state.step == "attack" and asked < LONG:
        asked += bool(_answer(table, bot))
    assert asked < LONG and table.state.holdings["kamchatka"].owner == "blue"


def _answer(table: Table[BalanceState], bot: BalanceBot) -> object:
    question = table.question
    assert question is not None
    advice = bot.advise(question, table.state)
    answer = advice.answer if advice else RandomBot(1).answer(question)
    assert table.answer(answer).allowed
    return answer


@pytest.mark.rule("BP-A14")
@pytest.mark.parametrize("step", ["actions", "attack"])
def test_a_plan_leads_through_an_emptied_territory(step: str) -> None:
    """Nobody stands in Kamchatka, which an attack on Siberia may come from."""
    held = {"alaska": ("red", 9), "kamchatka": ("", 0), "alberta": ("red", 2)}
    table = a_turn(held, players=3, step=step, casualties={"red": 9}, bombing="may empty")
    bot = BalanceBot("hard", 1)
    while table.question is not None and table.state.step == step:
        _answer(table, bot)
    if step == "attack":
        assert table.state.holdings["kamchatka"].owner == "red"


def test_who_may_attack_nobody_still_moves_armies() -> None:
    table, bot = a_turn({"alaska": ("red", 9), "alberta": ("red", 1)}, step="maneuver"), BalanceBot("hard", 1)
    table.state.effects.append(LastingEffect("alliance", by="blue", target="red"))
    table = Table(table.game, table.state)
    assert _answer(table, bot) in ("alaska", END)


def test_who_errs_buys_nothing_at_random() -> None:
    table = a_turn({"alaska": ("red", 9)}, step="actions", casualties={"red": 30})
    question = table.question
    assert isinstance(question, Choose) and "Buy" in question.prompt
    erred = [BalanceBot("easy", seed).err(question, table.state) for seed in range(40)]
    assert {one.answer for one in erred if one is not None} == {END}
