"""Dice and shuffles by the companion, on the table's request. No script rolls dice itself."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.questions import Roll, Shuffle


class DiceRoller:
    """Answers rolls and shuffles from one seeded random stream.

    Args:
        seed: the same seed gives the same dice; None for real chance.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed) if seed is not None else random.SystemRandom()

    def answer(
        self, question: Roll | Shuffle, dice: Mapping[str, int] = MappingProxyType({})
    ) -> dict[str, list[int]] | list[str]:
        """Roll this many dice of a pool, else the largest allowed number, or shuffle; returns the answer."""
        # Imported late: the lobby has a roller, but no roll yet.
        from companion.referee.questions import Shuffle

        if isinstance(question, Shuffle):
            return self._random.sample(question.items, len(question.items))
        return {
            pool.name: [self._random.randint(1, pool.sides) for _ in range(dice.get(pool.name, pool.most))]
            for pool in question.pools
        }
