"""Situations of Battlefield Rogue, worked out by hand from its document."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, structs

from companion.games.rogue.game import ROGUE
from companion.games.rogue.scenario import Victory
from companion.games.rogue.state import RogueState
from companion.referee.table import Table
from tests.games.rogue.boards import a_card, a_state
from tests.games.situations import Situation, check_situation, read_situations

SITUATIONS = read_situations(Path(__file__).parent / "situations.toml")
ENOUGH = 53


def lay(*, wins: list[Any] | None = None, cards: dict[str, str] | None = None, **facts: Any) -> Table[Any]:
    """Return the table of a situation.

    Args:
        wins: victories, as in the file of a scenario.
        cards: by name, what known cards need and do: ``"recon: hits 2, upgrade 1"``.
        facts: the rest, as in `a_state`; by deck, `dealt` cards of red and a `left` number in the decks.
    """
    dealt, left = facts.pop("dealt", {}), facts.pop("left", {})
    known = tuple(described(name, words) for name, words in (cards or {}).items())
    state = a_state(**facts, cards=known, victories=convert(wins or [], tuple[Victory, ...]))
    state.hands["red"].update(dealt)
    state.decks.update(left)
    return Table(ROGUE, state)


def described(name: str, words: str) -> Any:
    """Read a card: who is needed, and what it does, at the time behind ``@``."""
    needs, _, rest = words.partition(": ")
    does, _, when = rest.partition(" @ ")
    kind = "air support" if name.startswith("Air") else "commander" if name.startswith("Token") else "weapons"
    return a_card(name, *does.split(", "), needs=needs, kind=kind, when=when or "combat")


def facts(state: RogueState) -> Mapping[str, Any]:
    """Return what a path may begin with: the fields of the state."""
    return structs.asdict(state) | {"on board": {seat: state.on_board(seat) for seat in state.order}}


@pytest.mark.parametrize("row", SITUATIONS, ids=lambda row: row.rule)
def test_a_situation(row: Situation) -> None:
    check_situation(row, lay(**deepcopy(row.table)), facts)


def test_there_are_enough_situations_and_each_cites_a_rule() -> None:
    assert len({row.says for row in SITUATIONS}) >= ENOUGH
    assert {row.rule for row in SITUATIONS} <= {rule.id for rule in ROGUE.rulebook.rules}
