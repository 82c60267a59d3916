"""Ten places of the document that are easy to get wrong, computed by hand."""

from typing import Any

import pytest

from companion.games.battle import rules
from companion.referee.questions import Choose, Roll
from tests.games.battle.story import Army, Battle

FLAT: dict[str, Any] = {"field": "flat and open"}
LED: dict[str, Any] = FLAT | {"commanders": "hero and fear"}
PAID: dict[str, Any] = FLAT | {"treasury": "yes"}
GUN, CREW = "red-cannon-1", "red-infantry-1"


def crewed(battle: Battle, gun: str, crew: str) -> Battle:
    """Put a crew at a cannon by hand."""
    assert battle.table.correct({f"{gun}.crew": crew}).allowed
    return battle


@pytest.mark.rule("BR-CHG-1", "BR-CMD-1", "BR-A15", "BR-ATK-4")
@pytest.mark.parametrize(
    ("hit", "defence", "lives"),
    [(3, 4, False), (3, 5, True), (6, 6, False), (1, 2, False), (1, 3, True)],
)
def test_br_chg_1_a_charging_commander_adds_two_against_one(hit: int, defence: int, *, lives: bool) -> None:
    """3 + 2 against 4 + 1 is a tie, and ties hit."""
    battle = Battle.raging({"cavalry-commander": 1}, {"infantry": 1, "infantry-commander": 1}, **LED)
    battle.order("red-cavalry-commander-1", "charge")
    battle.attacks("red-cavalry-commander-1", "blue-infantry-commander-1", hit, defence)
    assert battle.man("blue-infantry-commander-1").on_field == lives


@pytest.mark.rule("BR-CHG-1", "BR-MOV-3")
def test_br_chg_1_the_only_point_may_be_given_up() -> None:
    battle = Battle.raging({"cavalry": 1}, {"infantry": 2}, roll=1, **FLAT)
    battle.order("red-cavalry-1", "charge").refused("charge", "BR-CHG-1").refused("move", "BR-MOV-1")
    battle.attacks("red-cavalry-1", "blue-infantry-1", 3, 4)
    assert not battle.man("blue-infantry-1").on_field


@pytest.mark.rule("BR-CAN-8", "BR-CMD-1")
@pytest.mark.parametrize(("hit", "defence", "lives"), [(6, 6, True), (6, 5, False), (5, 4, False)])
def test_br_cmd_1_a_cannon_has_no_hero_and_its_target_may_be_one(
    hit: int, defence: int, *, lives: bool
) -> None:
    """The commander at the cannon adds nothing to its roll; the one under the paper adds one."""
    army: Army = {"infantry-commander": 1, "infantry": 1, "cannon": 1}
    battle = crewed(Battle.raging(army, army, **LED), GUN, "red-infantry-commander-1")
    battle.aims(GUN, "grape", ["blue-infantry-commander-1"]).hits(hit, defence)
    assert battle.man("blue-infantry-commander-1").on_field == lives


@pytest.mark.rule("BR-A3", "BR-CAN-9")
def test_br_a3_a_commander_at_the_cannon_does_not_stop_a_misfire() -> None:
    army: Army = {"infantry-commander": 1, "infantry": 1, "cannon": 1}
    battle = crewed(Battle.raging(army, army, **LED), GUN, "red-infantry-commander-1")
    battle.aims(GUN, "grape", ["blue-infantry-1"]).hits(1, 1)
    assert "misfires" in battle.told() and battle.man("blue-infantry-1").on_field


@pytest.mark.rule("BR-A13", "BR-CAN-8", "BR-ATK-4")
@pytest.mark.parametrize("by", ["red-infantry-1", GUN])
def test_br_a13_ties_hit_for_muskets_and_cannons_alike(by: str) -> None:
    battle = crewed(Battle.raging({"infantry": 2, "cannon": 1}, {"infantry": 2}, **FLAT), GUN, CREW)
    if by == GUN:
        battle.aims(GUN, "grape", ["blue-infantry-1"]).hits(4, 4)
    else:
        battle.attacks(by, "blue-infantry-1", 4, 4)
    assert not battle.man("blue-infantry-1").on_field


@pytest.mark.rule("BR-SET", "BR-CMD-1")
def test_br_set_a_commander_is_not_counted_among_the_infantry() -> None:
    battle = Battle.raging({"infantry-commander": 1, "infantry": 2}, {"infantry": 1}, **LED)
    assert [battle.state.name(man) for man in battle.state.army("red")] == [
        "Red infantry commander 1",
        "Red infantry 1",
        "Red infantry 2",
    ]


@pytest.mark.rule("BR-CMD-2", "BR-CAN-7")
def test_br_cmd_2_a_commander_shot_by_friends_frightens_his_own_side_only() -> None:
    army: Army = {"infantry": 2, "infantry-commander": 1, "cannon": 1}
    battle = crewed(Battle.raging(army, {"infantry": 2}, **LED), GUN, CREW)
    battle.aims(GUN, "exploding", ["red-infantry-commander-1"]).hits(6, 1)
    asked = battle.table.question
    assert set(asked.allowed) == {"red-infantry-1", "red-infantry-2"}


