"""The exact odds of fights and dogfights, for computer players."""

from functools import lru_cache

from companion.games.rogue import rules
from companion.games.rogue.state import TANK, RogueState, Squad
from companion.games.rogue.symbol_dice import (
    REGULAR_ATTACK,
    REGULAR_DEFENCE,
    UPGRADED_ATTACK,
    UPGRADED_DEFENCE,
    house_faces,
)
from companion.odds.symbol_dice import wounds
from companion.referee.dice import Symbols

Pool = tuple[tuple[Symbols, ...], ...]
Outcomes = tuple[tuple[tuple[int, int], float], ...]
"""Losses of the attacker and the defender, with their chance."""


def attack_gain(state: RogueState, squad: Squad, zone: str, target: str) -> float:
    """Return the gain of an attack: enemy minus own losses, plus the chance to empty the zone."""
    dealt, suffered, emptied = _mean(*_sides(state, squad, zone, target))
    return dealt - suffered + emptied


def attack_losses(state: RogueState, squad: Squad, zone: str, target: str) -> float:
    """Return how many units of the enemy fall on average."""
    return _mean(*_sides(state, squad, zone, target))[0]


def attack_outcomes(state: RogueState, zone: str, target: str) -> Outcomes:
    """Return each outcome of an attack with its chance."""
    return _outcomes(*_sides(state, state.squads[zone], zone, target))


def dogfight_gain(state: RogueState, own: int, enemies: int) -> float:
    """Return the gain of a dogfight between this many aircraft, in aircraft."""
    better, safer = rules.dogfight_upgrades(own, 3), rules.dogfight_upgrades(enemies, 2)
    dealt, suffered, _ = _mean(*_pools(state, (3, better), (2, safer)), own, enemies)
    return dealt - suffered


def _sides(state: RogueState, squad: Squad, zone: str, target: str) -> tuple[Pool, Pool, int, int]:
    """Return the dice and the units of both sides of an attack."""
    enemy = state.squads[target]
    attack, defence = rules.attack_dice(squad.size), rules.defence_dice(enemy.size)
    better = rules.upgraded(attack, state.cover.get(zone, 0), squad.count(TANK), 0)
    safer = rules.upgraded(defence, state.cover.get(target, 0), enemy.count(TANK), 0)
    ours, theirs = _pools(state, (attack, better), (defence, safer))
    sure = rules.engineers_blocks(enemy)
    return ours, theirs + ((Symbols(0, sure),),) * bool(sure), squad.size, enemy.size


def _pools(state: RogueState, attack: tuple[int, int], defence: tuple[int, int]) -> tuple[Pool, Pool]:
    """Return the dice of both sides: how many there are, and how many of them are upgraded."""
    faces = state.faces or _house()
    (all_ours, better), (all_theirs, safer) = attack, defence
    return (
        (faces[UPGRADED_ATTACK],) * better + (faces[REGULAR_ATTACK],) * (all_ours - better),
        (faces[UPGRADED_DEFENCE],) * safer + (faces[REGULAR_DEFENCE],) * (all_theirs - safer),
    )


_house = lru_cache(maxsize=1)(house_faces)


@lru_cache(maxsize=4096)
def _outcomes(attack: Pool, defence: Pool, own: int, enemies: int) -> Outcomes:
    chances: dict[tuple[int, int], float] = {}
    for wound, chance in wounds(attack, defence).items():
        losses = min(own, wound.attacker), min(enemies, wound.defender)
        chances[losses] = chances.get(losses, 0.0) + float(chance)
    return tuple(chances.items())


@lru_cache(maxsize=4096)
def _mean(attack: Pool, defence: Pool, own: int, enemies: int) -> tuple[float, float, float]:
    """Return the enemy losses, the own losses, and the chance to empty the zone."""
    outcomes = _outcomes(attack, defence, own, enemies)
    return (
        sum(chance * losses[1] for losses, chance in outcomes),
        sum(chance * losses[0] for losses, chance in outcomes),
        sum(chance for losses, chance in outcomes if losses[1] == enemies),
    )
