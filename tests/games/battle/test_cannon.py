"""Cannons, rule by rule: wheels, crew, arc, range, three shots, misfires, captures."""

from typing import Any

import pytest

from companion.odds import hit_chance
from companion.referee.questions import Choose, Measure, PickSeveral, Roll, Template
from tests.games.battle.story import Battle

GUN, CREW = "red-cannon-1", "red-infantry-1"
FLAT: dict[str, Any] = {"field": "flat and open"}


def battery(roll: int = 4, *, crew: bool = True, **house: str) -> Battle:
    """Red has a cannon, manned if wished; Blue has one of everything that can be hit."""
    battle = Battle.raging(
        {"infantry": 2, "cavalry": 1, "cannon": 1},
        {"infantry": 2, "cavalry": 1, "cannon": 1},
        roll=roll,
        **house,
    )
    if crew:
        battle.order(GUN, "man", CREW)
    return battle


def manned(battle: Battle, gun: str = "blue-cannon-1", crew: str = "blue-infantry-1") -> Battle:
    """Put a crew at a cannon by hand."""
    assert battle.table.correct({f"{gun}.crew": crew}).allowed
    return battle


# --- BR-MOV-4, BR-MOV-6, BR-CAN-3 --------------------------------------------------------------------------


@pytest.mark.rule("BR-MOV-6", "BR-MOV-4", "BR-CAN-3")
def test_breaking_down_moving_and_setting_up_cost_three_points() -> None:
    battle = battery(roll=3).order(GUN, "break-down", "haul", CREW, 0.25, "set-up")
    assert (battle.gun(GUN).spent, battle.man(CREW).spent) == (3, 1)
    assert battle.gun(GUN).crew == CREW  # who moved it stands beside it
    assert isinstance(battle.table.question, Choose)
    battle.refused("break-down", "BR-MOV-1")  # three were all


@pytest.mark.rule("BR-CAN-3")
def test_turning_on_the_spot_costs_a_point() -> None:
    assert battery().order(GUN, "break-down", "haul", CREW, 0).gun(GUN).spent == 2


@pytest.mark.rule("BR-MOV-4")
def test_cavalry_moves_a_cannon_at_the_pace_of_infantry() -> None:
    battle = battery().order(GUN, "break-down", "haul", "red-cavalry-1").refused(0.8125, "BR-MOV-4").say(0.75)
    assert (battle.man("red-cavalry-1").spent, battle.gun(GUN).crew) == (3, None)
    battle.order("red-cavalry-1", "move").refused(0.8125, "BR-MOV-3").say(0.75)


@pytest.mark.rule("BR-MOV-4")
def test_a_cannon_goes_no_farther_than_who_moves_it() -> None:
    battle = battery().moves(CREW, 0.5).order(GUN, "break-down", "haul", CREW)
    question = battle.table.question
    assert isinstance(question, Measure)
    assert question.most == 0.5
    battle.say({"offer": "call off"})
    assert battle.gun(GUN).spent == 1


@pytest.mark.rule("BR-MOV-4", "BR-MOV-1")
def test_somebody_must_be_left_to_move_it() -> None:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}).moves(CREW, 1)
    battle.order(GUN, "break-down").refused("haul", "BR-MOV-4")
    tired = battery().moves(CREW, 1).order(GUN, "break-down", "haul").refused(CREW, "BR-MOV-1").say("end")
    assert tired.gun(GUN).spent == 1


@pytest.mark.rule("BR-MOV-6", "BR-CAN-2")
def test_set_up_it_fires_and_broken_down_it_moves() -> None:
    battle = battery().order(GUN).refused("haul", "BR-MOV-6").say("break-down").refused("fire", "BR-CAN-2")
    marks = {unit.id: unit.marks for unit in battle.table.game_view.roster}
    assert marks[GUN] == ("broken down", "manned")


# --- BR-CAN-1, BR-CAN-2, BR-A11 ----------------------------------------------------------------------------


@pytest.mark.rule("BR-CAN-1")
@pytest.mark.parametrize("roll", range(1, 7))
def test_cannons_fire_with_four_five_and_six(roll: int) -> None:
    ruling = battery(roll).table.inquire("fire", cannon=GUN)
    assert (ruling.allowed, ruling.rules) == ((True, ()) if roll >= 4 else (False, ("BR-CAN-1",)))


