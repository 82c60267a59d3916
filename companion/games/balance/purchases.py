"""What special combat actions bring, as the search over plans sees it: other positions, or other battles.

Nothing is known of Recon Mission, Improved Defence, Kill General, Neutral Attack and Sabotage: the
evaluation of a position does not see what they do.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec import structs

from companion.games.balance import actions, bombs
from companion.games.balance.state import ActionId, BalanceState, LastingEffect
from companion.games.territory.evaluator import Positions
from companion.games.territory.planned import TurnModel

HIT = (7 - bombs.FALLOUT_FROM) / 6
"""The chance that a territory beside an atomic bomb loses a troop."""

AIRFIELDS = 3
"""Territories that are tried for an airfield: those with most armies, for each changes many battles."""


@dataclass(frozen=True)
class Purchase:
    """An action with what is chosen for it, and what it leads to on average.

    Attributes:
        choice: what is chosen for it: a territory or a player; "" for nothing.
        model: the turn, with its battles, after the action.
        position: the position after it.
    """

    choice: str
    model: TurnModel
    position: Positions


def outcomes(
    state: BalanceState,
    model: TurnModel,
    position: Positions,
    action: ActionId,
    turn_model_of: Callable[[BalanceState], TurnModel],
) -> list[Purchase]:
    """Return what an action may lead to, by what is chosen for it; nothing for an action that is not known.

    Args:
        state: the state.
        model: the turn.
        position: the position.
        action: the action.
        turn_model_of: returns the turn of a state in which battles go otherwise.
    """
    if action == "draft":
        return put(state, model, position, actions.DRAFTED)
    changes = _changes(state, action)
    if changes is not None:
        return [
            Purchase(choice, model, _changed(model, position, change)) for choice, change in changes.items()
        ]
    if action in ("card", "espionage"):
        return [
            Purchase(who, model, _card_from(model, position, state.mover.id, who))
            for who in _givers(state, action)
        ]
    states = _states(state, action)
    return [Purchase(choice, turn_model_of(after), position) for choice, after in states.items()]


def put(state: BalanceState, model: TurnModel, position: Positions, troops: int) -> list[Purchase]:
    """Return the positions with more troops, all on one territory beside an enemy."""
    return [
        Purchase(place, model, _changed(model, position, {place: troops}))
        for place in _front(state, state.mover.id)
    ]


def _changes(state: BalanceState, action: ActionId) -> Mapping[str, Mapping[str, float]] | None:
    """Return the troops that an action adds to territories, by its target; None if it adds none."""
    match action:
        case "maneuver":
            front = _front(state, state.mover.id)
            coming = {place: _coming(state, front, place) for place in front}
            return {place: {place: -sum(out.values()), **out} for place, out in coming.items() if out}
        case "bombardment":
            return {place: _dying(state, place, bombs.BOMBARDED) for place in bombs.in_range(state)}
        case "bomb":
            targets = [place for place in bombs.enemies(state) if bombs.can_lose(state, place)]
            return {
                place: _dying(state, place, bombs.BOMBED)
                | {near: -HIT for near in state.neighbours(place) if bombs.falls_out_on(state, near)}
                for place in targets
            }
    return None


def _dying(state: BalanceState, place: str, troops: int) -> dict[str, float]:
    return {place: -min(troops, bombs.can_lose(state, place))}


def _changed(model: TurnModel, position: Positions, troops: Mapping[str, float]) -> Positions:
    after = position.take(np.zeros(1, np.intp))
    for place, more in troops.items():
        after.armies[0, model.ground.index[place]] += more
    return after


def _givers(state: BalanceState, action: ActionId) -> tuple[str, ...]:
    """Return who a card can come from; the buyer where it comes from the deck."""
    if action == "card":
        return (state.mover.id,)
    return tuple(who for who in actions.opponents(state) if state.cards.hands[who])


def _card_from(model: TurnModel, position: Positions, seat: str, giver: str) -> Positions:
    after, seats = position.take(np.zeros(1, np.intp)), model.ground.seats
    after.cards[0, seats.index(seat)] += 1
    after.cards[0, seats.index(giver)] -= giver != seat
    return after


def _states(state: BalanceState, action: ActionId) -> Mapping[str, BalanceState]:
    """Return the states in which battles go as after an action, by what is chosen for it."""
    facts, seat = state.facts, state.mover.id
    match action:
        case "attack":
            return {"": structs.replace(state, facts=structs.replace(facts, extra_dice=facts.extra_dice + 1))}
        case "forces":
            return {"": structs.replace(state, facts=structs.replace(facts, special_forces=True))}
        case "airfield":
            free = [place for place in _front(state, seat) if place not in state.airfields]
            most = sorted(free, key=lambda place: -state.holdings[place].armies)[:AIRFIELDS]
            return {
                place: structs.replace(state, airfields={**state.airfields, place: seat}) for place in most
            }
        case "alliance":
            allies = {who: LastingEffect("alliance", seat, who) for who in actions.opponents(state)}
            return {
                who: structs.replace(state, effects=[*state.effects, effect])
                for who, effect in allies.items()
                if effect not in state.effects
            }
    return {}


def _front(state: BalanceState, seat: str) -> Sequence[str]:
    """Return the territories of a seat that an enemy stands beside."""
    return [
        place
        for place in state.held(seat)
        if any(state.hostile(seat, state.holdings[near].owner) for near in state.neighbours(place))
    ]


def _coming(state: BalanceState, front: Sequence[str], target: str) -> dict[str, float]:
    """Return the troops that leave each territory away from enemies for a target, as negative numbers."""
    left, coming = actions.MANEUVERED, dict[str, float]()
    quiet = [place for place in state.connected(target) if place not in front and place != target]
    for place in sorted(quiet, key=lambda place: -state.holdings[place].armies):
        going = min(left, state.holdings[place].armies - 1)
        if going > 0:
            coming[place] = -going
            left -= going
    return coming
