"""Treasuries: prices, bonuses, reinforcements, mercenaries."""

from typing import Any

import pytest

from companion.games.battle import rules
from companion.referee.questions import FillIn, Measure, Roll
from tests.games.battle.story import Battle

RICH: dict[str, Any] = {"treasury": "yes", "field": "flat and open"}
ALL: dict[str, Any] = {**RICH, "commanders": "hero only", "mercenaries": "yes"}


def at_the_start(**house: str) -> Battle:
    """Red's turn begins, with 100 in the treasury."""
    return Battle.raging({"infantry": 2}, {"infantry": 2}, roll=0, step="buy", **{**RICH, **house})


# --- BR-TRE-1, BR-MRC --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-TRE-1", "BR-MRC-1", "BR-MRC-2", "BR-MRC-3")
def test_the_price_list() -> None:
    assert rules.prices(at_the_start(**ALL).state) == {
        "infantry": 5,
        "cavalry": 10,
        "cannon": 15,
        "infantry-commander": 10,
        "cavalry-commander": 15,
        "sharpshooter": 10,
        "dragoon": 20,
        "automatic-cannon": 30,  # the house's suggestion
    }


@pytest.mark.rule("BR-TRE-1")
def test_nobody_spends_more_than_there_is() -> None:
    battle = at_the_start()
    battle.refused({"infantry": 3, "cavalry": 10}, "BR-TRE-1").say({"cavalry": 10}, 12)
    purse = battle.state.purses["red"]
    assert (purse.paid, purse.left) == (100, 0)
    assert "Red pays 100; 0 left." in battle.told()


@pytest.mark.rule("BR-TRE-1")
def test_an_empty_treasury_is_not_asked() -> None:
    battle = (
        at_the_start()
        .say({"cavalry": 10}, 12)
        .rolls("movement", 1)
        .ends()
        .say({})
        .rolls("movement", 1)
        .ends()
    )
    assert isinstance(battle.table.question, Roll)


# --- BR-TRE-3, BR-A9 ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-TRE-3")
def test_new_soldiers_come_at_the_edge_far_from_the_enemy_and_act_at_once() -> None:
    battle = at_the_start().say({"infantry": 1}).refused(11.9375, "BR-TRE-3").say(12)
    battle.rolls("movement", 4).moves("red-infantry-3", 1)
    assert battle.man("red-infantry-3").spent == 4


@pytest.mark.rule("BR-TRE-3")
def test_who_finds_no_room_buys_differently() -> None:
    battle = at_the_start().say({"infantry": 4}, {"offer": "call off"})
    assert isinstance(battle.table.question, FillIn)
    assert battle.say({}).state.purses["red"].left == 100


@pytest.mark.rule("BR-A9")
@pytest.mark.parametrize(
    ("house", "kinds"),
    [("before the roll", [FillIn, Measure, Roll]), ("after the roll", [Roll, FillIn, Measure])],
)
def test_bought_before_or_after_the_roll(house: str, kinds: list[type]) -> None:
    battle = at_the_start(buying=house)
    asked: list[type] = []
    answers: dict[type, Any] = {FillIn: {"infantry": 1}, Measure: 12, Roll: {"movement": [4]}}
    for _ in kinds:
        asked.append(type(battle.table.question))
        battle.say(answers[asked[-1]])
    assert asked == kinds
    assert battle.moves("red-infantry-3", 1).state.step == "battle"


# --- BR-TRE-2, BR-A5, BR-A6 --------------------------------------------------------------------------------


@pytest.mark.rule("BR-TRE-2")
@pytest.mark.parametrize(
    ("kind", "bonus"), [("infantry", 2), ("cavalry", 3), ("infantry-commander", 4), ("cavalry-commander", 6)]
)
def test_what_a_kill_brings(kind: str, bonus: int) -> None:
    battle = Battle.raging({"infantry": 1}, {kind: 1, "infantry": 1}, **ALL)
    battle.kills("red-infantry-1", f"blue-{kind}-1")
    assert (battle.state.purses["red"].earned, battle.state.kills["red"]) == (bonus, 1)


@pytest.mark.rule("BR-A6")
@pytest.mark.parametrize(
    ("kind", "house", "bonus"),
    [
        ("sharpshooter", "as their arm", 2),
        ("dragoon", "as their arm", 3),
        ("sharpshooter", "double", 4),
        ("dragoon", "double", 6),
        ("infantry", "double", 2),  # no mercenary
    ],
)
def test_what_a_mercenary_brings(kind: str, house: str, bonus: int) -> None:
    battle = Battle.raging({"infantry": 1}, {kind: 1, "infantry": 1}, **ALL, mercenary_bonus=house)
    battle.kills("red-infantry-1", f"blue-{kind}-1")
    assert battle.state.purses["red"].earned == bonus


@pytest.mark.rule("BR-A5", "BR-TRE-2")
def test_a_horse_brings_nothing_and_its_rider_later_what_infantry_brings() -> None:
    battle = Battle.raging({"infantry": 2}, {"cavalry": 1, "infantry": 1}, **RICH)
    battle.attacks("red-infantry-1", "blue-cavalry-1", 6, 1).rolls("horse", 4)
    assert battle.state.purses["red"].earned == 0
    assert battle.kills("red-infantry-2", "blue-cavalry-1").state.purses["red"].earned == 2


def test_without_treasuries_nothing_is_paid() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 2}, field="flat and open")
    assert battle.kills("red-infantry-1", "blue-infantry-1").state.purses["red"].left == 0
    assert "treasury" not in battle.told()


@pytest.mark.parametrize(("count", "words"), [(0, "0 points"), (1, "1 point"), (3, "3 points")])
def test_nouns_agree_with_their_number(count: int, words: str) -> None:
    assert rules.in_points(count) == words
