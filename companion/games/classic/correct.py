"""Corrections of a classic Risk game."""

from companion.games.classic import edition_2008_correct, rules
from companion.games.classic.state import ClassicState
from companion.games.territory.cards import hand_correctables, set_hands
from companion.games.territory.corrections import (
    MAX_ARMIES,
    owners_of,
    set_territories,
    territory_correctables,
    withdraw_conquest,
)
from companion.games.territory.reinforcement import total
from companion.games.territory.turns import mover_correctable, nobody_can_play, set_mover
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling

BEFORE_ALL_ARE_HELD = ("first", "cities", "objectives", "give-out")
WHILE_ARMIES_ARE_PUT = ("trade", "reinforce", "attack")
MAX_SETS = 99


def correctables(state: ClassicState) -> tuple[Correctable, ...]:
    """List all correctable values: territories, hands, the active seat, its step and its conquests."""
    owners = owners_of(state, neutral=rules.has_neutral(state))
    return (
        *territory_correctables(state, "CL-MAP", owners, empty=state.step in BEFORE_ALL_ARE_HELD),
        *edition_2008_correct.correctables(state),
        *hand_correctables(state, state.cards, "CL-CARD", rules.deck_size(state)),
        *((mover_correctable(state, "CL-TURN"),) if state.active else ()),
        *(_turn(state) if state.turn else ()),
    )


def _turn(state: ClassicState) -> tuple[Correctable, ...]:
    steps = tuple(dict.fromkeys((*rules.turn_steps(state), state.step)))
    conquered = "yes" if state.facts.conquered else "no"
    left = state.supply[state.mover.id]
    return (
        Correctable("game.step", "game", "Step", state.step, "CL-TURN", steps),
        Correctable("game.sets", "game", "Sets traded so far", state.sets_traded, "CL-SET", most=MAX_SETS),
        Correctable("game.supply", "game", "Armies left to put", left, "CL-RNF", most=MAX_ARMIES),
        Correctable("game.conquered", "game", "Conquered this turn", conquered, "CL-CARD", ("yes", "no")),
    )


def correct(state: ClassicState, changes: Changes) -> Ruling:
    """Apply a correction; first armies, turn and winner are derived from the new board."""
    reasons = [
        *set_territories(state, changes, "CL-MAP").reasons,
        *edition_2008_correct.correct(state, changes),
        *set_hands(state.cards, changes, rules.deck_size(state), "CL-CARD"),
    ]
    withdraw_conquest(state, changes)
    if state.step not in BEFORE_ALL_ARE_HELD:
        reasons += _set_mover(state, changes)
    elif state.active:
        state.active = state.starter = str(changes.get("game.active", state.active))
    if state.step in BEFORE_ALL_ARE_HELD:
        reasons += nobody_can_play(state, "CL-SETUP", dealing=True)
    if not reasons:
        reasons += _set_turn(state, changes) if state.turn else _set_first_armies(state)
    return Ruling.from_reasons(reasons)


def _set_mover(state: ClassicState, changes: Changes) -> list[Reason]:
    """CL-TURN: the active seat must own a territory; CL-WIN: the last seat with territories has won."""
    reasons = set_mover(state, changes, rules.order_of_play(state), "CL-TURN", "CL-WIN")
    if not state.turn:
        state.starter = state.active
    if not reasons:
        state.winners = rules.winners(state)
    return reasons


def _set_first_armies(state: ClassicState) -> list[Reason]:
    """CL-SETUP: each player who can still place armies has those that are not on the board."""
    for owner, armies in rules.starting_armies(state).items():
        placing = state.held(owner) or state.step in BEFORE_ALL_ARE_HELD
        state.supply[owner] = max(0, armies - state.armies(owner)) if placing else 0
    return []


def _set_turn(state: ClassicState, changes: Changes) -> list[Reason]:
    mover = state.mover.id
    step = str(changes.get("game.step", state.step))
    if step != state.step:
        _go_to(state, step)
    state.sets_traded = int(changes.get("game.sets", state.sets_traded))
    state.supply[mover] = int(changes.get("game.supply", state.supply[mover]))
    state.facts.conquered = changes.get("game.conquered", "yes" if state.facts.conquered else "no") == "yes"
    return [*_nothing_to_put(state, changes), *_too_late_to_put(state)]


def _go_to(state: ClassicState, step: str) -> None:
    """Go to another step; keep armies that are not placed yet if that step allows placing them."""
    mover = state.mover.id
    if step == "reinforce" and not state.facts.reinforcements_counted:
        state.supply[mover] += total(rules.income(state, mover))
    state.facts.reinforcements_counted = step != "trade" or state.facts.reinforcements_counted
    if step == "trade":
        state.facts.traded_stars = False
    state.facts.maneuvers = 0
    if step not in WHILE_ARMIES_ARE_PUT:
        state.supply[mover], state.facts.occupation, state.facts.trade_down = 0, None, False
    state.step = step


def _nothing_to_put(state: ClassicState, changes: Changes) -> list[Reason]:
    if changes.get("game.step") != "reinforce" or state.supply[state.mover.id]:
        return []
    return [Reason("CL-RNF", "All armies of this turn have been put: say as well how many are left to put.")]


def _too_late_to_put(state: ClassicState) -> list[Reason]:
    left = state.supply[state.mover.id]
    if state.step in WHILE_ARMIES_ARE_PUT or not left:
        return []
    return [Reason("CL-RNF", f"No armies are put in the {state.step} step, so {left} cannot be left.")]
