"""The companion rolls a battle on and on, up to a bound."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.chronicle.chronicle import chronicle
from companion.app.night.rolling import (
    BattleTally,
    _attack_dice,
    battle_summary,
    keep_rolling,
    open_contest,
)
from companion.app.night.session import Session
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.table import Table
from tests.games.classic.boards import a_turn


def battle(folder: Path, attackers: int, defenders: int, seed: int) -> Session:
    table: Table[Any] = a_turn({"alaska": ("red", attackers + 1), "kamchatka": ("blue", defenders)})
    session = Session.start(Journal.open(folder / "games.sqlite"), table, dice_roller=DiceRoller(seed))
    session.answer("alaska")
    session.answer("kamchatka")
    return session


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("bound", [0, 3, 8])
def test_it_rolls_until_it_is_decided_or_the_bound_is_reached(tmp_path: Path, seed: int, bound: int) -> None:
    session = battle(tmp_path, 10, 12, seed)
    given = len(session.table.entries)
    rolls = keep_rolling(session, bound)
    assert len(session.table.entries) - given == len(rolls) > 0, "every roll is an answer of its own"
    contest = open_contest(session)
    if contest is None:
        assert session.table.state.holdings["kamchatka"].owner == "red" or (
            session.table.state.holdings["alaska"].armies == 1
        )
    else:
        assert session.table.state.holdings["alaska"].armies == bound


def test_at_the_bound_nothing_is_rolled(tmp_path: Path) -> None:
    assert keep_rolling(battle(tmp_path, 2, 5, 1), 3) == (), "3 armies are left: 2 attack, 1 stays"


def test_without_a_battle_nothing_is_rolled(tmp_path: Path) -> None:
    session = battle(tmp_path, 3, 5, 1)
    session.answer({"offer": "call off"})
    assert keep_rolling(session, 0) == ()


def test_one_roll_is_enough_if_asked_for(tmp_path: Path) -> None:
    assert len(keep_rolling(battle(tmp_path, 9, 9, 1), 0, most=1)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_the_summary_counts_every_roll(tmp_path: Path, seed: int) -> None:
    session = battle(tmp_path, 10, 12, seed)
    before = {place: holding.armies for place, holding in session.table.state.holdings.items()}
    rolls = keep_rolling(session, 0)
    text = battle_summary(session, rolls, ("Red", "Blue"))
    holdings = session.table.state.holdings
    taken = holdings["kamchatka"].owner == "red"
    left = holdings["alaska"].armies + (holdings["kamchatka"].armies if taken else 0)
    lost = before["kamchatka"] - (0 if taken else holdings["kamchatka"].armies)
    assert text.startswith(f"{len(rolls)} rolls. Red lost {before['alaska'] - left}, ")
    assert f"Blue lost {lost}, " in text
    end = "Red takes Kamchatka." if taken else f"Blue holds Kamchatka with {before['kamchatka'] - lost}."
    assert text.endswith(end)
    told = [event.text for event in chronicle(session.table).events if event.kind == "summary"]
    assert told == ([text] if len(rolls) > 1 else []), "the chronicle says it in the same words"


@pytest.mark.parametrize("seed", range(4))
def test_the_tally_stands_from_the_second_roll_until_something_else_is_given(
    tmp_path: Path, seed: int
) -> None:
    session, tally = battle(tmp_path, 10, 3, seed), BattleTally()
    tally.note(session)
    keep_rolling(session, 0, most=1)
    tally.note(session)
    assert tally.so_far(session) == ""
    rolls = 1 + len(keep_rolling(session, 0))
    tally.note(session)
    holdings = session.table.state.holdings
    assert holdings["kamchatka"].owner == "red"
    lost = 11 - holdings["alaska"].armies - holdings["kamchatka"].armies
    assert tally.so_far(session) == (f"So far Red lost {lost}, Blue 3." if rolls > 1 else "")
    session.answer(session.question.most)
    tally.note(session)
    assert tally.so_far(session) == ""
    session.undo()
    assert tally.so_far(session) == (f"So far Red lost {lost}, Blue 3." if rolls > 1 else "")
    session.undo(rolls)
    tally.note(session)
    assert tally.so_far(session) == ""


@pytest.mark.parametrize(
    ("attackers", "defenders", "spare", "dice"),
    [
        # three dice against two lose two armies at most, and against one, one
        (9, 9, 5, 3),
        (9, 9, 2, 3),
        (9, 9, 1, 1),
        (9, 9, 0, 1),
        (9, 1, 1, 3),
        (2, 9, 2, 2),
        (2, 9, 1, 1),
        (1, 9, 1, 1),
    ],
)
def test_so_many_dice_are_rolled_that_no_more_armies_are_lost_than_may_be(
    tmp_path: Path, attackers: int, defenders: int, spare: int, dice: int
) -> None:
    assert _attack_dice(battle(tmp_path, attackers, defenders, 1).question, spare) == dice


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("bound", [1, 5, 8])
def test_the_attacker_keeps_what_the_bound_says(tmp_path: Path, bound: int, most: int) -> None:
    session = battle(tmp_path, 8, 30, 2)
    rolls = keep_rolling(session, bound, most)
    left = session.table.state.holdings["alaska"].armies
    assert len(rolls) <= most and left >= bound
    assert len(rolls) == most or left == bound
    for contest, dice in rolls:
        assert contest.attacker.place == "alaska" and set(dice) == {"attack", "defence"}


def test_the_tally_begins_anew_where_another_place_is_attacked(tmp_path: Path) -> None:
    session, tally = battle(tmp_path, 12, 12, 3), BattleTally()
    tally.note(session)
    keep_rolling(session, 0, most=2)
    tally.note(session)
    assert tally.so_far(session).startswith("So far ")
    session.answer({"offer": "call off"})
    tally.note(session)
    assert tally.so_far(session) == ""
    session.answer("alaska")
    session.answer("northwest-territory")
    tally.note(session)
    keep_rolling(session, 0, most=1)
    tally.note(session)
    assert tally.so_far(session) == ""