@pytest.mark.rule("BR-CAN-2")
def test_a_cannon_without_crew_asks_for_one_before_it_fires() -> None:
    battle = battery(crew=False).order(GUN, "fire").refused("red-cavalry-1", "BR-CAN-2")
    battle.refused("blue-infantry-1", "BR-CAN-2").say("end")
    assert not battle.gun(GUN).attacked
    battle.say("fire", CREW)
    assert battle.gun(GUN).crew == CREW


@pytest.mark.rule("BR-CAN-2")
def test_without_infantry_nobody_mans_it() -> None:
    battle = Battle.raging({"cavalry": 1, "cannon": 1}, {"infantry": 1}).order(GUN)
    battle.refused("fire", "BR-CAN-2").refused("man", "BR-CAN-2")


@pytest.mark.rule("BR-CAN-2")
def test_one_soldier_mans_one_cannon_and_leaves_it_by_walking_away() -> None:
    battle = Battle.raging({"infantry": 2, "cannon": 2}, {"infantry": 1}).order(GUN, "man", CREW)
    battle.order("red-cannon-2", "man").refused(CREW, "BR-CAN-2").say("end").moves(CREW, 0.25)
    assert battle.gun(GUN).crew is None


@pytest.mark.rule("BR-CAN-2", "BR-CAN-3")
def test_a_cannon_aims_within_45_degrees_of_its_barrel() -> None:
    battle = battery().order(GUN, "fire", "grape", False)
    assert "break down, move, set up: 3 points" in battle.told()
    assert not battle.gun(GUN).attacked


@pytest.mark.rule("BR-ATK-1", "BR-A11")
def test_firing_is_the_one_attack_of_cannon_and_crew() -> None:
    battle = battery().aims(GUN, "exploding", [])
    battle.refused(GUN, "BR-ATK-1").refused(CREW, "BR-ATK-1")


@pytest.mark.rule("BR-ATK-1")
def test_a_crew_that_has_attacked_does_not_fire() -> None:
    battle = battery(**FLAT).attacks(CREW, "blue-infantry-1", 1, 6)
    battle.order(GUN).refused("fire", "BR-ATK-1").order(GUN, "man").refused(CREW, "BR-ATK-1")


@pytest.mark.rule("BR-A11")
@pytest.mark.parametrize(("house", "rules"), [("may fire", ()), ("next turn", ("BR-A11",))])
def test_a_cannon_set_up_this_turn(house: str, rules: tuple[str, ...]) -> None:
    battle = battery(fresh_cannon=house).order(GUN, "break-down", "haul", CREW, 0.5, "set-up")
    assert battle.table.inquire("fire", cannon=GUN).rules == rules
    if not rules:
        battle.aims(GUN, "rolling", [])  # and who moved it may fire it


# --- BR-CAN-4 to BR-CAN-8, BR-HGT --------------------------------------------------------------------------


@pytest.mark.rule("BR-CAN-4", "BR-HGT-1", "BR-HGT-2")
@pytest.mark.parametrize(
    ("height", "most", "rule"),
    [("level", 10, "BR-CAN-4"), ("above", 11, "BR-HGT-1"), ("below", 9, "BR-HGT-2")],
)
def test_how_far_a_cannon_reaches(height: str, most: int, rule: str) -> None:
    battle = battery().order(GUN, "fire", "grape", True, height).refused(most + 0.0625, rule)
    assert f"measured {most} 1/16 in: too far." in battle.table.may(most + 0.0625).text
    assert isinstance(battle.say(most).table.question, PickSeveral)


@pytest.mark.rule("BR-CAN-5", "BR-CAN-6")
@pytest.mark.parametrize(
    ("shot", "template", "detail"),
    [
        ("grape", Template("triangle", 2, 1), "triangle, 2 in by 1 in"),
        ("rolling", Template("rectangle", 5, 0.5), "strip, 5 in by 1/2 in"),
        ("exploding", Template("circle", 2, 2), "circle, 2 in across"),
    ],
)
def test_three_kinds_of_shot(shot: str, template: Template, detail: str) -> None:
    battle = battery(**FLAT).order(GUN, "fire")
    question = battle.table.question
    assert isinstance(question, Choose)
    assert {option.id: option.detail for option in question.options}[shot] == detail
    battle.say(shot, True, 10)
    under = battle.table.question
    assert isinstance(under, PickSeveral)
    assert under.template == template


