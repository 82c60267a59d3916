"""Corrections of a classic Risk game."""

from collections.abc import Iterator
from functools import partial

from companion.games.classic import edition_2008, edition_2008_correct, rules, turn
from companion.games.classic.state import ClassicState
from companion.games.territory import corrections
from companion.games.territory.cards import deal_rest, hand_editables
from companion.games.territory.corrections import (
    MAX_ARMIES,
    hold_back,
    judge_supply,
    owners_of,
    set_territories,
    territory_editables,
    withdraw_conquest,
)
from companion.games.territory.reinforcement import total
from companion.games.territory.turns import judge_mover, mover_editable, nobody_can_play, step_name
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply, declared, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling
from companion.referee.script import Report

BEFORE_ALL_ARE_HELD = ("first", "cities", "objectives", "give-out")
WHILE_ARMIES_ARE_PUT = ("trade", "reinforce", "attack")


def editables(state: ClassicState) -> Iterator[Editable]:
    """List what can be corrected: territories, hands, the active seat, its step and its conquests."""
    yield from _territories(state)
    yield from edition_2008_correct.editables(state)
    yield from _hands(state)
    yield from _mover(state)
    if state.turn:
        yield from _turn(state)


def _territories(state: ClassicState) -> Iterator[Editable]:
    owners = owners_of(state, neutral=rules.has_neutral(state))
    return territory_editables(state, "CL-MAP", owners, empty=state.step in BEFORE_ALL_ARE_HELD)


def _hands(state: ClassicState) -> Iterator[Editable]:
    return hand_editables(state, state.cards.hands, "CL-CARD", rules.deck_size(state))


def _mover(state: ClassicState) -> tuple[Editable, ...]:
    return (mover_editable(state, "CL-TURN"),) if state.active else ()


def _turn(state: ClassicState) -> Iterator[Editable]:
    steps, go = tuple(dict.fromkeys((*rules.turn_steps(state), state.step))), partial(_go_to, state)
    words = {step: step_name(step) for step in steps}
    yield editable("game.step", gettext("Step"), state.step, "CL-TURN", go, choices=steps, words=words)
    yield from declared(state)
    left, seat = gettext("Armies left to put"), state.mover.id
    yield number(state.supply, seat, "game.supply", left, "CL-RNF", most=MAX_ARMIES, grows=True)
    yield from declared(state, state.facts)


def correct(state: ClassicState, changes: Changes) -> Ruling:
    """Apply a correction; first armies, turn and winner are derived from the new board."""
    reasons = set_territories(state, _territories(state), changes, "CL-MAP")
    reasons += edition_2008_correct.correct(state, changes)
    apply(_hands(state), changes)
    reasons += deal_rest(state.cards, rules.deck_size(state), "CL-CARD")
    withdraw_conquest(state, changes)
    apply(_mover(state), changes)
    state.eliminated = {loser: by for loser, by in state.eliminated.items() if not state.held(loser)}
    if state.step in BEFORE_ALL_ARE_HELD:
        state.starter = state.active
        reasons += nobody_can_play(state, "CL-SETUP", dealing=True)
    else:
        reasons += _judge_mover(state, changes)
    if not reasons:
        reasons += _set_turn(state, changes)
    return Ruling.from_reasons(reasons)


def settle(before: ClassicState, state: ClassicState) -> Iterator[Report]:
    """CL-ELM, CL-WIN: eliminate whom a correction has left without land, and tell a victory."""
    return corrections.settle(
        before,
        state,
        lambda state, loser, by: turn.eliminate(state, loser, by or state.mover.id),
        edition_2008.check_victory,
    )


def _judge_mover(state: ClassicState, changes: Changes) -> list[Reason]:
    """CL-TURN: the active seat must own a territory; CL-WIN: the last seat with territories has won."""
    reasons = judge_mover(state, changes, rules.order_of_play(state), "CL-TURN", "CL-WIN")
    if not state.turn:
        state.starter = state.active
    if not reasons:
        state.winners = rules.winners(state)
    return reasons


def _set_turn(state: ClassicState, changes: Changes) -> list[Reason]:
    """Set the turn; in CL-SETUP what each player has still to place follows from the board."""
    if not state.turn:
        hold_back(state, rules.starting_armies(state), dealing=state.step in BEFORE_ALL_ARE_HELD)
        return []
    apply(_turn(state), changes)
    return judge_supply(state, changes, "CL-RNF", put_in="reinforce", until=WHILE_ARMIES_ARE_PUT)


def _go_to(state: ClassicState, step: str) -> None:
    """Go to another step; keep armies that are not placed yet if that step allows placing them."""
    if step == state.step:
        return
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
