"""Positions of Battle Risk as one line of text.

``battle r2 t3 battle red; seats red blue; numbers {...}; soldiers {"red-infantry-1":{...}}; roll 4``
"""

from companion.errors import MalformedPosition
from companion.games.battle.houserules import BattleHouseRules
from companion.games.battle.info import INFO
from companion.games.battle.state import BattleState, Cannon
from companion.locale.messages import gettext
from companion.referee.names import exactly
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm


def _check(state: BattleState) -> None:
    for id, piece in (state.soldiers | state.cannons).items():
        exactly(id, (piece.id,), (id,))
        is_cannon = state.unit_type(piece).arm == "cannon"
        if is_cannon != isinstance(piece, Cannon):
            named = {"piece": id, "unit": piece.kind}
            raise MalformedPosition(
                gettext("The position's {piece} is a {unit}, which is no soldier.", **named)
                if is_cannon
                else gettext("The position's {piece} is a {unit}, which is no cannon.", **named)
            )


FORM = PlainForm(INFO, BattleHouseRules, BattleState, check=_check)
BATTLE_NOTATION = PositionNotation(FORM.write, FORM.read)
"""The position notation of Battle Risk."""
