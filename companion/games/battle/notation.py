"""Positions of Battle Risk as one line of text.

``battle r2 t3 battle red; seats red blue; numbers {...}; soldiers {"red-infantry-1":{...}}; roll 4``
"""

from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.state import (
    BattleState,
    Cannon,
    Fallen,
    Fear,
    Flight,
    Misfire,
    PendingEvent,
    Piece,
    Shot,
    Unmanned,
    Wound,
)
from companion.games.battle.unit_types import SHOTS, UNIT_TYPES
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm, exactly, facts_of, only_known


def write_position(state: BattleState) -> str:
    """Write a position as one line of text."""
    return FORM.write(state, state.house)


def read_position(text: str) -> BattleState:
    """Read a position.

    Raises:
        MalformedPosition: the text is no position of Battle Risk; the message says where.
        UnknownName: it names a seat, soldier or house rule that does not exist.
    """
    return FORM.read(FORM.split_sections(text))


def _check(state: BattleState) -> None:
    seats = [seat.id for seat in state.seats]
    for fact in ("purses", "kills", "order"):
        exactly(fact, getattr(state, fact), seats)
    only_known("winners", state.winners, seats)
    only_known("unasked", state.unasked, state.cannons)
    for id, piece in (state.soldiers | state.cannons).items():
        _check_piece(state, id, piece)
    for event in state.pending:
        _check_event(state, event)


def _check_piece(state: BattleState, id: str, piece: Piece) -> None:
    exactly(id, (piece.id,), (id,))
    only_known(id, (piece.seat,), [seat.id for seat in state.seats])
    only_known(
        id, (piece.kind,), [kind for kind in UNIT_TYPES if _is_cannon(kind) == isinstance(piece, Cannon)]
    )
    if isinstance(piece, Cannon):
        only_known(id, (piece.crew,), state.soldiers)


def _is_cannon(kind: str) -> bool:
    return UNIT_TYPES[kind].arm == "cannon"


def _check_event(state: BattleState, event: PendingEvent) -> None:
    """Check that the pieces of an event exist."""
    if isinstance(event, Shot | Misfire | Unmanned):
        only_known("matters", (event.cannon,), state.cannons)
    if isinstance(event, Wound | Fear | Flight):
        only_known("matters", (event.soldier,), state.soldiers)
    match event:
        case Shot():
            only_known("matters", event.targets, state.soldiers)
            only_known("matters", (event.shot,), SHOTS)
        case Wound():
            only_known("matters", (event.by,), state.soldiers.keys() | state.cannons.keys())
        case Unmanned():
            only_known("matters", (event.by,), [seat.id for seat in state.seats])
        case Fallen():
            only_known("matters", (event.commander,), state.soldiers)


FORM = PlainForm(
    "battle", "Battle Risk", (2, 6), BattleHouseRules, facts_of(BattleState), BattleState, _check
)
BATTLE_NOTATION = PositionNotation(write_position, read_position)
"""The position notation of Battle Risk."""
