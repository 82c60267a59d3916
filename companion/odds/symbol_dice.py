"""Pools of symbol dice: each face hits, blocks, does both or nothing; a pool may mix different dice."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from companion.referee.dice import SymbolContest, Symbols


class Wounds(NamedTuple):
    """The wounds of each side: the other side's hits minus its own blocks, at least 0."""

    attacker: int
    defender: int


SymbolDie = Sequence[Symbols]
"""The faces of a die, all equally likely. A die with one face is a fixed result, such as an extra block."""


def pool_distribution(dice: Iterable[SymbolDie]) -> dict[Symbols, Fraction]:
    """Return the exact probabilities of the total hits and blocks of a pool of dice."""
    chances = {Symbols(): Fraction(1)}
    for die in dice:
        longer: dict[Symbols, Fraction] = {}
        for (shown, chance), face in product(chances.items(), die):
            total = Symbols(shown.hits + face.hits, shown.blocks + face.blocks)
            longer[total] = longer.get(total, Fraction(0)) + chance / len(die)
        chances = longer
    return chances


def wounds(attack: Iterable[SymbolDie], defence: Iterable[SymbolDie]) -> dict[Wounds, Fraction]:
    """Return the exact probabilities of the wounds, max(0, hits - blocks) for each side, of two pools."""
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
    """Return the exact probabilities of the wounds of a symbol dice contest."""
    return wounds(contest.attack, contest.defence)
