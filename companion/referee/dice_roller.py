"""Dice and shuffles by the companion, on the table's request. No script rolls dice itself."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.referee.questions import Roll, Shuffle


class DiceRoller:
    """Answers rolls and shuffles from one seeded random stream.

    Args:
        seed: the same seed gives the same dice; None for real chance.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()

    def answer(self, question: Roll | Shuffle) -> dict[str, list[int]] | list[str]:
        """Roll the largest allowed number of dice, or shuffle; returns the answer for the table."""
        # Imported late: the lobby has a roller, but no roll yet.
        from companion.referee.questions import Shuffle

        if isinstance(question, Shuffle):
            return self._random.sample(question.items, len(question.items))
        return {
            pool.name: [self._random.randint(1, pool.sides) for _ in range(pool.most)]
            for pool in question.pools
        }
