"""Corrections of a game of Risk StarCraft by hand."""

from collections.abc import Iterator

from companion.games.starcraft import conquest, correct_pieces, rules, victory
from companion.games.starcraft.achievements import REWARDS, WORDS
from companion.games.starcraft.state import StarcraftState
from companion.games.territory import corrections
from companion.games.territory.corrections import (
    owners_of,
    set_territories,
    territory_editables,
    touches,
    withdraw_conquest,
)
from companion.games.territory.objective_corrections import objective_editables
from companion.games.territory.reinforcement import total
from companion.games.territory.turn_corrections import TurnCorrections, hold_back, nobody_can_play
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling
from companion.referee.script import Report

BEFORE_ALL_ARE_HELD = ("sides", "field", "land")
STEPS = ("trade", "reinforce", "prepare", "attack", "achieve", "draw", "maneuver")
WHILE_UNITS_ARE_DEPLOYED = ("trade", "reinforce", "attack")


def editables(state: StarcraftState) -> Iterator[Editable]:
    """List what can be corrected: the board, its pieces, achievements, hands and the turn."""
    yield from _territories(state)
    yield from correct_pieces.editables(state)
    yield from _achievements(state)
    if state.turn:
        yield from TURN.editables(state)


def _territories(state: StarcraftState) -> Iterator[Editable]:
    neutrals = rules.neutrals(state) if len(state.factions) == len(state.seats) else ()
    owners = (*owners_of(state, neutral=False), *neutrals)
    return territory_editables(state, "SC-ATK-10", owners, empty=state.step in BEFORE_ALL_ARE_HELD)


def _achievements(state: StarcraftState) -> Iterator[Editable]:
    return objective_editables(state, state.objectives, WORDS, "SC-ACH-2", "SC-RWD-9", REWARDS)


def correct(state: StarcraftState, changes: Changes) -> Ruling:
    """Apply a correction, update derived values, and cancel a pending action."""
    reasons = set_territories(state, _territories(state), changes, "SC-ATK-10")
    reasons += correct_pieces.correct(state, changes)
    apply(_achievements(state), changes)
    _withdraw(state, changes)
    if not reasons:
        reasons += TURN.correct(state, changes) if state.turn else [*_no_room(state), *_set_supply(state)]
    return Ruling.from_reasons(reasons)


def settle(before: StarcraftState, state: StarcraftState) -> Iterator[Report]:
    """SC-ELM, SC-WIN: eliminate whom a correction has left without land, and tell a victory."""
    return corrections.settle(
        before,
        state,
        lambda state, loser, by: conquest.eliminate(state, loser, by or state.mover.id),
        lambda state: victory.check(state, "at once"),
    )


def _withdraw(state: StarcraftState, changes: Changes) -> None:
    """Cancel a pending action if a correction changes its territory."""
    withdraw_conquest(state, changes)
    facts = state.facts
    if facts.invasion is not None and touches(changes, facts.invasion.origin, facts.invasion.target):
        facts.invasion = None
    if facts.follows is not None and state.heroes.get(str(state.active)) != facts.follows[0]:
        facts.follows = None


def _no_room(state: StarcraftState) -> list[Reason]:
    """SC-SET-C: somebody must be able to play, and each base that is still to come needs a free territory."""
    if reasons := nobody_can_play(state, "SC-WIN", dealing=state.step in BEFORE_ALL_ARE_HELD):
        return reasons
    if state.mode in ("basic training", "match") or state.step not in BEFORE_ALL_ARE_HELD:
        return []
    wanted = len(state.seats) - len(state.bases)
    free = sum(holding.owner is None for holding in state.holdings.values())
    text = gettext(
        "Bases still to come, each on a free territory: {count}; free: {free}.",
        count=wanted,
        free=free,
    )
    return [Reason("SC-SET-C", text)] if free < wanted else []


def _set_supply(state: StarcraftState) -> list[Reason]:
    """SC-SET-C: each player who can still place units has those that are not on the board."""
    if state.step in ("land", "units"):
        free = any(holding.owner is None for holding in state.holdings.values())
        hold_back(state, {owner: _wanted(state, owner) for owner in state.supply}, dealing=free)
    return []


def _wanted(state: StarcraftState, owner: str) -> int:
    """Return the number of starting units of an owner; in Basic Training the table entered it."""
    if state.mode == "basic training":
        return state.units_each
    return rules.NEUTRAL_UNITS if owner in rules.neutrals(state) else rules.starting_units(state)


def _winners(state: StarcraftState) -> tuple[str, ...]:
    """SC-WIN: the last seat with territories has won; others win by a correction only if they do at once."""
    at_once = state.house.victory == "at once" or len(state.playing()) == 1
    return rules.winners(state, state.mover.id) if at_once else ()


def _prepare(state: StarcraftState, step: str) -> None:
    """Allow the action of the step again, and keep what was counted while that is possible."""
    mover, facts = state.mover.id, state.facts
    if step == "reinforce" and not facts.reinforcements_counted:
        state.supply[mover] += total(rules.reinforcements(state, mover))
    facts.reinforcements_counted = step != "trade" or facts.reinforcements_counted
    if step != "attack":
        facts.invasion = facts.occupation = None
    match step:
        case "trade":
            facts.trades = 0
        case "prepare":
            facts.hero_asked = facts.started = facts.commanded = False
        case "draw":
            facts.drawn = False
        case "maneuver":
            facts.maneuvers = 0


TURN = TurnCorrections[StarcraftState](
    rule="SC-TURN",
    win_rule="SC-WIN",
    supply_rule="SC-RNF-6",
    left=gettext("Units left to deploy"),
    steps=lambda _: STEPS,
    order=lambda state: state.order,
    winners=_winners,
    prepare=_prepare,
    put_in=lambda _: "reinforce",
    until=WHILE_UNITS_ARE_DEPLOYED,
)
