"""One roll: classic values, bonuses, and every throw counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ImpossibleOdds
from companion.odds import Battle, DiceAllowance, DiceRule, DiceSpec, hit_chance, round_outcomes
from companion.referee.dice import Losses, Ties

# Attack dice, defence dice, and the chances that the attacker loses 0, 1, 2, ... of the armies at stake.
CLASSIC_ROLLS = [
    (1, 1, ["5/12", "7/12"]),
    (2, 1, ["125/216", "91/216"]),
    (3, 1, ["95/144", "49/144"]),
    (1, 2, ["55/216", "161/216"]),
    (2, 2, ["295/1296", "35/108", "581/1296"]),
    (3, 2, ["1445/3888", "2611/7776", "2275/7776"]),
    # a capital defends with up to three
    (1, 3, ["25/144", "119/144"]),
    (2, 3, ["979/7776", "1981/7776", "301/486"]),
    (3, 3, ["535/3888", "371/1728", "343/1296", "5957/15552"]),
]


@pytest.mark.parametrize(("attack", "defence", "chances"), CLASSIC_ROLLS)
def test_classic_rolls(attack: int, defence: int, chances: list[str]) -> None:
    stake = min(attack, defence)
    expected = {Losses(lost, stake - lost): Fraction(chance) for lost, chance in enumerate(chances)}
    assert round_outcomes(DiceSpec(attack), DiceSpec(defence)) == expected


@pytest.mark.parametrize(
    ("attack", "defence", "ways"),
    [
        (DiceSpec(3, bonus_highest=1), DiceSpec(2), [3970, 2377, 1429]),  # hero attacks
        (DiceSpec(3), DiceSpec(2, bonus_highest=1), [1860, 3176, 2740]),  # hero defends
        (
            DiceSpec(3, bonus_highest=1),
            DiceSpec(2, bonus_highest=1),
            [2890, 2611, 2275],
        ),  # two heroes cancel out
        (DiceSpec(4, keep=3), DiceSpec(2), [21421, 15470, 9765]),  # bonus attack die
        (DiceSpec(3), DiceSpec(3, keep=2), [10767, 13671, 22218]),  # bonus defence die
        (DiceSpec(1, sides=8), DiceSpec(1), [27, 21]),  # eight faces against six
        (DiceSpec(2, keep=1), DiceSpec(1), [125, 91]),  # a bonus die for a single army is the better of two
    ],
)
def test_bonuses(attack: DiceSpec, defence: DiceSpec, ways: list[int]) -> None:
    outcomes = round_outcomes(attack, defence)
    throws = attack.throws * defence.throws
    assert [chance * throws for chance in outcomes.values()] == ways


def test_ties_to_the_attacker_turn_a_single_die_around() -> None:
    assert round_outcomes(DiceSpec(1), DiceSpec(1), "attacker") == {
        Losses(0, 1): Fraction(7, 12),
        Losses(1, 0): Fraction(5, 12),
    }


def test_a_penalty_may_push_the_highest_die_below_the_second() -> None:
    # Two dice that always show 1, the highest lowered to -2: the other 1 leads, and wins the tie.
    certain = round_outcomes(DiceSpec(2, sides=1, bonus_highest=-3), DiceSpec(1, sides=1), "attacker")
    assert certain == {Losses(0, 1): 1}


def test_outcomes_cannot_be_changed_by_a_reader() -> None:
    with pytest.raises(TypeError):
        round_outcomes(DiceSpec(1), DiceSpec(1))[Losses(0, 1)] = Fraction(1)  # type: ignore[index]


@pytest.mark.parametrize(
    "dice",
    [
        {"dice": 0},  # no die
        {"dice": 1, "sides": 0},  # no face
        {"dice": 2, "keep": 3},  # more kept than thrown
        {"dice": 2, "keep": 0},  # none kept
    ],
)
def test_impossible_dice(dice: dict[str, int]) -> None:
    with pytest.raises(ImpossibleOdds):
        DiceSpec(**dice)


@st.composite
def sides(draw: st.DrawFn) -> DiceSpec:
    dice = draw(st.integers(1, 3))
    return DiceSpec(dice, draw(st.integers(1, 5)), draw(st.integers(-2, 2)), draw(st.integers(1, dice)))


ties = st.sampled_from(["attacker", "defender"])


def kept(side: DiceSpec, throw: tuple[int, ...]) -> list[int]:
    best = sorted(throw)[-side.kept :]
    best[-1] += side.bonus_highest
    return sorted(best, reverse=True)


@given(sides(), sides(), ties)
def test_agrees_with_every_throw_counted(attack: DiceSpec, defence: DiceSpec, ties: Ties) -> None:
    ways: Counter[Losses] = Counter()
    for red in product(range(1, attack.sides + 1), repeat=attack.dice):
        for white in product(range(1, defence.sides + 1), repeat=defence.dice):
            pairs = list(zip(kept(attack, red), kept(defence, white), strict=False))
            wins = sum(a >= d if ties == "attacker" else a > d for a, d in pairs)
            ways[Losses(len(pairs) - wins, wins)] += 1
    total = attack.throws * defence.throws
    assert round_outcomes(attack, defence, ties) == {lost: Fraction(n, total) for lost, n in ways.items()}


@given(sides(), sides())
def test_changing_places_mirrors_the_losses(attack: DiceSpec, defence: DiceSpec) -> None:
    there = round_outcomes(attack, defence, "defender")
    back = round_outcomes(defence, attack, "attacker")
    assert there == {Losses(lost.defender, lost.attacker): chance for lost, chance in back.items()}


@given(sides(), sides(), ties)
def test_chances_sum_to_one(attack: DiceSpec, defence: DiceSpec, ties: Ties) -> None:
    assert sum(round_outcomes(attack, defence, ties).values()) == 1


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
