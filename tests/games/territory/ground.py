"""A shelf and the ground under it, for tests."""

from collections.abc import Iterable
from typing import Any

from companion.games.boards.board import load_board
from companion.games.territory.goals import Goal, GoalWords, Ground

BOARD = load_board("classic")
WORDS = GoalWords(
    capital=("enemy capital", "enemy capitals"),
    continent=("continent", "continents"),
    landmarks={"city": ("city", "cities")},
)
EUROPE = BOARD.continent("europe").territories
AFRICA = BOARD.continent("africa").territories
CITIES = ("brazil", "peru", "egypt", "congo", "japan", "ural", "china", "india", "iceland")


def ground(held: Iterable[str], before: Iterable[str] = (), capitals: Iterable[str] = ()) -> Ground:
    """What goals look at on the classic board."""
    return Ground(BOARD, frozenset(held), frozenset(before), {"city": CITIES}, frozenset(capitals))


def goal(counts: Any, need: int = 0, *, in_one_turn: bool = False, of: str = "", id: str = "goal") -> Goal:
    """A minor goal."""
    return Goal(id, "minor", counts, need, in_one_turn, of)
