"""Moving, charging and attacking on foot and on horseback, rule by rule."""

from typing import Any

import msgspec
import pytest

from companion.games.battle import rules
from companion.games.battle.game import BATTLE
from companion.odds import hit_chance
from companion.referee.entries import Answered, Position
from companion.referee.questions import Choose, Measure, PickOrEnd, Roll
from companion.referee.table import Table
from tests.games.battle.story import Battle

RIFLES: dict[str, Any] = {"mercenaries": "yes"}
LED: dict[str, Any] = {"commanders": "hero and fear"}


def foot_and_horse(roll: int = 4, **house: str) -> Battle:
    return Battle.raging({"infantry": 2, "cavalry": 1}, {"infantry": 2, "cavalry": 1}, roll=roll, **house)


# --- questions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "seat", "words"),
    [
        ("red-infantry-2", "red", "Infantry 2: what next?"),
        ("red-cannon-1", "red", "Cannon 1: what next?"),
        ("blue-cannon-1", "red", "Blue cannon 1: what next?"),  # captured; Red may have a cannon 1 too
    ],
)
def test_a_player_is_asked_by_the_name_of_the_piece(piece: str, seat: str, words: str) -> None:
    battle = Battle.raging({"infantry": 2, "cannon": 1}, {"infantry": 2, "cannon": 1})
    if "cannon" in piece:
        battle.gun(piece).seat = seat
    assert Battle.at(battle.state).say(piece).table.question.prompt == words


# --- BR-MOV ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MOV-1", "BR-CAN-1")
@pytest.mark.parametrize(("rolled", "words"), [(3, "cannons may not fire"), (4, "cannons may fire")])
def test_one_die_moves_the_whole_army(rolled: int, words: str) -> None:
    battle = Battle.raging({"infantry": 2, "cannon": 1}, {"infantry": 1}, roll=0, step="roll")
    battle.rolls("movement", rolled)
    assert f"{rolled} points each" in battle.told()
    assert words in battle.told()
    points = {unit.id: unit.figures for unit in battle.table.game_view.roster if unit.seat == "red"}
    assert {figures[0].value for figures in points.values()} == {rolled}


@pytest.mark.rule("BR-MOV-2", "BR-MOV-3", "BR-MOV-5")
@pytest.mark.parametrize(
    ("soldier", "inches", "spent"),
    [
        ("red-infantry-1", 0, 0),  # nobody has to move
        ("red-infantry-1", 0.25, 1),
        ("red-infantry-1", 0.27, 1),  # a quarter, to the nearest sixteenth
        ("red-infantry-1", 0.3125, 2),  # a sixteenth more takes another point
        ("red-infantry-1", 1.0, 4),
        ("red-cavalry-1", 0.75, 1),
        ("red-cavalry-1", 1.0, 2),
        ("red-cavalry-1", 3.0, 4),
    ],
)
def test_points_buy_inches(soldier: str, inches: float, spent: int) -> None:
    assert foot_and_horse().moves(soldier, inches).man(soldier).spent == spent


@pytest.mark.rule("BR-MOV-2", "BR-MOV-3")
@pytest.mark.parametrize(
    ("soldier", "inches", "rule", "words"),
    [
        (
            "red-infantry-1",
            1.1875,
            "BR-MOV-2",
            "4 points of 1/4 in make 1 in, measured 1 3/16 in: too far. At most 1 in.",
        ),
        (
            "red-cavalry-1",
            3.0625,
            "BR-MOV-3",
            "4 points of 3/4 in make 3 in, measured 3 1/16 in: too far. At most 3 in.",
        ),
    ],
)
def test_nobody_moves_farther(soldier: str, inches: float, rule: str, words: str) -> None:
    battle = foot_and_horse().order(soldier, "move").refused(inches, rule)
    assert battle.table.may(inches).text == words
    battle.say({"offer": "call off"})
    assert battle.man(soldier).spent == 0


