"""What can be asked with "may I?" at any time: attacking and maneuvering (buying stands in the shop)."""

from companion.games.balance import fighting
from companion.games.balance.state import BalanceState
from companion.games.territory import movement
from companion.games.territory.state import amount
from companion.referee.ruling import Reason, Ruling, refuse


def may_attack(state: BalanceState, *, origin: str, target: str) -> Ruling:
    """BP-ATK: may the active seat attack this territory from that one?"""
    origin, target = _on_map(state, origin), _on_map(state, target)
    if not state.turn:
        return refuse("BP-ATK", "The turns have not begun.")
    ruling = fighting.judge_attack(state, state.mover.id, origin, target, "BP-ATK")
    return Ruling.from_reasons((_early(state, "attack", "BP-ATK"), *ruling.reasons), ruling.instead)


def may_maneuver(state: BalanceState, *, origin: str, target: str, troops: int = 1) -> Ruling:
    """BP-MAN: may the active seat move so many troops from one territory to another?"""
    origin, target = _on_map(state, origin), _on_map(state, target)
    if not state.turn:
        return refuse("BP-MAN", "The turns have not begun.")
    seat = state.mover.id
    mover = movement.judge_mover(state, seat, origin, "BP-MAN", adjacent_only=False)
    there = movement.judge_destination(state, seat, origin, target, "BP-MAN", adjacent_only=False)
    many = _how_many(state, origin, troops) if mover.allowed else None
    early = _early(state, "maneuver", "BP-MAN")
    return Ruling.from_reasons((early, *mover.reasons, *there.reasons, many), there.instead or mover.instead)


def _how_many(state: BalanceState, origin: str, troops: int) -> Reason | None:
    spare = state.holdings[origin].armies - 1
    if 1 <= troops <= spare:
        return None
    here = amount(spare + 1, "troop", "troops")
    return Reason("BP-MAN", f"{state.name(origin)} has {here} and one stays: 1 to {spare} can move.")


def _early(state: BalanceState, step: str, rule: str) -> Reason | None:
    if state.step == step:
        return None
    return Reason(rule, f"It is time for the {state.step} step, not to {step}.")


def _on_map(state: BalanceState, name: str) -> str:
    return state.map.territory(name).id
