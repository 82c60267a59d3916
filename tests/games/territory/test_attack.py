"""After an attack the next one goes on from where it is likely to; and a roll told only by its losses."""

from typing import Any

import pytest

from companion.errors import MalformedAnswer
from companion.games.classic.game import CLASSIC
from companion.referee.questions import Count, PickOrEnd, Roll
from companion.referee.table import Table
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import play

BOARD = {
    "alaska": ("red", 6),
    "kamchatka": ("blue", 2),
    "alberta": ("red", 1),
    "brazil": ("red", 3),
    "northwest-territory": ("blue", 3),
}
FELL = {"losses": {"attacker": 0, "defender": 2}}


@pytest.mark.parametrize(
    ("board", "answers", "origin"),
    [
        ({}, ["alaska", "kamchatka", FELL, 5], "kamchatka"),  # conquered, and it can attack
        ({"alaska": ("red", 7)}, ["alaska", "kamchatka", FELL, 3], "kamchatka"),
        ({}, ["alaska", "kamchatka", {"offer": "call off"}], "alaska"),  # it did not fall
        (
            {"alaska": ("red", 3), "kamchatka": ("blue", 1)},
            ["alaska", "kamchatka", {"losses": {"attacker": 0, "defender": 1}}],
            "kamchatka",
        ),
        (
            {"alaska": ("red", 2), "kamchatka": ("blue", 1)},
            ["alaska", "kamchatka", {"losses": {"attacker": 0, "defender": 1}}],
            None,
        ),  # one army each: neither can attack
    ],
)
def test_attacks_go_on_from_the_conquered_territory(
    board: dict[str, tuple[str, int]], answers: list[Any], origin: str | None
) -> None:
    question = play(a_turn(BOARD | board), *answers).question
    assert isinstance(question, PickOrEnd)
    assert question.focus == ((origin,) if origin else ()) and question.end == "End attacks"


@pytest.mark.parametrize(
    ("answer", "prompt", "detail"),
    [
        ("brazil", "Attack what?", "From Brazil."),  # another origin
        ("alaska", "Attack what?", "From Alaska."),  # the same one, picked as in games kept by older versions
        ("northwest-territory", "Alaska attacks Northwest Territory", ""),  # a target at once
    ],
)
def test_an_origin_that_is_kept_may_be_changed(answer: str, prompt: str, detail: str) -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"}, answer)
    question = table.question
    assert question is not None and (question.prompt, question.detail) == (prompt, detail)


def test_the_end_after_an_attack_ends_all_attacks() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"}, "end")
    assert table.state.step == "fortify"


# --- losses without dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "possible"),
    [
        ({}, [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]),
        ({"kamchatka": ("blue", 1)}, [(1, 0), (0, 1)]),
        ({"alaska": ("red", 2)}, [(1, 0), (0, 1)]),
    ],
)
def test_a_roll_may_be_told_by_its_losses(
    board: dict[str, tuple[str, int]], possible: list[tuple[int, int]]
) -> None:
    question = play(a_turn(BOARD | board), "alaska", "kamchatka").question
    assert isinstance(question, Roll)
    assert [(told.attacker, told.defender) for told in question.outcomes] == possible


def test_told_losses_are_taken_and_the_journal_keeps_that_no_dice_were_seen() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"losses": {"attacker": 1, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 5), ("blue", 1)]
    assert table.entries[-1].value == {"losses": {"attacker": 1, "defender": 1}}
    again = Table.resume(CLASSIC, table.positions, table.entries)
    assert armies(again, "alaska", "kamchatka") == [("red", 5), ("blue", 1)]


def test_as_many_move_in_as_could_attack() -> None:
    question = play(a_turn(BOARD), "alaska", "kamchatka", FELL).question
    assert isinstance(question, Count) and question.least == 3


@pytest.mark.parametrize("told", [(0, 0), (5, 2), (6, 0), (0, 3)])
def test_impossible_losses_are_refused(told: tuple[int, int]) -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka")
    ruling = table.answer({"losses": {"attacker": told[0], "defender": told[1]}})
    assert not ruling.allowed and "They have 5 and 2; it ends when a side has none." in ruling.text


def test_the_losses_of_several_rolls_are_told_together() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"losses": {"attacker": 2, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 4), ("blue", 1)]
    assert isinstance(table.question, Roll), "the battle goes on"
    table.answer({"losses": {"attacker": 1, "defender": 1}})
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 2)], "all who could attack move in"


def test_malformed_losses_are_refused() -> None:
    with pytest.raises(MalformedAnswer, match="losses of both sides"):
        play(a_turn(BOARD), "alaska", "kamchatka").answer({"losses": {"attacker": 1}})


@pytest.mark.parametrize(
    ("near", "suggested"),
    [
        ({"northwest-territory": ("blue", 3)}, 5),  # both may be attacked: all go on
        ({"japan": ("red", 2), "mongolia": ("red", 2), "irkutsk": ("red", 2), "yakutsk": ("red", 2)}, 3),
    ],
)
def test_who_moves_in_is_suggested_by_where_enemies_stand(
    near: dict[str, tuple[str, int]], suggested: int
) -> None:
    question = play(a_turn(BOARD | near), "alaska", "kamchatka", FELL).question
    assert isinstance(question, Count) and question.suggested == suggested


# --- naming the target first -------------------------------------------------------------------------------


def test_a_target_that_one_territory_can_attack_says_where_from() -> None:
    table = play(a_turn(BOARD), "kamchatka")
    assert isinstance(table.question, Roll) and table.question.prompt == "Alaska attacks Kamchatka"


def test_a_target_that_several_can_attack_asks_where_from() -> None:
    table = play(a_turn(BOARD | {"alberta": ("red", 4)}), "northwest-territory")
    question = table.question
    assert isinstance(question, PickOrEnd) and question.prompt == "Attack Northwest Territory from where?"
    assert question.allowed == ("alaska", "alberta")
    assert "Attack from Alaska" in table.may("brazil").text
    play(table, "alberta")
    assert isinstance(table.question, Roll) and table.question.prompt == "Alberta attacks Northwest Territory"


def test_another_place_after_all_is_asked_from_the_beginning() -> None:
    table = play(a_turn(BOARD | {"alberta": ("red", 4)}), "northwest-territory", "end")
    assert table.question is not None and table.question.prompt == "Attack from where?"


def test_beside_a_kept_origin_a_target_elsewhere_says_where_from() -> None:
    table = play(a_turn(BOARD), "alaska", "kamchatka", {"offer": "call off"})
    assert isinstance(table.question, PickOrEnd) and "peru" not in table.question.allowed
    play(table, "peru")
    assert isinstance(table.question, Roll) and table.question.prompt == "Brazil attacks Peru"