@pytest.mark.rule("BR-ATK-2")
def test_a_range_is_told_with_its_margin_and_asked_within_its_error() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1}, field="flat and open")
    battle.order("red-infantry-1", "attack", "blue-infantry-1")
    battle.refused({"inches": 1.02, "error": 0.02}, "BR-ATK-2")
    assert "too close to call" in battle.table.may({"inches": 1.02, "error": 0.02}).text
    assert battle.table.may({"inches": 1.1, "error": 0.03}).text == (
        "Musket 1 in, measured 1 1/8 in: too far by 0.07 in, sure to 0.03. At most 1 in."
    )
    battle.say({"inches": 1.0, "error": 0.02})
    assert "Musket 1 in, measured 1 in: in range by 0.03 in, sure to 0.02." in battle.told()


@pytest.mark.rule("BR-CMD-3")
def test_whether_somebody_leaves_the_field_is_asked_within_the_error() -> None:
    state = Battle.raging({"infantry": 2}, {"infantry": 1}, commanders="hero and fear").state
    state.step, state.soldiers["red-infantry-1"].fate = "flight", "flees"
    table = Battle.at(state).table
    assert table.question is not None
    near = {"inches": 1.04, "error": 0.03}
    assert "Leaves the field or Stays on it" in table.may(near).text
    assert not table.may(near).allowed
    assert table.may({"inches": 0.9, "error": 0.03}).allowed


@pytest.mark.rule("BR-MOV-5")
def test_points_can_be_spent_bit_by_bit_by_as_many_as_one_likes() -> None:
    battle = (
        foot_and_horse().moves("red-infantry-1", 0.5).moves("red-infantry-2", 1).moves("red-infantry-1", 0.5)
    )
    assert [battle.man(f"red-infantry-{number}").spent for number in (1, 2)] == [4, 4]
    battle.refused("move", "BR-MOV-1")  # none is left
    battle.ends()
    assert battle.state.active == "blue"


# --- BR-ATK ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-ATK-1")
def test_move_then_attack_and_then_no_more() -> None:
    battle = foot_and_horse().moves("red-infantry-1", 1).attacks("red-infantry-1", "blue-infantry-1", 1, 6)
    battle.refused("red-infantry-1", "BR-ATK-1")
    assert "neither attacks nor moves" in battle.table.may("red-infantry-1").text
    battle.ends().rolls("movement", 1).ends().rolls("movement", 2)
    assert battle.table.may("red-infantry-1").allowed  # in the next turn it may again


@pytest.mark.rule("BR-ATK-2", "BR-HGT-1", "BR-HGT-2")
@pytest.mark.parametrize(
    ("height", "inches", "rule"),
    [
        ("level", 1.0, ""),
        ("level", 1.0625, "BR-ATK-2"),
        ("above", 2.0, ""),
        ("above", 2.0625, "BR-HGT-1"),
        ("below", 0.5, ""),
        ("below", 0.5625, "BR-HGT-2"),
    ],
)
def test_how_far_a_musket_reaches(height: str, inches: float, rule: str) -> None:
    battle = foot_and_horse().order("red-infantry-1", "attack", "blue-infantry-1", True, height)
    if rule:
        battle.refused(inches, rule)
    else:
        assert isinstance(battle.say(inches).table.question, Roll)


@pytest.mark.rule("BR-HGT-1")
def test_a_ruling_shows_its_inches() -> None:
    battle = foot_and_horse().order("red-infantry-1", "attack", "blue-infantry-1", True, "above", 1.19)
    assert [report.text for report in battle.table.latest] == [
        "Musket 1 in, high ground 2 in, measured 1 3/16 in: in range."
    ]


@pytest.mark.rule("BR-ATK-2")
def test_sabres_need_contact_which_the_table_defines() -> None:
    battle = foot_and_horse().order("red-cavalry-1", "attack", "blue-infantry-1", True)
    assert isinstance(battle.table.question, Measure)  # height is nothing to a sabre
    battle.refused(0.3125, "BR-ATK-2").say(0.25)
    assert battle.told() == "Sabre, contact within 1/4 in, measured 1/4 in: in range."


@pytest.mark.rule("BR-ATK-2")
def test_nobody_attacks_what_it_does_not_see() -> None:
    battle = foot_and_horse().order("red-infantry-1", "attack", "blue-infantry-1", False)
    assert "cannot attack what it does not see" in battle.told()
    assert not battle.man("red-infantry-1").attacked
    assert isinstance(battle.table.question, Choose)


