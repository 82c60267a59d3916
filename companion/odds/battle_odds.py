"""The odds of a battle: the probability of conquest, the survivors, and how many armies are needed."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from companion.errors import ImpossibleOdds
from companion.locale.messages import gettext
from companion.odds.battle import CLASSIC, TO_THE_END, Battle, DiceRule, StopRule
from companion.odds.markov_chain import MarkovChain, Number
from companion.referee.dice import Losses


@dataclass(frozen=True)
class Odds(Generic[Number]):
    """The odds of a battle.

    Attributes:
        conquest: probability that no defender is left and at least one attacker can move in.
        attackers_left: probability that 0, 1, 2, ... armies that may attack are left, whoever wins.
        defenders_left: the same for the defenders.
        rounds: expected number of rolls.
    """

    conquest: Number
    attackers_left: tuple[Number, ...]
    defenders_left: tuple[Number, ...]
    rounds: Number

    @property
    def expected_left(self) -> tuple[Number, Number]:
        """The expected numbers of attackers and defenders left at the end."""
        return _mean(self.attackers_left), _mean(self.defenders_left)

    @property
    def expected_losses(self) -> tuple[Number, Number]:
        """The expected losses of the attacker and of the defender."""
        return _mean(self.attackers_left[::-1]), _mean(self.defenders_left[::-1])


def _mean(chances: tuple[Number, ...]) -> Number:
    nothing = chances[0] * 0
    return sum((count * chance for count, chance in enumerate(chances)), start=nothing)


def odds(battle: Battle, stop_at: StopRule = TO_THE_END) -> Odds[float]:
    """Return the odds of a battle of any size, with the precision of a float.

    Both sides roll as many dice as allowed each time.
    """
    return _odds(battle, stop_at, float)


def exact_odds(battle: Battle, stop_at: StopRule = TO_THE_END) -> Odds[Fraction]:
    """Return the odds as fractions, without rounding; only fast up to about 60 against 60 armies."""
    return _odds(battle, stop_at, Fraction)


def odds_after(battle: Battle, lost: Losses, stop_at: StopRule = TO_THE_END) -> Odds[float]:
    """Return the odds of a battle after these losses."""
    return odds(battle.after(lost), stop_at)


@dataclass(frozen=True)
class Outlooks:
    """What comes of all battles up to some size by one rule, fought to the end.

    Each array is indexed by attackers and defenders, from 0.

    Attributes:
        conquest: probability of conquest.
        attackers_left: mean attackers left if the target falls; 0 where it cannot.
        defenders_left: mean defenders left if it does not.
    """

    conquest: NDArray[np.float64]
    attackers_left: NDArray[np.float64]
    defenders_left: NDArray[np.float64]


def outlooks(rule: DiceRule, most: int) -> Outlooks:
    """Return what comes of all battles of up to `most` armies on each side, as `odds` would for each."""
    size = (most + 1, most + 1)
    rolls = {
        (one, other): [
            (lost.attacker, lost.defender, float(chance))
            for lost, chance in rule.outcomes(one, other).items()
        ]
        for one in range(1, rule.attack.full + 1)
        for other in range(1, rule.defence.full + 1)
    }
    # Lists of plain floats: 3,600 cells by arrays, one at a time, took five times as long.
    rows = [[(0.0, 0.0, float(other)) for other in range(most + 1)] for _ in range(most + 1)]
    for one in range(1, most + 1):
        rows[one][0] = (1.0, float(one), 0.0)
        if one < rule.minimum_attackers:
            continue
        for other in range(1, most + 1):
            conquered = ahead = behind = 0.0
            for own_loss, loss, chance in rolls[min(one, rule.attack.full), min(other, rule.defence.full)]:
                after = rows[one - own_loss][other - loss]
                conquered += chance * after[0]
                ahead += chance * after[1]
                behind += chance * after[2]
            rows[one][other] = (conquered, ahead, behind)
    conquest, attackers, defenders = np.moveaxis(np.array(rows), 2, 0)
    lost_at = 1 - conquest
    return Outlooks(
        conquest,
        np.divide(attackers, conquest, out=np.zeros(size), where=conquest > 0),
        np.divide(defenders, lost_at, out=np.zeros(size), where=lost_at > 1e-12),
    )


def conquest_chances(rule: DiceRule, most: int) -> tuple[tuple[float, ...], ...]:
    """Return the probabilities of conquest for all battles of up to `most` armies on each side.

    Returns:
        The probability at `[attackers][defenders]`, from 0 to `most` each, equal to that of `odds`.
    """
    return tuple(map(tuple, outlooks(rule, most).conquest.tolist()))


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
    """Return the smallest number of attackers that conquers with at least the wanted probability.

    Args:
        defenders: armies to defeat, at least 1.
        wanted: probability of conquest, between 0 and 1.
        rule: the dice rule. One more attacker must never lower the probability, which holds for every rule
            where the dice increase with the armies.
        at_most: largest number of attackers to try.

    Returns:
        The number; None if even `at_most` attackers do not reach the probability.
    """

    def enough(attackers: int) -> bool:
        return odds(Battle(attackers, defenders, rule)).conquest >= wanted

    plenty = 1
    while not enough(plenty):
        if plenty == at_most:
            return None
        plenty = min(2 * plenty, at_most)
    return 1 + bisect_left(range(1, plenty), True, key=enough)


STAYS = 1
"""Armies that stay behind in each territory that is taken, before the next attack."""
MOST_TERRITORIES = 42


@dataclass(frozen=True)
class ChainOdds(Generic[Number]):
    """The odds of a chain of conquests.

    Attributes:
        conquests: probability that the first territory is taken, that the first two are, and so on.
        left: probability that 0, 1, 2, ... armies stand in the last territory at the end; 0: it is not taken.
    """

    conquests: tuple[Number, ...]
    left: tuple[Number, ...]

    @property
    def expected_left(self) -> Number:
        """The expected number of armies in the last territory, if it is taken; 0 if it never is."""
        taken = self.conquests[-1]
        total = sum((count * chance for count, chance in enumerate(self.left)), start=taken * 0)
        return total / taken if taken else taken


def chain_odds(attackers: int, defenders: Sequence[int], rule: DiceRule = CLASSIC) -> ChainOdds[float]:
    """Return the odds of taking territories one after another, with the precision of a float.

    All attackers that are left move in each time; one of them stays behind when the next attack begins. Both
    sides roll as many dice as allowed, and every attack is fought to its end.

    Args:
        attackers: armies that may attack; those that must stay behind at the start are not counted.
        defenders: the armies in each territory, in the order of the attacks.
        rule: the dice.

    Raises:
        ImpossibleOdds: a negative number of armies, no territory, more than `MOST_TERRITORIES`, or a rule by
            which one army may not attack.
    """
    return _chain(attackers, defenders, rule, odds)


def exact_chain_odds(
    attackers: int, defenders: Sequence[int], rule: DiceRule = CLASSIC
) -> ChainOdds[Fraction]:
    """Return the same odds as fractions, without rounding; see `chain_odds`."""
    return _chain(attackers, defenders, rule, exact_odds)


def _chain(
    attackers: int, defenders: Sequence[int], rule: DiceRule, battle_odds: Callable[[Battle], Odds[Any]]
) -> ChainOdds[Any]:
    if not 1 <= len(defenders) <= MOST_TERRITORIES:
        raise ImpossibleOdds(
            "{count} territories in a row; ask for 1 to {most}", count=len(defenders), most=MOST_TERRITORIES
        )
    if rule.minimum_attackers > 1:
        raise ImpossibleOdds(
            gettext("A chain is fought to the last attacker, so one army must be able to attack")
        )
    waiting: dict[int, Any] = {attackers: 1}
    conquests: list[Any] = []
    moved_in: dict[int, Any] = {}
    for number, held in enumerate(defenders):
        moved_in = {}
        for ready, chance in waiting.items():
            outlook = battle_odds(Battle(ready, held, rule))
            for count, share in enumerate(outlook.attackers_left[1:], 1):
                moved_in[count] = moved_in.get(count, 0) + chance * share
        conquests.append(sum(moved_in.values()))
        if number + 1 < len(defenders):
            waiting = {count - STAYS: chance for count, chance in moved_in.items()}
    most = max(moved_in, default=0)
    left = tuple(moved_in.get(count, 0) for count in range(1, most + 1))
    return ChainOdds(tuple(conquests), (1 - conquests[-1], *left))
