"""One die against one, ties to the attacker."""

from fractions import Fraction

import pytest

from companion.odds.battle import Battle, DiceAllowance, DiceRule
from companion.odds.hit_chance import hit_chance
from companion.referee.dice import Losses


@pytest.mark.parametrize(
    ("plus", "minus", "misfires", "in_36"),
    [
        (0, 0, False, 21),
        (1, 0, False, 26),  # a charge, or a hero
        (0, 1, False, 15),  # a hero defends
        (1, 1, False, 21),
        (2, 0, False, 30),  # a hero charges
        (0, 0, True, 20),  # a cannon: its 1 hits nothing
        (0, 1, True, 15),  # nor would it against a hero
        (6, 0, False, 36),
        (0, 9, False, 0),
    ],
)
def test_how_often_a_shot_hits(plus: int, minus: int, misfires: bool, in_36: int) -> None:
    assert hit_chance(plus, minus, misfires=misfires) == Fraction(in_36, 36)


@pytest.mark.parametrize(("plus", "minus"), [(0, 0), (1, 0), (0, 1), (2, 1)])
def test_a_shot_is_a_battle_of_one_against_one(plus: int, minus: int) -> None:
    rule = DiceRule(DiceAllowance(1, bonus_highest=plus), DiceAllowance(1, bonus_highest=minus), "attacker")
    assert hit_chance(plus, minus) == Battle(1, 1, rule).rule.outcomes(1, 1)[Losses(0, 1)]
