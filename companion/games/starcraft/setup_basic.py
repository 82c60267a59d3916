"""The starting units of Basic Training: entered on the map, dealt, or from a known chart (SC-SET-B)."""

from companion.errors import BrokenFile
from companion.games.starcraft import charts, rules
from companion.games.starcraft.library import keep_chart
from companion.games.starcraft.setup_command import claim
from companion.games.starcraft.setup_match import place_bases
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.claiming import free_places, take
from companion.games.territory.deployment import spread_evenly
from companion.locale.messages import gettext
from companion.referee.questions import Choose, Confirm, Count, Deploy, Option, Shuffle
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

ON_THE_MAP = "on the map"
DEAL = "deal"
KNOWN = "known"
SAVED = "saved "
MAX_UNITS = 60


def set_up_chart(state: StarcraftState) -> Script[None]:
    """SC-SET-B: place units and bases; the printed numbers are lost, so the table chooses how."""
    if not state.chart:
        state.chart = yield from _choose_chart(state)
    if not any(state.supply.values()) and not any(holding.owner for holding in state.holdings.values()):
        yield from _count_units(state)
    if state.chart == DEAL:
        yield from _deal(state)
        yield from place_bases(state, "SC-SET-B")
    elif state.chart == ON_THE_MAP:
        yield from _enter(state)
        yield from place_bases(state, "SC-SET-B")
        yield from _offer_to_keep(state)
    yield from claim(state)


def _choose_chart(state: StarcraftState) -> Choose:
    players = len(state.seats)
    options = [
        Option(ON_THE_MAP, gettext("Enter the chart"), gettext("Tap its numbers on the map.")),
        Option(DEAL, gettext("Even random deal"), gettext("A house choice: same units for all.")),
    ]
    if players in charts.KNOWN:
        options.append(
            Option(
                KNOWN,
                gettext("The known {count}-player chart", count=players),
                gettext("A house choice; one unit unsure."),
            )
        )
    options += [
        Option(SAVED + name, _title(state, name), gettext("Saved at this table."))
        for name, text in state.charts.items()
        if charts.fits(state, text)
    ]
    return Choose(
        prompt=gettext("Where do the starting units stand?"),
        detail=gettext("The companion does not know the printed chart."),
        rules=("SC-SET-B",),
        options=tuple(options),
    )


def _count_units(state: StarcraftState) -> Script[None]:
    """SC-SET-B: ask for the number of units, which is equal for all colours of a chart."""
    usual = rules.starting_units(state)
    text = charts.KNOWN[len(state.seats)] if state.chart == KNOWN else state.charts.get(_name(state), "")
    if text:
        units = max(sum(share.units.values()) for share in charts.read_chart(text).values())
        charts.set_up(state, text, units)
        state.units_each = units
        return
    units = yield from Count(
        prompt=gettext("How many units each?"),
        detail=gettext(
            "The same for each; with {count} players usually {usual}.", count=len(state.seats), usual=usual
        ),
        rules=("SC-SET-B",),
        least=-(-len(state.holdings) // len(state.seats)),
        most=MAX_UNITS,
        suggested=usual,
        unit=gettext("units"),
    )
    state.units_each = units
    state.supply = dict.fromkeys(state.order, units)


def _name(state: StarcraftState) -> str:
    return state.chart.removeprefix(SAVED)


# --- an even deal -----------------------------------------------------------------------------------------


def _deal(state: StarcraftState) -> Script[None]:
    free = free_places(state)
    if not free:
        return
    dealt = yield from Shuffle(
        prompt=gettext("Deal the territory cards"),
        detail=gettext(
            "In turn, {player} first. The companion can deal for you.", player=state.player(state.order[0])
        ),
        rules=("SC-SET-B",),
        items=free,
    )
    for place in dealt:
        take(state, place, min(state.order, key=lambda seat: len(state.held(seat))))
    for seat in state.order:
        spread_evenly(state, seat, state.supply[seat])
    yield from Report(gettext("The territories are dealt, units spread evenly."), rules=("SC-SET-B",))


# --- a chart entered on the map ---------------------------------------------------------------------------


def _enter(state: StarcraftState) -> Script[None]:
    for seat in state.order:
        while left := state.supply[seat]:
            yield from _enter_one(state, seat, left)


def _enter_one(state: StarcraftState, seat: str, left: int) -> Script[None]:
    """Ask for one territory of one colour, and show the total of that colour."""
    free = free_places(state)
    must = max(0, len(free) - sum(state.supply[other] for other in _after(state, seat)))
    own = state.held(seat) if left > must else ()
    may_claim = len(free) > len(_after(state, seat))
    allowed = tuple(p for p in state.holdings if p in own or (may_claim and p in free)) or (own or free)
    down = yield from Deploy(
        seat=seat,
        prompt=gettext("{player}: units of the chart", player=state.player(seat)),
        # Translators: units stand on the board already; territories are free.
        detail=gettext(
            "{count} of {total} units stand; free territories: {free}.",
            count=state.armies(seat),
            total=state.armies(seat) + left,
            free=len(free),
        ),
        rules=("SC-SET-B",),
        allowed=allowed,
        denied=Refusals(state.holdings, allowed, lambda place: _not_there(state, place, must)),
        most=max(1, min(left, left - must + (0 if own else 1))),
    )
    holding = state.holdings[down.place]
    holding.owner, holding.armies = seat, holding.armies + down.count
    state.supply[seat] -= down.count


def _after(state: StarcraftState, seat: str) -> tuple[str, ...]:
    return state.order[state.order.index(seat) + 1 :]


def _not_there(state: StarcraftState, place: str, must: int) -> Ruling:
    owner = state.holdings[place].owner
    if owner is None:
        return refuse("SC-SET-B", "Every colour after this one needs a territory, too.")
    if must:
        return refuse("SC-SET-B", "{count} of the free territories must be taken first.", count=must)
    return refuse(
        "SC-SET-B", "{place} belongs to {player}.", place=state.name(place), player=state.player(owner)
    )


def _offer_to_keep(state: StarcraftState) -> Script[None]:
    """SC-SET-B: offer to save an entered chart for other games, if it has a base for every player."""
    if state.keep_chart is not None or not all(seat in state.bases for seat in state.order):
        return
    state.keep_chart = yield from Confirm(
        prompt=gettext("Save this chart for other games?"),
        detail=gettext("It can then be picked whenever {count} play.", count=len(state.seats)),
        rules=("SC-SET-B",),
        yes=gettext("Save"),
        no=gettext("Do not save"),
    )
    if state.keep_chart:
        yield from _keep(state)


def _new_name(state: StarcraftState) -> str:
    """Return the name under which this game's chart is saved."""
    return f"Chart for {len(state.seats)}"


def _title(state: StarcraftState, name: str) -> str:
    """Return what players read for a saved chart; one that they named themselves has that name."""
    return gettext("Chart for {count}", count=len(state.seats)) if name == _new_name(state) else name


def _keep(state: StarcraftState) -> Script[None]:
    name = _new_name(state)
    try:
        keep_chart(name, charts.write_chart(state))
    except (OSError, BrokenFile) as error:
        yield from Report(gettext("The chart could not be saved: {error}", error=error), rules=("SC-SET-B",))
    else:
        yield from Report(gettext("{chart} is saved.", chart=_title(state, name)), rules=("SC-SET-B",))
