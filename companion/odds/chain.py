"""The odds of taking several territories in a row with one army."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from companion.errors import ImpossibleOdds
from companion.locale.messages import gettext
from companion.odds.battle import CLASSIC, Battle, DiceRule
from companion.odds.battle_odds import Odds, exact_odds, odds
from companion.odds.markov_chain import Number

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
