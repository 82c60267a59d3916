"""Setting a battle right by hand: it follows the table, it is undoable, and it never leads nowhere."""

from typing import Any

import pytest

from companion.games.battle.game import BATTLE
from companion.referee.questions import PickOrEnd, PickSeveral, Roll
from tests.games.battle.story import Battle

ARMY = {"infantry": 2, "cavalry": 1, "cannon": 1}
GUN, CREW = "red-cannon-1", "red-infantry-1"
FLAT: dict[str, Any] = {"field": "flat and open"}


def fight(**house: str) -> Battle:
    return Battle.raging(ARMY, ARMY, **{**FLAT, **house})


@pytest.mark.rule("BR-SET", "BR-MOV-1", "BR-CAN-2", "BR-WIN")
@pytest.mark.parametrize(
    ("changes", "rules", "words"),
    [
        ({"red-infantry-1.fate": "asleep"}, ("BR-DMG-1",), "'asleep' is not possible"),
        ({"red-infantry-1.spent": 5}, ("BR-MOV-1",), "not possible (0 to 4)"),
        ({"game.roll": 0}, ("BR-MOV-1",), "say the movement roll as well"),
        ({"red-cannon-1.crew": "blue-infantry-1"}, ("BR-CAN-2",), "cannot man Red cannon 1"),
        ({"game.active": "green"}, ("BR-SET",), "'green' is not possible"),
        ({"blue-infantry-1.spent": 1}, ("BR-DMG-1",), "There is nothing called"),
    ],
)
def test_corrections_that_cannot_be(
    changes: dict[str, int | str], rules: tuple[str, ...], words: str
) -> None:
    ruling = fight().table.correct(changes)
    assert ruling.rules == rules
    assert words in ruling.text


@pytest.mark.rule("BR-WIN")
def test_somebody_must_be_left() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1})
    dead: dict[str, int | str] = {"red-infantry-1.fate": "killed", "blue-infantry-1.fate": "killed"}
    assert battle.table.correct(dead).rules == ("BR-WIN",)


@pytest.mark.rule("BR-WIN")
def test_a_correction_can_end_and_reopen_the_battle() -> None:
    table = Battle.raging({"infantry": 1}, {"infantry": 1}).table
    assert table.correct({"blue-infantry-1.fate": "killed"}).allowed
    assert table.state.winners == ("red",)
    assert table.correct({"blue-infantry-1.fate": "fights"}).allowed
    assert (table.state.winners, isinstance(table.question, PickOrEnd)) == ((), True)


@pytest.mark.rule("BR-SET")
@pytest.mark.parametrize(
    ("changes", "order"),
    [
        ({"green.place": 1}, ("green", "red", "blue")),
        ({"red.place": 3}, ("blue", "green", "red")),
        ({"blue.place": 3, "green.place": 1}, ("green", "red", "blue")),
        # Where they are already.
        ({"red.place": 1, "blue.place": 2, "green.place": 3}, ("red", "blue", "green")),
    ],
)
def test_the_order_of_play_is_set_right(changes: dict[str, int | str], order: tuple[str, ...]) -> None:
    table = Battle.raging({"infantry": 1}, {"infantry": 1}, {"infantry": 1}).table
    assert table.correct(changes).allowed
    assert (table.state.order, table.state.active) == (order, "red")


@pytest.mark.rule("BR-SET")
def test_two_cannot_play_at_once() -> None:
    table = fight().table
    assert table.correct({"red.place": 2, "blue.place": 2}).rules == ("BR-SET",)
    assert table.state.order == ("red", "blue")


@pytest.mark.rule("BR-DMG-1")
def test_kills_are_set_right() -> None:
    table = fight().table
    assert table.correct({"blue.kills": 3}).allowed
    assert table.state.kills == {"red": 0, "blue": 3}


@pytest.mark.rule("BR-SET")
def test_when_the_seat_on_turn_is_corrected_away_the_next_one_begins() -> None:
    table = Battle.raging({"infantry": 1}, {"infantry": 1}, {"infantry": 1}).table
    assert table.correct({"red-infantry-1.fate": "killed"}).allowed
    assert (table.state.active, table.state.step, isinstance(table.question, Roll)) == ("blue", "roll", True)


def test_a_half_declared_attack_is_withdrawn() -> None:
    battle = fight().order(CREW, "attack", "blue-infantry-1")
    assert battle.table.correct({"blue-infantry-2.fate": "fled"}).allowed
    assert isinstance(battle.table.question, PickOrEnd)
    assert not battle.man(CREW).attacked


@pytest.mark.rule("BR-DMG-2")
def test_a_hit_that_happened_is_still_settled() -> None:
    battle = fight().attacks(CREW, "blue-cavalry-1", 6, 1)
    assert battle.table.correct({"red-cavalry-1.spent": 2}).allowed
    assert "Man or horse" in battle.table.question.prompt
    assert battle.table.correct({"blue-cavalry-1.fate": "killed"}).allowed
    assert isinstance(battle.table.question, PickOrEnd)


