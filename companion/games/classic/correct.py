"""Corrections of a classic Risk game."""

from collections.abc import Iterator

from companion.games.classic import edition_2008, edition_2008_correct, rules, turn
from companion.games.classic.state import ClassicState
from companion.games.territory import corrections
from companion.games.territory.cards import deal_rest, hand_editables
from companion.games.territory.corrections import (
    owners_of,
    set_territories,
    territory_editables,
    withdraw_conquest,
)
from companion.games.territory.reinforcement import total
from companion.games.territory.turn_corrections import TurnCorrections, hold_back, nobody_can_play
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply, declared
from companion.referee.entries import Changes
from companion.referee.ruling import Ruling
from companion.referee.script import Report

BEFORE_ALL_ARE_HELD = ("first", "cities", "objectives", "give-out")
WHILE_ARMIES_ARE_PUT = ("trade", "reinforce", "attack")


def editables(state: ClassicState) -> Iterator[Editable]:
    """List what can be corrected: territories, hands, the active seat, its step and its conquests."""
    yield from _territories(state)
    yield from edition_2008_correct.editables(state)
    yield from _hands(state)
    yield from declared(state)
    yield from TURN.editables(state)


def _territories(state: ClassicState) -> Iterator[Editable]:
    owners = owners_of(state, neutral=rules.has_neutral(state))
    return territory_editables(state, "CL-MAP", owners, empty=state.step in BEFORE_ALL_ARE_HELD)


def _hands(state: ClassicState) -> Iterator[Editable]:
    return hand_editables(state, state.cards.hands, "CL-CARD", rules.deck_size(state))


def correct(state: ClassicState, changes: Changes) -> Ruling:
    """Apply a correction; first armies, turn and winner are derived from the new board."""
    reasons = set_territories(state, _territories(state), changes, "CL-MAP")
    reasons += edition_2008_correct.correct(state, changes)
    apply((*_hands(state), *declared(state)), changes)
    reasons += deal_rest(state.cards, rules.deck_size(state), "CL-CARD")
    withdraw_conquest(state, changes)
    state.eliminated = {loser: by for loser, by in state.eliminated.items() if not state.holds_land(loser)}
    dealing = state.step in BEFORE_ALL_ARE_HELD
    if dealing:
        apply(TURN.editables(state), changes)
        reasons += nobody_can_play(state, "CL-SETUP", dealing=True)
    else:
        reasons += TURN.correct(state, changes)
    if not state.turn:
        state.starter = state.active
        hold_back(state, rules.starting_armies(state), dealing=dealing)
    return Ruling.from_reasons(reasons)


def settle(before: ClassicState, state: ClassicState) -> Iterator[Report]:
    """CL-ELM, CL-WIN: eliminate whom a correction has left without land, and tell a victory."""
    return corrections.settle(
        before,
        state,
        lambda state, loser, by: turn.eliminate(state, loser, by or state.mover.id),
        edition_2008.check_victory,
    )


def _prepare(state: ClassicState, step: str) -> None:
    """Count the reinforcements once; what only another step needs is over."""
    facts, mover = state.facts, state.mover.id
    if step == "reinforce" and not facts.reinforcements_counted:
        state.supply[mover] += total(rules.income(state, mover))
    facts.reinforcements_counted = step != "trade" or facts.reinforcements_counted
    if step == "trade":
        facts.traded_stars = False
    facts.maneuvers = 0
    if step not in WHILE_ARMIES_ARE_PUT:
        facts.occupation, facts.trade_down = None, False


TURN = TurnCorrections[ClassicState](
    rule="CL-TURN",
    win_rule="CL-WIN",
    supply_rule="CL-RNF",
    left=gettext("Armies left to put"),
    steps=lambda state: tuple(dict.fromkeys((*rules.turn_steps(state), state.step))),
    order=rules.order_of_play,
    winners=rules.winners,
    prepare=_prepare,
    put_in=lambda _: "reinforce",
    until=WHILE_ARMIES_ARE_PUT,
)
