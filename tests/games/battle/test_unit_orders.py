"""Orders to several soldiers at once: the same as one by one, in fewer touches."""

from typing import Any

import pytest

from companion.referee.questions import Choose, Confirm, Measure, PickOrEnd, PickSeveral, Question, Roll
from tests.games.battle.story import Battle

BY_HAND_AT_MOST = 45
"""Touches for a turn of ten pieces without a camera."""

MOVE, VOLLEY, MISSED, ALL, FULL = (
    {"offer": name} for name in ("move together", "volley", "missed", "everyone", "full move")
)


def foot(count: int, number: int) -> str:
    return f"{('red', 'blue')[count]}-infantry-{number}"


def touches(question: Question, answer: Any) -> int:
    """Return how many touches an answer takes: one a die and one to confirm, and so on."""
    match question:
        case Roll():
            return sum(len(faces) for faces in answer.values()) + 1
        case PickSeveral() if not isinstance(answer, dict):
            return len(answer) + 1
        case Measure() if not isinstance(answer, dict):
            return len(f"{answer:g}") + 1
        case Choose() | Confirm() | PickOrEnd() | PickSeveral() | Measure():
            return 1
    raise AssertionError(question)


def played(battle: Battle, answers: list[Any]) -> int:
    """Give the answers and count their touches."""
    total = 0
    for answer in answers:
        assert battle.table.question is not None
        total += touches(battle.table.question, answer)
        battle.say(answer)
    return total


def ten(roll: int = 0, step: str = "roll") -> Battle:
    return Battle.raging({"infantry": 8, "cavalry": 2}, {"infantry": 10}, roll=roll, step=step)


def one_by_one() -> list[Any]:
    """All ten go as far as they can, five of them attack, each asked for by itself."""
    answers: list[Any] = [{"movement": [4]}]
    pieces = [*(foot(0, number) for number in range(1, 9)), "red-cavalry-1", "red-cavalry-2"]
    for number, piece in enumerate(pieces):
        answers += [piece, "move", 1.0 if number < 8 else 3.0]
        if number < 5:
            answers += ["attack", foot(1, number + 1), True, "level", 0.5, {"attack": [2], "defence": [6]}]
        else:
            answers += ["back"]
    return [*answers, "end"]


def together() -> list[Any]:
    """The same by unit orders."""
    shooters = [foot(0, number) for number in range(1, 6)]
    dice = {"attack": [2] * 5, "defence": [6] * 5}
    targets = [foot(1, number) for number in range(1, 6)]
    return [{"movement": [4]}, MOVE, ALL, FULL, VOLLEY, shooters, *targets, True, dice, "end"]


def test_a_turn_of_ten_pieces_takes_few_touches() -> None:
    alone, unit = ten(), ten()
    by_one, by_unit = played(alone, one_by_one()[:-1]) + 1, played(unit, together()[:-1]) + 1
    for man in alone.state.soldiers.values():
        other = unit.man(man.id)
        assert (man.spent, man.attacked, man.fate) == (other.spent, other.attacked, other.fate)
    assert sum(man.attacked for man in unit.state.soldiers.values()) == 5
    assert alone.say("end").state.active == unit.say("end").state.active == "blue"
    assert by_one > 2 * BY_HAND_AT_MOST
    assert by_unit <= BY_HAND_AT_MOST


@pytest.mark.rule("BR-MOV-2", "BR-MOV-3", "BR-MOV-5")
def test_a_full_move_is_each_ones_own() -> None:
    battle = ten(4, "battle").say(MOVE).say(["red-infantry-1", "red-cavalry-1"]).say(FULL)
    assert {battle.man(one).spent for one in ("red-infantry-1", "red-cavalry-1")} == {4}
    assert battle.man("red-infantry-2").spent == 0
    assert "each moves a full move" in battle.told()


@pytest.mark.rule("BR-MOV-2", "BR-MOV-3", "BR-MOV-5")
def test_together_nobody_moves_farther_than_the_slowest() -> None:
    battle = ten(4, "battle").say(MOVE).say(["red-infantry-1", "red-cavalry-1"])
    battle.refused(1.0625, "BR-MOV-5").say(0.75)
    assert [battle.man(one).spent for one in ("red-infantry-1", "red-cavalry-1")] == [3, 1]


