"""Transfer of command in Team Play (SC-TEAM, SC-A9)."""

from companion.games.starcraft import abilities
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.rewards import lose_tower
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Confirm, Pick, PickOrEnd
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script


def transfer(state: StarcraftState) -> Script[None]:
    """SC-TEAM: take over an ally's territory with exactly one unit, if the ally agrees; once a turn."""
    seat, facts = state.mover.id, state.facts
    while state.mode == "team play" and not facts.commanded:
        within = _within_command(state, seat)
        place = (yield from _ask(state, seat, within)) if within else None
        if isinstance(place, Interruption):
            yield from abilities.play(state, place.offer)
            continue
        facts.commanded = place is None
        if place is not None and (yield from _agrees(state, seat, place)):
            yield from _take_over(state, seat, place)


def _within_command(state: StarcraftState, seat: str) -> tuple[str, ...]:
    """SC-A9: return the possible territories; no ally gives its last one, and the seat must spare a unit."""
    if state.house.command == "from reinforcements" and not _transferable(state, seat):
        return ()
    return tuple(
        place
        for ally in state.allies(seat)
        for place in state.held(ally)
        if state.holdings[place].armies == 1 and len(state.held(ally)) > 1
    )


def _ask(state: StarcraftState, seat: str, within: tuple[str, ...]) -> Script[str | Interruption | None]:
    denied = {place: _not_within(state, seat, place) for place in state.holdings if place not in within}
    return PickOrEnd(
        seat=seat,
        prompt=gettext("Take command of an ally's territory?"),
        detail=gettext("One a turn, with exactly one unit. Your ally must agree."),
        rules=("SC-TEAM", "SC-A9", "SC-A23"),
        allowed=within,
        denied=denied,
        end=gettext("No transfer"),
        offers=abilities.offers(state),
    ).or_offer()


def _not_within(state: StarcraftState, seat: str, place: str) -> Ruling:
    holding = state.holdings[place]
    if holding.owner not in state.allies(seat):
        return refuse("SC-TEAM", "{place} does not belong to an ally.", place=state.name(place))
    if holding.armies > 1:
        return refuse(
            "SC-TEAM",
            "{place} has {units}; it must be exactly one.",
            place=state.name(place),
            units=state.many(holding.armies),
        )
    return refuse(
        "SC-A9",
        "{place} is the last territory of {player}.",
        place=state.name(place),
        player=state.player(holding.owner),
    )


def _agrees(state: StarcraftState, seat: str, place: str) -> Confirm:
    ally = str(state.holdings[place].owner)
    return Confirm(
        seat=ally,
        prompt=gettext("{player}: give {place}?", player=state.player(ally), place=state.name(place)),
        detail=gettext(
            "To {player}. A base stays; a tower and a hero there are lost to you.", player=state.player(seat)
        ),
        rules=("SC-TEAM", "SC-A9"),
        yes=gettext("Agree"),
        no=gettext("Keep it"),
    )


def _take_over(state: StarcraftState, seat: str, place: str) -> Script[None]:
    """SC-A9: replace the unit by your own; this is no conquest and counts as held from the start."""
    ally = str(state.holdings[place].owner)
    if state.house.command == "from reinforcements":
        origin = yield from _pick_unit(state, seat)
        state.holdings[origin].armies -= 1
    if state.heroes.get(ally) == place:
        state.heroes[ally] = None
    lose_tower(state.towers, place)
    state.holdings[place].owner = seat
    state.objectives.before += (place,)
    state.facts.commanded = True
    text = gettext("{player} takes command of {place}.", player=state.player(seat), place=state.name(place))
    yield from Report(text, seat=seat, rules=("SC-TEAM", "SC-A9"))


def _transferable(state: StarcraftState, seat: str) -> tuple[str, ...]:
    deployed = state.facts.deployed
    return tuple(p for p in state.held(seat) if deployed.get(p) and state.holdings[p].armies > 1)


def _pick_unit(state: StarcraftState, seat: str) -> Pick:
    spare = _transferable(state, seat)
    return Pick(
        seat=seat,
        prompt=gettext("Take the unit from where?"),
        detail=gettext("One that was deployed this turn."),
        rules=("SC-A9",),
        allowed=spare,
        denied=Refusals(state.holdings, spare, lambda place: _none_deployed(state, place)),
    )


def _none_deployed(state: StarcraftState, place: str) -> Ruling:
    return refuse("SC-A9", "No unit that was deployed this turn can leave {place}.", place=state.name(place))
