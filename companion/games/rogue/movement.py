"""Movement: reachable zones, and reasons for the others (RG-MOV-3 to RG-MOV-6, RG-TNK-5, RG-TNK-6).

A path stays on the squad's tile and ends at the latest in the first zone of the next tile. To find the rule
that blocks a zone, the search omits one rule after another: if the zone becomes reachable without a rule,
that rule is the reason.
"""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from companion.games.rogue.battlefield import Zone
from companion.games.rogue.state import SQUAD, TANK, RogueState
from companion.locale.messages import gettext, gettext_noop, listed
from companion.referee.ruling import Reason, Refusals, Ruling, objection

TANK_BANS = ("building", "woods", "rocky", "bridge")


class Move(Struct, frozen=True):
    """A planned move of units.

    Attributes:
        seat: their owner.
        origin: the zone that they leave.
        units: number of units.
        tanks: number of tanks among them.
        steps: maximum number of zones, if there is a limit.
        stay: whether they must stay on their tile.
        slowed: whether adjacent enemy tanks stop them.
    """

    seat: str
    origin: str
    units: int
    tanks: int
    steps: int = 99
    stay: bool = False
    slowed: bool = True


class Obstacles(Struct, frozen=True):
    """The rules that apply; the search omits one to find what it blocks."""

    water: bool = True
    enemies: bool = True
    terrain: bool = True
    slow: bool = True


ALL = Obstacles()
RELAXATIONS = (
    (
        Obstacles(slow=False),
        "RG-TNK-6",
        gettext_noop("An enemy tank next door stops the squad on the way: {zone}."),
    ),
    (Obstacles(enemies=False), "RG-MOV-6", gettext_noop("Enemy units are in the way: {zone}.")),
    (Obstacles(terrain=False), "RG-TNK-5", gettext_noop("The ground on the way is closed to tanks: {zone}.")),
    (Obstacles(water=False), "RG-MOV-5", gettext_noop("Only water leads there: {zone}.")),
    (
        Obstacles(False, False, False, False),
        "RG-MOV-6",
        gettext_noop("More than one thing is in the way: {zone}."),
    ),
)
"""The conditions to omit one after another, and the meaning of each attempt."""


def reach(state: RogueState, planned: Move) -> tuple[str, ...]:
    """Return the zones in which the units can end their move."""
    arrived = _reachable(state, planned, ALL)
    return tuple(
        zone.id
        for zone in state.ground.zones.values()
        if zone.id in arrived
        and not any(_entry_reasons(state, planned, zone))
        and not any(_stop_reasons(state, planned, zone))
    )


def refusals(state: RogueState, planned: Move, allowed: tuple[str, ...]) -> Refusals:
    """Return a ruling for each zone in which the units cannot end their move."""
    return Refusals(state.ground.zones, allowed, lambda zone: judge(state, planned, zone))


def judge(state: RogueState, planned: Move, target: str) -> Ruling:
    """Judge one destination."""
    zone = state.ground.zone(target)
    if target == planned.origin:
        return Ruling(
            False, (objection("RG-MOV-1", "The squad stands in {zone} already.", zone=gettext(zone.name)),)
        )
    reasons = [*_entry_reasons(state, planned, zone), *_stop_reasons(state, planned, zone)]
    if not reasons and target not in _reachable(state, planned, ALL):
        reasons = [_obstacle(state, planned, zone)]
    return Ruling.from_reasons(reasons)


def _obstacle(state: RogueState, planned: Move, zone: Zone) -> Reason:
    for obstacles, rule, text in RELAXATIONS:
        if zone.id in _reachable(state, planned, obstacles):
            return Reason(rule, gettext(text, zone=gettext(zone.name)))
    return _distance_reason(state, planned, zone)


def _reachable(state: RogueState, planned: Move, obstacles: Obstacles) -> set[str]:
    """Return every zone that can be entered, even if the move cannot end there."""
    own = state.ground.home[planned.origin].id
    found, waiting = {planned.origin: 0}, deque([planned.origin])
    while waiting:
        here = waiting.popleft()
        if found[here] == planned.steps or (
            here != planned.origin and _must_stop(state, planned, here, obstacles)
        ):
            continue
        for near in state.ground.neighbours(here):
            leaves = state.ground.home[near].id != own
            if near in found or (leaves and planned.stay) or not _passable(state, planned, near, obstacles):
                continue
            found[near] = found[here] + 1
            if not leaves:
                waiting.append(near)
    return set(found) - {planned.origin}


def _must_stop(state: RogueState, planned: Move, zone: str, obstacles: Obstacles) -> bool:
    return obstacles.slow and planned.slowed and bool(stopping_tank(state, planned.seat, zone))


def stopping_tank(state: RogueState, seat: str, zone: str) -> str | None:
    """RG-TNK-6: return an adjacent zone with an enemy tank, which stops units here; None if there is none."""
    for near in state.ground.neighbours(zone):
        squad = state.squads.get(near)
        if squad is not None and squad.count(TANK) and state.hostile(seat, squad.owner):
            return near
    return None


