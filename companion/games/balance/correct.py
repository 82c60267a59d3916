"""Corrections of a Balance of Power game."""

from companion.games.balance import rules
from companion.games.balance.correctables import BEFORE_ALL_ARE_HELD, NOBODY, correctables
from companion.games.balance.state import ActionId, BalanceState, LastingEffect
from companion.games.territory.cards import set_hands
from companion.games.territory.corrections import set_territories, touches, withdraw_conquest
from companion.games.territory.objective_corrections import set_landmarks, set_objectives, set_towers
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turns import nobody_can_play, set_mover
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling

__all__ = ["correct", "correctables"]

WHILE_TROOPS_ARE_PUT = ("actions", "draft")


def correct(state: BalanceState, changes: Changes) -> Ruling:
    """Apply a correction, and update the troop piles, turn and winner."""
    reasons = [*set_territories(state, changes, "BP-SET-5").reasons, *_set_hands(state, changes)]
    _withdraw(state, changes)
    set_landmarks(state, state.landmarks, changes)
    reasons += set_towers(state, state.airfields, changes, "BP-SCA-AIRFIELD")
    set_objectives(state.objectives, changes)
    _set_armies(state, changes)
    for seat in state.seats:
        _set_lasting(state, seat.id, changes)
    if not reasons:
        reasons += _set_turn(state, changes) if state.turn else _set_first_troops(state, changes)
    state.recount()
    return Ruling.from_reasons(reasons)


def _withdraw(state: BalanceState, changes: Changes) -> None:
    """Cancel pending actions that a correction made impossible: a maneuver, a conquest, a neutral attack."""
    facts = state.facts
    withdraw_conquest(state, changes)
    pending = facts.pending
    if pending and pending.action == "maneuver" and pending.place not in ("", *state.held(state.mover.id)):
        facts.pending = None
    if facts.neutral_attack and touches(changes, facts.neutral_attack.origin, facts.neutral_attack.target):
        facts.neutral_attack = None


def _set_hands(state: BalanceState, changes: Changes) -> list[Reason]:
    surplus = state.facts.surplus.cards if state.facts.surplus else 0
    return set_hands(state.cards, changes, rules.deck_size(state) - surplus, "CL-CARD")


def _set_armies(state: BalanceState, changes: Changes) -> None:
    for owner in state.troops:
        state.casualties[owner] = int(changes.get(f"{owner}.casualties", state.casualties[owner]))
        state.troops[owner] = int(changes.get(f"{owner}.troops", state.troops[owner]))
    for place, holding in state.holdings.items():
        tanks = int(changes.get(f"{place}.tanks", state.tanks.get(place, 0)))
        state.tanks[place] = tanks if holding.owner is not None else 0
    state.tanks = {place: tanks for place, tanks in state.tanks.items() if tanks}
    _set_generals(state, changes)


def _set_generals(state: BalanceState, changes: Changes) -> None:
    for place, holding in state.holdings.items():
        by = changes.get(f"{place}.general")
        if by is None:
            continue
        others = [e for e in state.effects if (e.action, e.place) != ("general", place)]
        killed = by not in (NOBODY, holding.owner) and holding.owner is not None
        new = [LastingEffect("general", str(by), str(holding.owner), place)] if killed else []
        state.effects = others + new


def _set_lasting(state: BalanceState, seat: str, changes: Changes) -> None:
    """Set the capital and the lasting actions of one seat."""
    capital = changes.get(f"{seat}.capital")
    if capital == NOBODY:
        state.capitals.pop(seat, None)
    elif capital is not None:
        state.capitals[seat] = str(capital)
    _switch(state, LastingEffect("defence", seat), changes.get(f"{seat}.defence"))
    for other in rules.owners(state):
        _switch(state, LastingEffect("alliance", seat, other), changes.get(f"{seat}.ally-{other}"))
    sabotaged = changes.get(f"{seat}.sabotaged")
    if sabotaged is not None:
        _sabotage(state, seat, sabotaged == "yes")


