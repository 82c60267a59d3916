"""A battle as an absorbing Markov chain over pairs of army counts, from the largest counts to the smallest.

The chain is that of J. A. Osborne, "Markov chains for the RISK board game revisited" (Mathematics
Magazine 76, 2003), here for any dice.

Every roll costs at least one army. So all pairs of counts with one sum (a diagonal of the grid) are final
before any smaller sum, and a whole diagonal is computed at once. Only the diagonals within reach of one roll
are in memory.
"""

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
"""Floats are fast, fractions are exact."""


@dataclass(frozen=True)
class Diagonal:
    """All pairs of counts with one sum: `chances[a]` is that of `a` attackers against `total - a` defenders.

    Attributes:
        total: sum of attackers and defenders.
        chances: the probability of each number of attackers.
        rolling: the numbers of attackers with which the battle continues.
        ended: the two ranges of attackers, few and many, with which the battle is over.
    """

    total: int
    chances: NDArray[Any]
    rolling: slice
    ended: tuple[slice, slice]

    def defenders(self, attackers: slice) -> slice:
        """Return the numbers of defenders against these attackers, in descending order."""
        return slice(self.total - attackers.stop + 1, self.total - attackers.start + 1)


@dataclass(frozen=True)
class MarkovChain(Generic[Number]):
    """The Markov chain of one battle, with the probability of every pair of counts.

    Attributes:
        battle: the battle at its start.
        stop_at: when the attacker stops.
        number: type of the probabilities, `float` or `Fraction`.
    """

    battle: Battle
    stop_at: StopRule
    number: Callable[[Any], Number]
    _steps: dict[tuple[int, int], list[tuple[Losses, Number]]] = field(default_factory=dict)

    def nothing(self, armies: int) -> NDArray[Any]:
        """Return an array of zero probabilities for the counts 0 to `armies`."""
        return np.full(armies + 1, self.number(0))

    def diagonals(self) -> Iterator[Diagonal]:
        """Yield every diagonal with its final probabilities, from the largest sum to the smallest."""
        attackers, defenders = self.battle.attackers, self.battle.defenders
        rule = self.battle.rule
        reach = min(rule.attack.full, attackers) + min(rule.defence.full, defenders)
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
        """Yield ranges of attackers with equal roll probabilities: single counts at both ends."""
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
