"""Corrections of a Balance of Power game."""

from collections.abc import Iterator
from functools import partial

from companion.games.balance import combat, objectives, rules
from companion.games.balance.state import MAX_CARDS, MAX_CASUALTIES, ActionId, BalanceState, LastingEffect
from companion.games.territory import corrections
from companion.games.territory.cards import deal_rest, hand_editables
from companion.games.territory.corrections import (
    NOBODY,
    owners_of,
    set_territories,
    territory_editables,
    touches,
    withdraw_conquest,
)
from companion.games.territory.objective_corrections import (
    judge_towers,
    landmark_editables,
    objective_editables,
)
from companion.games.territory.state import NEUTRAL
from companion.games.territory.turn_corrections import TurnCorrections, hold_back, nobody_can_play
from companion.locale.messages import gettext
from companion.referee.correction import YES_NO, Editable, apply, declared, editable, number, yes_no
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling
from companion.referee.script import Report

BEFORE_ALL_ARE_HELD = ("cities", "rough", "sites", "neutrals", "claim")
WHILE_TROOPS_ARE_PUT = ("actions", "draft")
LANDMARK_RULES = {"city": "BP-SET-1", "rough": "BP-SET-2", "site": "BP-SET-3"}
STEPS = ("neutral", "actions", "draft", "attack", "objective", "maneuver")
MAX_TROOPS = 99999


def editables(state: BalanceState) -> Iterator[Editable]:
    """List what can be corrected; there is nothing before the first player is known."""
    if state.starter is None:
        return
    yield from _territories(state)
    yield from _board(state)
    yield from _hands(state)
    for seat in state.seats if state.turn else ():
        yield from _lasting(state, seat.id)
    yield from _armies(state)
    yield from TURN.editables(state)


def _territories(state: BalanceState) -> Iterator[Editable]:
    owners = owners_of(state, neutral=rules.has_neutral(state))
    empty = state.step in BEFORE_ALL_ARE_HELD or state.house.bombing == "may empty"
    return territory_editables(state, "BP-SET-5", owners, empty=empty)


def _board(state: BalanceState) -> Iterator[Editable]:
    yield from landmark_editables(state, state.landmarks, LANDMARK_RULES)
    yield from declared(state)
    if state.turn:
        yield from _killed_generals(state)
        yield from objective_editables(state, state.objectives, objectives.WORDS, "BP-OBJ", "BP-OBJ")


def _killed_generals(state: BalanceState) -> Iterator[Editable]:
    killers = {effect.place: effect.by for effect in state.in_force("general")}
    seats = (NOBODY, *(seat.id for seat in state.seats))
    for place in state.holdings:
        label = gettext("{place}: general killed by", place=state.name(place))
        key, kill = f"{place}.general", partial(_kill, state, place)
        yield editable(key, label, killers.get(place, NOBODY), "BP-SCA-GENERAL", kill, choices=seats)


def _kill(state: BalanceState, place: str, by: str) -> None:
    """Record who killed the general of a territory; its own army cannot."""
    owner = state.holdings[place].owner
    state.effects = [e for e in state.effects if (e.action, e.place) != ("general", place)]
    if owner is not None and by not in (NOBODY, owner):
        state.effects.append(LastingEffect("general", by, owner, place))


def _hands(state: BalanceState) -> Iterator[Editable]:
    most = rules.deck_size(state) if state.house.surplus_cards == "no limit" else MAX_CARDS
    return hand_editables(state, state.cards.hands, "BP-CARD-1", most)


def _lasting(state: BalanceState, seat: str) -> Iterator[Editable]:
    """List the lasting actions that a seat has bought or that affect it."""
    name = state.player(seat)
    label = gettext("{player}: sabotaged", player=name)
    key, switch = f"{seat}.sabotaged", partial(_sabotage, state, seat)
    sabotaged = yes_no(rules.is_sabotaged(state, seat))
    yield editable(key, label, sabotaged, "BP-SCA-SABOTAGE", switch, choices=YES_NO)
    defence = LastingEffect("defence", seat)
    label = gettext("{player}: extra defence die", player=name)
    yield _bought(state, f"{seat}.defence", label, "BP-SCA-DEFENSE", defence)
    for other in rules.owners(state):
        if other != seat:
            key = f"{seat}.ally-{other}"
            label = gettext("{player} cannot attack {other}", player=state.called(other), other=name)
            yield _bought(state, key, label, "BP-SCA-ALLIANCE", LastingEffect("alliance", seat, other))


def _bought(state: BalanceState, key: str, label: str, rule: str, effect: LastingEffect) -> Editable:
    there = yes_no(effect in state.effects)
    return editable(key, label, there, rule, partial(_switch, state, effect), choices=YES_NO)