@pytest.mark.rule("BR-ATK-2")
def test_an_attack_out_of_range_can_be_called_off() -> None:
    battle = foot_and_horse(field="flat and open").order("red-infantry-1", "attack", "blue-infantry-1")
    battle.refused(3, "BR-ATK-2").say({"offer": "call off"})
    assert not battle.man("red-infantry-1").attacked


@pytest.mark.rule("BR-ATK-3", "BR-CAN-11")
def test_the_enemy_is_named() -> None:
    battle = Battle.raging({"infantry": 2}, {"infantry": 1, "cannon": 1}).order("red-infantry-1", "attack")
    battle.refused("red-infantry-2", "BR-ATK-3").refused("blue-cannon-1", "BR-CAN-11")
    battle.refused("blue-infantry-9", "BR-ATK-3").say("end")
    assert not battle.man("red-infantry-1").attacked


@pytest.mark.rule("BR-ATK-2", "BR-HGT-1")
@pytest.mark.parametrize(
    ("soldier", "says", "range_"),
    [("red-infantry-1", "Level, in range", "Musket 1 in"), ("red-cavalry-1", "In range", "Sabre, contact")],
)
def test_one_answer_says_that_the_target_is_seen_level_and_in_range(
    soldier: str, says: str, range_: str
) -> None:
    battle = foot_and_horse().order(soldier, "attack", "blue-infantry-1")
    question = battle.table.question
    assert question is not None and says in [offer.label for offer in question.offers]
    battle.say({"offer": "in range"})
    assert isinstance(battle.table.question, Roll)
    assert battle.told().startswith(f"{range_}") and "in range, as the table says" in battle.told()


@pytest.mark.rule("BR-ATK-2", "BR-ATK-4", "BR-DMG-1")
@pytest.mark.parametrize(("outcome", "fate"), [("hit", "killed"), ("missed", "fights")])
@pytest.mark.parametrize(
    ("field", "first"),
    [
        ("hills and cover", ()),  # told when asked for sight
        ("hills and cover", (True, "above")),  # for the distance
        ("hills and cover", (True, "below", 0.5)),  # for the dice
        ("flat and open", ()),
        ("flat and open", ({"offer": "in range"},)),
    ],
)
def test_an_attack_made_on_the_table_is_told_by_what_it_did(
    field: str, first: tuple[Any, ...], outcome: str, fate: str
) -> None:
    battle = foot_and_horse(field=field).order("red-infantry-1", "blue-infantry-1", *first)
    battle.say({"offer": outcome})
    assert battle.man("blue-infantry-1").fate == fate
    assert "as the table says" in battle.told()
    battle.refused("red-infantry-1", "BR-ATK-1")  # that was its attack


@pytest.mark.rule("BR-ATK-4", "BR-DMG-2")
@pytest.mark.parametrize(
    ("outcome", "fate", "kind"), [("killed", "killed", "cavalry"), ("saved", "fights", "infantry")]
)
def test_a_rider_hit_as_the_table_says_is_told_with_the_save(outcome: str, fate: str, kind: str) -> None:
    battle = foot_and_horse().order("red-cavalry-1", "charge", "blue-cavalry-1", {"offer": outcome})
    assert "as the table says" in battle.told() and battle.man("red-cavalry-1").charged
    rider = battle.man("blue-cavalry-1")
    assert (rider.fate, rider.kind) == (fate, kind)
    assert not isinstance(battle.table.question, Roll)


def test_a_hit_of_an_older_game_still_rolls_for_the_horse() -> None:
    battle = foot_and_horse()
    start = Position(0, msgspec.json.encode(battle.table.state), False)
    told = ("red-cavalry-1", "charge", "blue-cavalry-1", {"offer": "hit"}, {"horse": [3]})
    again = Table.resume(BATTLE, [start], [Answered(answer) for answer in told])
    assert again.state.soldiers["blue-cavalry-1"].fate == "killed"


@pytest.mark.rule("BR-ATK-1", "BR-ATK-4")
def test_a_miss_is_told_without_its_target() -> None:
    battle = foot_and_horse().order("red-infantry-1", {"offer": "missed"})
    assert "Red infantry 1 attacks: no damage, as the table says." in battle.told()
    battle.refused("red-infantry-1", "BR-ATK-1")  # that was its attack


