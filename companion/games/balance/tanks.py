"""The optional rule for tanks: forming a tank from five troops, and trading it back."""

from collections.abc import Callable

from companion.games.balance.state import TROOPS_OF_A_TANK, BalanceState
from companion.games.territory.maneuver import Moved
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import END, Choose, Count, Option, Pick
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

TRADED_FOR = {"three": 3, "five": 5}
FORM = "form"
TRADE = "trade"


def tank_yard(state: BalanceState) -> Script[None]:
    """BP-TNK: form tanks and trade them for troops any number of times in the movement phase."""
    while state.house.tanks == "yes" and (_trade_places(state) or _tanks(state)):
        chosen = yield from _choose(state)
        if chosen == END:
            return
        yield from (_form(state) if chosen == FORM else _trade(state))


def _trade_places(state: BalanceState) -> tuple[str, ...]:
    return tuple(
        place for place in state.held(state.mover.id) if state.holdings[place].armies > TROOPS_OF_A_TANK
    )


def _tanks(state: BalanceState) -> tuple[str, ...]:
    return tuple(place for place in state.held(state.mover.id) if state.tanks.get(place))


def _choose(state: BalanceState) -> Choose:
    worth = TRADED_FOR[state.house.tank_worth]
    return Choose(
        seat=state.active,
        prompt=gettext("Tanks: form or trade?"),
        detail=gettext("They add 1 to battles next to them."),
        rules=("BP-TNK", "BP-A17"),
        options=(
            Option(END, gettext("Go on")),
            Option(
                FORM,
                gettext("5 troops make a tank"),
                ruling=_may(_trade_places(state), gettext("No territory has 6 troops.")),
            ),
            Option(
                TRADE,
                gettext("A tank for {troops}", troops=state.many(worth)),
                ruling=_may(_tanks(state), gettext("You have no tank.")),
            ),
        ),
    )


def _may(places: tuple[str, ...], text: str) -> Ruling:
    return ALLOWED if places else refuse("BP-TNK", text)


def _form(state: BalanceState) -> Script[None]:
    place = yield from _pick(
        state,
        gettext("Form a tank where?"),
        _trade_places(state),
        lambda name: gettext("{place} needs 6 troops of yours.", place=name),
    )
    state.holdings[place].armies -= TROOPS_OF_A_TANK
    state.tanks[place] = state.tanks.get(place, 0) + 1
    yield from _report(state, gettext("Five troops in {place} are a tank.", place=state.name(place)))


def _trade(state: BalanceState) -> Script[None]:
    """BP-A17: trade a tank, formed from five troops, for three, or for five by house rule."""
    place = yield from _pick(
        state,
        gettext("Trade a tank where?"),
        _tanks(state),
        lambda name: gettext("{place} has no tank of yours.", place=name),
    )
    worth = TRADED_FOR[state.house.tank_worth]
    _remove(state, place, 1)
    state.holdings[place].armies += worth
    state.troop_pile[state.mover.id] += TROOPS_OF_A_TANK - worth
    yield from _report(
        state,
        gettext("A tank in {place} becomes {troops}.", place=state.name(place), troops=state.many(worth)),
    )


def _pick(state: BalanceState, prompt: str, allowed: tuple[str, ...], text: Callable[[str], str]) -> Pick:
    denied = {
        place: refuse("BP-TNK", text(state.name(place))) for place in state.holdings if place not in allowed
    }
    return Pick(seat=state.active, prompt=prompt, rules=("BP-TNK",), allowed=allowed, denied=denied)


def go_along(state: BalanceState, moved: Moved) -> Script[None]:
    """BP-TNK: ask how many tanks move with the troops of a maneuver."""
    here = state.tanks.get(moved.origin, 0)
    if not here:
        return
    tanks = yield from Count(
        seat=state.active,
        prompt=gettext("How many tanks go to {place}?", place=state.name(moved.target)),
        rules=("BP-TNK",),
        least=0,
        most=here,
        suggested=here,
        unit=gettext("tanks"),
        focus=(moved.origin, moved.target),
    )
    if tanks:
        _remove(state, moved.origin, tanks)
        state.tanks[moved.target] = state.tanks.get(moved.target, 0) + tanks
        yield from _report(
            state, ngettext("{count} tank moves with them.", "{count} tanks move with them.", tanks)
        )


def _remove(state: BalanceState, place: str, tanks: int) -> None:
    state.tanks[place] -= tanks
    if not state.tanks[place]:
        del state.tanks[place]


def _report(state: BalanceState, text: str) -> Script[None]:
    yield from Report(text, seat=state.active, rules=("BP-TNK", "BP-A17"))
