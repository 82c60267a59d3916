"""Deploys armies from a supply to your own territories."""

from companion.games.territory.state import TerritoryState
from companion.referee.interruptions import Interruptible, Interruption
from companion.referee.questions import Deploy, Deployment, Offer
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

SPREAD = "spread"
"""The offer that spreads all starting armies of a seat evenly over its territories."""


def not_own(state: TerritoryState, owner: str, rule: str) -> Refusals:
    """Refuse every territory that this owner does not hold."""

    def judge(place: str) -> Ruling:
        text = f"{state.name(place)} belongs to {state.player(state.holdings[place].owner)}."
        return refuse(rule, text, instead=f"Choose a territory of {state.player(owner)}.")

    return Refusals(state.holdings, state.held(owner), judge)


def put(
    state: TerritoryState, owner: str, most: int, rule: str, *, asked: str | None = None, detail: str = ""
) -> Script[Deployment]:
    """Ask for a territory and a number of armies, and deploy them.

    Args:
        state: the state, changed by the answer.
        owner: whose territories and armies.
        most: armies left to deploy.
        rule: id of the rule.
        asked: the seat that is asked, if not the owner.
        detail: the source of the armies, as text.
    """
    put_down = yield from _question(state, owner, most, rule, asked=asked, detail=detail)
    state.holdings[put_down.place].armies += put_down.count
    return put_down


def put_first(state: TerritoryState, seat: str, most: int, rule: str) -> Script[None]:
    """Ask for territories for starting armies, or spread all that are left; they leave the seat's supply.

    Args:
        state: the state, changed by the answer.
        seat: whose territories and armies.
        most: armies that may be deployed at once.
        rule: id of the rule.
    """
    left = state.supply[seat]
    asked = _question(
        state,
        seat,
        most,
        rule,
        detail=f"{state.many(left)} left to place.",
        offers=(Offer(SPREAD, seat, "Spread evenly"),),
    )
    answer = yield from Interruptible(asked)
    if isinstance(answer, Interruption):
        spread_evenly(state, seat, left)
        text = f"{state.player(seat)} spreads {state.many(left)} evenly."
        yield from Report(text, seat=seat, rules=(rule,))
        return
    state.holdings[answer.place].armies += answer.count
    state.supply[seat] -= answer.count


def spread_evenly(state: TerritoryState, seat: str, armies: int) -> None:
    """Deploy armies from a seat's supply one by one to its territory with the fewest, in board order."""
    held = state.held(seat)
    for _ in range(armies):
        state.holdings[min(held, key=lambda place: state.holdings[place].armies)].armies += 1
    state.supply[seat] -= armies


def _question(
    state: TerritoryState,
    owner: str,
    most: int,
    rule: str,
    *,
    asked: str | None = None,
    detail: str = "",
    offers: tuple[Offer, ...] = (),
) -> Deploy:
    return Deploy(
        seat=asked or owner,
        prompt=f"Put {state.many(most)} of {state.player(owner)}"
        if asked
        else f"Put {state.many(most)} on the board",
        detail=detail,
        rules=(rule,),
        allowed=state.held(owner),
        denied=not_own(state, owner, rule),
        most=most,
        offers=offers,
    )
