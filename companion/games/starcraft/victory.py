"""When the game is won (SC-WIN, SC-A6)."""

from typing import Literal

from companion.games.starcraft import rules
from companion.games.starcraft.state import StarcraftState
from companion.locale.messages import gettext, listed
from companion.referee.script import Report, Script

VictoryCheck = Literal["at once", "when collecting", "end of turn"]


def check(state: StarcraftState, when: VictoryCheck, seat: str | None = None) -> Script[bool]:
    """SC-A6: end the game if a seat has won and the house rules check it now.

    Holding the board, or being the last, always wins immediately.

    Args:
        state: the state.
        when: the moment of the turn.
        seat: the seat; by default the active one.
    """
    seat = seat or state.mover.id
    won = rules.winners(state, seat)
    if not won or (_waits(state, when) and rules.has_achieved(state, seat) and _is_contested(state, seat)):
        return False
    state.winners = won
    state.facts.invasion = state.facts.occupation = state.facts.card = None
    names = listed(state.seat(winner).name for winner in won)
    yield from Report(
        gettext("{players} won the Koprulu sector.", players=names),
        kind="victory",
        seat=seat,
        rules=(*_won_by(state), "SC-A6"),
    )
    return True


def _waits(state: StarcraftState, when: VictoryCheck) -> bool:
    return state.house.victory not in ("at once", when)


def _is_contested(state: StarcraftState, seat: str) -> bool:
    return any(player.id not in state.team(seat) for player in state.playing())


def _won_by(state: StarcraftState) -> tuple[str, ...]:
    match state.mode:
        case "match":
            return ("SC-1V1", "SC-WIN", "SC-A18")
        case "total domination":
            return ("SC-TD", "SC-WIN")
        case "team play":
            return ("SC-TEAM", "SC-WIN", "SC-A19")
    return ("SC-WIN",)
