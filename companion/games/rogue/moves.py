"""Moving a squad: which one, who of it, and where to."""

from collections import Counter

from companion.games.rogue import cards, movement, units
from companion.games.rogue.deck import Window
from companion.games.rogue.effects import settle
from companion.games.rogue.state import TANK, RogueState
from companion.games.rogue.victory import claim
from companion.referee.questions import Choose, Interruptible, Interruption, Option, PickOrEnd
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Report, Script

GO = "+go"


def moments(state: RogueState) -> tuple[Window, ...]:
    """Return which moments it is before a squad moves; steps that do not happen take no time."""
    if state.plays("advanced") and state.flying(state.mover.id):
        return ("after dogfight", "squad")
    return ("after draw", "aircraft", "after aircraft", "after dogfight", "squad")


def march(state: RogueState) -> Script[None]:
    """RG-MOV-1: move one squad, or none."""
    yield from settle(state)
    seat = state.mover.id
    while state.now.moves > 0 and not state.winners:
        if not state.zones_of(seat) and not cards.offers(state, seat):
            return
        origin = yield from Interruptible(
            PickOrEnd(
                seat=seat,
                prompt="Move which squad?",
                rules=("RG-MOV-1",),
                allowed=state.zones_of(seat),
                denied=_not_own(state),
                end="Move nobody",
                offers=cards.offers(state, seat),
            )
        )
        if isinstance(origin, Interruption):
            yield from cards.play(state, seat, moments(state), origin.offer)
            yield from settle(state)
        elif origin is None:
            return
        else:
            yield from _march_from(state, origin)


def _not_own(state: RogueState) -> dict[str, Ruling]:
    return {
        zone: refuse("RG-MOV-1", f"{state.name(zone)} holds a squad of {state.seat(squad.owner).name}.")
        for zone, squad in state.squads.items()
        if squad.owner != state.active
    }


def _march_from(state: RogueState, origin: str) -> Script[None]:
    moving = yield from who_moves(state, origin, ("RG-MOV-2",))
    allowed, denied = movement.reach(state, _march_of(state, origin, moving))
    target = yield from PickOrEnd(
        seat=state.active,
        prompt=f"Move from {state.name(origin)} to where?",
        detail="On this tile, or the first zone of the next",
        rules=("RG-MOV-3", "RG-MOV-4"),
        allowed=allowed,
        denied=denied,
        end="Another squad",
    )
    if target is None:
        return
    joins = target in state.squads
    units.move(state, origin, target, moving)
    state.now.moves -= 1
    yield from Report(
        f"{state.mover.name} moves {sum(moving.values())} to {state.name(target)}.",
        seat=state.active,
        rules=("RG-MOV-3", *(("RG-A4",) if joins else ())),
    )
    yield from _tell_tank(state, target)
    yield from claim(state)


def _march_of(state: RogueState, origin: str, moving: Counter[str]) -> movement.March:
    return movement.March(state.mover.id, origin, sum(moving.values()), moving[TANK])


def _tell_tank(state: RogueState, target: str) -> Script[None]:
    near = movement.slowing(state, state.mover.id, target)
    if near is not None:
        yield from Report(
            f"The tank in {state.name(near)} stops the squad.", seat=state.active, rules=("RG-TNK-6",)
        )


def who_moves(
    state: RogueState, zone: str, cited: tuple[str, ...], may: tuple[str, ...] | None = None
) -> Script[Counter[str]]:
    """RG-MOV-2: all that may go, or some stay behind; at least one goes.

    Args:
        state: the game.
        zone: where they are.
        cited: the rules the question comes from.
        may: kinds of unit that may go; all of them by default.
    """
    squad = state.squads[zone]
    everybody = units.counted(squad)
    moving = Counter({kind: number for kind, number in everybody.items() if may is None or kind in may})
    while sum(moving.values()) > 1:
        chosen = yield from Choose(
            seat=squad.owner,
            prompt="Does anybody stay behind?",
            detail="Going: " + ", ".join(_named(moving)),
            rules=cited,
            options=(
                Option(GO, "These go"),
                *(Option(kind, f"{units.called(kind)} stays") for kind in moving),
            ),
        )
        if chosen == GO:
            break
        moving -= Counter({chosen: 1})
    return moving


def _named(moving: Counter[str]) -> list[str]:
    return [f"{number} {units.called(kind)}" for kind, number in moving.items()]
