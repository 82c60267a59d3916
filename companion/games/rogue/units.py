"""Placement, movement and loss of units and of squad leaders."""

from collections import Counter
from collections.abc import Mapping

from companion.games.rogue import rules
from companion.games.rogue.state import CLASSES, SOLDIERS, TANK, RogueState, Squad
from companion.locale.messages import capitalised, gettext, joined
from companion.referee.script import Report, Script

LEADER = "leader-"
"""Prefix of the class of a unit that is squad leader."""


def kinds_in(squad: Squad) -> tuple[str, ...]:
    """List the kinds of unit in a squad, leaders apart: ``"assault"``, ``"leader-recon"``, ``"tank"``."""
    plain = Counter(squad.units)
    plain.subtract(squad.leaders)
    leaders = tuple(f"{LEADER}{unit}" for unit in SOLDIERS if unit in squad.leaders)
    return (*leaders, *(unit for unit in CLASSES if plain[unit] > 0))


def unit_counts(squad: Squad) -> Counter[str]:
    """Count the units of a squad by kind, leaders apart."""
    units = Counter(squad.units)
    units.subtract(squad.leaders)
    return units + Counter(f"{LEADER}{unit}" for unit in squad.leaders)


def unit_label(kind: str) -> str:
    """Return the name of a kind of unit."""
    unit = kind.removeprefix(LEADER)
    name = capitalised(gettext(unit))
    return gettext("{unit} (leader)", unit=name) if kind.startswith(LEADER) else name


def in_words(counts: Mapping[str, int]) -> str:
    """Say how many units of each kind there are: ``"1 Recon, 2 Assault"``."""
    return joined(
        (gettext("{count} {unit}", count=count, unit=unit_label(kind)) for kind, count in counts.items()),
        ", ",
    )


def remove_unit(squad: Squad, kind: str) -> str:
    """Remove a unit from a squad and return its class."""
    unit = kind.removeprefix(LEADER)
    squad.units[unit] -= 1
    if not squad.units[unit]:
        del squad.units[unit]
    if kind.startswith(LEADER):
        squad.leaders.remove(unit)
    return unit


def place_unit(state: RogueState, seat: str, zone: str, unit: str, *, leader: bool = False) -> None:
    """Add a unit to the squad in a zone; create the squad if there is none."""
    squad = state.squads.setdefault(zone, Squad(seat, {}, []))
    squad.units[unit] = squad.count(unit) + 1
    if leader:
        squad.leaders.append(unit)
    state.holders[zone] = seat


def move(state: RogueState, origin: str, target: str, kinds: Mapping[str, int]) -> None:
    """Move units from zone to zone."""
    squad = state.squads[origin]
    for kind, number in kinds.items():
        for _ in range(number):
            place_unit(state, squad.owner, target, remove_unit(squad, kind), leader=kind.startswith(LEADER))
    clear_empty(state, origin)


def clear_empty(state: RogueState, zone: str) -> None:
    """Remove a squad without units."""
    if zone in state.squads and not state.squads[zone].size:
        del state.squads[zone]


def lose_unit(state: RogueState, zone: str, kind: str) -> None:
    """Remove a unit from the board."""
    squad = state.squads[zone]
    unit = remove_unit(squad, kind)
    state.lost[squad.owner][unit] += 1
    state.fallen[squad.owner] += 1
    clear_empty(state, zone)


def bring_on_unit(state: RogueState, seat: str, zone: str, unit: str) -> Script[None]:
    """Place a unit in a start zone, and make it leader if one is due."""
    before = rules.counted_units(state, seat)
    if unit in SOLDIERS and not state.supply(seat, unit):
        state.lost[seat][unit] -= 1
    place_unit(state, seat, zone, unit)
    name = state.seat(seat).name
    text = gettext(
        "{player}: {unit} comes on in {zone}.", player=name, unit=unit_label(unit), zone=state.name(zone)
    )
    yield from Report(text, seat=seat, rules=("RG-TNK-1", "RG-TNK-4") if unit == TANK else ("RG-A2",))
    _count_eleventh(state, seat, before)
    if unit in SOLDIERS:
        yield from _give_base(state, seat, zone, unit)


def _count_eleventh(state: RogueState, seat: str, before: int) -> None:
    """RG-LDR-3, RG-A7: record that a second leader is due."""
    after = rules.counted_units(state, seat)
    once = state.house.eleventh_again == "once" and seat in state.second_had
    if rules.becomes_second_leader(before, after, state.leaders(seat)) and not once:
        state.second_due = (*state.second_due, seat)


def _give_base(state: RogueState, seat: str, zone: str, unit: str) -> Script[None]:
    name = state.seat(seat).name
    if seat in state.leader_due and not state.leaders(seat):
        state.leader_due = _without(state.leader_due, seat)
        state.squads[zone].leaders.append(unit)
        text = gettext("{player}: the new {unit} leads the squad.", player=name, unit=gettext(unit))
        yield from Report(text, seat=seat, rules=("RG-LDR-2",))
    elif seat in state.second_due and state.leaders(seat) < rules.most_leaders(state):
        state.second_due = _without(state.second_due, seat)
        state.second_had = (*state.second_had, seat)
        state.squads[zone].leaders.append(unit)
        text = gettext("{player}: the eleventh unit becomes a squad leader.", player=name)
        yield from Report(text, seat=seat, rules=("RG-LDR-3", "RG-A7", "RG-A14"))


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)
