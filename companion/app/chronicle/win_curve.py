"""Who was winning: each seat's chance at the end of each turn, and the turn that decided the game."""

from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.json import decode

from companion.app.chronicle.awards import CurvePoint
from companion.app.chronicle.chronicle import Chronicle
from companion.locale.messages import gettext
from companion.referee.evaluation import WinChance
from companion.referee.table import Table

LABEL = gettext("chance to win, %")
"""Name of the curve."""

DECIDES = 0.15
"""Smallest rise of a chance in one turn that is called decisive."""


class DecidingTurn(Struct, frozen=True):
    """The turn in which the winner's chance rose most.

    Attributes:
        index: of the turn in the chronicle.
        seat: the winner.
        before: its chance before the turn, from 0 to 1.
        after: its chance at the end of the turn.
    """

    index: int
    seat: str
    before: float
    after: float


def win_curve(chronicle: Chronicle) -> dict[str, tuple[CurvePoint, ...]]:
    """Return each seat's chance to win at the end of each turn, in per cent; empty where nobody can tell."""
    points: dict[str, list[CurvePoint]] = {}
    for turn in chronicle.turns:
        for chance in turn.chances:
            point = CurvePoint(turn.last_entry, turn.round, round(100 * chance.chance))
            points.setdefault(chance.seat, []).append(point)
    return {seat: tuple(values) for seat, values in points.items()}


def chances_at_turn_start(table: Table[Any]) -> tuple[WinChance, ...]:
    """Return everybody's chance to win when this turn began; at the end of a game, who won."""
    if table.state.winners:
        return table.game.win_chances(table.state)
    starts = [position for position in table.positions if position.turn_start]
    if not starts:
        return ()
    return table.game.win_chances(decode(starts[-1].state, type=table.game.state))


def deciding_turn(chronicle: Chronicle) -> DecidingTurn | None:
    """Return the turn that decided the game; None if it has no winner, or no turn stands out.

    The last turn counts only up to the chance before it: that it won is no news.
    """
    found: DecidingTurn | None = None
    known = [
        (index, {chance.seat: chance.chance for chance in turn.chances})
        for index, turn in enumerate(chronicle.turns)
        if turn.chances
    ]
    for seat in chronicle.winners[:1]:
        for (_, before), (index, after) in pairwise(known[:-1]):
            rise = after[seat] - before[seat]
            if rise >= DECIDES and (found is None or rise > found.after - found.before):
                found = DecidingTurn(index, seat, before[seat], after[seat])
    return found
