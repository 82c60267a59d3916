"""A battle as an absorbing Markov chain over pairs of army counts, solved from the top down.

The chain is that of J. A. Osborne, "Markov chains for the RISK board game revisited" (Mathematics
Magazine 76, 2003), here for any dice.

Every roll costs at least one army. So all counts of one total (a diagonal of the grid of counts) are settled
before any smaller total, and a whole diagonal can be moved on at once. Only the few diagonals within reach of
one roll are held in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.odds.battle import Battle, StopRule
from companion.referee.dice import Losses

Number = TypeVar("Number", float, Fraction)
"""Floats for speed, fractions for proof."""


@dataclass(frozen=True)
class Diagonal:
    """All the counts of one total: `chances[a]` belongs to `a` attackers against `total - a` defenders.

    Attributes:
        total: attackers and defenders together.
        chances: one for each number of attackers.
        rolling: the numbers of attackers with which the battle goes on.
        ended: the ranges, few attackers and many, with which it is over.
    """

    total: int
    chances: NDArray[Any]
    rolling: slice
    ended: tuple[slice, slice]

    def defenders(self, attackers: slice) -> slice:
        """The defenders that face these attackers, in reverse order."""
        return slice(self.total - attackers.stop + 1, self.total - attackers.start + 1)


@dataclass(frozen=True)
class MarkovChain(Generic[Number]):
    """The chain of one battle, with the chance of every pair of counts.

    Attributes:
        battle: where it starts.
        stop_at: where the attacker means to leave it.
        number: what chances are held in, `float` or `Fraction`.
    """

    battle: Battle
    stop_at: StopRule
    number: Callable[[Any], Number]
    _steps: dict[tuple[int, int], list[tuple[Losses, Number]]] = field(default_factory=dict)

    def nothing(self, armies: int) -> NDArray[Any]:
        """No chance yet for any count from 0 to `armies`."""
        return np.full(armies + 1, self.number(0))

    def diagonals(self) -> Iterator[Diagonal]:
        """Every diagonal, the largest total first, with all the chance that will ever reach it."""
        attackers, defenders = self.battle.attackers, self.battle.defenders
        reach = self.battle.rule.attack.full + self.battle.rule.defence.full
        below = deque(self.nothing(attackers) for _ in range(reach + 1))
        below[0][attackers] = self.number(1)
        for total in range(attackers + defenders, -1, -1):
            diagonal = self._diagonal(total, below.popleft())
            below.append(self.nothing(attackers))
            yield diagonal
            self._roll(diagonal, below)

    def _diagonal(self, total: int, chances: NDArray[Any]) -> Diagonal:
        fewest = max(self.stop_at.attackers + 1, self.battle.rule.minimum_attackers)
        start = max(0, total - self.battle.defenders)
        stop = min(self.battle.attackers, total) + 1
        first = min(max(start, fewest), stop)
        last = max(first, min(stop, total - self.stop_at.defenders))
        return Diagonal(total, chances, slice(first, last), (slice(start, first), slice(last, stop)))

    def _roll(self, diagonal: Diagonal, below: deque[NDArray[Any]]) -> None:
        for first, last in self._alike(diagonal):
            rolling = diagonal.chances[first:last]
            for lost, chance in self._step(first, diagonal.total - first):
                further = below[lost.attacker + lost.defender - 1]
                further[first - lost.attacker : last - lost.attacker] += chance * rolling

    def _alike(self, diagonal: Diagonal) -> Iterator[tuple[int, int]]:
        """Ranges of attackers that roll by the same chances: the few one by one, the many at once."""
        begin, end = diagonal.rolling.start, diagonal.rolling.stop
        rule = self.battle.rule
        first = max(begin, min(end, rule.attack.full))
        last = max(first, min(end, diagonal.total - rule.defence.full + 1))
        yield from ((few, few + 1) for few in range(begin, first))
        if first < last:
            yield first, last
        yield from ((many, many + 1) for many in range(last, end))

    def _step(self, attackers: int, defenders: int) -> list[tuple[Losses, Number]]:
        rule = self.battle.rule
        key = min(attackers, rule.attack.full), min(defenders, rule.defence.full)
        if key not in self._steps:
            chances = rule.outcomes(*key)
            self._steps[key] = [(lost, self.number(chance)) for lost, chance in chances.items()]
        return self._steps[key]
