"""Judges "may I?" inquiries about attacks and maneuvers at any time (purchases: shop.py)."""

from companion.games.balance import combat
from companion.games.balance.state import BalanceState
from companion.games.territory import movement
from companion.games.territory.turns import in_step
from companion.referee.ruling import Ruling


def may_attack(state: BalanceState, *, origin: str, target: str) -> Ruling:
    """BP-ATK: judge whether the active seat can attack `target` from `origin`."""
    origin, target = _on_map(state, origin), _on_map(state, target)
    return in_step(
        state, "attack", "BP-ATK", lambda: combat.ATTACKS.judge(state, state.mover.id, origin, target)
    )


def may_maneuver(state: BalanceState, *, origin: str, target: str, troops: int = 1) -> Ruling:
    """BP-MAN: judge whether the active seat can move this many troops to `target`."""
    origin, target = _on_map(state, origin), _on_map(state, target)
    return in_step(
        state,
        "maneuver",
        "BP-MAN",
        lambda: movement.judge_move(state, origin, target, troops, "BP-MAN", adjacent_only=False),
    )


def _on_map(state: BalanceState, name: str) -> str:
    return state.map.territory(name).id
