"""Corrections of a Nuked game."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from companion.games.nuked import cards, rules
from companion.games.nuked.rulings import NAMES, OFFENSIVE
from companion.games.nuked.state import Fallout, NukedState, Offensive
from companion.games.territory import corrections
from companion.games.territory.corrections import (
    MAX_ARMIES,
    NOBODY,
    hold_back,
    judge_supply,
    owners_of,
    set_territories,
    territory_editables,
)
from companion.games.territory.reinforcement import total
from companion.games.territory.turns import judge_mover, mover_editable, step_name
from companion.locale.messages import gettext, pgettext
from companion.referee.correction import Editable, apply, choice, declared, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling, objection
from companion.referee.script import Report

BEFORE_ALL_ARE_HELD = ("first", "give-out")
WHILE_TROOPS_ARE_PUT = ("muster", "place")
TURN_STEPS = ("muster", "place", "attack", "end")
STEP_WORDS = {step: step_name(step) for step in TURN_STEPS}
MAX_ROUNDS = 99
MAX_FALLOUT = 9
NONE = "none"
USED = ("used", "not used")
USED_WORDS = {"used": pgettext("card", "used"), "not used": pgettext("card", "not used")}


def editables(state: NukedState) -> Iterator[Editable]:
    """List what can be corrected: territories, fallout, Capitals and Farms, hands, and the turn."""
    yield from _territories(state)
    if not state.rules_chosen:
        return
    yield from _homes(state)
    yield from _cards(state)
    yield from _mover(state)
    if state.turn:
        yield _step(state)
        yield _round(state)
        yield from _turn(state)


def _territories(state: NukedState) -> Iterator[Editable]:
    return territory_editables(state, "NK-MAP", owners_of(state, neutral=False), empty=True)


def _homes(state: NukedState) -> Iterator[Editable]:
    places = (*state.holdings, NOBODY)
    for seat in state.seats if state.step not in BEFORE_ALL_ARE_HELD else ():
        for homes, key, label in (
            (state.capitals, "capital", gettext("{player}: Capital", player=seat.name)),
            (state.farms, "farm", gettext("{player}: Farm Block", player=seat.name)),
        ):
            yield choice(homes, seat.id, f"{seat.id}.{key}", label, "NK-SET-3", places, none=NOBODY)


def _cards(state: NukedState) -> Iterator[Editable]:
    most, piles = rules.deck_size(state), state.cards
    for seat in state.seats:
        label = gettext("{player}: cards", player=seat.name)
        yield number(piles.hands, seat.id, f"{seat.id}.cards", label, "NK-CRD-3", most=most)
    for kind, name in NAMES.items():
        label, copies = gettext("{card} cards played so far", card=name), getattr(state.table.deck, kind)
        yield number(piles.discards, kind, f"game.{kind}", label, "NK-CRD-3", most=copies)


def _mover(state: NukedState) -> tuple[Editable, ...]:
    return (mover_editable(state, "NK-TURN"),) if state.active else ()


def _step(state: NukedState) -> Editable:
    go = partial(_go_to, state)
    return editable(
        "game.step", gettext("Step"), state.step, "NK-TURN", go, choices=TURN_STEPS, words=STEP_WORDS
    )


def _round(state: NukedState) -> Editable:
    return number(
        state, "round", "game.round", gettext("Round"), "NK-TURN", least=1, most=MAX_ROUNDS, grows=True
    )


def _turn(state: NukedState) -> Iterator[Editable]:
    left, facts = gettext("Soldiers left to put"), state.facts
    yield number(state.supply, state.mover.id, "game.supply", left, "NK-RNF-1", most=MAX_ARMIES, grows=True)
    kinds, play = (NONE, *OFFENSIVE), partial(_play, state)
    label, card = gettext("Card of this turn"), facts.played or NONE
    yield editable("game.played", label, card, "NK-CRD-1", play, choices=kinds, words=NAMES)
    yield from declared(state, facts)
    yield from declared(state)
    for place in state.holdings:
        name, rounds, last = state.name(place), _rounds_left(state, place), partial(_radiate, state, place)
        key, label = f"{place}.radiated", gettext("{place}: rounds of fallout", place=name)
        most = max(MAX_FALLOUT, rounds)
        yield editable(key, label, rounds, "NK-CRD-4", last, most=most)
        used, defend = USED[place not in facts.defended], partial(_defend, state, place)
        key, label = f"{place}.defence", gettext("{place}: Defence card", place=name)
        yield editable(key, label, used, "NK-CRD-2", defend, choices=USED, words=USED_WORDS)


def _rounds_left(state: NukedState, place: str) -> int:
    fallout = state.fallout.get(place)
    return max(1, fallout.until - state.round) if fallout else 0


def _play(state: NukedState, card: Offensive | Literal["none"]) -> None:
    state.facts.played = None if card == "none" else card
    state.facts.ready = card in ("boat", "attack")


def _radiate(state: NukedState, place: str, rounds: int) -> None:
    """NK-CRD-4: corrected fallout lasts from now, as if the active player had played a Nuke."""
    if rounds:
        state.fallout[place] = Fallout(state.mover.id, state.round + rounds)
    else:
        state.fallout.pop(place, None)


def _defend(state: NukedState, place: str, used: str) -> None:
    others = set(state.facts.defended) - {place}
    defended = others | {place} if used == USED[0] else others
    state.facts.defended = tuple(known for known in state.holdings if known in defended)


def correct(state: NukedState, changes: Changes) -> Ruling:
    """Apply a correction; the active seat and the winner are derived from the new board."""
    reasons = set_territories(state, _territories(state), changes, "NK-MAP")
    if not state.rules_chosen:
        return Ruling.from_reasons(reasons)
    apply((*_cards(state), *_homes(state), *_mover(state)), changes)
    homes = (place for place in state.capitals.values() if place is not None)
    reasons += [*_judge_cards(state), *corrections.two_in_one_place(state, homes, "NK-SET-3")]
    if state.step in BEFORE_ALL_ARE_HELD:
        state.starter = state.active
    else:
        reasons += _judge_mover(state, changes)
    if not reasons:
        reasons += _set_turn(state, changes)
    return Ruling.from_reasons(reasons)


def settle(before: NukedState, state: NukedState) -> Iterator[Report]:
    """NK-ELM, NK-A17: eliminate whom a correction has left without land, and tell a victory."""
    return corrections.settle(before, state, cards.eliminate, cards.declare_victory)


def _judge_cards(state: NukedState) -> list[Reason]:
    piles = state.cards
    piles.discards = {kind: out for kind, out in piles.discards.items() if out}
    piles.deck = rules.deck_size(state) - sum(piles.hands.values()) - sum(piles.discards.values())
    if piles.deck >= 0:
        return []
    return [
        objection(
            "NK-CRD-3", "There are {deck} cards more in hands and played than there are.", deck=-piles.deck
        )
    ]


def _judge_mover(state: NukedState, changes: Changes) -> list[Reason]:
    """NK-TURN: the active seat must own a territory; NK-A17: the new board may have a winner."""
    reasons = judge_mover(state, changes, rules.order_of_play(state), "NK-TURN", "NK-A17")
    if not state.turn:
        state.starter = state.active
    if not reasons:
        state.winners = rules.winners(state) if state.turn else ()
    return reasons


def _set_turn(state: NukedState, changes: Changes) -> list[Reason]:
    """Set the round first: the next step depends on it. NK-SET-2: in the set-up, count the troops."""
    if not state.turn:
        hold_back(state, rules.first_troops(state), dealing=state.step in BEFORE_ALL_ARE_HELD)
        return []
    for group in ((_round(state),), (_step(state),), _turn(state)):
        apply(group, changes)
    return judge_supply(state, changes, "NK-RNF-1", put_in="place", until=WHILE_TROOPS_ARE_PUT)


def _go_to(state: NukedState, step: str) -> None:
    """Go to another step; keep soldiers that are not placed yet if that step allows placing them."""
    if step == state.step:
        return
    mover = state.mover.id
    if step == "muster":
        state.facts.mode, state.supply[mover] = None, 0
    elif step == "place" and state.facts.mode is None:
        state.supply[mover] += total(rules.income(state, mover, "anywhere"))
    if step != "muster":
        state.facts.mode = state.facts.mode or "anywhere"
    if step not in WHILE_TROOPS_ARE_PUT:
        state.supply[mover] = 0
    state.facts.reconsider = False
    state.step = step
