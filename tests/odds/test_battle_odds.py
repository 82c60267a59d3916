"""Whole battles: published values, laws that must hold, plans, and the armies it takes."""

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ImpossibleOdds
from companion.odds import (
    CLASSIC,
    TO_THE_END,
    Battle,
    DiceAllowance,
    DiceRule,
    StopRule,
    chain_odds,
    conquest_chances,
    exact_chain_odds,
    exact_odds,
    ideal_attackers,
    odds,
    odds_after,
)
from companion.referee.dice import Losses

CAPITAL = DiceRule(defence=DiceAllowance(3))
ZOMBIES = DiceRule(ties="attacker")
ROUGH = DiceRule(attack=DiceAllowance(2), defence=DiceAllowance(2, at_least=2))
HOPELESS = DiceRule(defence=DiceAllowance(2, bonus_highest=6), attack=DiceAllowance(1))


@pytest.mark.parametrize(
    ("attackers", "defenders", "conquest"),
    [
        (1, 1, "5/12"),
        (1, 2, "275/2592"),
        (2, 1, "1955/2592"),
        (2, 2, "235/648"),
        (3, 2, "6610505/10077696"),
        (3, 3, "511817135/1088391168"),
        (0, 5, "0"),  # nobody may attack
        (5, 0, "1"),  # nobody defends
        (0, 0, "0"),  # nobody can move in
    ],
)
def test_exact_conquest(attackers: int, defenders: int, conquest: str) -> None:
    assert exact_odds(Battle(attackers, defenders)).conquest == Fraction(conquest)


@pytest.mark.parametrize(
    ("attackers", "defenders", "rule", "conquest", "tolerance"),
    [
        (9, 10, CLASSIC, 0.47993525647768026, 1e-15),  # "10 against 10", one staying behind
        (300, 800, ZOMBIES, 0.8897331, 5e-7),  # the living against the undead, published to 7 digits
        (5, 5, CLASSIC, 0.50620, 5e-6),  # the first even battle that favours the attacker (Osborne)
        (4, 4, CLASSIC, 0.47653, 5e-6),
        (10, 10, CLASSIC, 0.568, 5e-4),
    ],
)
def test_published_conquests(
    attackers: int, defenders: int, rule: DiceRule, conquest: float, tolerance: float
) -> None:
    assert odds(Battle(attackers, defenders, rule)).conquest == pytest.approx(conquest, abs=tolerance)


def test_published_survivors() -> None:
    thirty_against_a_capital = odds(Battle(30, 15, CAPITAL))
    assert thirty_against_a_capital.attackers_left[30 - 12] == pytest.approx(0.0222128001707278, abs=1e-15)


def test_survivors_of_one_roll() -> None:
    outlook = exact_odds(Battle(3, 2), StopRule(attackers=2, defenders=1))
    lost_two, one_each, lost_none = Fraction(2275, 7776), Fraction(2611, 7776), Fraction(1445, 3888)
    assert outlook.attackers_left == (Fraction(0), lost_two, one_each, lost_none)
    assert outlook.defenders_left == (lost_none, one_each, lost_two)
    assert outlook.rounds == 1
    assert outlook.expected_losses == (2 * lost_two + one_each, 2 * lost_none + one_each)


def test_odds_after_a_roll_are_the_odds_of_what_is_left() -> None:
    assert odds_after(Battle(8, 6), Losses(2, 0)) == odds(Battle(6, 6))


def test_minimum_attackers_end_the_battle_early() -> None:
    outlook = exact_odds(Battle(2, 2, DiceRule(minimum_attackers=2)))
    assert outlook.conquest == Fraction(295, 1296)  # both at once or not at all
    assert outlook.rounds == 1


@pytest.mark.parametrize("rule", [CLASSIC, CAPITAL, ZOMBIES, ROUGH, HOPELESS, DiceRule(minimum_attackers=3)])
def test_all_chances_at_once_are_those_of_each_battle(rule: DiceRule) -> None:
    chances = conquest_chances(rule, 9)
    for attackers in range(10):
        for defenders in range(10):
            alone = odds(Battle(attackers, defenders, rule)).conquest
            assert chances[attackers][defenders] == pytest.approx(alone, abs=1e-12)


def test_rough_ground_costs_the_attacker() -> None:
    assert odds(Battle(8, 5, ROUGH)).conquest < odds(Battle(8, 5)).conquest


hands = st.builds(
    DiceAllowance,
    limit=st.integers(1, 3),
    sides=st.integers(2, 6),
    bonus_highest=st.integers(-1, 1),
    extra=st.integers(0, 1),
    at_least=st.integers(1, 2),
)
rules = st.builds(
    DiceRule, hands, hands, st.sampled_from(["attacker", "defender"]), minimum_attackers=st.integers(1, 2)
)
battles = st.builds(Battle, st.integers(0, 7), st.integers(0, 7), rules)
stops = st.builds(StopRule, st.integers(0, 3), st.integers(0, 3))