@pytest.mark.rule("BR-CAN-13", "BR-CAN-12", "BR-TRE-2", "BR-A8")
@pytest.mark.parametrize(("roll", "earned"), [(3, 2 + 8), (4, 2)])
def test_br_tre_2_a_cannon_lost_with_its_crew_pays_for_both(roll: int, earned: int) -> None:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 2, "cannon": 1}, **PAID)
    crewed(crewed(battle, GUN, CREW), "blue-cannon-1", "blue-infantry-1")
    battle.aims(GUN, "rolling", ["blue-infantry-1"]).hits(6, 1).rolls("cannon", roll)
    assert battle.state.purses["red"].earned == earned


@pytest.mark.rule("BR-TRE-2", "BR-A14")
def test_br_tre_2_ones_own_dead_pay_nobody() -> None:
    battle = crewed(Battle.raging({"infantry": 2, "cannon": 1}, {"infantry": 2}, **PAID), GUN, CREW)
    battle.aims(GUN, "rolling", ["red-infantry-2", "blue-infantry-1"]).hits(6, 1).hits(6, 1)
    assert [battle.state.purses[seat].earned for seat in ("red", "blue")] == [2, 0]


@pytest.mark.rule("BR-A5", "BR-DMG-2", "BR-TRE-2")
def test_br_a5_a_commander_on_foot_pays_as_infantry_commander_and_still_leads() -> None:
    house: dict[str, Any] = {**LED, "treasury": "yes"}
    battle = Battle.raging({"infantry": 2}, {"cavalry-commander": 1, "infantry": 1}, **house)
    battle.attacks("red-infantry-1", "blue-cavalry-commander-1", 6, 1).rolls("horse", 4)
    rider = battle.man("blue-cavalry-commander-1")
    assert (battle.state.purses["red"].earned, rules.defence_bonus(battle.state, rider)) == (0, 1)
    battle.attacks("red-infantry-2", "blue-cavalry-commander-1", 6, 5)
    assert battle.state.purses["red"].earned == 4


@pytest.mark.rule("BR-MOV-4", "BR-MOV-6", "BR-CAN-1", "BR-A11")
@pytest.mark.parametrize(("roll", "fires"), [(3, False), (4, True)])
def test_br_mov_6_three_points_of_four_turn_a_cannon_and_it_fires(roll: int, *, fires: bool) -> None:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}, roll=roll, **FLAT)
    crewed(battle, GUN, CREW).order(GUN, "break-down", "haul", CREW, 0, "set-up")
    assert battle.table.may("fire").allowed == fires


@pytest.mark.rule("BR-ATK-1", "BR-CAN-11", "BR-CAN-2")
def test_br_can_11_who_captures_a_cannon_has_had_his_attack() -> None:
    """Another soldier mans it, and by house rule it fires at once."""
    battle = Battle.raging({"infantry": 2}, {"infantry": 2, "cannon": 1}, captured_cannon="may fire", **FLAT)
    crewed(battle, "blue-cannon-1", "blue-infantry-1").kills("red-infantry-1", "blue-infantry-1")
    assert battle.gun("blue-cannon-1").seat == "red"
    battle.order("blue-cannon-1", "man").refused("red-infantry-1", "BR-ATK-1").say("red-infantry-2")
    battle.aims("blue-cannon-1", "rolling", ["blue-infantry-2"])
    assert isinstance(battle.table.question, Roll)


@pytest.mark.rule("BR-WIN", "BR-ATK-1")
def test_br_win_a_side_that_loses_its_last_man_in_anothers_turn_has_none() -> None:
    """Blue falls in Red's turn; Red goes on against Green, and Green is next."""
    battle = Battle.raging({"infantry": 2}, {"infantry": 1}, {"infantry": 1}, **FLAT)
    battle.kills("red-infantry-1", "blue-infantry-1")
    assert battle.state.winners == () and not isinstance(battle.table.question, Choose)
    battle.ends()
    assert battle.state.active == "green"


@pytest.mark.rule("BR-DMG-2", "BR-MOV-2")
def test_br_dmg_2_a_rider_on_foot_walks_and_shoots_in_his_next_turn() -> None:
    battle = Battle.raging({"infantry": 1}, {"cavalry": 1, "infantry": 1}, **FLAT)
    battle.attacks("red-infantry-1", "blue-cavalry-1", 4, 4).rolls("horse", 6).ends()
    battle.rolls("movement", 4).moves("blue-cavalry-1", 1.0)
    assert battle.man("blue-cavalry-1").spent == 4
    battle.attacks("blue-cavalry-1", "red-infantry-1", 6, 1, inches=1.0)
    assert battle.state.winners == ("blue",)
