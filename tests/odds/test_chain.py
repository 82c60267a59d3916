"""Several territories in a row: exact, and as often as simulated battles."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ImpossibleOdds
from companion.odds import Battle, DiceAllowance, DiceRule, chain_odds, exact_chain_odds, exact_odds, odds

TRIALS = 20_000


def march(attackers: int, defenders: tuple[int, ...], chance: random.Random) -> tuple[int, int]:
    """Roll real dice: how many territories were taken, and how many armies stand in the last one."""
    for taken, held in enumerate(defenders):
        while attackers and held:
            ours = sorted((chance.randint(1, 6) for _ in range(min(3, attackers))), reverse=True)
            theirs = sorted((chance.randint(1, 6) for _ in range(min(2, held))), reverse=True)
            for one, other in zip(ours, theirs, strict=False):
                attackers, held = (attackers, held - 1) if one > other else (attackers - 1, held)
        if not attackers:
            return taken, 0
        moved_in, attackers = attackers, attackers - 1
    return len(defenders), moved_in


@pytest.mark.parametrize(
    ("attackers", "defenders"), [(12, (3, 2, 4)), (5, (1, 1, 1)), (4, (3,)), (8, (6, 1))]
)
def test_as_often_as_dice(attackers: int, defenders: tuple[int, ...]) -> None:
    chance = random.Random(7)
    trials = [march(attackers, defenders, chance) for _ in range(TRIALS)]
    outlook = chain_odds(attackers, defenders)
    for number, expected in enumerate(outlook.conquests, 1):
        share = sum(taken >= number for taken, _ in trials) / TRIALS
        assert share == pytest.approx(expected, abs=0.015)  # four standard deviations
    left = [count for taken, count in trials if taken == len(defenders)]
    assert sum(left) / len(left) == pytest.approx(outlook.expected_left, rel=0.03)


@given(attackers=st.integers(0, 9), defenders=st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_the_chances_add_up(attackers: int, defenders: list[int]) -> None:
    outlook = exact_chain_odds(attackers, defenders)
    assert sum(outlook.left) == 1 and all(chance >= 0 for chance in outlook.left)
    assert outlook.left[0] == 1 - outlook.conquests[-1]
    assert list(outlook.conquests) == sorted(outlook.conquests, reverse=True)
    floats = chain_odds(attackers, defenders)
    assert floats.conquests == pytest.approx([float(chance) for chance in outlook.conquests])


@pytest.mark.parametrize("rule", [DiceRule(), DiceRule(defence=DiceAllowance(3)), DiceRule(ties="attacker")])
def test_one_territory_is_one_battle(rule: DiceRule) -> None:
    battle = Battle(7, 5, rule)
    assert exact_chain_odds(7, (5,), rule).conquests == (exact_odds(battle).conquest,)
    assert chain_odds(7, (5,), rule).left[1:] == pytest.approx(odds(battle).attackers_left[1:])


def test_one_army_stays_in_each_territory() -> None:
    """Two against empty land: one takes it and stays, one goes on, and nobody takes the third."""
    assert exact_chain_odds(2, (0, 0, 0)).conquests == (1, 1, 0)
    assert exact_chain_odds(3, (0, 0, 0)).left == (0, Fraction(1))


@pytest.mark.parametrize(
    ("attackers", "defenders", "rule"),
    [
        (3, (), DiceRule()),
        (3, (1,) * 43, DiceRule()),
        (-1, (1,), DiceRule()),
        (3, (1,), DiceRule(minimum_attackers=2)),
    ],
)
def test_what_makes_no_chain(attackers: int, defenders: tuple[int, ...], rule: DiceRule) -> None:
    with pytest.raises(ImpossibleOdds):
        chain_odds(attackers, defenders, rule)
