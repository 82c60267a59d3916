"""The losses that players can tell without their dice: those of one roll, or the sum of several in a row."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec import structs

from companion.referee.dice import Contest, Force, Losses, contest_losses

MOST_TOLD = 200
"""Largest number of armies of a side in a battle whose rolls can be told together."""


def counting(force: Force) -> int:
    """The largest number of a side's dice that count."""
    return force.dice if force.always else min(force.dice, force.armies)


def roll_losses(fight: Contest) -> tuple[Losses, ...]:
    """Return the losses that rolls with as many dice as allowed can cause, the most and the attacker's first.

    An army that always rolls all its dice loses no more than it has.
    """
    return _of_roll(structs.replace(fight, attacker=_bare(fight.attacker), defender=_bare(fight.defender)))


def _bare(force: Force) -> Force:
    """Return what a side's losses in one roll depend on: not who, where, nor more armies than dice."""
    return structs.replace(force, seat="", place="", armies=min(force.armies, force.dice))


@lru_cache(maxsize=256)
def _of_roll(fight: Contest) -> tuple[Losses, ...]:
    """Return the losses of `roll_losses`, for sides without names: a replay asks for each of its rolls."""
    possible = {at_most(fight, lost) for dice in product(*_dice(fight)) for lost in _losses(fight, *dice)}
    return tuple(sorted(possible, key=lambda lost: (-lost.attacker - lost.defender, -lost.attacker)))


def _dice(fight: Contest) -> Iterator[range]:
    """The numbers of dice that each side may roll; extra dice are added."""
    for force in (fight.attacker, fight.defender):
        most = counting(force)
        yield range((most if force.always else 1) + force.extra, most + force.extra + 1)


def _losses(fight: Contest, attack: int, defence: int) -> Iterator[Losses]:
    """Every loss between a roll's worst and its best for the attacker."""
    worst = contest_losses(fight, {"attack": (1,) * attack, "defence": (6,) * defence})
    best = contest_losses(fight, {"attack": (6,) * attack, "defence": (1,) * defence})
    pairs = worst.attacker + worst.defender
    return (Losses(pairs - lost, lost) for lost in range(worst.defender, best.defender + 1))


def at_most(fight: Contest, lost: Losses) -> Losses:
    """Turn lost pairs of dice into lost armies: no side loses more than it has."""
    return Losses(min(lost.attacker, fight.attacker.armies), min(lost.defender, fight.defender.armies))


@lru_cache(maxsize=8)
def total_losses(fight: Contest, later: Contest | None) -> frozenset[Losses]:
    """Return the losses of both sides that one roll or more can add up to, until one side has no armies.

    Args:
        fight: the battle of the next roll.
        later: the same battle as the rolls after it are fought; None if there is only the one roll.
    """
    first = frozenset(roll_losses(fight))
    armies = fight.attacker.armies, fight.defender.armies
    if later is None or max(armies) > MOST_TOLD:
        return first
    found, open_totals = set(first), list(first)
    while open_totals:
        total = open_totals.pop()
        attackers, defenders = armies[0] - total.attacker, armies[1] - total.defender
        if not attackers or not defenders:
            continue
        full = later.attacker.dice, later.defender.dice  # from there on more armies change nothing
        for lost in _step(later, min(attackers, full[0]), min(defenders, full[1])):
            further = Losses(total.attacker + lost.attacker, total.defender + lost.defender)
            if further not in found:
                found.add(further)
                open_totals.append(further)
    return frozenset(found)


def _step(fight: Contest, attackers: int, defenders: int) -> tuple[Losses, ...]:
    """The losses of one roll with this many armies."""
    return roll_losses(
        structs.replace(
            fight,
            attacker=structs.replace(fight.attacker, armies=attackers),
            defender=structs.replace(fight.defender, armies=defenders),
        )
    )
