"""Moving a squad: choice of squad, units and target zone."""

from collections import Counter

from companion.games.rogue import cards, movement, units
from companion.games.rogue.deck import Window
from companion.games.rogue.effects import resolve_pending
from companion.games.rogue.state import TANK, RogueState
from companion.games.rogue.victory import check_victory
from companion.locale.messages import gettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Option, PickOrEnd
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Report, Script

GO = "+go"


def current_windows(state: RogueState) -> tuple[Window, ...]:
    """Return the current windows before a squad moves; steps that do not happen are skipped."""
    if state.plays("advanced") and state.flying(state.mover.id):
        return ("after dogfight", "squad")
    return ("after draw", "aircraft", "after aircraft", "after dogfight", "squad")


def move_step(state: RogueState) -> Script[None]:
    """RG-MOV-1: move one squad or none."""
    yield from resolve_pending(state)
    seat = state.mover.id
    while state.facts.moves > 0 and not state.winners:
        if not state.zones_of(seat) and not cards.offers(state, seat):
            return
        origin = yield from PickOrEnd(
            seat=seat,
            prompt=gettext("Move which squad?"),
            rules=("RG-MOV-1",),
            allowed=state.zones_of(seat),
            denied=_not_own(state),
            end=gettext("Move nobody"),
            offers=cards.offers(state, seat),
        ).or_offer()
        if isinstance(origin, Interruption):
            yield from cards.play(state, seat, current_windows(state), origin.offer)
            yield from resolve_pending(state)
        elif origin is None:
            return
        else:
            yield from _move_from(state, origin)


def _not_own(state: RogueState) -> dict[str, Ruling]:
    return {
        zone: refuse(
            "RG-MOV-1",
            "{zone} holds a squad of {player}.",
            zone=state.name(zone),
            player=state.seat(squad.owner).name,
        )
        for zone, squad in state.squads.items()
        if squad.owner != state.active
    }


def _move_from(state: RogueState, origin: str) -> Script[None]:
    moving = yield from choose_movers(state, origin, ("RG-MOV-2",))
    planned = movement.Move(state.mover.id, origin, sum(moving.values()), moving[TANK])
    allowed = movement.reach(state, planned)
    target = yield from PickOrEnd(
        seat=state.active,
        prompt=gettext("Move to where?"),
        detail=gettext("On this tile, or the first zone of the next"),
        rules=("RG-MOV-3", "RG-MOV-4"),
        allowed=allowed,
        denied=movement.refusals(state, planned, allowed),
        end=gettext("Another squad"),
        focus=(origin,),
    )
    if target is None:
        return
    joins = target in state.squads
    units.move(state, origin, target, moving)
    state.facts.moves -= 1
    text = gettext(
        "{player} moves {count} to {zone}.",
        player=state.mover.name,
        count=sum(moving.values()),
        zone=state.name(target),
    )
    yield from Report(text, seat=state.active, rules=("RG-MOV-3", *(("RG-A4",) if joins else ())))
    yield from _report_tank(state, target)
    yield from check_victory(state)


def _report_tank(state: RogueState, target: str) -> Script[None]:
    near = movement.stopping_tank(state, state.mover.id, target)
    if near is not None:
        text = gettext("The tank in {zone} stops the squad.", zone=state.name(near))
        yield from Report(text, seat=state.active, rules=("RG-TNK-6",))


def choose_movers(
    state: RogueState, zone: str, cited: tuple[str, ...], may: tuple[str, ...] | None = None
) -> Script[Counter[str]]:
    """RG-MOV-2: ask for the units that move; at least one must move.

    Args:
        state: the game.
        zone: their zone.
        cited: the rules of the question.
        may: kinds of unit that may move; all of them by default.
    """
    squad = state.squads[zone]
    everybody = units.unit_counts(squad)
    moving = Counter({kind: number for kind, number in everybody.items() if may is None or kind in may})
    while sum(moving.values()) > 1:
        chosen = yield from Choose(
            seat=squad.owner,
            prompt=gettext("Who stays behind?"),
            detail=gettext("Going: {units}", units=units.in_words(moving)),
            rules=cited,
            focus=(zone,),
            options=(
                Option(GO, gettext("These go"), count=sum(moving.values())),
                *(
                    Option(kind, gettext("{unit} stays", unit=units.unit_label(kind)), count=number)
                    for kind, number in moving.items()
                ),
            ),
        )
        if chosen == GO:
            break
        moving -= Counter({chosen: 1})
    return moving
