"""Heroes: placement, redeployment, and moves with units (SC-HER-1 to SC-HER-4)."""

from companion.games.starcraft import abilities
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.deployment import not_own
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Confirm, Pick, PickOrEnd
from companion.referee.script import Report, Script


def place_heroes(state: StarcraftState) -> Script[None]:
    """SC-HER-1: in turn order, each player puts a hero on one of their territories."""
    for seat in state.order:
        if state.heroes[seat] is None and state.holds_land(seat):
            state.heroes[seat] = yield from Pick(
                seat=seat,
                prompt=gettext("Where does {hero} stand?", hero=state.faction(seat).hero),
                detail=gettext("On a territory of your own: a hero always stands with units."),
                rules=("SC-HER-1", "SC-SET-B" if state.mode == "basic training" else "SC-SET-C"),
                allowed=state.held(seat),
                denied=not_own(state, seat, "SC-HER-1"),
            )


def redeploy(state: StarcraftState) -> Script[None]:
    """SC-RNF-6, SC-HER-4: a fallen hero may return to any territory of its owner."""
    seat = state.mover.id
    while not state.facts.hero_asked and state.heroes[seat] is None:
        place = yield from PickOrEnd(
            seat=seat,
            prompt=gettext("{hero} returns where?", hero=state.faction(seat).hero),
            detail=gettext("Fallen since your last turn."),
            rules=("SC-HER-4", "SC-RNF-6"),
            allowed=state.held(seat),
            denied=not_own(state, seat, "SC-HER-4"),
            end=gettext("Not this turn"),
            offers=abilities.offers(state),
        ).or_offer()
        if isinstance(place, Interruption):
            yield from abilities.play(state, place.offer)
        else:
            state.heroes[seat], state.facts.hero_asked = place, True


def stands_at(state: StarcraftState, seat: str | None, place: str) -> bool:
    """Return whether a seat's hero stands on a territory."""
    return seat is not None and state.heroes.get(seat) == place


def fall(state: StarcraftState, owner: str | None, place: str) -> Script[None]:
    """SC-HER-4: a hero falls with the last unit of its territory."""
    if owner is not None and stands_at(state, owner, place):
        state.heroes[owner] = None
        text = gettext("{hero} falls in {place}.", hero=state.faction(owner).hero, place=state.name(place))
        yield from Report(text, seat=owner, rules=("SC-HER-4",))


def follow(state: StarcraftState) -> Script[None]:
    """SC-HER-1: let the hero follow moved units, or stay."""
    seat = state.mover.id
    if state.facts.follows is None:
        return
    origin, target = state.facts.follows
    goes = yield from Confirm(
        seat=seat,
        prompt=gettext("Does {hero} go along?", hero=state.faction(seat).hero),
        detail=gettext("From {place} to {other}.", place=state.name(origin), other=state.name(target)),
        rules=("SC-HER-1",),
        yes=gettext("Goes along"),
        no=gettext("Stays"),
        focus=(origin, target),
    )
    state.facts.follows = None
    if goes and stands_at(state, seat, origin):
        state.heroes[seat] = target
