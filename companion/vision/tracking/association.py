"""Which dice of two readings are the same dice: the memory that keeps a roll from counting twice."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.vision.dice import DieReading

IN_PLACE = 0.3
"""A die nearer to where it lay than this, in its own size, has not been rolled."""

NUDGED = 2.5
"""Dice all of which show what they showed, none farther from its place than this, were pushed, not rolled."""


def distance(one: DieReading, other: DieReading) -> float:
    """From middle to middle, in sizes of the first die."""
    return math.dist(one.centre, other.centre) / one.size


def rescaled(
    dice: Sequence[DieReading], before: tuple[int, int], after: tuple[int, int]
) -> tuple[DieReading, ...]:
    """The same dice where they lie in a picture of another width and height."""
    across, down = after[0] / before[0], after[1] / before[1]
    moved = []
    for die in dice:
        x0, y0, x1, y1 = die.box
        moved.append(replace(die, box=(x0 * across, y0 * down, x1 * across, y1 * down)))
    return tuple(moved)


def same_arrangement(dice: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Whether both are the same dice in the same places with the same faces."""
    if len(dice) != len(others):
        return False
    return all(_in_place(die, others) is not None for die in dice)


def same_places(dice: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Whether dice lie in the same places; their faces do not matter."""
    return len(dice) == len(others) and all(
        any(distance(die, other) < IN_PLACE for other in others) for die in dice
    )


def _in_place(die: DieReading, others: Sequence[DieReading]) -> DieReading | None:
    """The die among others that lies where this one lies and shows the same face."""
    return next(
        (other for other in others if other.face == die.face and distance(die, other) < IN_PLACE), None
    )


def none_in_place(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> bool:
    """Whether no die lies where a consumed one lay, with any faces: then all have been rolled since."""
    return not any(distance(die, lay) < IN_PLACE for die in dice for lay in consumed)


def newly_rolled(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> tuple[DieReading, ...] | None:
    """The dice that were rolled since `consumed` answered.

    Args:
        dice: what lies on the tray now.
        consumed: what lay there when the last roll was taken; empty if the tray was empty since.

    Returns:
        All dice if none of the consumed ones kept its place; the added ones if all consumed ones still lie
        there, perhaps nudged; none if dice were only nudged, lifted, turned or taken away; None if that
        cannot be told.
    """
    if not consumed:
        return tuple(dice)
    if not any(_in_place(die, consumed) for die in dice):
        return () if _only_nudged(dice, consumed) else tuple(dice)
    added = len(dice) - len(consumed)
    if added <= 0:
        return ()
    fresh = _without_known(dice, consumed)
    return fresh if len(fresh) == added else None


def _only_nudged(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> bool:
    """Whether the dice show just what the consumed ones showed, each not far from where it may have lain."""
    if Counter(die.face for die in dice) != Counter(die.face for die in consumed):
        return False
    return not _without_known(dice, consumed)


def _without_known(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """The dice left over when each consumed die has been found again: in its place, else nearby and alike."""
    left = list(dice)
    for limit in (IN_PLACE, NUDGED):
        missing = []
        for lay in consumed:
            found = [die for die in left if die.face == lay.face and distance(lay, die) < limit]
            if found:
                left.remove(min(found, key=lambda die: distance(lay, die)))
            else:
                missing.append(lay)
        consumed = missing
    return tuple(left)
