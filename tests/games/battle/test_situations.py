"""Situations of Battle Risk, worked out by hand from its document."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.battle.game import BATTLE
from companion.games.battle.state import BattleState
from tests.games.battle.story import Battle
from tests.games.situations import Situation, check_situation, read_situations

SITUATIONS = read_situations(Path(__file__).parent / "situations.toml")
ENOUGH = 53


def facts(state: BattleState) -> Mapping[str, Any]:
    """Return soldiers, cannons and purses by id, and what else a path may begin with."""
    turn = {name: getattr(state, name) for name in ("kills", "winners", "active", "roll", "turn")}
    return {**state.soldiers, **state.cannons, **state.purses, **turn}


def army(text: str) -> dict[str, int]:
    """Read an army: ``"3 infantry, 1 cannon"``."""
    return {unit: int(count) for count, unit in (one.split(" ") for one in text.split(", "))}


def lay(red: str, blue: str, green: str = "", **facts: Any) -> Battle:
    """Return the battle of a situation, on flat ground unless it says otherwise."""
    armies = [army(text) for text in (red, blue, green) if text]
    return Battle.raging(*armies, **{"field": "flat and open", **facts})


@pytest.mark.parametrize("row", SITUATIONS, ids=lambda row: row.rule)
def test_a_situation(row: Situation) -> None:
    check_situation(row, lay(**row.table).table, facts)


def test_there_are_enough_situations_and_each_cites_a_rule() -> None:
    assert len({row.says for row in SITUATIONS}) >= ENOUGH
    assert {row.rule for row in SITUATIONS} <= {rule.id for rule in BATTLE.rulebook.rules}
