"""Evaluation of a Nuked position for a seat: soldiers, connected territories, and exposed ones."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.nuked import rules
from companion.games.nuked.state import NukedState

Armies = Mapping[str, tuple[str | None, int]]
"""Owner and soldiers of every territory."""
Held = Mapping[str | None, Mapping[str, int]]
"""Soldiers by owner and territory."""

LAND = 2.0
"""Value of a connected territory, in soldiers: it gives a third of a soldier every turn."""
CUT_OFF = 0.5
"""Value of a disconnected territory: it loses a soldier every turn."""
BONUS = 2.0
"""Value of one army of a continent bonus."""
FARM = 12.0
"""Value of the Farm."""
EXPOSED = 0.35
"""Share of the exposed value that counts as lost."""
FRESH = 3
"""Soldiers that a rival places next to a target before the attack."""


class Sortie(Struct, frozen=True):
    """An attack and its gain.

    Attributes:
        gain: increase of the position's value.
        origin: the attacking territory.
        target: the attacked territory.
        sent: number of attacking soldiers.
    """

    gain: float
    origin: str
    target: str
    sent: int


def armies_of(state: NukedState) -> dict[str, tuple[str | None, int]]:
    """Return the current armies on the board."""
    return {place: (holding.owner, holding.armies) for place, holding in state.holdings.items()}


def value(state: NukedState, armies: Armies, seat: str) -> float:
    """Return the value of a position for a seat: its own worth minus the mean worth of its rivals."""
    held: dict[str | None, dict[str, int]] = {}
    for place, (owner, soldiers) in armies.items():
        held.setdefault(owner, {})[place] = soldiers
    rivals = [player.id for player in state.playing() if player.id != seat]
    own = _worth(state, held, seat) - EXPOSED * _exposed(state, armies, held, seat)
    return own - sum(_worth(state, held, rival) for rival in rivals) / max(1, len(rivals))


def _worth(state: NukedState, held: Held, seat: str) -> float:
    """Return the worth of a seat in soldiers: its soldiers, territories, continents and Farm."""
    own, farm = held.get(seat, {}), state.farms[seat]
    chain = _chain(state, own, farm)
    whole = sum(land.bonus for land in state.map.continents if own.keys() >= set(land.territories))
    land = LAND * len(chain) + CUT_OFF * (len(own) - len(chain))
    return sum(own.values()) + land + BONUS * whole + FARM * bool(chain)


def _chain(state: NukedState, own: Mapping[str, int], farm: str | None) -> frozenset[str]:
    """Return the territories connected to the Farm; empty without the Farm."""
    if farm is None or farm not in own:
        return frozenset()
    return state.connected_within(farm, own)


def _exposed(state: NukedState, armies: Armies, held: Held, seat: str) -> float:
    """Return the value that rivals could take next turn; losing the Farm disconnects all territories."""
    lost, own = 0.0, held.get(seat, {})
    for place, soldiers in own.items():
        times = rules.CAPITAL_TIMES if state.capitals[seat] == place else rules.RIVAL_TIMES
        forces = (armies[near] for near in state.neighbours(place))
        strongest = max((count - 1 for other, count in forces if other not in (seat, None)), default=-FRESH)
        if strongest + FRESH >= times * soldiers:
            lost += LAND
            if place == state.farms[seat]:
                lost += FARM + (LAND - CUT_OFF) * len(own)
    return lost


def sorties(
    state: NukedState, armies: Armies, seat: str, origin: str, targets: tuple[str, ...]
) -> Iterator[Sortie]:
    """Yield attacks from a territory with the fewest soldiers, half of the rest added, or all of them.

    Args:
        state: the state; prepared cards are ignored.
        armies: the armies, which may differ from those of the state.
        seat: the attacker.
        origin: the attacking territory.
        targets: territories that may be attacked.
    """
    before, most = value(state, armies, seat), armies[origin][1] - 1
    for target in targets:
        least = _least(state, armies, target)
        for sent in sorted({least, (least + most + 1) // 2, most}):
            if least <= sent <= most:
                after = value(state, _after(armies, seat, origin, target, sent), seat)
                yield Sortie(after - before, origin, target, sent)


def _least(state: NukedState, armies: Armies, target: str) -> int:
    owner, soldiers = armies[target]
    if owner is None:
        return rules.TO_OCCUPY
    return soldiers * (rules.CAPITAL_TIMES if state.capital_of(target) == owner else rules.RIVAL_TIMES)


def _after(armies: Armies, seat: str, origin: str, target: str, sent: int) -> Armies:
    """Return the armies after an attack without cards."""
    owner, soldiers = armies[target]
    left = sent - (rules.LOST_OCCUPYING if owner is None else soldiers)
    return {**armies, origin: (seat, armies[origin][1] - sent), target: (seat, left)}
