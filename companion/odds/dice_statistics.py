"""Statistics of rolls: the luck of players, and whether dice are fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import erfc, exp, factorial, lgamma, log, prod, sqrt
from operator import attrgetter
from typing import Literal

from companion.errors import ImpossibleOdds
from companion.locale.messages import Message, gettext, joined
from companion.odds.rolls import DiceSpec, round_outcomes
from companion.referee.dice import Contest, Dice, Faces, Force, Losses, Ties, contest_losses

Side = Literal["attacker", "defender"]

SMALL_EXPECTATION = 5
"""With fewer expected rolls per face the chi-square distribution is inaccurate; samples are enumerated."""

MAX_FACES_COUNTED = 8
"""Largest number of faces for which all small samples are enumerated."""


@dataclass(frozen=True)
class RollRecord:
    """One roll at the table.

    Attributes:
        attack: the attacker's dice.
        defence: the defender's dice.
        losses: losses of each side in the roll.
        ties: who wins equal dice.
        attacker: name of the player with the attacker's losses.
        defender: name of the player with the defender's losses.
    """

    attack: DiceSpec
    defence: DiceSpec
    losses: Losses
    ties: Ties = "defender"
    attacker: str = "attacker"
    defender: str = "defender"

    @classmethod
    def of(cls, contest: Contest, dice: Dice) -> RollRecord:
        """Return the record of a battle roll, by the ids of both seats."""
        attacker, defender = contest.attacker, contest.defender
        sides = (_dice_spec(dice["attack"], attacker), _dice_spec(dice["defence"], defender))
        return cls(*sides, contest_losses(contest, dice), contest.ties, attacker.seat, defender.seat)


def _dice_spec(rolled: Faces, force: Force) -> DiceSpec:
    return DiceSpec(len(rolled), bonus_highest=force.bonus, keep=len(rolled) - force.extra)


@dataclass(frozen=True)
class LuckScore:
    """The losses of one player compared with the expected losses.

    Attributes:
        rolls: number of rolls of the player.
        lost: armies lost.
        expected: expected losses.
        z: losses minus expected losses, in standard deviations: above 0 is bad luck, below 0 good luck,
            beyond 2 in either direction is rare; 0 if no roll had a random result.
    """

    rolls: int
    lost: int
    expected: float
    z: float


def luck(rolls: Iterable[RollRecord]) -> dict[str, LuckScore]:
    """Return the actual and expected losses of every player named in the rolls."""
    entries: dict[str, list[tuple[int, Fraction, Fraction]]] = {}
    for roll in rolls:
        entries.setdefault(roll.attacker, []).append(_entry(roll, "attacker"))
        entries.setdefault(roll.defender, []).append(_entry(roll, "defender"))
    return {name: _luck_score(entry) for name, entry in entries.items()}


@lru_cache(maxsize=1024)
def _entry(roll: RollRecord, side: Side) -> tuple[int, Fraction, Fraction]:
    """Return the losses of one side, their expected value and their variance."""
    own: Callable[[Losses], int] = attrgetter(side)
    chances = round_outcomes(roll.attack, roll.defence, roll.ties)
    if roll.losses not in chances:
        raise ImpossibleOdds(
            "{attackers} dice against {defenders} cannot cost {losses}; possible: {known}",
            attackers=roll.attack.kept,
            defenders=roll.defence.kept,
            losses=_words(roll.losses),
            known=joined(map(_words, chances), ", "),
        )
    mean = sum((chance * own(lost) for lost, chance in chances.items()), start=Fraction(0))
    square = sum((chance * own(lost) ** 2 for lost, chance in chances.items()), start=Fraction(0))
    return own(roll.losses), mean, square - mean**2


def _words(lost: Losses) -> Message:
    return gettext(
        "attacker {attacker} and defender {defender}", attacker=lost.attacker, defender=lost.defender
    )


def _luck_score(entries: Sequence[tuple[int, Fraction, Fraction]]) -> LuckScore:
    lost, expected, variance = (sum(column) for column in zip(*entries, strict=True))
    z = float(lost - expected) / sqrt(variance) if variance else 0.0
    return LuckScore(len(entries), int(lost), float(expected), z)


def fairness_p_value(face_counts: Sequence[int]) -> float:
    """Return the p-value of Pearson's chi-square test: how often fair dice are at least as uneven as these.

    Small samples of dice with few faces are enumerated exactly; larger ones use the chi-square distribution.

    Args:
        face_counts: how often each face was rolled, including 0 for faces never rolled.

    Returns:
        A probability from 0 to 1. Only below 0.01 are the dice suspicious.

    Raises:
        ImpossibleOdds: fewer than two faces, a negative count, or no rolls.
    """
    faces, throws = len(face_counts), sum(face_counts)
    if faces < 2 or min(face_counts) < 0 or throws == 0:
        raise ImpossibleOdds(
            "counts {counts} cannot be tested; give one count per face, zeros included",
            counts=list(face_counts),
        )
    if throws < SMALL_EXPECTATION * faces and faces <= MAX_FACES_COUNTED:
        return float(_counted_unevenness(face_counts))
    expected = throws / faces
    statistic = sum((count - expected) ** 2 for count in face_counts) / expected
    return chi_square_tail(statistic, faces - 1)


def _counted_unevenness(face_counts: Sequence[int]) -> Fraction:
    """Return the exact probability that the sum of squared counts is at least that of these counts."""
    faces, throws = len(face_counts), sum(face_counts)
    uneven = sum(count**2 for count in face_counts)
    ways = sum(
        _ways(counts)
        for counts in _partitions(throws, faces, throws)
        if sum(count**2 for count in counts) >= uneven
    )
    return Fraction(ways, faces**throws)


def _ways(counts: tuple[int, ...]) -> int:
    """Return the number of ways to roll these counts, whichever face each count belongs to."""
    throws = factorial(sum(counts)) // prod(map(factorial, counts))
    faces = factorial(len(counts)) // prod(map(factorial, Counter(counts).values()))
    return throws * faces


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a total as `parts` numbers from `largest` down to 0, ignoring their order."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for part in range(min(total, largest), -(-total // parts) - 1, -1):
        for rest in _partitions(total - part, parts - 1, part):
            yield (part, *rest)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the probability that a chi-square variable of `freedom` degrees exceeds `statistic`.

    The closed form for integer degrees of freedom: it starts at one or two and adds two at a time.
    """
    half = statistic / 2
    if half == 0:
        return 1.0
    degrees, tail = (1, erfc(sqrt(half))) if freedom % 2 else (2, exp(-half))
    while degrees < freedom:
        tail += exp(degrees / 2 * log(half) - half - lgamma(degrees / 2 + 1))
        degrees += 2
    return min(tail, 1.0)
