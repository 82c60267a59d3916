"""The view of a battle: a roster of soldiers and cannons, and each seat's numbers."""

from collections.abc import Iterator
from typing import Final

from companion.games.battle import rules
from companion.games.battle.ranges import attack_range
from companion.games.battle.state import BattleState, Cannon, Piece, Shot, Soldier, Wound
from companion.locale.messages import gettext, pgettext
from companion.referee.game_view import Figure, GameView, Reach, Standing, Unit

FATES: Final[dict[str, str]] = {
    "fights": gettext("fights"),
    "flees": gettext("flees"),
    "rallied": gettext("rallied"),
    "killed": gettext("killed"),
    "fled": gettext("fled"),
}
"""What becomes of soldiers, in words."""


BROKEN_DOWN = -1
"""No barrel points anywhere while it is broken down."""


def game_view(state: BattleState) -> GameView:
    """Return the view: the open field with its roster; README.md lists the marks."""
    soldiers = (_soldier(state, man) for man in state.soldiers.values())
    cannons = (_cannon(state, gun) for gun in state.cannons.values())
    return GameView(
        kind="field",
        board="",
        places={},
        standings=tuple(_standing(state, seat) for seat in state.order),
        focus=_focus(state),
        roster=(*soldiers, *cannons),
    )


def _standing(state: BattleState, seat: str) -> Standing:
    figures = [
        Figure(gettext("soldiers"), len(state.army(seat))),
        Figure(gettext("cannons"), len(state.battery(seat))),
        Figure(gettext("kills"), state.kills[seat]),
    ]
    if state.house.treasury == "yes":
        figures.append(Figure(gettext("treasury"), state.purses[seat].left))
    return Standing(seat, tuple(figures), out=state.turn > 0 and seat not in state.standing())


def _soldier(state: BattleState, man: Soldier) -> Unit:
    marks: dict[str, bool] = {
        gettext("attacked"): man.attacked,
        gettext("charging"): man.charged,
        gettext("on foot"): man.dismounted,
        gettext("crew"): state.manned_by(man.id) is not None,
        FATES[man.fate]: man.fate != "fights",
    }
    return _unit(state, man, marks, out=not man.on_field)


def _cannon(state: BattleState, gun: Cannon) -> Unit:
    marks: dict[str, bool] = {
        gettext("attacked"): gun.attacked,
        gettext("broken down"): not gun.set_up,
        gettext("manned"): gun.crew is not None,
        gettext("captured"): gun.captured_in > 0,
        pgettext("cannon", "destroyed"): gun.destroyed,
    }
    return _unit(state, gun, marks, out=gun.destroyed)


def _unit(state: BattleState, piece: Piece, marks: dict[str, bool], *, out: bool) -> Unit:
    moves = piece.seat == state.active and state.roll > 0 and not out
    figures = (Figure(gettext("points left"), state.points_left(piece)),) if moves else ()
    shown = tuple(mark for mark, there in marks.items() if there)
    arm = state.unit_type(piece).arm
    reaches = () if out else tuple(_reaches(state, piece))
    return Unit(piece.id, piece.seat, piece.kind, state.name(piece), figures, shown, out, arm, reaches)


def _reaches(state: BattleState, piece: Piece) -> Iterator[Reach]:
    """BR-CAN-2: yield how far a piece can still move, if it may, and its range on level ground and arc."""
    left = rules.move_range(state, piece)
    if isinstance(piece, Soldier) and left and not any(rules.against_move(state, piece)):
        yield Reach("move", left, gettext("move"))
    far, weapon = attack_range(state, piece).inches, gettext(state.weapon(piece).id)
    if isinstance(piece, Cannon):
        yield Reach("attack", far, weapon, rules.ARC, piece.set_up_in if piece.set_up else BROKEN_DOWN)
    else:
        yield Reach("attack", far, weapon)


def _focus(state: BattleState) -> tuple[str, ...]:
    """Return the pieces of the current event: a cannon and its next target, or attacker and victim."""
    for event in state.pending:
        if isinstance(event, Shot):
            return (event.cannon, *event.targets[:1])
        if isinstance(event, Wound):
            return (event.by, event.soldier)
    return ()
