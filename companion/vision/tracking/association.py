"""Associates the dice of two readings, so that no roll counts twice."""

import math
from collections.abc import Sequence

from companion.vision.dice import DieReading

MAX_SHIFT = 0.3
"""A die that moved by less than this, in its own size, has not been rolled."""

MAX_PUSH = 2.5
"""If all dice show the same faces and moved by at most this, in their own size, they were pushed, not
rolled.
"""


def distance(one: DieReading, other: DieReading) -> float:
    """The distance between the centres of two dice, in sizes of the first die."""
    return math.dist(one.centre, other.centre) / one.size


def same_arrangement(dice: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Whether both readings show the same dice in the same places with the same faces."""
    return len(dice) == len(others) and all(_in_place(die, others) is not None for die in dice)


def same_places(dice: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Whether dice lie in the same places, whatever their faces."""
    return len(dice) == len(others) and all(
        any(distance(die, other) < MAX_SHIFT for other in others) for die in dice
    )


def _in_place(die: DieReading, others: Sequence[DieReading]) -> DieReading | None:
    """The die among `others` in the same place with the same face; None if there is none."""
    return next(
        (other for other in others if other.face == die.face and distance(die, other) < MAX_SHIFT), None
    )


def none_in_place(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> bool:
    """Whether no die lies where a consumed die lay: then all have been rolled since."""
    return not any(distance(die, lay) < MAX_SHIFT for die in dice for lay in consumed)


def newly_rolled(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> tuple[DieReading, ...] | None:
    """The dice that were rolled since `consumed` answered (none where the tray has been empty since).

    All dice if no consumed die kept its place; the added dice if all consumed dice still lie there, perhaps
    nudged; none if dice were only nudged, lifted, turned or taken away; None if that is unclear.
    """
    if not consumed:
        return tuple(dice)
    fresh, added = _without_known(dice, consumed), len(dice) - len(consumed)
    if not any(_in_place(die, consumed) for die in dice):
        return tuple(dice) if fresh or added else ()
    if added <= 0:
        return ()
    return fresh if len(fresh) == added else None


def _without_known(dice: Sequence[DieReading], consumed: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """The dice left after matching each consumed die: in place, else nearby with equal face and colour."""
    left = list(dice)
    for limit in (MAX_SHIFT, MAX_PUSH):
        missing = []
        for lay in consumed:
            found = [die for die in left if die.face == lay.face and distance(lay, die) < limit]
            if found:
                left.remove(min(found, key=lambda die: distance(lay, die)))
            else:
                missing.append(lay)
        consumed = missing
    return tuple(left)
