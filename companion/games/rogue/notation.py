"""Notation of positions in one line of text, with battlefield, scenario, cards and dice.

``rogue r2 t3 squad red; seats red blue; field {...}; scenario {...}; order ["red","blue"]; squads {...}``
"""

from companion.errors import MalformedPosition
from companion.games.rogue import battlefield_check, scenario
from companion.games.rogue.houserules import RogueHouseRules
from companion.games.rogue.info import INFO
from companion.games.rogue.state import RogueState
from companion.games.rogue.symbol_dice import DICE, FACE_WORDS, FACES
from companion.locale.messages import gettext
from companion.referee.names import exactly
from companion.referee.notation import PositionNotation
from companion.referee.position import PlainForm


def _check(state: RogueState) -> None:
    if state.faces:
        exactly("faces", state.faces, DICE)
    shown = [face for faces in state.faces.values() for face in faces]
    if not set(shown) <= set(FACE_WORDS.values()) or len(shown) not in (0, len(DICE) * FACES):
        raise MalformedPosition(gettext("The position's faces are not six of those that dice can show."))
    if state.field is None or state.scenario is None:
        if state.step != "scenario" or state.squads or state.order:
            raise MalformedPosition(gettext("The position does not name its battlefield."))
        return
    problems = (*battlefield_check.problems(state.ground), *scenario.problems(state.plan, state.ground))
    if problems:
        raise MalformedPosition(
            gettext(
                "The position's battlefield or scenario cannot be played: {reason}", reason=problems[0].text
            )
        )
    seats = [seat.id for seat in state.seats]
    if state.order:
        exactly("order", state.order, seats)
    if state.plan.players != len(seats):
        raise MalformedPosition(
            gettext("The position's scenario is for {count} players.", count=state.plan.players)
        )
    if not (state.fight or state.dogfight) and any(effect.role for effect in state.pending):
        raise MalformedPosition(gettext("The position's pending names a fight that does not exist."))


FORM = PlainForm(INFO, RogueHouseRules, RogueState, check=_check)
ROGUE_NOTATION = PositionNotation(FORM.write, FORM.read)
"""The position notation of Battlefield Rogue."""
