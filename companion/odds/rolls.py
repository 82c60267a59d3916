"""One roll of a battle: the dice of each side and its losses.

Each side's dice are sorted, best first, and compared in pairs by the referee's rule; the lower die of a pair
costs its side one army. All probabilities are exact fractions from enumeration, not from sampling.
"""

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
"""Largest number of dice in one roll."""
MAX_ROWS = 5_000
"""Largest number of different sorted results on one side (ten dice with six faces have 3003)."""
MAX_PAIRINGS = 500_000
"""Largest number of pairs of such results that are compared for one roll."""


@dataclass(frozen=True)
class DiceSpec:
    """The dice of one side in one roll.

    Attributes:
        dice: number of dice rolled.
        sides: faces of each die, numbered from 1.
        bonus_highest: added to the highest die after the best dice are selected.
        keep: how many of the best dice count; None for all of them. A bonus die is rolled but not kept:
            `DiceSpec(4, keep=3)`.

    Raises:
        ImpossibleOdds: no die, no face, more dice to keep than rolled, or too many results to enumerate.
    """

    dice: int
    sides: int = 6
    bonus_highest: int = 0
    keep: int | None = None

    def __post_init__(self) -> None:
        if self.dice < 1 or self.sides < 1:
            raise ImpossibleOdds(
                "{dice} dice with {faces} faces cannot be thrown; give at least one of each",
                dice=self.dice,
                faces=self.sides,
            )
        if not 1 <= self.kept <= self.dice:
            raise ImpossibleOdds(
                "{kept} of {dice} dice cannot be kept; keep 1 to {dice}", kept=self.kept, dice=self.dice
            )
        if self.dice > MAX_DICE or comb(self.sides + self.kept - 1, self.kept) > MAX_ROWS:
            raise ImpossibleOdds(
                "{dice} dice with {faces} faces fall in too many ways to count; ask for fewer",
                dice=self.dice,
                faces=self.sides,
            )

    @property
    def kept(self) -> int:
        """The number of compared dice."""
        return self.dice if self.keep is None else self.keep

    @property
    def throws(self) -> int:
        """The number of different rolls, all equally likely."""
        return int(self.sides**self.dice)


@lru_cache(maxsize=1024)
def round_outcomes(attack: DiceSpec, defence: DiceSpec, ties: Ties = "defender") -> Mapping[Losses, Fraction]:
    """Return the exact probabilities of one roll.

    Returns:
        The possible losses of both sides and their probabilities, which sum to 1, with the attacker's
        smallest losses first. Dice without a partner in the comparison are ignored.

    Raises:
        ImpossibleOdds: there are too many results to enumerate.
    """
    pairs = min(attack.kept, defence.kept)
    ways: Counter[Losses] = Counter()
    attack_rows, defence_rows = _compared(attack, pairs), _compared(defence, pairs)
    if len(attack_rows) * len(defence_rows) > MAX_PAIRINGS:
        raise ImpossibleOdds(
            "{attackers} against {defenders} dice fall in too many ways to count; ask for fewer",
            attackers=attack.dice,
            defenders=defence.dice,
        )
    throws = product(attack_rows.items(), defence_rows.items())
    for (attacking, attack_ways), (defending, defence_ways) in throws:
        ways[losses(attacking, defending, ties)] += attack_ways * defence_ways
    total = attack.throws * defence.throws
    in_order = sorted(ways, key=lambda lost: lost.attacker)
    return MappingProxyType({lost: Fraction(ways[lost], total) for lost in in_order})


def _compared(side: DiceSpec, pairs: int) -> Mapping[Faces, int]:
    """Return the results that are compared, best die first, and the number of rolls that give each."""
    ways: Counter[Faces] = Counter()
    for row, count in _kept(side.dice, side.sides, side.kept).items():
        # Sort twice: a negative bonus may make the highest die lower than others.
        ways[best(best(row, side.kept, side.bonus_highest), pairs)] += count
    return ways


@lru_cache(maxsize=256)
def _kept(dice: int, sides: int, keep: int) -> Mapping[Faces, int]:
    """Return the best `keep` of `dice` dice, and the number of rolls that give each result.

    Dice are added one by one and the worst is dropped immediately, so that the time depends on the number of
    different results, not on sides ** dice.
    """
    ways: Counter[Faces] = Counter({(): 1})
    for _ in range(dice):
        longer: Counter[Faces] = Counter()
        for row, face in product(ways, range(1, sides + 1)):
            longer[best((*row, face), keep)] += ways[row]
        ways = longer
    return ways


def hit_chance(hit_bonus: int = 0, defence_bonus: int = 0, *, misfires: bool = False) -> Fraction:
    """Return the exact probability that a hit roll equals or beats a defence roll; the attacker wins ties.

    Args:
        hit_bonus: added to the attacker's die.
        defence_bonus: added to the defender's die.
        misfires: whether a 1 on the attacker's die, before any bonus, never hits.
    """
    throws = list(product(range(1, 7), repeat=2))
    hits = [
        hit + hit_bonus >= defence + defence_bonus and not (misfires and hit == 1) for hit, defence in throws
    ]
    return Fraction(sum(hits), len(throws))