def _switch(state: BalanceState, effect: LastingEffect, wanted: str) -> None:
    """Start or end an effect."""
    there = effect in state.effects
    if wanted == "yes" and not there:
        state.effects.append(effect)
    elif wanted == "no":
        state.effects = [known for known in state.effects if known != effect]


def _sabotage(state: BalanceState, seat: str, wanted: str) -> None:
    """Start or end the sabotage of a seat; the next seat in order counts as the saboteur."""
    action: ActionId = "sabotage"
    there = any(effect.target == seat for effect in state.in_force(action))
    if wanted == "yes" and not there:
        order = rules.order_of_play(state)
        saboteur = order[(order.index(seat) + 1) % len(order)]
        state.effects.append(LastingEffect(action, saboteur, seat))
    elif wanted == "no":
        state.effects = [e for e in state.effects if (e.action, e.target) != (action, seat)]


def _armies(state: BalanceState) -> Iterator[Editable]:
    for owner in rules.owners(state):
        subject, name = "game" if owner == NEUTRAL else owner, state.called(owner)
        key, label = f"{owner}.casualties", gettext("{player}: casualties", player=name)
        yield number(state.casualties, owner, key, label, "BP-CAS-1", most=MAX_CASUALTIES, subject=subject)
        key, label = f"{owner}.troops", gettext("{player}: troops in all", player=name)
        yield number(state.troops, owner, key, label, "BP-UNIT", most=MAX_TROOPS, subject=subject, grows=True)


def correct(state: BalanceState, changes: Changes) -> Ruling:
    """Apply a correction, and update the troop piles, turn and winner."""
    reasons = set_territories(state, _territories(state), changes, "BP-SET-5")
    apply(_hands(state), changes)
    surplus = state.facts.surplus.cards if state.facts.surplus else 0
    reasons += deal_rest(state.cards, rules.deck_size(state) - surplus, "CL-CARD")
    _withdraw(state, changes)
    apply((*_board(state), *_armies(state)), changes)
    for seat in state.seats if state.turn else ():
        apply(_lasting(state, seat.id), changes)
    reasons += judge_towers(state, state.airfields, changes, "BP-SCA-AIRFIELD")
    reasons += corrections.two_in_one_place(state, state.capitals.values(), "BP-SET-6")
    _remove_stray_tanks(state)
    if not reasons:
        reasons += TURN.correct(state, changes) if state.turn else _set_first_troops(state, changes)
    state.recount()
    return Ruling.from_reasons(reasons)


def settle(before: BalanceState, state: BalanceState) -> Iterator[Report]:
    """CL-ELM, BP-WIN: eliminate whom a correction has left without land, and tell a victory."""
    return corrections.settle(
        before, state, combat.eliminate, lambda state: combat.win(state, rules.last_player(state))
    )


def _withdraw(state: BalanceState, changes: Changes) -> None:
    """Cancel pending actions that a correction made impossible: a maneuver, a conquest, a neutral attack."""
    facts = state.facts
    withdraw_conquest(state, changes)
    pending = facts.pending
    if pending and pending.action == "maneuver" and pending.place not in ("", *state.held(state.mover.id)):
        facts.pending = None
    if facts.neutral_attack and touches(changes, facts.neutral_attack.origin, facts.neutral_attack.target):
        facts.neutral_attack = None


def _remove_stray_tanks(state: BalanceState) -> None:
    """Remove the tanks on territories without an owner."""
    held = {place for place, holding in state.holdings.items() if holding.owner is not None}
    state.tanks = {place: tanks for place, tanks in state.tanks.items() if tanks and place in held}


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
    hold_back(state, rules.starting_troops(state), dealing=early)
    return []


# --- turn ---------------------------------------------------------------------------------------------------


def _prepare(state: BalanceState, step: str) -> None:
    """Cancel the pending actions of the previous step."""
    facts = state.facts
    if step == "neutral":
        facts.losing, facts.neutral_drafted, facts.neutral_attacked = None, False, False
    facts.pending = facts.neutral_attack = facts.occupation = None
    facts.maneuvered = False
    if NEUTRAL in state.supply:
        state.supply[NEUTRAL] = 0


TURN = TurnCorrections[BalanceState](
    rule="BP-WIN",
    win_rule="BP-WIN",
    supply_rule="BP-DRF-1",
    left=gettext("Troops left to put"),
    steps=lambda _: STEPS,
    order=rules.order_of_play,
    winners=rules.last_player,
    prepare=_prepare,
    put_in=lambda state: "draft" if state.facts.reinforcements_counted else "",
    until=WHILE_TROOPS_ARE_PUT,
)