@pytest.mark.rule("BR-CAN-6")
def test_a_shot_can_be_called_off_until_it_is_measured() -> None:
    battle = (
        battery().order(GUN, "fire", "call off").say("fire", "grape", True, "level", {"offer": "call off"})
    )
    assert not battle.gun(GUN).attacked


@pytest.mark.rule("BR-CAN-7", "BR-CAN-8", "BR-CAN-10", "BR-TRE-2")
def test_everybody_on_the_paper_is_rolled_for_friends_as_well() -> None:
    battle = battery(treasury="yes").aims(
        GUN, "exploding", ["blue-infantry-1", "red-infantry-2", "blue-cavalry-1"]
    )
    battle.hits(3, 3)
    assert (battle.man("blue-infantry-1").fate, battle.state.purses["red"].earned) == ("killed", 2)
    assert battle.table.game_view.focus == (GUN, "red-infantry-2")
    battle.hits(6, 1)
    assert (battle.man("red-infantry-2").fate, battle.state.purses["red"].earned) == ("killed", 2)
    battle.hits(2, 1).rolls("horse", 4)
    assert battle.man("blue-cavalry-1").kind == "infantry"
    assert battle.state.pending == []


@pytest.mark.rule("BR-CAN-8")
def test_the_rolls_of_a_shot() -> None:
    question = battery().aims(GUN, "grape", ["blue-infantry-1"]).table.question
    assert isinstance(question, Roll)
    assert [(pool.name, pool.seat) for pool in question.pools] == [("attack", "red"), ("defence", "blue")]
    assert question.detail == f"Red cannon 1: hits {hit_chance(misfires=True) * 36} times in 36; ties hit."


@pytest.mark.rule("BR-CAN-12")
def test_a_cannon_on_the_paper_is_not_hurt_itself() -> None:
    battle = battery().order(GUN, "fire", "grape", True, "level", 5)
    battle.refused(["blue-infantry-1", "blue-cannon-1"], "BR-CAN-12").say(["blue-infantry-1"])
    assert battle.state.pending[0].targets == ["blue-infantry-1"]


# --- BR-CAN-9, BR-A2 ---------------------------------------------------------------------------------------


@pytest.mark.rule("BR-CAN-9")
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_hit_roll_of_one_misfires(roll: int) -> None:
    battle = battery().aims(GUN, "grape", ["blue-infantry-1"]).hits(1, 1).rolls("misfire", roll)
    assert battle.man("blue-infantry-1").fate == "fights"
    assert battle.gun(GUN).destroyed is (roll <= 2)


@pytest.mark.rule("BR-A2", "BR-CAN-9", "BR-A8")
def test_when_the_cannon_bursts_earlier_hits_stand_and_the_rest_is_spared() -> None:
    targets = ["blue-infantry-1", "blue-infantry-2", "blue-cavalry-1"]
    battle = battery(treasury="yes").aims(GUN, "rolling", targets).hits(5, 5).hits(1, 6).rolls("misfire", 2)
    fates = [battle.man(target).fate for target in targets]
    assert fates == ["killed", "fights", "fights"]
    assert battle.state.pending == []
    assert battle.state.purses["blue"].earned == 0  # nobody is paid for a cannon that burst
    assert battle.man(CREW).fate == "fights"


@pytest.mark.rule("BR-A2")
def test_when_the_cannon_holds_the_rest_is_rolled_for() -> None:
    battle = (
        battery().aims(GUN, "rolling", ["blue-infantry-1", "blue-infantry-2"]).hits(1, 6).rolls("misfire", 3)
    )
    assert battle.hits(6, 5).man("blue-infantry-2").fate == "killed"


@pytest.mark.rule("BR-A2")
def test_by_house_rule_a_one_loses_the_whole_shot() -> None:
    battle = battery(misfire="whole shot").aims(GUN, "rolling", ["blue-infantry-1", "blue-infantry-2"])
    battle.rolls("attack", 6).rolls("attack", 1).rolls("misfire", 6)
    assert battle.man("blue-infantry-1").fate == "fights"
    other = battery(misfire="whole shot").aims(GUN, "rolling", ["blue-infantry-1", "blue-infantry-2"])
    other.rolls("attack", 6).rolls("attack", 2).rolls("defence", 6).rolls("defence", 3)
    assert [other.man(f"blue-infantry-{number}").fate for number in (1, 2)] == ["killed", "fights"]


