"""Corrections of a Nuked game."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from companion.games.nuked import cards, rules
from companion.games.nuked.rulings import NAMES, OFFENSIVE
from companion.games.nuked.state import BEFORE_ALL_ARE_HELD, Fallout, NukedState, Offensive
from companion.games.territory import corrections
from companion.games.territory.cards import hand_editables
from companion.games.territory.corrections import owners_of, set_territories, territory_editables
from companion.games.territory.reinforcement import total
from companion.games.territory.turn_corrections import TurnCorrections, hold_back
from companion.locale.messages import gettext, pgettext
from companion.referee.correction import Editable, apply, declared, editable, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling, objection
from companion.referee.script import Report

WHILE_TROOPS_ARE_PUT = ("muster", "place")
TURN_STEPS = ("muster", "place", "attack", "end")
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
    yield from declared(state)
    yield from _cards(state)
    yield from TURN.editables(state)
    if state.turn:
        yield _round(state)
        yield from _turn(state)


def _territories(state: NukedState) -> Iterator[Editable]:
    return territory_editables(state, "NK-MAP", owners_of(state, neutral=False), empty=True)


def _cards(state: NukedState) -> Iterator[Editable]:
    piles = state.cards
    yield from hand_editables(state, piles.hands, "NK-CRD-3", rules.deck_size(state))
    for kind, name in NAMES.items():
        label, copies = gettext("{card} cards played so far", card=name), getattr(state.table.deck, kind)
        yield number(piles.discards, kind, f"game.{kind}", label, "NK-CRD-3", most=copies)


def _round(state: NukedState) -> Editable:
    return number(
        state, "round", "game.round", gettext("Round"), "NK-TURN", least=1, most=MAX_ROUNDS, grows=True
    )


def _turn(state: NukedState) -> Iterator[Editable]:
    facts = state.facts
    kinds, play = (NONE, *OFFENSIVE), partial(_play, state)
    label, card = gettext("Card of this turn"), facts.played or NONE
    yield editable("game.played", label, card, "NK-CRD-1", play, choices=kinds, words=NAMES)
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
    apply((*_cards(state), *declared(state)), changes)
    homes = (place for place in state.capitals.values() if place is not None)
    reasons += [*_judge_cards(state), *corrections.two_in_one_place(state, homes, "NK-SET-3")]
    dealing = state.step in BEFORE_ALL_ARE_HELD
    if dealing:
        apply(TURN.editables(state), changes)
    else:
        apply((_round(state),) if state.turn else (), changes)  # the next step depends on it
        reasons += TURN.correct(state, changes)
    if state.turn and not reasons:
        apply(_turn(state), changes)
    elif not state.turn:
        state.starter = state.active
        hold_back(state, rules.first_troops(state), dealing=dealing)  # NK-SET-2
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
            "NK-CRD-3", "Too many cards in hands and played: {deck} more than there are.", deck=-piles.deck
        )
    ]


def _prepare(state: NukedState, step: str) -> None:
    """Count the fresh soldiers once; before it is chosen where they go, there are none."""
    mover, facts = state.mover.id, state.facts
    if step == "muster":
        facts.mode, state.supply[mover] = None, 0
    elif step == "place" and facts.mode is None:
        state.supply[mover] += total(rules.income(state, mover, "anywhere"))
    if step != "muster":
        facts.mode = facts.mode or "anywhere"
    facts.reconsider = False


TURN = TurnCorrections[NukedState](
    rule="NK-TURN",
    win_rule="NK-A17",
    supply_rule="NK-RNF-1",
    left=gettext("Soldiers left to put"),
    steps=lambda _: TURN_STEPS,
    order=rules.order_of_play,
    winners=lambda state: rules.winners(state) if state.turn else (),
    prepare=_prepare,
    put_in=lambda _: "place",
    until=WHILE_TROOPS_ARE_PUT,
)
