"""One die against one: the chance that an attack hits if nothing but the hit is at stake."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

SIDES = 6


def hit_chance(hit_bonus: int = 0, defence_bonus: int = 0, *, misfires: bool = False) -> Fraction:
    """The exact chance that a hit roll equals or beats a defence roll; ties go to the attacker.

    Args:
        hit_bonus: added to the attacker's die.
        defence_bonus: added to the defender's die.
        misfires: a 1 on the attacker's die, before any bonus, hits nothing.
    """
    throws = list(product(range(1, SIDES + 1), repeat=2))
    hits = [
        hit + hit_bonus >= defence + defence_bonus and not (misfires and hit == 1) for hit, defence in throws
    ]
    return Fraction(sum(hits), len(throws))
