"""Questions that several parts of a turn share: calling off, height, distance."""

from companion.games.battle import ranges
from companion.games.battle.ranges import AttackRange, Height
from companion.games.battle.state import BattleState, Piece
from companion.referee.inches import to_sixteenth
from companion.referee.interruptions import Interruptible, Interruption
from companion.referee.questions import Choose, Measure, Offer, Option
from companion.referee.script import Report, Script

CALL_OFF = "call off"


def call_off(seat: str, label: str = "Call off") -> tuple[Offer, ...]:
    """Offer to call off an attack or a move."""
    return (Offer(CALL_OFF, seat, label),)


def ask_height(state: BattleState, piece: Piece, target: str) -> Script[Height]:
    """BR-HGT-1, BR-HGT-2: ask whether the attacker is at least an inch higher or lower than its target."""
    if state.house.field == "flat and open" or not ranges.height_matters(state, piece):
        return "level"
    chosen = yield from Choose(
        seat=piece.seat,
        prompt=f"How high is {piece.name}?",
        detail=f"Compared with {target}.",
        rules=("BR-HGT-1", "BR-HGT-2"),
        options=(
            Option("level", "About level"),
            Option("above", "1 in higher or more"),
            Option("below", "1 in lower or more"),
        ),
    )
    heights: dict[str, Height] = {"level": "level", "above": "above", "below": "below"}
    return heights[chosen]


def ask_distance(piece: Piece, target: str, can: AttackRange) -> Script[bool]:
    """BR-ATK-2, BR-CAN-4: ask for the distance; refuse one out of range, and allow to call off."""
    measured = yield from Interruptible(
        Measure(
            seat=piece.seat,
            prompt=f"How far is {target}?",
            detail=can.text[:1].upper() + can.text[1:] + ".",
            rules=can.rules,
            start=piece.name,
            finish=target,
            most=can.inches,
            because=can.text,
            offers=call_off(piece.seat),
        )
    )
    if isinstance(measured, Interruption):
        return False
    yield from Report(can.in_range(to_sixteenth(measured)), seat=piece.seat, rules=can.rules)
    return True
