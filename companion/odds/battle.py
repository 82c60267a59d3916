"""A battle before its first roll: its armies, their dice, and the attacker's stop rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from companion.errors import ImpossibleOdds
from companion.locale.messages import gettext
from companion.odds.rolls import DiceSpec, round_outcomes
from companion.referee.dice import Contest, Force, Losses, Ties


@dataclass(frozen=True)
class DiceAllowance:
    """The dice of one side: in each roll one die for each army, up to a limit.

    Attributes:
        limit: largest number of dice that count.
        sides: faces of each die.
        bonus_highest: added to the highest die.
        extra: additional dice; only the best dice of all count.
        at_least: smallest number of dice, even with fewer armies (rough ground: the defender always rolls
            two). A side never loses more armies than it has.

    Raises:
        ImpossibleOdds: no dice, no faces, or a negative number of extra dice.
    """

    limit: int
    sides: int = 6
    bonus_highest: int = 0
    extra: int = 0
    at_least: int = 1

    def __post_init__(self) -> None:
        if self.limit < 1 or self.sides < 1 or self.extra < 0 or self.at_least < 1:
            raise ImpossibleOdds(gettext("Dice and faces start at 1, extra dice at 0."))

    def side(self, armies: int) -> DiceSpec:
        """Return the dice that this many armies roll."""
        count = max(self.at_least, min(self.limit, armies))
        return DiceSpec(count + self.extra, self.sides, self.bonus_highest, keep=count)

    @property
    def full(self) -> int:
        """The number of armies from which on the side always rolls its largest number of dice."""
        return max(self.limit, self.at_least)


@dataclass(frozen=True)
class DiceRule:
    """The dice of both sides, who wins ties, and the smallest number of attackers.

    Attributes:
        attack: the attacker's dice.
        defence: the defender's dice.
        ties: who wins equal dice.
        minimum_attackers: the battle ends when fewer armies than this may attack.

    Raises:
        ImpossibleOdds: `minimum_attackers` is below 1.
    """

    attack: DiceAllowance = DiceAllowance(3)
    defence: DiceAllowance = DiceAllowance(2)
    ties: Ties = "defender"
    minimum_attackers: int = 1

    def __post_init__(self) -> None:
        if self.minimum_attackers < 1:
            raise ImpossibleOdds(
                "{count} armies cannot attack; it takes at least 1", count=self.minimum_attackers
            )

    def outcomes(self, attackers: int, defenders: int) -> Mapping[Losses, Fraction]:
        """Return the exact probabilities of one roll with all dice; each side has at least one army."""
        return _outcomes(self, min(attackers, self.attack.full), min(defenders, self.defence.full))


@lru_cache(maxsize=1024)
def _outcomes(rule: DiceRule, attackers: int, defenders: int) -> Mapping[Losses, Fraction]:
    chances: dict[Losses, Fraction] = {}
    rolled = round_outcomes(rule.attack.side(attackers), rule.defence.side(defenders), rule.ties)
    for lost, chance in rolled.items():
        possible = Losses(min(lost.attacker, attackers), min(lost.defender, defenders))
        chances[possible] = chances.get(possible, Fraction(0)) + chance
    return chances


CLASSIC = DiceRule()
"""Up to three dice against up to two; the defender wins ties."""


MAX_ARMIES = 10_000
"""Largest number of armies of a side; more would take too long to compute."""


@dataclass(frozen=True)
class Battle:
    """Two armies and the rule by which they fight.

    Attributes:
        attackers: armies that MAY attack, without those that must stay behind.
        defenders: armies in the attacked territory.
        rule: the dice and who wins ties.

    Raises:
        ImpossibleOdds: a negative number of armies, or more than `MAX_ARMIES`.
    """

    attackers: int
    defenders: int
    rule: DiceRule = CLASSIC

    def __post_init__(self) -> None:
        if self.attackers < 0 or self.defenders < 0:
            raise ImpossibleOdds(
                "{attackers} against {defenders} armies cannot fight; count from 0 up",
                attackers=self.attackers,
                defenders=self.defenders,
            )
        if max(self.attackers, self.defenders) > MAX_ARMIES:
            raise ImpossibleOdds(
                "{attackers} against {defenders} armies are too many to count; "
                "ask for at most {most} on a side",
                attackers=self.attackers,
                defenders=self.defenders,
                most=MAX_ARMIES,
            )

    @classmethod
    def of(cls, contest: Contest) -> Battle:
        """Return the battle of a referee's contest; both sides always roll as many dice as allowed."""
        attacker, defender = contest.attacker, contest.defender
        rule = DiceRule(_hand(attacker), _hand(defender), contest.ties)
        return cls(attacker.armies, defender.armies, rule)

    def after(self, lost: Losses) -> Battle:
        """Return the battle after these losses."""
        return replace(
            self, attackers=self.attackers - lost.attacker, defenders=self.defenders - lost.defender
        )


def _hand(force: Force) -> DiceAllowance:
    at_least = force.dice if force.always else 1
    return DiceAllowance(force.dice, bonus_highest=force.bonus, extra=force.extra, at_least=at_least)


@dataclass(frozen=True)
class StopRule:
    """The attacker's plan: stop when at most this many attackers, or at most this many defenders, are left.

    One roll may pass the limit: with a limit of two, three attackers may lose two and leave one.

    Raises:
        ImpossibleOdds: a negative number of armies.
    """

    attackers: int = 0
    defenders: int = 0

    def __post_init__(self) -> None:
        if self.attackers < 0 or self.defenders < 0:
            raise ImpossibleOdds(gettext("Stop when 0 or more armies are left, not fewer."))


TO_THE_END = StopRule()
"""Fight until one side has no armies."""
