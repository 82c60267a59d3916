"""How good a position of Nuked is for a seat: soldiers, land tied to its Farm, homes that will hold."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.nuked import rules
from companion.games.nuked.state import NukedState

Armies = Mapping[str, tuple[str | None, int]]
"""Owner and soldiers of every territory."""
Held = Mapping[str | None, Mapping[str, int]]
"""Soldiers by owner and territory."""

LAND = 2.0
"""What a territory with a chain to the Farm is worth, in soldiers: it brings a third of one every turn."""
CUT_OFF = 0.5
"""What a territory without a chain is worth: it loses a soldier every turn."""
BONUS = 2.0
"""What an army of a continent's bonus is worth."""
FARM = 12.0
"""What the Farm itself is worth."""
EXPOSED = 0.35
"""The share of what can be taken in the next turn that counts as lost."""
FRESH = 3
"""Soldiers that a rival puts next to a target before attacking it."""


class Sortie(Struct, frozen=True):
    """An attack and what it gains.

    Attributes:
        gain: how much better the position is after it.
        origin: from where.
        target: on what.
        sent: with how many.
    """

    gain: float
    origin: str
    target: str
    sent: int


def armies_of(state: NukedState) -> dict[str, tuple[str | None, int]]:
    """Return the armies on the board as they stand."""
    return {place: (holding.owner, holding.armies) for place, holding in state.holdings.items()}


def value(state: NukedState, armies: Armies, seat: str) -> float:
    """Return how good the armies are for a seat: what it has, less what its rivals have on average."""
    held: dict[str | None, dict[str, int]] = {}
    for place, (owner, soldiers) in armies.items():
        held.setdefault(owner, {})[place] = soldiers
    rivals = [player.id for player in state.playing() if player.id != seat]
    own = _worth(state, held, seat) - EXPOSED * _exposed(state, armies, held, seat)
    return own - sum(_worth(state, held, rival) for rival in rivals) / max(1, len(rivals))


def _worth(state: NukedState, held: Held, seat: str) -> float:
    """Return what a seat has, in soldiers: them, the land, continents and the Farm."""
    own, farm = held.get(seat, {}), state.farms[seat]
    chain = _chain(state, own, farm)
    whole = sum(land.bonus for land in state.map.continents if own.keys() >= set(land.territories))
    land = LAND * len(chain) + CUT_OFF * (len(own) - len(chain))
    return sum(own.values()) + land + BONUS * whole + FARM * bool(chain)


def _chain(state: NukedState, own: Mapping[str, int], farm: str | None) -> frozenset[str]:
    """Return the territories with a chain to the Farm, none without it."""
    if farm is None or farm not in own:
        return frozenset()
    return state.connected_within(farm, own)


def _exposed(state: NukedState, armies: Armies, held: Held, seat: str) -> float:
    """Return what rivals could take in their next turn; without the Farm all land is cut off."""
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
    """Return the attacks from a territory, with as few as may be, half of the rest too, or all.

    Args:
        state: the state; cards that lie ready are left out of account.
        armies: the armies, which may be more than stand there now.
        seat: who attacks.
        origin: from where.
        targets: what may be attacked.
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
    """Return the armies after an attack that nobody answers with a card."""
    owner, soldiers = armies[target]
    left = sent - (rules.LOST_OCCUPYING if owner is None else soldiers)
    return {**armies, origin: (seat, armies[origin][1] - sent), target: (seat, left)}
