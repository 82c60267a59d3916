"""A battle before its first roll: the armies, the dice they throw, and the attacker's plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from companion.errors import ImpossibleOdds
from companion.odds.rolls import DiceSpec, round_outcomes
from companion.referee.dice import Contest, Force, Losses, Ties


@dataclass(frozen=True)
class DiceAllowance:
    """The dice one side throws, roll after roll: one for each army up to a limit.

    Attributes:
        limit: most dice that count.
        sides: faces of each die.
        bonus_highest: added to the highest die.
        extra: dice thrown on top, of which only the best are kept.
        at_least: dice that count however few armies are left (rough ground: the defender always throws two).
            A side never loses more armies than it has.

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
            raise ImpossibleOdds(f"{self} cannot be thrown; dice and faces start at 1, extra dice at 0")

    def side(self, armies: int) -> DiceSpec:
        """The dice thrown by this many armies."""
        count = max(self.at_least, min(self.limit, armies))
        return DiceSpec(count + self.extra, self.sides, self.bonus_highest, keep=count)

    @property
    def full(self) -> int:
        """From this many armies on, more of them change no roll."""
        return max(self.limit, self.at_least)


@dataclass(frozen=True)
class DiceRule:
    """How a game fights: both hands of dice, who wins ties, and how few may attack.

    Attributes:
        attack: the attacker's dice.
        defence: the defender's dice.
        ties: who wins equal dice.
        minimum_attackers: with fewer armies that may attack than this, there is no further roll.

    Raises:
        ImpossibleOdds: nobody would be needed to attack.
    """

    attack: DiceAllowance = DiceAllowance(3)
    defence: DiceAllowance = DiceAllowance(2)
    ties: Ties = "defender"
    minimum_attackers: int = 1

    def __post_init__(self) -> None:
        if self.minimum_attackers < 1:
            raise ImpossibleOdds(f"{self.minimum_attackers} armies cannot attack; it takes at least 1")

    def outcomes(self, attackers: int, defenders: int) -> Mapping[Losses, Fraction]:
        """The exact chances of one roll between this many armies (each at least 1), all dice used."""
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
"""Up to three dice against up to two, ties to the defender."""


MAX_ARMIES = 10_000
"""With more armies on a side than this the odds take too long."""


@dataclass(frozen=True)
class Battle:
    """Armies face to face.

    Attributes:
        attackers: armies that MAY attack: those that must stay behind are not counted.
        defenders: armies in the attacked territory.
        rule: how they fight.

    Raises:
        ImpossibleOdds: a negative number of armies, or more than `MAX_ARMIES`.
    """

    attackers: int
    defenders: int
    rule: DiceRule = CLASSIC

    def __post_init__(self) -> None:
        if self.attackers < 0 or self.defenders < 0:
            raise ImpossibleOdds(
                f"{self.attackers} against {self.defenders} armies cannot fight; count from 0 up"
            )
        if max(self.attackers, self.defenders) > MAX_ARMIES:
            raise ImpossibleOdds(
                f"{self.attackers} against {self.defenders} armies are too many to count; "
                f"ask for at most {MAX_ARMIES} on a side"
            )

    @classmethod
    def of(cls, contest: Contest) -> Battle:
        """The battle that the referee's contest opens, if both sides always throw all they may."""
        attacker, defender = contest.attacker, contest.defender
        rule = DiceRule(_hand(attacker), _hand(defender), contest.ties)
        return cls(attacker.armies, defender.armies, rule)

    def after(self, lost: Losses) -> Battle:
        """The battle that is left when these armies have been taken off the board."""
        return replace(
            self, attackers=self.attackers - lost.attacker, defenders=self.defenders - lost.defender
        )


def _hand(force: Force) -> DiceAllowance:
    at_least = force.dice if force.always else 1
    return DiceAllowance(force.dice, bonus_highest=force.bonus, extra=force.extra, at_least=at_least)


@dataclass(frozen=True)
class StopRule:
    """The attacker's plan: roll on until at most this many attackers, or at most this many defenders, remain.

    A roll may overshoot: who means to stop at two may lose two of three and keep one.

    Raises:
        ImpossibleOdds: a negative number of armies.
    """

    attackers: int = 0
    defenders: int = 0

    def __post_init__(self) -> None:
        if self.attackers < 0 or self.defenders < 0:
            raise ImpossibleOdds(f"{self} leaves fewer than no armies; stop at 0 or more")


TO_THE_END = StopRule()
"""Fight until one side has nothing left."""
