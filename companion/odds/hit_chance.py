"""The probability that one die hits against another."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

SIDES = 6


def hit_chance(hit_bonus: int = 0, defence_bonus: int = 0, *, misfires: bool = False) -> Fraction:
    """Return the exact probability that a hit roll equals or beats a defence roll; the attacker wins ties.

    Args:
        hit_bonus: added to the attacker's die.
        defence_bonus: added to the defender's die.
        misfires: whether a 1 on the attacker's die, before any bonus, never hits.
    """
    throws = list(product(range(1, SIDES + 1), repeat=2))
    hits = [
        hit + hit_bonus >= defence + defence_bonus and not (misfires and hit == 1) for hit, defence in throws
    ]
    return Fraction(sum(hits), len(throws))