def test_the_turn_ends_with_the_last_soldier() -> None:
    battle = foot_and_horse().order("red-infantry-1", "full move", {"offer": "end turn"})
    assert battle.state.active == "blue"


@pytest.mark.rule("BR-ATK-1", "BR-MOV-5")
def test_who_is_next_is_named_instead_of_going_back() -> None:
    battle = foot_and_horse().order("red-infantry-1", "full move", "red-infantry-2")
    assert isinstance(battle.table.question, Choose) and battle.table.question.focus == ("red-infantry-2",)
    assert [battle.man(f"red-infantry-{number}").spent for number in (1, 2)] == [4, 0]
    battle.refused("red-cavalry-9", "BR-ATK-1")
    battle.attacks("red-infantry-2", "blue-infantry-1", 1, 6).order("red-infantry-1")
    battle.refused("red-infantry-2", "BR-ATK-1")
    battle.say("red-cavalry-1", "back").refused("blue-infantry-1", "BR-MOV-1")


@pytest.mark.rule("BR-ATK-3", "BR-CAN-11")
def test_an_enemy_named_at_once_is_judged_as_a_target() -> None:
    battle = Battle.raging({"infantry": 1, "cannon": 1}, {"infantry": 1, "cannon": 1}).order("red-infantry-1")
    battle.refused("blue-cannon-1", "BR-CAN-11")
    battle.say("blue-infantry-1", False)  # not in sight: another order
    assert not battle.man("red-infantry-1").attacked
    battle.say("red-cannon-1")
    assert battle.table.question is not None and battle.table.question.prompt.startswith("Cannon 1: ")


@pytest.mark.rule("BR-MOV-5", "BR-CHG-1")
def test_a_full_move_spends_all_points_and_leaves_none_for_a_charge() -> None:
    battle = foot_and_horse().order("red-cavalry-1", "full move")
    assert battle.told() == "Red cavalry 1 moves 3 in: 4 points."
    battle.refused("full move", "BR-MOV-1").refused("charge", "BR-CHG-1")
    charging = foot_and_horse().order("red-cavalry-1", "charge", "full move")
    assert charging.told() == "Red cavalry 1 moves 2 1/4 in: 3 points."


@pytest.mark.rule("BR-ATK-3")
def test_both_sides_roll_one_die() -> None:
    battle = foot_and_horse().order("red-infantry-1", "attack", "blue-infantry-1", True, "level", 1)
    question = battle.table.question
    assert isinstance(question, Roll)
    assert [(pool.name, pool.seat, pool.most) for pool in question.pools] == [
        ("attack", "red", 1),
        ("defence", "blue", 1),
    ]
    assert question.detail == "Red infantry 1: hits 21 times in 36; ties hit."


@pytest.mark.rule("BR-ATK-4", "BR-DMG-1")
@pytest.mark.parametrize(
    ("hit", "defence", "fate"),
    [(4, 4, "killed"), (3, 4, "fights"), (6, 1, "killed"), (1, 1, "killed"), (1, 2, "fights")],
)
def test_ties_hit_and_infantry_that_is_hit_is_killed(hit: int, defence: int, fate: str) -> None:
    battle = foot_and_horse().attacks("red-infantry-1", "blue-infantry-1", hit, defence)
    assert battle.man("blue-infantry-1").fate == fate


# --- BR-DMG ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DMG-2", "BR-A5")
@pytest.mark.parametrize("rolled", range(1, 7))
def test_cavalry_may_lose_only_its_horse(rolled: int) -> None:
    battle = foot_and_horse().attacks("red-infantry-1", "blue-cavalry-1", 6, 1).rolls("horse", rolled)
    rider = battle.man("blue-cavalry-1")
    if rolled <= 3:
        assert (rider.fate, battle.state.kills["red"]) == ("killed", 1)
    else:
        assert (rider.kind, rider.dismounted, battle.state.kills["red"]) == ("infantry", True, 0)