@pytest.mark.rule("BR-CAN-8")
def test_a_shot_goes_on_without_those_who_were_not_there() -> None:
    battle = fight(misfire="whole shot").order(GUN, "man", CREW)
    battle.aims(GUN, "grape", ["blue-infantry-1", "blue-infantry-2", "blue-cavalry-1"]).rolls("attack", 5)
    assert battle.table.correct({"blue-infantry-1.fate": "fled"}).allowed
    assert (battle.state.pending[0].targets, battle.state.pending[0].hits) == (
        ["blue-infantry-2", "blue-cavalry-1"],
        [],
    )
    assert battle.table.correct({f"{GUN}.gone": "yes"}).allowed
    assert battle.state.pending == []


@pytest.mark.rule("BR-CMD-2")
def test_a_commander_who_lives_after_all_frightens_nobody() -> None:
    battle = Battle.raging(
        {"infantry": 1}, {"infantry": 1, "infantry-commander": 1}, commanders="hero and fear", **FLAT
    )
    battle.attacks("red-infantry-1", "blue-infantry-commander-1", 6, 1)
    assert isinstance(battle.table.question, PickSeveral)
    assert battle.table.correct({"blue-infantry-commander-1.fate": "fights"}).allowed
    assert battle.state.pending == []


@pytest.mark.rule("BR-CAN-2")
def test_crews_follow_what_became_of_them() -> None:
    battle = fight().order(GUN, "man", CREW)
    assert battle.table.correct({f"{CREW}.kind": "cavalry"}).allowed
    assert battle.gun(GUN).crew is None
    assert battle.table.correct({f"{GUN}.seat": "blue", f"{GUN}.crew": "blue-infantry-1"}).allowed
    assert battle.gun(GUN).crew == "blue-infantry-1"
    both: dict[str, int | str] = {f"{GUN}.crew": "blue-infantry-2", "blue-cannon-1.crew": "blue-infantry-2"}
    assert battle.table.correct(both).rules == ("BR-CAN-2",)


def test_somebody_who_was_forgotten_joins_in() -> None:
    battle = fight()
    assert battle.table.correct({"red.add": "cavalry"}).allowed
    assert battle.moves("red-cavalry-2", 3).man("red-cavalry-2").spent == 4


@pytest.mark.rule("BR-TRE-1")
def test_a_treasury_is_set_right_and_still_balances() -> None:
    battle = fight(treasury="yes")
    assert battle.table.correct({"red.treasury": 7}).allowed
    purse = battle.state.purses["red"]
    assert (purse.left, purse.awarded, purse.corrected) == (7, 100, -93)


@pytest.mark.rule("BR-ATK-2", "BR-MRC-3")
def test_the_numbers_of_the_house_are_set_right() -> None:
    battle = fight(treasury="yes", mercenaries="yes")
    assert battle.table.correct({"game.contact": 8, "game.automatic": 40}).allowed
    battle.attacks("red-cavalry-1", "blue-infantry-1", 6, 1, inches=0.5)
    assert battle.state.numbers.automatic_cannon == 40


@pytest.mark.rule("BR-MOV-1")
def test_the_movement_roll_is_set_right_and_points_follow() -> None:
    battle = fight().moves(CREW, 1)
    assert battle.table.correct({"game.roll": 2}).allowed
    assert (battle.man(CREW).spent, battle.state.points_left(battle.man(CREW))) == (2, 0)


@pytest.mark.parametrize(
    ("step", "changes"),
    [("buy", {}), ("roll", {}), ("flight", {"game.roll": 3}), ("battle", {"game.roll": 3})],
)
def test_any_step_can_be_gone_to(step: str, changes: dict[str, int | str]) -> None:
    battle = fight(treasury="yes").moves(CREW, 1)
    assert battle.table.correct({"game.step": step, **changes}).allowed
    assert battle.table.question is not None
    assert battle.state.points_left(battle.man(CREW)) == (0 if changes else battle.state.roll)


@pytest.mark.rule("BR-SET")
def test_before_the_turns_begin_everybody_keeps_an_army() -> None:
    battle = Battle().say({}, {"cannon": 0}, {"cannon": 0, "infantry": 1, "cavalry": 0})
    assert battle.table.correct({"blue-infantry-1.fate": "killed"}).rules == ("BR-SET",)


@pytest.mark.parametrize("step", ["buy", "roll", "flight", "battle"])
def test_every_value_there_is_can_be_set_again(step: str) -> None:
    """Correcting everything to what it is already changes nothing, in any step."""
    battle = Battle.raging(
        ARMY, ARMY, treasury="yes", roll=4 if step in ("flight", "battle") else 0, step=step
    )
    before = battle.table.state
    same = {thing.key: thing.value for thing in BATTLE.correctables(before)}
    assert battle.table.correct(same).allowed
    assert battle.table.state == before