@cache
def told_step_by_step(battle: Battle, stop_at: StopRule) -> dict[tuple[int, int], Fraction]:
    """Where a battle ends, one roll after the other: slow, short, and nothing like the code under test."""
    fewest = max(stop_at.attackers + 1, battle.rule.minimum_attackers)
    if battle.attackers < fewest or battle.defenders <= stop_at.defenders:
        return {(battle.attackers, battle.defenders): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    for lost, chance in battle.rule.outcomes(battle.attackers, battle.defenders).items():
        for end, further in told_step_by_step(battle.after(lost), stop_at).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * further
    return ends


@given(battles, stops)
def test_agrees_with_the_battle_told_step_by_step(battle: Battle, stop_at: StopRule) -> None:
    ends = told_step_by_step(battle, stop_at)
    outlook = exact_odds(battle, stop_at)
    assert outlook.conquest == sum(chance for (a, d), chance in ends.items() if a > 0 and d == 0)
    for count, chance in enumerate(outlook.attackers_left):
        assert chance == sum(chance for (a, _), chance in ends.items() if a == count)
    for count, chance in enumerate(outlook.defenders_left):
        assert chance == sum(chance for (_, d), chance in ends.items() if d == count)


@given(battles, stops)
def test_floats_agree_with_fractions(battle: Battle, stop_at: StopRule) -> None:
    exact, quick = exact_odds(battle, stop_at), odds(battle, stop_at)
    assert quick.conquest == pytest.approx(float(exact.conquest), abs=1e-14)
    assert quick.rounds == pytest.approx(float(exact.rounds), abs=1e-12)
    assert quick.attackers_left == pytest.approx(
        [float(chance) for chance in exact.attackers_left], abs=1e-14
    )
    assert quick.defenders_left == pytest.approx(
        [float(chance) for chance in exact.defenders_left], abs=1e-14
    )


def test_floats_agree_with_fractions_in_a_large_battle() -> None:
    exact, quick = exact_odds(Battle(60, 60)), odds(Battle(60, 60))
    assert quick.conquest == pytest.approx(float(exact.conquest), abs=1e-14)
    assert quick.expected_losses == pytest.approx([float(lost) for lost in exact.expected_losses], abs=1e-12)


@given(battles, stops)
def test_nothing_is_lost_on_the_way(battle: Battle, stop_at: StopRule) -> None:
    outlook = exact_odds(battle, stop_at)
    assert sum(outlook.attackers_left) == sum(outlook.defenders_left) == 1
    (attackers_left, defenders_left), (attackers_lost, defenders_lost) = (
        outlook.expected_left,
        outlook.expected_losses,
    )
    assert attackers_left + attackers_lost == battle.attackers
    assert defenders_left + defenders_lost == battle.defenders


@given(battles)
def test_a_battle_is_its_first_roll_and_the_battles_after_it(battle: Battle) -> None:
    if battle.attackers < battle.rule.minimum_attackers or battle.defenders == 0:
        assert exact_odds(battle).rounds == 0
        return
    first = battle.rule.outcomes(battle.attackers, battle.defenders).items()
    assert exact_odds(battle).rounds == 1 + sum(
        chance * exact_odds(battle.after(lost)).rounds for lost, chance in first
    )


@given(st.integers(1, 25), st.integers(1, 25), st.sampled_from([CLASSIC, CAPITAL, ZOMBIES, ROUGH]))
def test_armies_help_their_own_side(attackers: int, defenders: int, rule: DiceRule) -> None:
    conquest = exact_odds(Battle(attackers, defenders, rule)).conquest
    assert exact_odds(Battle(attackers + 1, defenders, rule)).conquest > conquest
    assert exact_odds(Battle(attackers, defenders + 1, rule)).conquest < conquest


@given(st.integers(1, 12), st.integers(1, 12))
def test_equal_dice_with_ties_turned_around_change_places(attackers: int, defenders: int) -> None:
    there = exact_odds(Battle(attackers, defenders, DiceRule(DiceAllowance(2), DiceAllowance(2), "defender")))
    back = exact_odds(Battle(defenders, attackers, DiceRule(DiceAllowance(2), DiceAllowance(2), "attacker")))
    assert there.conquest == 1 - back.conquest
    assert there.attackers_left == back.defenders_left


@pytest.mark.parametrize("stop_at", [TO_THE_END, StopRule(attackers=300), StopRule(defenders=200)])
def test_large_battles_keep_the_whole_chance(stop_at: StopRule) -> None:
    outlook = odds(Battle(1000, 1000), stop_at)
    assert sum(outlook.attackers_left) == pytest.approx(1, abs=1e-12)
    assert sum(outlook.defenders_left) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("defenders", "wanted", "rule", "attackers"),
    [
        (5, 0.5, CLASSIC, 5),  # 0.506 with five, 0.359 with four
        (10, 0.5, CLASSIC, 10),  # 0.568, and 0.480 with nine
        (1, 0.4, CLASSIC, 1),
        (1, 0.9, CLASSIC, 3),
        (2, 0.999, HOPELESS, None),  # no six beats a seven
    ],
)
def test_ideal_attackers(defenders: int, wanted: float, rule: DiceRule, attackers: int | None) -> None:
    assert ideal_attackers(defenders, wanted, rule, at_most=200) == attackers


@given(st.integers(1, 30), st.floats(0.01, 0.99))
def test_ideal_attackers_are_enough_and_one_fewer_are_not(defenders: int, wanted: float) -> None:
    attackers = ideal_attackers(defenders, wanted)
    assert attackers is not None
    assert (
        odds(Battle(attackers, defenders)).conquest
        >= wanted
        > odds(Battle(attackers - 1, defenders)).conquest
    )


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


@pytest.mark.every(4, first=2)
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
