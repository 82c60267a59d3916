"""Who has been lucky, and are these dice fair?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, factorial, lgamma, log, prod, sqrt
from operator import attrgetter

from companion.errors import ImpossibleOdds
from companion.odds.rolls import DiceSpec, round_outcomes
from companion.referee.dice import Losses, Ties

SMALL_EXPECTATION = 5
"""With fewer throws per face than this the chi-square curve is too coarse; samples are counted instead."""

MAX_FACES_COUNTED = 8
"""With more faces than this, there are too many small samples to count one by one."""


@dataclass(frozen=True)
class RollRecord:
    """One roll that was made at the table.

    Attributes:
        attack: the attacker's dice.
        defence: the defender's dice.
        losses: what the roll cost each side.
        ties: who wins equal dice.
        attacker: whose ledger the attacker's losses go to.
        defender: whose ledger the defender's losses go to.
    """

    attack: DiceSpec
    defence: DiceSpec
    losses: Losses
    ties: Ties = "defender"
    attacker: str = "attacker"
    defender: str = "defender"


@dataclass(frozen=True)
class LuckScore:
    """How one player fared against the odds.

    Attributes:
        rolls: rolls taken part in.
        lost: armies lost.
        expected: armies that were to be expected to be lost.
        z: standard deviations by which the losses exceed the expectation: above 0 is bad luck, below it good,
            beyond 2 either way is rare. 0 when chance had no say.
    """

    rolls: int
    lost: int
    expected: float
    z: float


def luck(rolls: Iterable[RollRecord]) -> dict[str, LuckScore]:
    """The luck ledger: real against expected losses of everybody named in the rolls."""
    entries: dict[str, list[tuple[int, Fraction, Fraction]]] = {}
    for roll in rolls:
        entries.setdefault(roll.attacker, []).append(_entry(roll, attrgetter("attacker")))
        entries.setdefault(roll.defender, []).append(_entry(roll, attrgetter("defender")))
    return {name: _luck_score(entry) for name, entry in entries.items()}


def _entry(roll: RollRecord, own: Callable[[Losses], int]) -> tuple[int, Fraction, Fraction]:
    """One side's own armies lost, their expectation and their variance."""
    chances = round_outcomes(roll.attack, roll.defence, roll.ties)
    if roll.losses not in chances:
        raise ImpossibleOdds(
            f"{roll.attack.kept} dice against {roll.defence.kept} cannot cost {_words(roll.losses)}; "
            f"possible: {', '.join(map(_words, chances))}"
        )
    mean = sum((chance * own(lost) for lost, chance in chances.items()), start=Fraction(0))
    square = sum((chance * own(lost) ** 2 for lost, chance in chances.items()), start=Fraction(0))
    return own(roll.losses), mean, square - mean**2


def _words(lost: Losses) -> str:
    return f"attacker {lost.attacker} and defender {lost.defender}"


def _luck_score(entries: Sequence[tuple[int, Fraction, Fraction]]) -> LuckScore:
    lost, expected, variance = (sum(column) for column in zip(*entries, strict=True))
    z = float(lost - expected) / sqrt(variance) if variance else 0.0
    return LuckScore(len(entries), int(lost), float(expected), z)


def fairness_p_value(face_counts: Sequence[int]) -> float:
    """How often fair dice would look at least as uneven as these: the p-value of Pearson's chi-square test.

    Small samples of dice with few faces are counted exactly; larger ones use the chi-square distribution.

    Args:
        face_counts: how often each face was thrown, faces never thrown included as 0.

    Returns:
        The chance, between 0 and 1. Suspect the dice below 0.01, and not before.

    Raises:
        ImpossibleOdds: fewer than two faces, a negative count, or no throw at all.
    """
    faces, throws = len(face_counts), sum(face_counts)
    if faces < 2 or min(face_counts) < 0 or throws == 0:
        raise ImpossibleOdds(
            f"counts {list(face_counts)} cannot be tested; give one count per face, zeros included"
        )
    if throws < SMALL_EXPECTATION * faces and faces <= MAX_FACES_COUNTED:
        return float(_counted_unevenness(face_counts))
    expected = throws / faces
    statistic = sum((count - expected) ** 2 for count in face_counts) / expected
    return chi_square_tail(statistic, faces - 1)


def _counted_unevenness(face_counts: Sequence[int]) -> Fraction:
    """The exact chance that the squares of the counts sum to at least as much as they do here."""
    faces, throws = len(face_counts), sum(face_counts)
    uneven = sum(count**2 for count in face_counts)
    ways = sum(
        _ways(counts)
        for counts in _partitions(throws, faces, throws)
        if sum(count**2 for count in counts) >= uneven
    )
    return Fraction(ways, faces**throws)


def _ways(counts: tuple[int, ...]) -> int:
    """In how many ways dice show these counts, no matter which face each count belongs to."""
    throws = factorial(sum(counts)) // prod(map(factorial, counts))
    faces = factorial(len(counts)) // prod(map(factorial, Counter(counts).values()))
    return throws * faces


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a total as this many numbers from `largest` down to 0, order left aside."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for part in range(min(total, largest), -(-total // parts) - 1, -1):
        for rest in _partitions(total - part, parts - 1, part):
            yield (part, *rest)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable with `freedom` degrees exceeds `statistic`.

    The closed form for whole degrees of freedom: one or two to begin with, then two more at a time.
    """
    half = statistic / 2
    if half == 0:
        return 1.0
    degrees, tail = (1, erfc(sqrt(half))) if freedom % 2 else (2, exp(-half))
    while degrees < freedom:
        tail += exp(degrees / 2 * log(half) - half - lgamma(degrees / 2 + 1))
        degrees += 2
    return min(tail, 1.0)
