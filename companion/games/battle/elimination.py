"""The end of an army, and of a battle."""

from companion.games.battle import rules
from companion.games.battle.state import BattleState
from companion.locale.messages import gettext, listed
from companion.referee.script import Report, Script


def check_elimination(state: BattleState, seat: str) -> Script[None]:
    """BR-WIN, BR-A17: eliminate a seat without soldiers."""
    if seat in state.standing():
        return
    alone = ("BR-A17",) if any(state.unit_type(gun).automatic for gun in state.battery(seat)) else ()
    text = gettext("{player} has no soldier left.", player=state.seat(seat).name)
    yield from Report(text, kind="elimination", seat=seat, rules=("BR-WIN", *alone))
    state.fallen.append(seat)


def judge_victory(state: BattleState) -> Script[None]:
    """BR-WIN, BR-A16: after a shot, the last seat wins, or together those that lost their last soldiers."""
    if state.under_fire or not state.fallen:
        return
    state.winners = rules.winners(state)
    state.fallen = []
    names = [state.seat(winner).name for winner in state.winners]
    if names:
        text = (
            gettext("{players} fell together and share the win.", players=listed(names))
            if len(names) > 1
            else gettext("{player} is the last one standing.", player=names[0])
        )
        rule = () if state.standing() else ("BR-A16",)
        yield from Report(text, kind="victory", seat=state.winners[0], rules=("BR-WIN", *rule))
