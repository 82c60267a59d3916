"""Inquiries of Battle Risk: "may I?" questions about moves, attacks, charges and shots."""

from companion.errors import UnknownName
from companion.games.battle import rules
from companion.games.battle.ranges import HEIGHTS, Height, judge_range
from companion.games.battle.state import BattleState, Cannon, Soldier
from companion.locale.messages import gettext
from companion.referee.inches import format_inches, to_sixteenth
from companion.referee.ruling import Reason, Ruling


def may_move(state: BattleState, *, soldier: str, inches: float) -> Ruling:
    """BR-MOV-2, BR-MOV-3, BR-MOV-5: judge whether a soldier can move this distance."""
    man = _soldier(state, soldier)
    far = rules.move_range(state, man)
    points = rules.points_text(state.points_left(man), state.unit_type(man).inches)
    text = gettext("{points}, measured {distance}: too far.", points=points, distance=format_inches(inches))
    reason = Reason("BR-MOV-5", text)
    too_far = reason if to_sixteenth(inches) > far else None
    return Ruling.from_reasons(
        (*rules.judge_move(state, man).reasons, too_far),
        gettext("At most {distance}.", distance=format_inches(far)),
    )


def may_attack(
    state: BattleState, *, soldier: str, target: str, inches: float = 0.0, height: str = "level"
) -> Ruling:
    """BR-ATK-1, BR-ATK-2, BR-ATK-3: judge whether a soldier can attack another over this distance."""
    man, other = _soldier(state, soldier), state.piece(target)
    far = judge_range(state, man, inches, _height(height))
    mine, theirs = rules.judge_attack(state, man), rules.judge_target(state, man, other)
    return Ruling.from_reasons((*mine.reasons, *theirs.reasons, *far.reasons), far.instead)


def may_charge(state: BattleState, *, soldier: str) -> Ruling:
    """BR-CHG-1: judge whether a soldier can charge."""
    return rules.judge_charge(state, _soldier(state, soldier))


def may_fire(state: BattleState, *, cannon: str, inches: float = 0.0, height: str = "level") -> Ruling:
    """BR-CAN-1, BR-CAN-2, BR-CAN-4: judge whether a cannon can fire over this distance."""
    gun = state.piece(cannon)
    if not isinstance(gun, Cannon):
        raise UnknownName("{cannon} is no cannon.", cannon=state.name(gun))
    far = judge_range(state, gun, inches, _height(height))
    return Ruling.from_reasons((*rules.judge_fire(state, gun).reasons, *far.reasons), far.instead)


def may_reach(state: BattleState, *, piece: str, inches: float, height: str = "level") -> Ruling:
    """BR-ATK-2, BR-CAN-4, BR-HGT-1, BR-HGT-2: judge whether a distance is in range of a piece's weapon."""
    return judge_range(state, state.piece(piece), inches, _height(height))


def _soldier(state: BattleState, name: str) -> Soldier:
    piece = state.piece(name)
    if not isinstance(piece, Soldier):
        raise UnknownName("{piece} is no soldier.", piece=state.name(piece))
    return piece


def _height(height: str) -> Height:
    if height not in HEIGHTS:
        heights = ", ".join(HEIGHTS)
        raise UnknownName(
            "There is no height {height}; there are: {heights}.", height=repr(height), heights=heights
        )
    return height