@pytest.mark.rule("BR-DMG-2", "BR-MOV-2")
def test_a_rider_without_a_horse_fights_on_foot() -> None:
    battle = foot_and_horse().attacks("red-infantry-1", "blue-cavalry-1", 6, 1).rolls("horse", 4)
    battle.ends().rolls("movement", 4).order("blue-cavalry-1", "move").refused(1.25, "BR-MOV-2")
    marks = {unit.id: unit.marks for unit in battle.table.game_view.roster}
    assert marks["blue-cavalry-1"] == ("on foot",)


@pytest.mark.rule("BR-DMG-2")
def test_a_dragoon_without_a_horse_is_plain_infantry() -> None:
    battle = Battle.raging({"infantry": 1}, {"dragoon": 1}, **RIFLES)
    battle.attacks("red-infantry-1", "blue-dragoon-1", 6, 1).rolls("horse", 6)
    assert battle.man("blue-dragoon-1").kind == "infantry"


@pytest.mark.rule("BR-A5")
@pytest.mark.parametrize(
    ("house", "kind"), [("leads on foot", "infantry-commander"), ("plain infantry", "infantry")]
)
def test_a_commander_without_a_horse(house: str, kind: str) -> None:
    battle = Battle.raging(
        {"infantry": 1}, {"cavalry-commander": 1}, commanders="hero only", dismounted_commander=house
    )
    battle.attacks("red-infantry-1", "blue-cavalry-commander-1", 6, 1).rolls("horse", 5)
    assert battle.man("blue-cavalry-commander-1").kind == kind


# --- BR-CHG, BR-A1 -----------------------------------------------------------------------------------------


@pytest.mark.rule("BR-CHG-1", "BR-A1")
@pytest.mark.parametrize(
    ("house", "inches"),
    [
        ("up to the rest", 3.0),  # roll 5, one given up, 4 left
        ("less than the rest", 2.25),  # less than 4: 3
    ],
)
def test_how_far_a_charge_still_moves(house: str, inches: float) -> None:
    battle = foot_and_horse(roll=5, charge=house).order("red-cavalry-1", "charge", "move")
    battle.refused(inches + 0.0625, "BR-MOV-3").say(inches)


@pytest.mark.rule("BR-CHG-1")
def test_the_example_of_the_document() -> None:
    """Roll 5, charge, roll 3: the hit roll is 4."""
    battle = foot_and_horse(roll=5).order("red-cavalry-1", "charge")
    battle.attacks("red-cavalry-1", "blue-infantry-1", 3, 4)
    assert "3 + 1 against 4: hit." in battle.told()
    assert battle.man("blue-infantry-1").fate == "killed"


@pytest.mark.rule("BR-CHG-1", "BR-A1")
@pytest.mark.parametrize(
    ("roll", "house", "rule"),
    [(1, "up to the rest", ""), (1, "less than the rest", "BR-A1"), (2, "less than the rest", "")],
)
def test_a_charge_needs_its_point(roll: int, house: str, rule: str) -> None:
    battle = foot_and_horse(roll=roll, charge=house).order("red-cavalry-1")
    if rule:
        battle.refused("charge", rule)
    else:
        battle.say("charge").refused("charge", "BR-CHG-1", *(("BR-A1",) if roll == 2 else ()))


@pytest.mark.rule("BR-CHG-1")
def test_only_cavalry_charges() -> None:
    ruling = foot_and_horse().table.inquire("charge", soldier="red-infantry-1")
    assert ruling.rules == ("BR-CHG-1",)


# --- BR-CMD-1, BR-MRC-1, BR-MRC-2, BR-A7 -------------------------------------------------------------------


@pytest.mark.rule("BR-CMD-1")
@pytest.mark.parametrize(
    ("attacker", "target", "orders", "plus", "minus"),
    [
        ("red-infantry-1", "blue-infantry-commander-1", (), 0, 1),
        ("red-infantry-commander-1", "blue-infantry-1", (), 1, 0),
        ("red-cavalry-commander-1", "blue-infantry-1", ("charge",), 2, 0),  # hero and charge add up
        ("red-infantry-commander-1", "blue-infantry-commander-1", (), 1, 1),
    ],
)
def test_commanders_add_one_to_their_own_rolls(
    attacker: str, target: str, orders: tuple[str, ...], plus: int, minus: int
) -> None:
    army = {"infantry": 1, "infantry-commander": 1, "cavalry-commander": 1}
    battle = Battle.raging(army, army, field="flat and open", **LED).order(attacker, *orders)
    battle.order(attacker, "attack", target, 0.25)
    chance = int(hit_chance(plus, minus) * 36)
    assert f"hits {chance} times in 36" in battle.table.question.detail
    battle.hits(3, 3 + plus - minus)
    state, man = battle.state, battle.man
    assert rules.attack_bonus(state, man(attacker)) == plus
    assert man(target).fate == "killed"


