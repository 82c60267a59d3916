"""Determines the Losing Player by a chain of tie-breakers that ends with a die roll."""

from collections.abc import Iterable

from companion.games.balance import rules
from companion.games.balance.state import BalanceState
from companion.locale.messages import gettext, ngettext
from companion.referee.dice import DicePool
from companion.referee.questions import Roll
from companion.referee.script import Report, Script


def losing_player(state: BalanceState, among: Iterable[str] | None = None) -> Script[str]:
    """BP-LOSE: return the lowest of some players, by default of all still in play; tied players roll."""
    tied = rules.lowest(state, among or tuple(seat.id for seat in state.playing()))
    while len(tied) > 1:
        tied = yield from _roll_off(state, tied)
    return tied[0]


def losing_as_the_turn_began(state: BalanceState) -> Script[str]:
    """BP-A10: return the Losing Player at the start of the turn; determine it once and store it."""
    if state.facts.losing is None:
        state.facts.losing = yield from losing_player(state)
        text = gettext("{player} is the Losing Player.", player=state.player(state.facts.losing))
        yield from Report(text, seat=state.facts.losing, rules=("BP-LOSE", "BP-NEU-1", "BP-A2", "BP-A10"))
    return state.facts.losing


def _roll_off(state: BalanceState, tied: tuple[str, ...]) -> Script[tuple[str, ...]]:
    claimed, cards, troops = rules.standing(state, tied[0])
    rolled = yield from Roll(
        prompt=gettext("All even: each rolls a die"),
        detail=gettext(
            "{count} territories and cities, {cards}, {troops} each. Lowest is losing.",
            count=claimed,
            cards=ngettext("{count} card", "{count} cards", cards),
            troops=ngettext("{count} troop", "{count} troops", troops),
        ),
        rules=("BP-LOSE", "BP-A2"),
        pools=tuple(DicePool(seat, seat, 1, 1, title=state.player(seat)) for seat in tied),
    )
    low = min(rolled[seat] for seat in tied)
    return tuple(seat for seat in tied if rolled[seat] == low)
