"""Putting armies from a supply on your own territories."""

from companion.games.territory.state import TerritoryState
from companion.referee.questions import Deploy, Deployment
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Script


def not_own(state: TerritoryState, owner: str, rule: str) -> Refusals:
    """Refuse every territory that this owner does not hold."""

    def judge(place: str) -> Ruling:
        words = f"{state.name(place)} belongs to {state.player(state.holdings[place].owner)}."
        return refuse(rule, words, instead=f"Choose a territory of {state.player(owner)}.")

    return Refusals(state.holdings, state.held(owner), judge)


def put(
    state: TerritoryState, owner: str, most: int, rule: str, *, asked: str | None = None, detail: str = ""
) -> Script[Deployment]:
    """Ask where to put armies, one place at a time, and put them there.

    Args:
        state: the state, changed by the answer.
        owner: whose territories and armies.
        most: armies left to put.
        rule: id of the rule that has them put.
        asked: seat that is asked, when it is not the owner.
        detail: where the armies come from, in words.
    """
    put_down = yield from Deploy(
        seat=asked or owner,
        prompt=f"Put {state.many(most)} of {state.player(owner)}"
        if asked
        else f"Put {state.many(most)} on the board",
        detail=detail,
        rules=(rule,),
        allowed=state.held(owner),
        denied=not_own(state, owner, rule),
        most=most,
    )
    state.holdings[put_down.place].armies += put_down.count
    return put_down