@pytest.mark.rule("BR-CMD-1", "BR-MRC-1")
@pytest.mark.parametrize(
    ("house", "kinds"),
    [
        ({}, {"infantry", "cavalry", "cannon"}),
        (
            {"commanders": "hero only"},
            {"infantry", "cavalry", "cannon", "infantry-commander", "cavalry-commander"},
        ),
        (
            {"mercenaries": "yes"},
            {"infantry", "cavalry", "cannon", "sharpshooter", "dragoon", "automatic-cannon"},
        ),
    ],
)
def test_who_may_take_part(house: dict[str, Any], kinds: set[str]) -> None:
    assert set(rules.prices(Battle(**house).state)) == kinds


@pytest.mark.rule("BR-MRC-1", "BR-MRC-2", "BR-A7")
@pytest.mark.parametrize("soldier", ["red-sharpshooter-1", "red-dragoon-1"])
@pytest.mark.parametrize(
    ("house", "height", "most"),
    [
        ("as infantry", "level", 2.0),
        ("as infantry", "above", 3.0),
        ("as infantry", "below", 1.5),
        ("none", "", 2.0),  # not even asked
    ],
)
def test_how_far_a_rifle_reaches(soldier: str, house: str, height: str, most: float) -> None:
    battle = Battle.raging({"sharpshooter": 1, "dragoon": 1}, {"infantry": 1}, rifle_height=house, **RIFLES)
    battle.order(soldier, "attack", "blue-infantry-1", True, *((height,) if height else ()))
    question = battle.table.question
    assert isinstance(question, Measure)
    assert (question.most, {"BR-MRC-1", "BR-MRC-2"} & set(question.rules) != set()) == (most, True)


# --- the turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BR-MOV-1")
def test_only_the_seat_on_turn_acts() -> None:
    battle = foot_and_horse().refused("blue-infantry-1", "BR-MOV-1")
    assert isinstance(battle.table.question, PickOrEnd)
    assert "belongs to Blue" in battle.table.may("blue-infantry-1").text


@pytest.mark.rule("BR-SET", "BR-WIN")
def test_turns_go_round_and_leave_out_the_fallen() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1}, {"infantry": 1})
    battle.kills("red-infantry-1", "blue-infantry-1")
    assert "Blue has no soldier left." in battle.told()
    battle.ends()
    assert (battle.state.active, battle.state.round) == ("green", 1)
    battle.rolls("movement", 1).ends()
    assert (battle.state.active, battle.state.round, battle.state.turn) == ("red", 2, 3)


@pytest.mark.rule("BR-WIN")
def test_the_last_one_standing_wins() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1, "cannon": 2})
    battle.kills("red-infantry-1", "blue-infantry-1")
    assert (battle.state.winners, battle.table.question) == (("red",), None)
    assert battle.told().endswith(" Red is the last one standing.") and "Red Red" not in battle.told()


@pytest.mark.rule("BR-MOV-5")
def test_soldiers_are_understood_by_their_names() -> None:
    battle = Battle.raging({"infantry": 2}, {"infantry": 1}).say("Red infantry 2", "move", 1.0)
    assert battle.state.soldiers["red-infantry-2"].spent == 4


@pytest.mark.rule("BR-MOV-2", "BR-ATK-2")
def test_the_view_says_how_far_each_piece_reaches() -> None:
    battle = foot_and_horse().moves("red-infantry-1", 0.5)
    reaches = {unit.id: unit.reaches for unit in battle.table.game_view.roster}
    assert [(reach.kind, reach.inches) for reach in reaches["red-infantry-1"]] == [
        ("move", 0.5),
        ("attack", 1.0),
    ]
    assert [(reach.kind, reach.inches) for reach in reaches["blue-infantry-1"]] == [("attack", 1.0)]