def _passable(state: RogueState, planned: Move, zone: str, obstacles: Obstacles) -> bool:
    there = state.ground.zones[zone]
    if obstacles.water and "water" in there.terrain:
        return False
    if obstacles.terrain and any(_closed_to_tanks(state, planned, there)):
        return False
    squad = state.squads.get(zone)
    return not (obstacles.enemies and squad is not None and state.hostile(planned.seat, squad.owner))


def _closed_to_tanks(state: RogueState, planned: Move, zone: Zone) -> Iterator[Reason]:
    """RG-TNK-5: yield why tanks cannot enter: buildings, woods, rocky ground, bridges or cover."""
    if planned.tanks and tank_bans(state, zone):
        yield objection(
            "RG-TNK-5",
            "{zone} has {grounds}: no tank can enter.",
            zone=gettext(zone.name),
            grounds=listed(map(gettext, tank_bans(state, zone))),
        )


def tank_bans(state: RogueState, zone: Zone) -> list[str]:
    """RG-TNK-5: list the features of a zone that exclude tanks."""
    covered = ["cover"] if state.cover.get(zone.id) else []
    return [terrain for terrain in zone.terrain if terrain in TANK_BANS] + covered


def _entry_reasons(state: RogueState, planned: Move, zone: Zone) -> Iterator[Reason]:
    """Yield the reasons why the units cannot enter the zone at all."""
    if "water" in zone.terrain:
        yield objection("RG-MOV-5", "{zone} is water.", zone=gettext(zone.name))
    yield from _closed_to_tanks(state, planned, zone)
    squad = state.squads.get(zone.id)
    if squad is not None and state.hostile(planned.seat, squad.owner):
        yield objection(
            "RG-MOV-6",
            "{player}'s enemy squad is in {zone}.",
            player=state.seat(squad.owner).name,
            zone=gettext(zone.name),
        )


def _stop_reasons(state: RogueState, planned: Move, zone: Zone) -> Iterator[Reason]:
    """RG-MOV-6, RG-SQD-1, RG-SQD-2, RG-A4: yield the reasons why the move cannot end there."""
    squad = state.squads.get(zone.id)
    if squad is None or state.hostile(planned.seat, squad.owner):
        return
    if squad.owner != planned.seat:
        name = state.seat(squad.owner).name
        yield objection(
            "RG-SQD-2",
            "{player}'s friendly squad is in {zone}: pass through, do not stop.",
            player=name,
            zone=gettext(zone.name),
        )
        yield objection("RG-MOV-6", "A zone is not shared with a teammate.")
    elif state.house.merging == "never":
        yield objection(
            "RG-A4", "A squad of yours is in {zone}; squads do not join.", zone=gettext(zone.name), house=True
        )
    elif squad.size + planned.units > SQUAD:
        yield objection(
            "RG-SQD-1",
            "{zone}: {size} + {units} units, four at most.",
            zone=gettext(zone.name),
            size=squad.size,
            units=planned.units,
        )


def _distance_reason(state: RogueState, planned: Move, zone: Zone) -> Reason:
    here, there = state.ground.home[planned.origin].id, state.ground.home[zone.id].id
    if planned.stay and here != there:
        return objection(
            "RG-CLS-3",
            "{zone} is on another tile than the fight was ({tile}).",
            zone=gettext(zone.name),
            tile=here,
        )
    if planned.steps < 99:
        return objection(
            "RG-CLS-3",
            "{zone} is too far away: at most {count}.",
            zone=gettext(zone.name),
            count=planned.steps,
        )
    if there in state.ground.cornered(here):
        return objection(
            "RG-MOV-4", "Tile {tile} touches tile {other} only at a corner.", tile=there, other=here
        )
    if there in state.ground.next_tiles(here):
        return objection(
            "RG-MOV-3", "{zone} is beyond the first zone of tile {tile}.", zone=gettext(zone.name), tile=there
        )
    if there == here:
        return objection(
            "RG-MOV-4", "No way leads to {zone} on this tile; corners do not count.", zone=gettext(zone.name)
        )
    return objection(
        "RG-MOV-3", "Tile {tile} is beyond the next tile: at most its first zone can be entered.", tile=there
    )


def distances(state: RogueState, zone: str, most: int, *, blocked: bool = True) -> dict[str, int]:
    """RG-CLS-1: return distances over zones without units and cover, or over all zones if not `blocked`."""
    found, waiting = {zone: 0}, deque([zone])
    while waiting:
        here = waiting.popleft()
        taken = here != zone and (here in state.squads or state.cover.get(here, 0) > 0)
        if found[here] == most or (blocked and taken):
            continue
        for near in state.ground.neighbours(here):
            if near not in found:
                found[near] = found[here] + 1
                waiting.append(near)
    del found[zone]
    return found
