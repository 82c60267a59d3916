"""The dice that armies throw, and what a roll can cost them."""

from fractions import Fraction

import pytest

from companion.errors import ImpossibleOdds
from companion.odds import Battle, DiceAllowance, DiceRule, DiceSpec, StopRule
from companion.referee.dice import Contest, Force, Losses


@pytest.mark.parametrize(
    ("hand", "armies", "side"),
    [
        (DiceAllowance(3), 1, DiceSpec(1, keep=1)),  # one die per army
        (DiceAllowance(3), 2, DiceSpec(2, keep=2)),
        (DiceAllowance(3), 40, DiceSpec(3, keep=3)),  # up to the limit
        (DiceAllowance(3, extra=1), 1, DiceSpec(2, keep=1)),  # bonus die: the better of two
        (DiceAllowance(3, extra=1), 9, DiceSpec(4, keep=3)),
        (DiceAllowance(2, at_least=2), 1, DiceSpec(2, keep=2)),  # rough ground: always two
        (DiceAllowance(2, sides=8, bonus_highest=2), 2, DiceSpec(2, 8, 2, keep=2)),
    ],
)
def test_dice_of_so_many_armies(hand: DiceAllowance, armies: int, side: DiceSpec) -> None:
    assert hand.side(armies) == side


def test_rough_ground_takes_no_more_armies_than_there_are() -> None:
    rough = DiceRule(attack=DiceAllowance(2), defence=DiceAllowance(2, at_least=2))
    assert rough.outcomes(attackers=2, defenders=1) == {
        Losses(0, 1): Fraction(295, 1296),  # both pairs won, one army to lose
        Losses(1, 1): Fraction(35, 108),
        Losses(2, 0): Fraction(581, 1296),
    }


def test_dice_thrown_beyond_the_limit_cost_armies_too() -> None:
    always_two = DiceRule(attack=DiceAllowance(2), defence=DiceAllowance(1, at_least=2))
    assert always_two.outcomes(attackers=9, defenders=9) == DiceRule(attack=DiceAllowance(2)).outcomes(9, 9)


def test_the_referees_contest_is_a_battle() -> None:
    contest = Contest(
        Force("red", "north", armies=7, dice=3, bonus=1, extra=1),
        Force("blue", "south", armies=4, dice=2, always=True),
        ties="attacker",
    )
    rule = DiceRule(DiceAllowance(3, bonus_highest=1, extra=1), DiceAllowance(2, at_least=2), ties="attacker")
    assert Battle.of(contest) == Battle(7, 4, rule)


def test_losses_leave_the_board() -> None:
    assert Battle(7, 4).after(Losses(1, 1)) == Battle(6, 3)


@pytest.mark.parametrize(
    ("kind", "figures"),
    [
        (Battle, (-1, 3)),  # negative armies
        (Battle, (3, -1)),
        (DiceAllowance, (0,)),  # no dice
        (DiceAllowance, (3, 6, 0, -1)),  # fewer than no extra dice
        (StopRule, (-1,)),  # leave fewer than none
        (StopRule, (0, -1)),
        (DiceRule, (DiceAllowance(3), DiceAllowance(2), "defender", 0)),  # nobody attacks
    ],
)
def test_what_cannot_be_is_refused(kind: type, figures: tuple[object, ...]) -> None:
    with pytest.raises(ImpossibleOdds):
        kind(*figures)


def test_more_losses_than_armies_are_refused() -> None:
    with pytest.raises(ImpossibleOdds, match="-1 against 2"):
        Battle(1, 2).after(Losses(2, 0))
