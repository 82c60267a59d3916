"""Setting up: what the table must say, the armies, the crews, the order of play."""

from typing import Any

import pytest

from companion.referee.questions import FillIn, PickOrEnd, Shuffle
from tests.games.battle.story import Battle

ALL: dict[str, Any] = {"treasury": "yes", "mercenaries": "yes", "commanders": "hero and fear"}


def blanks(battle: Battle) -> dict[str, int | str]:
    question = battle.table.question
    assert isinstance(question, FillIn)
    return {field.name: field.value for field in question.fields}


@pytest.mark.rule("BR-ATK-2", "BR-TRE-1", "BR-MRC-3")
@pytest.mark.parametrize(
    ("house", "asked"),
    [
        ({}, {"contact": 4}),
        ({"treasury": "yes"}, {"contact": 4, "treasury": 100}),
        (ALL, {"contact": 4, "treasury": 100, "automatic_cannon": 30}),
    ],
)
def test_what_the_document_does_not_say_is_asked(house: dict[str, Any], asked: dict[str, int]) -> None:
    assert blanks(Battle(**house)) == asked


@pytest.mark.rule("BR-TRE-1", "BR-MRC-3")
def test_what_was_filled_in_holds() -> None:
    battle = Battle(**ALL).say({"contact": 2, "treasury": 70, "automatic_cannon": 41})
    battle.refused({"automatic-cannon": 2}, "BR-TRE-1").say(
        {"automatic-cannon": 1, "infantry": 2, "cavalry": 0}
    )
    purse = battle.state.purses["red"]
    assert (battle.state.numbers.contact, purse.awarded, purse.left) == (2, 70, 70 - 41 - 10)


@pytest.mark.rule("BR-SET")
def test_an_army_needs_a_soldier() -> None:
    battle = Battle().say({}, {"infantry": 0, "cavalry": 0, "cannon": 3})
    assert "at least one soldier" in battle.told()
    assert battle.state.cannons == {}
    assert battle.table.question is not None
    assert battle.table.question.seat == "red"


@pytest.mark.rule("BR-SET")
def test_what_is_suggested_can_be_paid() -> None:
    battle = Battle(treasury="yes").say({"treasury": 42})
    assert blanks(battle) == {"infantry": 6, "cavalry": 1, "cannon": 0}
    battle.say({})
    assert len(battle.state.army("red")) == 7


@pytest.mark.rule("BR-TRE-1")
@pytest.mark.parametrize(("house", "left"), [("bought", 100 - 30 - 30 - 15), ("free", 100)])
def test_first_armies_are_bought_or_free(house: str, left: int) -> None:
    battle = Battle(treasury="yes", first_army=house).say({}, {})
    assert battle.state.purses["red"].left == left


@pytest.mark.rule("BR-SET", "BR-CAN-2")
def test_crews_are_asked_for_and_then_the_order_of_play() -> None:
    battle = Battle(3).say({}, *({"infantry": 2, "cavalry": 0, "cannon": 1},) * 3)
    assert isinstance(battle.table.question, PickOrEnd)
    battle.refused("blue-infantry-1", "BR-CAN-2").say("red-infantry-1", "end", "green-infantry-2")
    assert isinstance(battle.table.question, Shuffle)
    battle.say(["green", "red", "blue"])
    state: Any = battle.state
    assert (state.active, state.order, state.round, state.turn) == ("green", ("green", "red", "blue"), 1, 1)
    assert [gun.crew for gun in state.cannons.values()] == ["red-infantry-1", None, "green-infantry-2"]
    assert [standing.seat for standing in battle.table.game_view.standings] == ["green", "red", "blue"]
