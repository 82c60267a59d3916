"""The luck ledger and the fairness of dice."""

from itertools import product
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ImpossibleOdds
from companion.odds import DiceSpec, RollRecord, fairness_p_value, luck
from companion.odds.dice_statistics import chi_square_tail
from companion.referee.dice import Losses

THREE_AGAINST_TWO = DiceSpec(3), DiceSpec(2)
ONE_AGAINST_ONE = DiceSpec(1), DiceSpec(1)


def test_one_lost_roll() -> None:
    ledger = luck([RollRecord(*ONE_AGAINST_ONE, Losses(1, 0))])
    # 7/12 expected, variance 7/12 * 5/12: one army lost is 5 / sqrt(35) deviations of bad luck.
    assert ledger["attacker"].expected == pytest.approx(7 / 12)
    assert ledger["attacker"].z == pytest.approx(5 / sqrt(35))
    assert ledger["defender"].z == pytest.approx(-5 / sqrt(35))


def test_classic_expectation() -> None:
    ledger = luck([RollRecord(*THREE_AGAINST_TWO, Losses(0, 2))] * 10)
    attacker, defender = ledger["attacker"], ledger["defender"]
    assert (attacker.rolls, attacker.lost, defender.lost) == (10, 0, 20)
    assert attacker.expected == pytest.approx(9.209, abs=5e-4)
    assert defender.expected == pytest.approx(10.791, abs=5e-4)
    assert attacker.z < -3  # ten clean sweeps are rare


def test_a_player_has_one_ledger_for_attacks_and_defences() -> None:
    ledger = luck(
        [
            RollRecord(*ONE_AGAINST_ONE, Losses(1, 0), attacker="red", defender="blue"),
            RollRecord(*ONE_AGAINST_ONE, Losses(0, 1), attacker="blue", defender="red"),
        ]
    )
    assert set(ledger) == {"red", "blue"}
    assert (ledger["red"].lost, ledger["blue"].lost) == (2, 0)
    assert ledger["red"].expected == pytest.approx(1)
    assert ledger["blue"].expected == pytest.approx(1)


def test_what_had_to_happen_is_no_luck() -> None:
    giant = DiceSpec(1, bonus_highest=6)
    ledger = luck([RollRecord(giant, DiceSpec(1), Losses(0, 1))])
    assert ledger["defender"].z == 0


def test_no_rolls_no_ledger() -> None:
    assert luck([]) == {}


def test_losses_that_no_roll_brings_are_refused() -> None:
    with pytest.raises(ImpossibleOdds, match="cannot cost attacker 2 and defender 1"):
        luck([RollRecord(*THREE_AGAINST_TWO, Losses(2, 1))])


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [
        (3.841458820694124, 1, 0.05),  # the table at the end of every statistics book
        (5.991464547107979, 2, 0.05),
        (11.070497693516351, 5, 0.05),
        (15.08627246938899, 5, 0.01),
        (14.067140449340169, 7, 0.05),
        (30.14352720564616, 19, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_chi_square_tail(statistic: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=1e-9)


@pytest.mark.parametrize(
    ("counts", "p_value"),
    [
        ((4, 0), 2 / 16),  # a coin, four times the same side
        ((3, 1), 10 / 16),
        ((2, 2), 1.0),  # nothing is more even
        ((3, 0, 0, 0, 0, 0), 6 / 216),  # three of a kind
        ((100, 100, 100, 100, 100, 100), 1.0),
        ((60, 40), 0.045500263896),  # two standard deviations
        ((70, 50, 30), exp(-8)),  # two degrees of freedom: 16 / 2
    ],
)
def test_fairness(counts: tuple[int, ...], p_value: float) -> None:
    assert fairness_p_value(counts) == pytest.approx(p_value)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(lambda counts: 0 < sum(counts) <= 7))
def test_small_samples_agree_with_every_throw_counted(counts: list[int]) -> None:
    throws = list(product(range(len(counts)), repeat=sum(counts)))
    uneven = sum(count**2 for count in counts)
    at_least = sum(sum(throw.count(face) ** 2 for face in set(throw)) >= uneven for throw in throws)
    assert fairness_p_value(counts) == pytest.approx(at_least / len(throws))


@given(st.lists(st.integers(0, 40), min_size=6, max_size=6).filter(any))
def test_fairness_does_not_care_which_face(counts: list[int]) -> None:
    assert 0 < fairness_p_value(counts) <= 1
    assert fairness_p_value(sorted(counts)) == pytest.approx(fairness_p_value(counts))


@pytest.mark.parametrize(
    "counts",
    [
        (),  # no faces
        (12,),  # a ball
        (0, 0, 0, 0, 0, 0),  # never thrown
        (3, -1),
    ],
)
def test_untestable_counts(counts: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleOdds):
        fairness_p_value(counts)
