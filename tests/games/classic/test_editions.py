"""Boxes of other countries: each difference is a house rule, and presets choose them together (CL-ED)."""

import pytest

from companion.games.classic import rules
from companion.games.classic.game import CLASSIC
from companion.odds.battle import Battle
from companion.odds.battle_odds import odds
from companion.referee.questions import Deploy, PickOrEnd, Roll
from companion.referee.random_bot import RandomBot
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import lay, play

FRONT = {"alaska": ("red", 9), "kamchatka": ("blue", 5)}
COUNTRIES = ("Italy", "Germany", "France", "Britain")


@pytest.mark.rule("CL-ED", "CL-ATK")
@pytest.mark.parametrize(("defence", "most", "lost"), [("two dice", 2, 2), ("three dice", 3, 3)])
def test_as_many_dice_defend_as_the_box_says(defence: str, most: int, lost: int) -> None:
    table = play(a_turn(FRONT, defence=defence), "alaska", "kamchatka")
    question = table.question
    assert isinstance(question, Roll)
    assert next(pool for pool in question.pools if pool.name == "defence").most == most
    play(table, {"attack": [6, 6, 6], "defence": [1] * most})
    assert armies(table, "kamchatka") == [("blue", 5 - lost)]


@pytest.mark.rule("CL-ED", "CL-ATK")
def test_odds_know_the_third_die() -> None:
    def chance(defence: str) -> float:
        question = play(a_turn(FRONT, defence=defence), "alaska", "kamchatka").question
        assert isinstance(question, Roll) and question.contest is not None
        return odds(Battle.of(question.contest)).conquest

    assert chance("three dice") < chance("two dice") - 0.1


@pytest.mark.rule("CL-ED", "CL-SET-4")
@pytest.mark.parametrize(
    ("laid", "worth"),
    [
        (("artillery", "artillery", "artillery"), 4),
        (("infantry", "infantry", "infantry"), 6),
        (("cavalry", "cavalry", "cavalry"), 8),
        (("artillery", "cavalry", "infantry"), 10),
        (("infantry", "infantry", "wild"), 12),
    ],
)
def test_a_pair_with_a_wild_card_is_worth_most(laid: tuple[str, ...], worth: int) -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3}, set_values="pair with wild")
    assert "4, 6, 8, 10 or 12" in table.question.prompt
    play(table, list(laid), "end")
    assert table.state.facts.traded_armies == worth


@pytest.mark.rule("CL-ED", "CL-SET-4")
@pytest.mark.parametrize("laid", [["artillery", "infantry", "wild"], ["infantry", "wild", "wild"]])
def test_a_wild_card_goes_only_with_two_alike(laid: list[str]) -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3}, set_values="pair with wild")
    ruling = table.answer(laid)
    assert not ruling.allowed and "two alike with a wild card" in ruling.text
    assert rules.is_set(a_turn(FRONT).state, tuple(laid))


@pytest.mark.rule("CL-ED", "CL-SET-2")
def test_each_card_of_a_territory_brings_two_armies_there() -> None:
    held = {"alaska": ("red", 1), "alberta": ("red", 1), "peru": ("red", 1)}
    table = a_turn(held, step="trade", hands={"red": 3}, territory_bonus="each card")
    play(table, ["artillery", "infantry", "wild"], "alaska")
    assert isinstance(table.question, PickOrEnd)
    refused = table.may("alaska")
    assert not refused.allowed and refused.text.startswith("Alaska has its two armies already.")
    play(table, "peru")
    assert isinstance(table.question, Deploy)  # a wild card shows no territory
    assert armies(table, "alaska", "alberta", "peru") == [("red", 3), ("red", 1), ("red", 3)]


@pytest.mark.rule("CL-ED", "CL-SETUP")
def test_first_armies_go_down_three_at_a_time() -> None:
    table, bot = lay(CLASSIC, 3, placing="in threes"), RandomBot(1)
    most = list[int]()
    while not table.state.turn:
        question = table.question
        assert question is not None
        if isinstance(question, Deploy):
            most.append(question.most)
        play(table, bot.answer(question))
    assert most[0] == 3
    assert set(most) <= {1, 2, 3}


@pytest.mark.rule("CL-ED")
@pytest.mark.parametrize("country", COUNTRIES)
def test_each_country_is_played(country: str) -> None:
    house = next(preset.house_rules for preset in CLASSIC.presets if preset.title == country)
    table, bot = lay(CLASSIC, 3, **house), RandomBot(3)
    for _ in range(1500):
        if table.question is None:
            break
        play(table, bot.answer(table.question))
    assert table.state.turn > 3 or table.state.winners