@pytest.mark.rule("BR-A2")
def test_by_house_rule_one_roll_counts_for_all() -> None:
    battle = battery(misfire="one roll").aims(GUN, "rolling", ["blue-infantry-1", "blue-infantry-2"])
    battle.rolls("attack", 4).rolls("defence", 4).rolls("defence", 5)
    assert [battle.man(f"blue-infantry-{number}").fate for number in (1, 2)] == ["killed", "fights"]


# --- BR-CAN-11, BR-CAN-12, BR-CAN-13, BR-A8, BR-A12 --------------------------------------------------------


@pytest.mark.rule("BR-CAN-11", "BR-A12", "BR-A8")
@pytest.mark.parametrize(
    ("house", "rules", "bonus", "earned"),
    [("next turn", ("BR-A12",), "destroyed", 2), ("may fire", (), "captured too", 2 + 8)],
)
def test_killing_the_crew_captures_the_cannon(
    house: str, rules: tuple[str, ...], bonus: str, earned: int
) -> None:
    battle = manned(battery(crew=False, captured_cannon=house, cannon_bonus=bonus, treasury="yes", **FLAT))
    battle.kills("red-infantry-1", "blue-infantry-1")
    gun = battle.gun("blue-cannon-1")
    assert (gun.seat, gun.crew, battle.state.purses["red"].earned) == ("red", None, earned)
    assert "Red captures Blue cannon 1." in battle.told()
    assert battle.table.inquire("fire", cannon="blue-cannon-1").rules == rules
    battle.order("blue-cannon-1", "man").refused("blue-infantry-2", "BR-CAN-2").say("red-infantry-2").ends()
    battle.say({}).rolls("movement", 4).ends().say({}).rolls("movement", 4)
    assert battle.table.inquire("fire", cannon="blue-cannon-1").allowed


@pytest.mark.rule("BR-CAN-11")
def test_cavalry_captures_too() -> None:
    battle = manned(battery(crew=False, **FLAT)).kills("red-cavalry-1", "blue-infantry-1")
    assert battle.gun("blue-cannon-1").seat == "red"


@pytest.mark.rule("BR-CAN-12", "BR-CAN-13", "BR-A8")
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_cannon_may_be_lost_with_the_crew_a_cannon_killed(roll: int) -> None:
    battle = manned(battery(treasury="yes"))
    battle.aims(GUN, "exploding", ["blue-infantry-1"]).hits(6, 1).rolls("cannon", roll)
    gun = battle.gun("blue-cannon-1")
    assert (gun.destroyed, gun.seat, gun.crew) == (roll <= 3, "blue", None)
    assert battle.state.purses["red"].earned == (2 + 8 if roll <= 3 else 2)


@pytest.mark.rule("BR-CAN-13")
def test_a_cannon_that_was_not_destroyed_is_manned_by_another() -> None:
    battle = (
        manned(battery()).aims(GUN, "exploding", ["blue-infantry-1"]).hits(6, 1).rolls("cannon", 4).ends()
    )
    battle.rolls("movement", 4).order("blue-cannon-1", "man", "blue-infantry-2")
    assert battle.gun("blue-cannon-1").crew == "blue-infantry-2"


@pytest.mark.rule("BR-CAN-12")
def test_a_cannon_that_hits_its_own_crew_does_not_destroy_itself() -> None:
    battle = battery().aims(GUN, "grape", [CREW]).hits(6, 1)
    assert (battle.man(CREW).fate, battle.state.pending, battle.gun(GUN).crew) == ("killed", [], None)


# --- BR-MRC-3 ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MRC-3")
def test_an_automatic_cannon_needs_no_crew() -> None:
    gun = "red-automatic-cannon-1"
    battle = Battle.raging({"infantry": 1, "automatic-cannon": 1}, {"infantry": 2}, mercenaries="yes")
    battle.order(gun).refused("man", "BR-MRC-3").aims(gun, "grape", ["blue-infantry-1"]).hits(6, 1)
    assert (battle.man("blue-infantry-1").fate, battle.man("red-infantry-1").attacked) == ("killed", False)


@pytest.mark.rule("BR-MRC-3", "BR-CAN-11")
def test_nobody_takes_an_automatic_cannon() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1, "automatic-cannon": 1}, mercenaries="yes", **FLAT)
    battle.order("red-infantry-1", "attack").refused("blue-automatic-cannon-1", "BR-CAN-11")
    ruling = battle.table.correct({"blue-automatic-cannon-1.crew": "red-infantry-1"})
    assert ruling.rules == ("BR-CAN-2",)


