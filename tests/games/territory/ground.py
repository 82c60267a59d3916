"""Objectives and their context, for tests."""

from collections.abc import Iterable
from typing import Any

from companion.games.boards.board import load_board
from companion.games.classic.objectives import WORDS as WORDS
from companion.games.territory.objectives import Objective, ObjectiveContext

BOARD = load_board("classic")
EUROPE = BOARD.continent("europe").territories
AFRICA = BOARD.continent("africa").territories
CITIES = ("brazil", "peru", "egypt", "congo", "japan", "ural", "china", "india", "iceland")


def ground(held: Iterable[str], before: Iterable[str] = (), capitals: Iterable[str] = ()) -> ObjectiveContext:
    """Return the context of objectives on the classic board."""
    return ObjectiveContext(BOARD, frozenset(held), frozenset(before), {"city": CITIES}, frozenset(capitals))


def objective(
    counts: Any, need: int = 0, *, in_one_turn: bool = False, of: str = "", id: str = "goal"
) -> Objective:
    """Return a minor objective."""
    return Objective(id, "minor", counts, need, in_one_turn, of)
