"""One roll of a battle: what each side may throw, and who loses how much.

Two hands of dice are sorted, best first, and compared pair by pair by the referee's own rule; the lower die
of a pair costs its side one army. Everything here is counted, never sampled, and held in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from types import MappingProxyType

from companion.errors import ImpossibleOdds
from companion.referee.dice import Faces, Losses, Ties, best, losses

MAX_DICE = 50
"""More dice than this nobody throws at once."""
MAX_ROWS = 5_000
"""Most rows of dice on one side that can be told apart (ten dice of six faces fall in 3003)."""
MAX_PAIRINGS = 500_000
"""Most pairs of such rows that are compared for one roll."""


@dataclass(frozen=True)
class DiceSpec:
    """The dice of one side in one roll.

    Attributes:
        dice: dice thrown.
        sides: faces of each die, numbered from 1.
        bonus_highest: added to the highest die, after the best dice are chosen.
        keep: how many of the best dice count; all of them when None. A bonus die is one thrown but not kept:
            `DiceSpec(4, keep=3)`.

    Raises:
        ImpossibleOdds: no die, no face, more dice to keep than are thrown, or too many to count.
    """

    dice: int
    sides: int = 6
    bonus_highest: int = 0
    keep: int | None = None

    def __post_init__(self) -> None:
        if self.dice < 1 or self.sides < 1:
            raise ImpossibleOdds(
                f"{self.dice} dice with {self.sides} faces cannot be thrown; give at least one of each"
            )
        if not 1 <= self.kept <= self.dice:
            raise ImpossibleOdds(f"{self.kept} of {self.dice} dice cannot be kept; keep 1 to {self.dice}")
        if self.dice > MAX_DICE or comb(self.sides + self.kept - 1, self.kept) > MAX_ROWS:
            raise ImpossibleOdds(
                f"{self.dice} dice with {self.sides} faces fall in too many ways to count; ask for fewer"
            )

    @property
    def kept(self) -> int:
        """How many dice are compared."""
        return self.dice if self.keep is None else self.keep

    @property
    def throws(self) -> int:
        """How many different throws there are, each as likely as the next."""
        return int(self.sides**self.dice)


@lru_cache(maxsize=1024)
def round_outcomes(attack: DiceSpec, defence: DiceSpec, ties: Ties = "defender") -> Mapping[Losses, Fraction]:
    """The exact chances of one roll.

    Args:
        attack: the attacker's dice.
        defence: the defender's dice.
        ties: who wins equal dice.

    Returns:
        What each side loses, and how likely that is. The chances sum to 1; only possible losses are listed,
        the attacker's luckiest first. Dice without an opposite number are ignored.

    Raises:
        ImpossibleOdds: the dice fall in too many ways to count.
    """
    pairs = min(attack.kept, defence.kept)
    ways: Counter[Losses] = Counter()
    attack_rows, defence_rows = _compared(attack, pairs), _compared(defence, pairs)
    if len(attack_rows) * len(defence_rows) > MAX_PAIRINGS:
        raise ImpossibleOdds(
            f"{attack.dice} against {defence.dice} dice fall in too many ways to count; ask for fewer"
        )
    throws = product(attack_rows.items(), defence_rows.items())
    for (attacking, attack_ways), (defending, defence_ways) in throws:
        ways[losses(attacking, defending, ties)] += attack_ways * defence_ways
    total = attack.throws * defence.throws
    in_order = sorted(ways, key=lambda lost: lost.attacker)
    return MappingProxyType({lost: Fraction(ways[lost], total) for lost in in_order})


def _compared(side: DiceSpec, pairs: int) -> Mapping[Faces, int]:
    """The rows of dice that come to be compared, best first, and in how many ways each is thrown."""
    ways: Counter[Faces] = Counter()
    for row, count in _kept(side.dice, side.sides, side.kept).items():
        # Twice best: a penalty may push the highest die below others that were kept.
        ways[best(best(row, side.kept, side.bonus_highest), pairs)] += count
    return ways


@lru_cache(maxsize=256)
def _kept(dice: int, sides: int, keep: int) -> Mapping[Faces, int]:
    """The best `keep` of `dice` dice, and in how many ways each row is thrown.

    Dice are added one by one and the surplus dropped at once, so the work grows with the rows that can be
    told apart, not with sides ** dice.
    """
    ways: Counter[Faces] = Counter({(): 1})
    for _ in range(dice):
        longer: Counter[Faces] = Counter()
        for row, face in product(ways, range(1, sides + 1)):
            longer[best((*row, face), keep)] += ways[row]
        ways = longer
    return ways
