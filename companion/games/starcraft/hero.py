"""Heroes: placement, redeployment, and moves with units (SC-HER-1 to SC-HER-4)."""

from companion.games.starcraft import abilities
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.deployment import not_own
from companion.referee.interruptions import Interruptible, Interruption
from companion.referee.questions import Confirm, Pick, PickOrEnd
from companion.referee.script import Report, Script


def place_heroes(state: StarcraftState) -> Script[None]:
    """SC-HER-1: in turn order, each player puts a hero on one of their territories."""
    for seat in state.order:
        if state.heroes[seat] is None and state.held(seat):
            state.heroes[seat] = yield from Pick(
                seat=seat,
                prompt=f"Where does {state.faction(seat).hero} stand?",
                detail="On a territory of your own: a hero always stands with units.",
                rules=("SC-HER-1", "SC-SET-B" if state.mode == "basic training" else "SC-SET-C"),
                allowed=state.held(seat),
                denied=not_own(state, seat, "SC-HER-1"),
            )


def redeploy(state: StarcraftState) -> Script[None]:
    """SC-RNF-6, SC-HER-4: a fallen hero may return to any territory of its owner."""
    seat = state.mover.id
    while not state.facts.hero_asked and state.heroes[seat] is None:
        place = yield from Interruptible(
            PickOrEnd(
                seat=seat,
                prompt=f"{state.faction(seat).hero} returns where?",
                detail="Fallen since your last turn.",
                rules=("SC-HER-4", "SC-RNF-6"),
                allowed=state.held(seat),
                denied=not_own(state, seat, "SC-HER-4"),
                end="Not this turn",
                offers=abilities.offers(state),
            )
        )
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
        yield from Report(
            f"{state.faction(owner).hero} falls in {state.name(place)}.", seat=owner, rules=("SC-HER-4",)
        )


def follow(state: StarcraftState) -> Script[None]:
    """SC-HER-1: let the hero follow moved units, or stay."""
    seat = state.mover.id
    if state.facts.follows is None:
        return
    origin, target = state.facts.follows
    goes = yield from Confirm(
        seat=seat,
        prompt=f"Does {state.faction(seat).hero} go along?",
        detail=f"From {state.name(origin)} to {state.name(target)}.",
        rules=("SC-HER-1",),
        yes="Goes along",
        no="Stays",
        focus=(origin, target),
    )
    state.facts.follows = None
    if goes and stands_at(state, seat, origin):
        state.heroes[seat] = target