def _switch(state: BalanceState, effect: LastingEffect, wanted: int | str | None) -> None:
    """Start or end an effect."""
    if wanted is None:
        return
    there = effect in state.effects
    if wanted == "yes" and not there:
        state.effects.append(effect)
    elif wanted == "no":
        state.effects = [known for known in state.effects if known != effect]


def _sabotage(state: BalanceState, seat: str, wanted: bool) -> None:
    """Start or end the sabotage of a seat; the next seat in order counts as the saboteur."""
    action: ActionId = "sabotage"
    there = any(effect.target == seat for effect in state.in_force(action))
    if wanted and not there:
        order = rules.order_of_play(state)
        saboteur = order[(order.index(seat) + 1) % len(order)]
        state.effects.append(LastingEffect(action, saboteur, seat))
    elif not wanted:
        state.effects = [e for e in state.effects if (e.action, e.target) != (action, seat)]


# --- set-up -------------------------------------------------------------------------------------------------


def _set_first_troops(state: BalanceState, changes: Changes) -> list[Reason]:
    """BP-SET-4, BP-SET-6: set each supply to the starting troops that are not on the board."""
    starter = str(changes.get("game.active", state.starter))
    if starter != state.starter:
        state.active = state.starter = starter
        state.cards.hands = rules.starting_cards(state)
        state.cards.deck = rules.deck_size(state) - sum(state.cards.hands.values())
    early = state.step in BEFORE_ALL_ARE_HELD
    if reasons := nobody_can_play(state, "BP-WIN", dealing=early):
        return reasons
    for seat, troops in rules.starting_troops(state).items():
        state.supply[seat] = max(0, troops - state.armies(seat)) if early or state.held(seat) else 0
    return []


# --- turn ---------------------------------------------------------------------------------------------------


def _set_turn(state: BalanceState, changes: Changes) -> list[Reason]:
    if reasons := _set_mover(state, changes):
        return reasons
    step = str(changes.get("game.step", state.step))
    if step != state.step:
        _go_to(state, step)
    facts = state.facts
    facts.recon = int(changes.get("game.recon", facts.recon))
    facts.extra_dice = int(changes.get("game.dice", facts.extra_dice))
    facts.special_forces = changes.get("game.forces", "yes" if facts.special_forces else "no") == "yes"
    facts.conquered = changes.get("game.conquered", "yes" if facts.conquered else "no") == "yes"
    losing = changes.get("game.losing", facts.losing or NOBODY)
    facts.losing = None if losing == NOBODY else str(losing)
    return _set_supply(state, changes)


def _set_mover(state: BalanceState, changes: Changes) -> list[Reason]:
    """Set the active seat, which must own a territory; BP-WIN: the last seat with territories wins."""
    reasons = set_mover(state, changes, rules.order_of_play(state), "BP-WIN", "BP-WIN")
    if not reasons:
        state.winners = rules.last_player(state)
    return reasons


def _go_to(state: BalanceState, step: str) -> None:
    """Go to another step; cancel the pending actions of the previous step."""
    facts = state.facts
    if step == "neutral":
        facts.losing, facts.neutral_drafted, facts.neutral_attacked = None, False, False
    facts.pending = facts.neutral_attack = facts.occupation = None
    facts.maneuvered = False
    if NEUTRAL in state.supply:
        state.supply[NEUTRAL] = 0
    if step not in WHILE_TROOPS_ARE_PUT:
        state.supply[state.mover.id] = 0
    state.step = step


def _set_supply(state: BalanceState, changes: Changes) -> list[Reason]:
    mover = state.mover.id
    left = int(changes.get("game.supply", state.supply[mover]))
    state.supply[mover] = left
    if left and state.step not in WHILE_TROOPS_ARE_PUT:
        return [Reason("BP-DRF-1", f"No troops are put in the {state.step} step, so {left} cannot be left.")]
    if changes.get("game.step") == "draft" and state.facts.reinforcements_counted and not left:
        text = "All troops of this turn have been put: say as well how many are left to put."
        return [Reason("BP-DRF-1", text)]
    return []
