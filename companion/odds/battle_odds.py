"""What a battle promises: the chance of conquest, who is left, and how many armies it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceRule, StopRule
from companion.odds.markov_chain import MarkovChain, Number
from companion.referee.dice import Losses


@dataclass(frozen=True)
class Odds(Generic[Number]):
    """The odds of a battle.

    Attributes:
        conquest: chance that no defender is left and at least one attacker can move in.
        attackers_left: chance that 0, 1, 2, ... armies that may attack are left, no matter who won.
        defenders_left: the same for the defenders.
        rounds: rolls to be expected.
    """

    conquest: Number
    attackers_left: tuple[Number, ...]
    defenders_left: tuple[Number, ...]
    rounds: Number

    @property
    def expected_left(self) -> tuple[Number, Number]:
        """Attackers and defenders to be expected at the end."""
        return _mean(self.attackers_left), _mean(self.defenders_left)

    @property
    def expected_losses(self) -> tuple[Number, Number]:
        """Attackers and defenders to be expected among the fallen."""
        return _mean(self.attackers_left[::-1]), _mean(self.defenders_left[::-1])


def _mean(chances: tuple[Number, ...]) -> Number:
    nothing = chances[0] * 0
    return sum((count * chance for count, chance in enumerate(chances)), start=nothing)


def odds(battle: Battle, stop_at: StopRule = TO_THE_END) -> Odds[float]:
    """The odds of a battle of any size, right to the last few bits of a float.

    Both sides throw all the dice they may each time.
    """
    return _odds(battle, stop_at, float)


def exact_odds(battle: Battle, stop_at: StopRule = TO_THE_END) -> Odds[Fraction]:
    """The same without any rounding. The fractions grow with the armies: meant for up to 60 against 60."""
    return _odds(battle, stop_at, Fraction)


def odds_after(battle: Battle, lost: Losses, stop_at: StopRule = TO_THE_END) -> Odds[float]:
    """The odds that remain once a roll has cost these armies."""
    return odds(battle.after(lost), stop_at)


def conquest_chances(rule: DiceRule, most: int) -> tuple[tuple[float, ...], ...]:
    """The chance of conquest of every battle of up to `most` armies on either side, all at once.

    Returns:
        The chance at `[attackers][defenders]`, from 0 to `most` each, as `odds` has it.
    """
    chances = [[0.0] * (most + 1) for _ in range(most + 1)]
    rolls = {
        (attackers, defenders): [(lost, float(chance)) for lost, chance in rolled.items()]
        for attackers in range(1, rule.attack.full + 1)
        for defenders in range(1, rule.defence.full + 1)
        for rolled in [rule.outcomes(attackers, defenders)]
    }
    for attackers in range(1, most + 1):
        chances[attackers][0] = 1.0
        if attackers < rule.minimum_attackers:
            continue
        for defenders in range(1, most + 1):
            rolled = rolls[min(attackers, rule.attack.full), min(defenders, rule.defence.full)]
            chances[attackers][defenders] = sum(
                chance * chances[attackers - lost.attacker][defenders - lost.defender]
                for lost, chance in rolled
            )
    return tuple(map(tuple, chances))


def _odds(battle: Battle, stop_at: StopRule, number: Callable[[Any], Number]) -> Odds[Number]:
    flow = MarkovChain(battle, stop_at, number)
    attackers_left = flow.nothing(battle.attackers)
    defenders_left = flow.nothing(battle.defenders)
    conquest, rounds = number(0), number(0)
    for diagonal in flow.diagonals():
        for attackers in diagonal.ended:
            chances = diagonal.chances[attackers]
            attackers_left[attackers] += chances
            defenders_left[diagonal.defenders(attackers)] += chances[::-1]
        if 0 < diagonal.total <= battle.attackers:
            conquest += diagonal.chances[diagonal.total]
        rounds += diagonal.chances[diagonal.rolling].sum()
    return Odds(
        conquest=number(conquest),
        attackers_left=tuple(map(number, attackers_left)),
        defenders_left=tuple(map(number, defenders_left)),
        rounds=number(rounds),
    )


def ideal_attackers(
    defenders: int, wanted: float, rule: DiceRule = CLASSIC, at_most: int = 4096
) -> int | None:
    """The fewest armies that may attack and conquer with at least the wanted chance.

    Args:
        defenders: armies to be beaten, at least 1.
        wanted: chance of conquest, between 0 and 1.
        rule: how they fight. It is taken for granted that one more attacker never lowers the chance, as with
            every rule whose dice grow with the armies.
        at_most: the largest army thought of.

    Returns:
        The number, or None when even `at_most` armies do not reach the chance.
    """

    def enough(attackers: int) -> bool:
        return odds(Battle(attackers, defenders, rule)).conquest >= wanted

    too_few, plenty = 0, 1
    while not enough(plenty):
        if plenty == at_most:
            return None
        too_few, plenty = plenty, min(2 * plenty, at_most)
    while plenty - too_few > 1:
        middle = (too_few + plenty) // 2
        too_few, plenty = (too_few, middle) if enough(middle) else (middle, plenty)
    return plenty
