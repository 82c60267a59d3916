"""The companion rolls a battle on and on, up to a bound."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.night.rolling import keep_rolling, open_contest
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
    assert len(session.table.entries) - given == rolls > 0, "every roll is an answer of its own"
    contest = open_contest(session)
    if contest is None:
        assert session.table.state.holdings["kamchatka"].owner == "red" or (
            session.table.state.holdings["alaska"].armies == 1
        )
    else:
        assert bound - 2 < contest.attacker.armies <= bound


def test_at_the_bound_nothing_is_rolled(tmp_path: Path) -> None:
    assert keep_rolling(battle(tmp_path, 3, 5, 1), 3) == 0


def test_without_a_battle_nothing_is_rolled(tmp_path: Path) -> None:
    session = battle(tmp_path, 3, 5, 1)
    session.answer({"offer": "call off"})
    assert keep_rolling(session, 0) == 0
