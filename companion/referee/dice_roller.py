"""Chance: dice and shuffles by the companion, where a table wants them so. No script rolls by itself."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.referee.questions import Roll, Shuffle


class DiceRoller:
    """Answers questions of chance from one seeded stream.

    Args:
        seed: the same seed gives the same dice; None for real chance.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()

    def answer(self, question: Roll | Shuffle) -> dict[str, list[int]] | list[str]:
        """Roll as many dice as may be rolled, or shuffle; in the form a table takes as an answer."""
        # The lobby has a roller, but nothing to roll for yet.
        from companion.referee.questions import Shuffle

        if isinstance(question, Shuffle):
            return self._random.sample(question.items, len(question.items))
        return {
            pool.name: [self._random.randint(1, pool.sides) for _ in range(pool.most)]
            for pool in question.pools
        }
