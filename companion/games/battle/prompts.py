"""Questions that several parts of a turn share: calling off, height, distance."""

from companion.games.battle import ranges
from companion.games.battle.ranges import AttackRange, Height
from companion.games.battle.rules import points_text
from companion.games.battle.state import BattleState, Piece
from companion.locale.messages import capitalised, gettext
from companion.referee.dice import DicePool
from companion.referee.interruptions import CALL_OFF, Interruption
from companion.referee.questions import Choose, Measure, Offer, Option
from companion.referee.script import Report, Script

IN_RANGE, FULL_MOVE, END_TURN = "in range", "full move", "end turn"


def one_die(seat: str, name: str) -> tuple[DicePool, ...]:
    """Return a pool of one die."""
    return (DicePool(name, seat, 1, 1),)


def call_off(seat: str, label: str = gettext("Call off")) -> tuple[Offer, ...]:
    """Offer to call off an attack or a move."""
    return (Offer(CALL_OFF, seat, label),)


def end_turn(seat: str) -> Offer:
    """Offer to end the turn in the middle of an order."""
    return Offer(END_TURN, seat, gettext("End turn"))


def ask_height(state: BattleState, piece: Piece) -> Script[Height]:
    """BR-HGT-1, BR-HGT-2: ask whether the attacker is at least an inch higher or lower than its target."""
    if state.house.field == "flat and open" or not ranges.height_matters(state, piece):
        return "level"
    chosen = yield from Choose(
        seat=piece.seat,
        prompt=gettext("Higher or lower?"),
        detail=gettext("By an inch or more, compared with its target."),
        rules=("BR-HGT-1", "BR-HGT-2"),
        options=(
            Option("level", gettext("About level")),
            Option("above", gettext("Higher")),
            Option("below", gettext("Lower")),
        ),
    )
    heights: dict[str, Height] = {"level": "level", "above": "above", "below": "below"}
    return heights[chosen]


def ask_distance(
    state: BattleState, piece: Piece, target: str, can: AttackRange, outcomes: tuple[Offer, ...] = ()
) -> Script[bool | Interruption]:
    """BR-ATK-2, BR-CAN-4: ask for the distance; refuse one out of range, and allow to call off.

    Args:
        state: the battle.
        piece: the attacker.
        target: its name.
        can: how far the attack reaches.
        outcomes: what else may be said of an attack in range.
    """
    measured = yield from Measure(
        seat=piece.seat,
        prompt=gettext("How far is it?"),
        detail=gettext("{range}.", range=capitalised(can.text)),
        rules=can.rules,
        focus=(piece.id,),
        start=state.name(piece),
        finish=target,
        most=can.inches,
        because=can.text,
        offers=(Offer(IN_RANGE, piece.seat, gettext("In range")), *outcomes, *call_off(piece.seat)),
        said=(IN_RANGE,),
    ).or_offer()
    if not isinstance(measured, Interruption):
        yield from Report(can.in_range(measured), seat=piece.seat, rules=can.rules)
        return True
    if measured.offer == CALL_OFF:
        return False
    yield from said_in_range(piece, can)
    return measured


def said_in_range(piece: Piece, can: AttackRange) -> Script[None]:
    """BR-ATK-2: report that the table says the target to be in range."""
    text = gettext("{range}: in range, as the table says.", range=capitalised(can.text))
    yield from Report(text, seat=piece.seat, rules=can.rules)


def ask_move(
    state: BattleState, piece: Piece, points: int, rate: float, rules: tuple[str, ...], detail: str
) -> Script[float | None]:
    """BR-MOV-2 to BR-MOV-5: ask how far a piece moves with these points; None if it does not."""
    way = yield from Measure(
        seat=piece.seat,
        prompt=gettext("How far does it move?"),
        detail=detail,
        focus=(piece.id,),
        rules=rules,
        start=state.name(piece),
        finish=gettext("where it goes"),
        most=points * rate,
        because=points_text(points, rate),
        offers=(Offer(FULL_MOVE, piece.seat, gettext("Full move")), *call_off(piece.seat)),
        said=(FULL_MOVE,),
    ).or_offer()
    if isinstance(way, Interruption):
        return points * rate if way.offer == FULL_MOVE else None
    return way