# --- BR-A16, BR-A17, BR-WIN ---------------------------------------------------------------------------------


def last_stand(**house: Any) -> Battle:
    """A red crew of one and its cannon against one blue soldier."""
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}, **house)
    return battle.order(GUN, "man", CREW)


LAST_MEN = [CREW, "blue-infantry-1"]


@pytest.mark.rule("BR-A16", "BR-WIN")
@pytest.mark.parametrize("targets", [LAST_MEN, LAST_MEN[::-1]], ids=["red first", "blue first"])
@pytest.mark.parametrize(
    ("house", "winners"), [({}, ("red", "blue")), ({"last_shot": "shooter wins"}, ("red",))]
)
def test_the_last_men_under_one_shot_fall_together(
    targets: list[str], house: dict[str, str], winners: tuple[str, ...]
) -> None:
    battle = last_stand(**house).aims(GUN, "grape", targets).hits(6, 1)
    assert battle.state.winners == ()  # the second man under the paper is rolled for as well
    battle.hits(6, 1)
    assert battle.state.winners == winners


@pytest.mark.rule("BR-A16", "BR-WIN")
@pytest.mark.parametrize("rolls", [((6, 1), (2, 5)), ((2, 5), (6, 1))])
def test_one_who_survives_the_shot_has_won(rolls: tuple[tuple[int, int], ...]) -> None:
    battle = last_stand().aims(GUN, "grape", LAST_MEN)
    for hit, defence in rolls:
        battle.hits(hit, defence)
    assert battle.state.winners == (("blue",) if rolls[0] == (6, 1) else ("red",))


@pytest.mark.rule("BR-A16", "BR-WIN")
def test_a_third_side_that_still_stands_wins_alone() -> None:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1}, {"infantry": 1})
    battle.order(GUN, "man", CREW).aims(GUN, "grape", LAST_MEN).hits(6, 1).hits(6, 1)
    assert battle.state.winners == ("green",)


@pytest.mark.rule("BR-A16")
def test_a_correction_in_the_middle_of_a_shot_leaves_it_going() -> None:
    battle = last_stand().aims(GUN, "grape", LAST_MEN).hits(6, 1)
    assert battle.table.correct({"red.kills": 3}).allowed
    battle.hits(6, 1)
    assert battle.state.winners == ("red", "blue")


@pytest.mark.rule("BR-A17")
@pytest.mark.parametrize(("save", "winners"), [(3, ("blue",)), (4, ())])
def test_a_cannon_that_fights_on_alone_may_be_attacked(save: int, winners: tuple[str, ...]) -> None:
    army = {"infantry": 1, "automatic-cannon": 1}
    battle = Battle.raging(army, {"infantry": 2}, mercenaries="yes", lone_cannon="fights on", **FLAT).ends()
    gun = "red-automatic-cannon-1"
    battle.rolls("movement", 4)
    assert not battle.table.inquire("attack", soldier="blue-infantry-1", target=gun, inches=0.5).allowed
    battle.attacks("blue-infantry-1", "red-infantry-1", 6, 1)
    battle.attacks("blue-infantry-2", gun, 6, 1).rolls("cannon", save)
    assert battle.state.winners == winners
    assert battle.gun(gun).destroyed == bool(winners)


@pytest.mark.rule("BR-A17", "BR-WIN")
@pytest.mark.parametrize(("house", "winners"), [({}, ("blue",)), ({"lone_cannon": "fights on"}, ())])
def test_an_automatic_cannon_alone(house: dict[str, Any], winners: tuple[str, ...]) -> None:
    army = {"infantry": 1, "automatic-cannon": 1}
    battle = Battle.raging(army, {"infantry": 2}, mercenaries="yes", **house).ends()
    battle.rolls("movement", 4).kills("blue-infantry-1", "red-infantry-1")
    assert battle.state.winners == winners
    if not winners:
        battle.ends().rolls("movement", 5)
        battle.aims("red-automatic-cannon-1", "grape", ["blue-infantry-1"]).hits(6, 1)
        battle.table.correct({"red-automatic-cannon-1.gone": "yes"})
        assert battle.state.winners == ("blue",)
