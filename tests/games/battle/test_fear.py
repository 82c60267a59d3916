"""A commander falls: fear, flight, and those who come to their senses."""

from typing import Any

import pytest

from companion.referee.questions import PickSeveral, Template
from tests.games.battle.story import Battle

CHIEF, SECOND = "blue-infantry-commander-1", "blue-infantry-commander-2"
FLAT: dict[str, Any] = {"field": "flat and open"}


def led(**house: Any) -> Battle:
    """Red shoots the commander of Blue, who leads four soldiers."""
    house = {"commanders": "hero and fear", **FLAT, **house}
    blue = {"infantry": 2, "cavalry": 1, "cannon": 1, "infantry-commander": 2}
    return Battle.raging({"infantry": 3}, blue, **house)


def fallen(*afraid: str, **house: str) -> Battle:
    """The commander has fallen, and these saw it."""
    return led(**house).attacks("red-infantry-1", CHIEF, 6, 1).say(list(afraid))


@pytest.mark.rule("BR-CMD-2", "BR-A10", "BR-A4")
def test_all_of_his_side_within_six_inches_are_afraid() -> None:
    battle = led().attacks("red-infantry-1", CHIEF, 6, 1)
    question = battle.table.question
    assert isinstance(question, PickSeveral)
    assert (question.template, question.detail) == (
        Template("circle", 12, 12),
        "All of Blue within 6 in of him.",
    )
    assert set(question.allowed) == {SECOND, "blue-infantry-1", "blue-infantry-2", "blue-cavalry-1"}
    battle.refused(["red-infantry-1"], "BR-CMD-2").say([])
    assert battle.state.pending == []


@pytest.mark.rule("BR-CMD-2", "BR-CMD-3")
@pytest.mark.parametrize("roll", range(1, 7))
def test_four_five_and_six_stand(roll: int) -> None:
    battle = fallen("blue-infantry-1").rolls("fear", roll)
    assert battle.man("blue-infantry-1").fate == ("fights" if roll >= 4 else "flees")


@pytest.mark.rule("BR-A10")
@pytest.mark.parametrize("house", ["none", "hero only"])
def test_without_the_rule_nobody_is_afraid(house: str) -> None:
    battle = led(commanders=house).attacks("red-infantry-1", CHIEF, 6, 1)
    assert (battle.man(CHIEF).fate, battle.state.pending) == ("killed", [])


@pytest.mark.rule("BR-CMD-3", "BR-A4", "BR-CAN-2")
def test_who_is_afraid_leaves_his_cannon_and_obeys_nobody() -> None:
    battle = led()
    assert battle.table.correct({"blue-cannon-1.crew": "blue-infantry-1"}).allowed
    battle.attacks("red-infantry-1", CHIEF, 6, 1).say(["blue-infantry-1"]).rolls("fear", 1)
    assert battle.gun("blue-cannon-1").crew is None
    battle.ends().rolls("movement", 2).say(5, 3).refused("blue-infantry-1", "BR-A4")


@pytest.mark.rule("BR-CMD-3", "BR-A4")
@pytest.mark.parametrize(
    ("soldier", "roll", "edge", "fate"),
    [
        ("blue-infantry-1", 4, 1.0, "fled"),  # a full move of 1 inch
        ("blue-infantry-1", 4, 1.0625, "flees"),
        ("blue-cavalry-1", 4, 3.0, "fled"),  # at the pace of cavalry
        ("blue-cavalry-1", 4, 3.0625, "flees"),
    ],
)
def test_a_full_move_towards_the_edge(soldier: str, roll: int, edge: float, fate: str) -> None:
    battle = fallen(soldier).rolls("fear", 3).ends().rolls("movement", roll)
    assert battle.say(4.0625, edge).man(soldier).fate == fate
    if fate == "flees":
        battle.ends().rolls("movement", 1).ends().rolls("movement", 6).say(9, 0.5)
        assert battle.man(soldier).fate == "fled"


@pytest.mark.rule("BR-CMD-3", "BR-A4")
def test_another_commander_within_four_inches_ends_it() -> None:
    battle = fallen("blue-infantry-1").rolls("fear", 3).ends().rolls("movement", 4).say(4)
    assert battle.man("blue-infantry-1").fate == "rallied"
    battle.refused("blue-infantry-1", "BR-A4")  # but it has run this turn
    battle.ends().rolls("movement", 4).ends().rolls("movement", 4).moves("blue-infantry-1", 1)
    assert battle.man("blue-infantry-1").fate == "fights"


@pytest.mark.rule("BR-CMD-3")
def test_a_commander_who_runs_stops_nobody() -> None:
    battle = fallen("blue-infantry-1", SECOND).rolls("fear", 1).rolls("fear", 1).ends().rolls("movement", 2)
    assert "edge" in battle.table.question.prompt


@pytest.mark.rule("BR-A4")
@pytest.mark.parametrize(("near", "fate"), [(4.0, "rallied"), (4.0625, "fled")])
def test_by_house_rule_they_are_off_at_once(near: float, fate: str) -> None:
    battle = fallen("blue-infantry-1", flight="at once").rolls("fear", 2).say(near)
    assert battle.man("blue-infantry-1").fate == fate


@pytest.mark.rule("BR-A4", "BR-CAN-7")
def test_who_is_off_at_once_is_not_rolled_for_any_more() -> None:
    army = {"infantry": 2, "automatic-cannon": 1}
    blue = {"infantry": 2, "infantry-commander": 1}
    house: dict[str, Any] = {"commanders": "hero and fear", "flight": "at once", "mercenaries": "yes"}
    battle = Battle.raging(army, blue, **house, **FLAT)
    under = [CHIEF, "blue-infantry-1", "blue-infantry-2"]
    battle.aims("red-automatic-cannon-1", "exploding", under).hits(6, 1)
    battle.say(["blue-infantry-1"]).rolls("fear", 1)
    assert battle.man("blue-infantry-1").fate == "fled"
    earned = battle.state.purses["red"].earned
    battle.hits(6, 1)
    assert battle.man("blue-infantry-2").fate == "killed"
    assert battle.man("blue-infantry-1").fate == "fled"
    assert battle.state.purses["red"].earned - earned <= 10


@pytest.mark.rule("BR-CMD-3", "BR-WIN")
def test_a_side_that_has_run_off_has_lost() -> None:
    battle = Battle.raging(
        {"infantry": 1}, {"infantry": 1, "infantry-commander": 1}, commanders="hero and fear", **FLAT
    )
    battle.attacks("red-infantry-1", CHIEF, 6, 1).say(["blue-infantry-1"]).rolls("fear", 1).ends()
    battle.rolls("movement", 4).say(0.5)
    assert (battle.state.winners, battle.table.question) == (("red",), None)


@pytest.mark.rule("BR-CMD-2", "BR-WIN")
def test_the_last_commander_leaves_nobody_to_be_afraid() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry-commander": 1}, commanders="hero and fear", **FLAT)
    battle.attacks("red-infantry-1", CHIEF, 6, 1)
    assert (battle.state.winners, battle.state.pending) == (("red",), [])
