"""Corrections of pieces other than units, and of the cards in hand."""

from collections.abc import Iterator

from companion.games.starcraft import rules
from companion.games.starcraft.achievements import MINERAL
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.objective_corrections import (
    landmark_correctables,
    set_landmarks,
    set_towers,
    tower_correctables,
)
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason

OFF = "off the board"


def correctables(state: StarcraftState) -> Iterator[Correctable]:
    """List mineral fields, bases, heroes, towers and hands, each only after its set-up."""
    if len(state.minerals) == rules.MINERAL_FIELDS:
        yield from landmark_correctables(state, {MINERAL: state.minerals}, {MINERAL: "SC-SET-C"})
    if rules.uses_rewards(state) and state.turn:
        yield from tower_correctables(state, state.towers, "tower", "SC-RWD-4")
    places = tuple(state.holdings)
    for seat, base in state.bases.items():
        yield Correctable(f"{seat}.base", seat, f"{state.player(seat)}: base", base, "SC-A16", places)
    for seat, at in state.heroes.items():
        if state.turn and rules.uses_heroes(state):
            label = f"{state.player(seat)}: hero"
            yield Correctable(f"{seat}.hero", seat, label, at or OFF, "SC-HER-1", (OFF, *places))
    if state.decks:
        yield from _hands(state)


def _hands(state: StarcraftState) -> Iterator[Correctable]:
    for seat, hand in state.hands.items():
        if seat not in state.factions:
            continue
        name, deck = state.player(seat), rules.deck_of(state, seat)
        yield Correctable(
            f"{seat}.cards", seat, f"{name}: cards", hand.own, "SC-CRD-5", most=_size(state, deck)
        )
        for other in state.decks:
            label = f"{name}: captured, {other}"
            held = hand.captured.get(other, 0)
            yield Correctable(
                f"{seat}.captured.{other}", seat, label, held, "SC-ELM", most=_size(state, other)
            )


def _size(state: StarcraftState, deck: str) -> int:
    """Return the number of a deck's cards, in the deck and in all hands."""
    there = state.decks[deck]
    return there.pile + there.discards + _held(state, deck)


def _held(state: StarcraftState, deck: str) -> int:
    return sum(
        hand.captured.get(deck, 0) + (hand.own if rules.deck_of(state, seat) == deck else 0)
        for seat, hand in state.hands.items()
    )


def correct(state: StarcraftState, changes: Changes) -> list[Reason]:
    """Apply the changes of pieces and hands, and return the objections."""
    drawn = len(state.minerals) == rules.MINERAL_FIELDS
    if drawn:
        set_landmarks(state, {MINERAL: state.minerals}, changes)
    towers = list(set_towers(state, state.towers, changes, "SC-RWD-4"))
    for seat in state.bases:
        state.bases[seat] = str(changes.get(f"{seat}.base", state.bases[seat]))
    minerals = _minerals(state) if drawn else []
    return [*towers, *minerals, *_bases(state), *_set_heroes(state, changes), *_set_hands(state, changes)]


def _minerals(state: StarcraftState) -> list[Reason]:
    """SC-SET-C: after their set-up, exactly fifteen mineral fields are on the board."""
    count = len(state.minerals)
    if count == rules.MINERAL_FIELDS:
        return []
    text = f"There are {rules.MINERAL_FIELDS} mineral fields, not {count}: move one, both ways at once."
    return [Reason("SC-SET-C", text)]


def _bases(state: StarcraftState) -> list[Reason]:
    """SC-A16: at most one base on a territory."""
    if len(set(state.bases.values())) == len(state.bases):
        return []
    return [Reason("SC-A16", "Two bases never stand on one territory.")]


def _set_heroes(state: StarcraftState, changes: Changes) -> Iterator[Reason]:
    """SC-HER-1: a hero needs units of its owner; it falls if a correction gives its territory away."""
    for seat in state.heroes:
        wanted = changes.get(f"{seat}.hero")
        if wanted is not None:
            state.heroes[seat] = None if wanted == OFF else str(wanted)
        at = state.heroes[seat]
        if at is not None and state.holdings[at].owner != seat:
            state.heroes[seat] = None
            if wanted is not None:
                yield Reason("SC-HER-1", f"{state.name(at)} is not {state.player(seat)}'s.")


def _set_hands(state: StarcraftState, changes: Changes) -> list[Reason]:
    """SC-CRD-4: cards that nobody holds are in the deck or its discards."""
    sizes = {deck: _size(state, deck) for deck in state.decks}
    for seat, hand in state.hands.items():
        hand.own = int(changes.get(f"{seat}.cards", hand.own))
        for deck in state.decks:
            held = int(changes.get(f"{seat}.captured.{deck}", hand.captured.get(deck, 0)))
            hand.captured = {name: count for name, count in (hand.captured | {deck: held}).items() if count}
    return [reason for deck, size in sizes.items() for reason in _count(state, deck, size)]


def _count(state: StarcraftState, deck: str, size: int) -> list[Reason]:
    left = size - _held(state, deck)
    if left < 0:
        return [Reason("SC-CRD-4", f"That is {-left} cards more than the {deck} deck has ({size}).")]
    there = state.decks[deck]
    there.discards = min(there.discards, left)
    there.pile = left - there.discards
    return []