@pytest.mark.rule("BR-ATK-1")
def test_who_has_attacked_neither_moves_nor_attacks_with_the_others() -> None:
    battle = ten(4, "battle").attacks("red-infantry-1", "blue-infantry-1", 1, 6)
    battle.say(MOVE).refused(["red-infantry-1"], "BR-ATK-1").say([])
    battle.say(VOLLEY).refused(["red-infantry-1"], "BR-ATK-1").say([])
    assert isinstance(battle.table.question, PickOrEnd)


@pytest.mark.rule("BR-ATK-3", "BR-ATK-4")
def test_each_die_of_a_volley_is_its_own_attack() -> None:
    """Of three at three targets the first and the last hit; a tie hits."""
    shooters, targets = ([foot(side, number) for number in (1, 2, 3)] for side in (0, 1))
    battle = ten(4, "battle").say(VOLLEY).say(shooters)
    for target in targets:
        battle.say(target)
    battle.say(True)
    question = battle.table.question
    assert isinstance(question, Roll) and question.in_order
    battle.say({"attack": [5, 2, 3], "defence": [5, 6, 1]})
    assert [battle.man(target).fate for target in targets] == ["killed", "fights", "killed"]
    assert all(battle.man(one).attacked for one in shooters)


@pytest.mark.rule("BR-ATK-1", "BR-ATK-3")
def test_who_aims_at_a_soldier_that_was_hit_already_may_still_attack() -> None:
    battle = ten(4, "battle").say(VOLLEY).say([foot(0, 1), foot(0, 2)]).say(foot(1, 1)).say(foot(1, 1))
    battle.say(True).say({"attack": [6, 6], "defence": [1, 1]})
    assert battle.man(foot(1, 1)).fate == "killed"
    assert [battle.man(foot(0, number)).attacked for number in (1, 2)] == [True, False]
    battle.attacks(foot(0, 2), foot(1, 2), 1, 6)


@pytest.mark.rule("BR-ATK-3")
def test_a_volley_goes_at_one_side() -> None:
    battle = Battle.raging({"infantry": 2}, {"infantry": 1}, {"infantry": 1})
    battle.say(VOLLEY).say(ALL).say("blue-infantry-1").refused("green-infantry-1", "BR-ATK-3").say("end")
    battle.say(True).say({"attack": [1], "defence": [6]})
    assert [battle.man(foot(0, number)).attacked for number in (1, 2)] == [True, False]


@pytest.mark.rule("BR-ATK-2")
def test_a_volley_that_is_not_in_range_is_called_off() -> None:
    battle = ten(4, "battle").say(VOLLEY).say([foot(0, 1)]).say(foot(1, 1)).say(False)
    assert not battle.man(foot(0, 1)).attacked
    assert isinstance(battle.table.question, PickOrEnd)


def test_one_soldier_alone_is_no_unit() -> None:
    battle = Battle.raging({"infantry": 1}, {"infantry": 1})
    assert battle.table.question is not None
    assert not battle.table.question.offers


@pytest.mark.rule("BR-ATK-1", "BR-ATK-4")
def test_who_did_no_damage_is_named_one_after_the_other() -> None:
    battle = ten(4, "battle").say(MISSED).say(foot(0, 1)).say("red-cavalry-1")
    battle.refused(foot(0, 1), "BR-ATK-1").refused(foot(1, 1), "BR-MOV-1").say("end")
    assert {man.id for man in battle.state.soldiers.values() if man.attacked} == {foot(0, 1), "red-cavalry-1"}
    alone = ten(4, "battle").say(foot(0, 1)).say(MISSED).say("red-cavalry-1").say(MISSED)
    assert [logged.report for logged in battle.table.reports] == [
        logged.report for logged in alone.table.reports
    ]
    assert battle.state == alone.state
    assert battle.say(MISSED).say(foot(0, 2)).say({"offer": "end turn"}).state.active == "blue"


def test_when_everybody_has_attacked_nobody_is_asked_for() -> None:
    battle = Battle.raging({"infantry": 2}, {"infantry": 1})
    question = battle.table.question
    battle.say(MISSED).say(foot(0, 1)).say(foot(0, 2))
    assert battle.table.question is not None and question is not None
    assert battle.table.question.prompt == question.prompt
