"""Deploys armies from a supply to your own territories."""

from collections.abc import Iterable, Sequence

from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Deploy, Deployment, Offer
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

SPREAD = "spread"
"""The offer that spreads all starting armies of a seat evenly over its territories."""


def not_own(state: TerritoryState, owner: str, rule: str) -> Refusals:
    """Refuse every territory that this owner does not hold."""

    def judge(place: str) -> Ruling:
        instead = gettext("Choose a territory of {player}.", player=state.player(owner))
        return refuse(rule, state.belongs(place), instead=instead)

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
        detail=gettext("{armies} left to place.", armies=state.many(left)) if left > most else "",
        offers=(Offer(SPREAD, seat, gettext("Spread evenly")),),
    )
    answer = yield from asked.or_offer()
    if isinstance(answer, Interruption):
        spread_evenly(state, seat, left)
        text = gettext(
            "{player} spreads {armies} evenly.", player=state.player(seat), armies=state.many(left)
        )
        yield from Report(text, seat=seat, rules=(rule,))
        return
    state.holdings[answer.place].armies += answer.count
    state.supply[seat] -= answer.count


def next_to_put(state: TerritoryState, order: Iterable[str], *, at_once: bool) -> str:
    """Return the first seat in order with the most armies left; if all at once, the first with any left."""
    placing = (seat for seat in order if state.holds_land(seat))
    return max(placing, key=lambda seat: bool(state.supply[seat]) if at_once else state.supply[seat])


def put_rest(state: TerritoryState, order: Sequence[str], rule: str, *, at_once: bool) -> Script[None]:
    """Have the starting armies put that are left: one by one, most left first, or each seat's at once.

    Args:
        state: the state, changed by the answers.
        order: the seats, as they are asked.
        rule: id of the rule.
        at_once: whether each seat puts all of its armies before the next.
    """
    while any(state.supply.values()):
        seat = next_to_put(state, order, at_once=at_once)
        yield from put_first(state, seat, state.supply[seat] if at_once else 1, rule)


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
        prompt=gettext("Put {armies} of {player}", armies=state.many(most), player=state.player(owner))
        if asked
        else gettext("Place {troops}", troops=state.many(most)),
        detail=detail,
        rules=(rule,),
        allowed=state.held(owner),
        denied=not_own(state, owner, rule),
        most=most,
        offers=offers,
    )
