"""Victories: scenarios combine them from conditions (RG-WIN)."""

from collections.abc import Iterator

from companion.games.rogue import rules
from companion.games.rogue.scenario import Condition, Victory
from companion.games.rogue.state import RogueState
from companion.games.rogue.victory_words import victory_title
from companion.locale.messages import gettext, listed
from companion.referee.script import Report, Script


def progress(state: RogueState, victory: Victory, key: str, condition: Condition) -> tuple[int, int]:
    """Return a side's progress with one condition of a victory, and the required value."""
    seats = [state.order[player - 1] for player in condition.players]
    if condition.kind == "eliminate":
        left, fallen = sum(map(state.on_board, seats)), sum(state.fallen[seat] for seat in seats)
        return (fallen, fallen + left) if left else (1, 1)
    if condition.kind == "reach":
        own = state.team(victory.side)
        return int(
            any(zone in state.squads and state.squads[zone].owner in own for zone in condition.zones)
        ), 1
    if condition.kind == "hold":
        return min(state.held.get(key, 0), condition.number), condition.number
    if condition.kind == "kill":
        return min(sum(state.fallen[seat] for seat in seats), condition.number), condition.number
    alive = any(state.on_board(seat) for seat in state.team(victory.side))
    return (min(max(0, state.round - 1), condition.number) if alive else 0), condition.number


def numbered_conditions(state: RogueState) -> list[tuple[str, Victory, Condition]]:
    """List each condition of each victory with its key in `state.held`."""
    return [
        (f"{number}.{index}", victory, condition)
        for number, victory in enumerate(state.plan.victories)
        for index, condition in enumerate(victory.conditions)
    ]


def progress_of(state: RogueState, number: int) -> tuple[int, int]:
    """Add up the progress of the conditions of one victory."""
    sums = list(_progresses(state, number))
    return sum(have for have, _ in sums), sum(need for _, need in sums)


def _progresses(state: RogueState, number: int) -> Iterator[tuple[int, int]]:
    victory = state.plan.victories[number]
    for index, condition in enumerate(victory.conditions):
        yield progress(state, victory, f"{number}.{index}", condition)


def won(state: RogueState) -> Victory | None:
    """Return a complete victory; if both sides have one, that of the side on turn."""
    complete = [
        victory
        for number, victory in enumerate(state.plan.victories)
        if all(have == need for have, need in _progresses(state, number))
    ]
    if len(complete) < 2:
        return next(iter(complete), None)
    active = state.side(state.mover.id)
    return min(complete, key=lambda victory: victory.side != active)


def check_victory(state: RogueState) -> Script[None]:
    """RG-WIN: check for a winner and report it."""
    victory = won(state) if state.turn and not state.winners else None
    if victory is not None:
        yield from declare_winner(state, victory.side, victory_title(victory, state.plan, state.ground))


def declare_winner(state: RogueState, side: str, why: str) -> Script[None]:
    """Declare a side the winner."""
    state.winners = state.team(side)
    cancel_actions(state)
    names = [state.seat(seat).name for seat in state.winners]
    text = (
        gettext("{players} won: {reason}.", players=listed(names), reason=why)
        if len(names) > 1
        else gettext("{player} won: {reason}.", player=names[0], reason=why)
    )
    yield from Report(text, kind="victory", seat=state.winners[0], rules=("RG-WIN",))


def cancel_combat(state: RogueState) -> None:
    """Cancel a fight or dogfight, the effects of its cards, and the wounds of its squads."""
    zones = (state.fight.origin, state.fight.target) if state.fight else ()
    state.fight = state.dogfight = None
    state.pending = [effect for effect in state.pending if effect.role is None]
    state.wounds = [wound for wound in state.wounds if wound.zone not in zones]


def cancel_actions(state: RogueState) -> None:
    """Cancel the fight and all pending actions."""
    state.fight = state.dogfight = None
    state.pending, state.wounds = [], []


def count_turns(state: RogueState) -> None:
    """Count at the end of a turn how long zones have been held."""
    for key, victory, condition in numbered_conditions(state):
        if condition.kind != "hold":
            continue
        own = state.team(victory.side)
        if not all(rules.controller(state, zone) in own for zone in condition.zones):
            state.held.pop(key, None)
        elif state.mover.id in own:
            state.held[key] = state.held.get(key, 0) + 1
