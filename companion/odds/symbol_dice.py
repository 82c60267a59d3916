"""Pools of symbol dice: faces that hit, block, do both or neither, in any mixture of dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from companion.referee.dice import SymbolContest, Symbols


class Wounds(NamedTuple):
    """What each side suffers: hits of the other that its blocks do not cancel, never below 0."""

    attacker: int
    defender: int


SymbolDie = Sequence[Symbols]
"""The faces of a die, each as likely as the next. A die of one face is a certainty: an extra block, say."""


def pool_distribution(dice: Iterable[SymbolDie]) -> dict[Symbols, Fraction]:
    """The exact chances of the hits and blocks that a pool of dice shows in all."""
    chances = {Symbols(): Fraction(1)}
    for die in dice:
        longer: dict[Symbols, Fraction] = {}
        for (shown, chance), face in product(chances.items(), die):
            total = Symbols(shown.hits + face.hits, shown.blocks + face.blocks)
            longer[total] = longer.get(total, Fraction(0)) + chance / len(die)
        chances = longer
    return chances


def wounds(attack: Iterable[SymbolDie], defence: Iterable[SymbolDie]) -> dict[Wounds, Fraction]:
    """The exact chances of the wounds when one pool attacks another: max(0, hits - blocks), both ways."""
    chances: dict[Wounds, Fraction] = {}
    pools = product(pool_distribution(attack).items(), pool_distribution(defence).items())
    for (attacking, attack_chance), (defending, defence_chance) in pools:
        suffered = Wounds(
            attacker=max(0, defending.hits - attacking.blocks),
            defender=max(0, attacking.hits - defending.blocks),
        )
        chances[suffered] = chances.get(suffered, Fraction(0)) + attack_chance * defence_chance
    return chances


def symbol_contest_wounds(contest: SymbolContest) -> dict[Wounds, Fraction]:
    """The exact chances of the wounds of a battle of symbol dice, as a roll question carries it."""
    return wounds(contest.attack, contest.defence)
