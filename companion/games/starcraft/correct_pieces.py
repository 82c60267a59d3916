"""Corrections of pieces other than units, and of the cards in hand."""

from collections.abc import Iterator

from companion.games.starcraft import rules
from companion.games.starcraft.achievements import MINERAL
from companion.games.starcraft.factions import DECKS
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.objective_corrections import judge_towers, landmark_editables
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply, choice, declared, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, objection


def editables(state: StarcraftState) -> Iterator[Editable]:
    """List mineral fields, bases, heroes, towers and hands, each only after its set-up."""
    if len(state.minerals) == rules.MINERAL_FIELDS:
        yield from landmark_editables(state, {MINERAL: state.minerals}, {MINERAL: "SC-SET-C"})
    yield from declared(state)
    places, names = tuple(state.holdings), {place: state.name(place) for place in state.holdings}
    for seat in state.bases:
        key, label = f"{seat}.base", gettext("{player}: base", player=state.player(seat))
        yield choice(state.bases, seat, key, label, "SC-A16", places, words=names)
    if state.decks:
        yield from _hands(state)


def _hands(state: StarcraftState) -> Iterator[Editable]:
    for seat, hand in state.hands.items():
        if seat not in state.factions:
            continue
        name, most = state.player(seat), _size(state, rules.deck_of(state, seat))
        yield number(
            hand, "own", f"{seat}.cards", gettext("{player}: cards", player=name), "SC-CRD-5", most=most
        )
        for deck in state.decks:
            key, most = f"{seat}.captured.{deck}", _size(state, deck)
            label = gettext("{player}: captured, {deck}", player=name, deck=DECKS[deck])
            yield number(hand.captured, deck, key, label, "SC-ELM", most=most, subject=seat)


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
    sizes = {deck: _size(state, deck) for deck in state.decks}
    apply(editables(state), changes)
    for hand in state.hands.values():
        hand.captured = {deck: count for deck, count in hand.captured.items() if count}
    towers = list(judge_towers(state, state.towers, changes, "SC-RWD-4"))
    minerals = _minerals(state) if drawn else []
    hands = [reason for deck, size in sizes.items() for reason in _count(state, deck, size)]
    return [*towers, *minerals, *_bases(state), *_judge_heroes(state, changes), *hands]


def _minerals(state: StarcraftState) -> list[Reason]:
    """SC-SET-C: after their set-up, exactly fifteen mineral fields are on the board."""
    count = len(state.minerals)
    if count == rules.MINERAL_FIELDS:
        return []
    text = gettext(
        "There are {wanted} mineral fields, not {count}: move one, both ways at once.",
        wanted=rules.MINERAL_FIELDS,
        count=count,
    )
    return [Reason("SC-SET-C", text)]


def _bases(state: StarcraftState) -> list[Reason]:
    """SC-A16: at most one base on a territory."""
    if len(set(state.bases.values())) == len(state.bases):
        return []
    return [objection("SC-A16", "Two bases never stand on one territory.")]


def _judge_heroes(state: StarcraftState, changes: Changes) -> Iterator[Reason]:
    """SC-HER-1: a hero needs units of its owner; it falls if a correction gives its territory away."""
    for seat, at in state.heroes.items():
        if at is not None and state.holdings[at].owner != seat:
            state.heroes[seat] = None
            if f"{seat}.hero" in changes:
                yield objection(
                    "SC-HER-1", "{place} is not {player}'s.", place=state.name(at), player=state.player(seat)
                )


def _count(state: StarcraftState, deck: str, size: int) -> list[Reason]:
    """SC-CRD-4: cards that nobody holds are in the deck or its discards."""
    left = size - _held(state, deck)
    if left < 0:
        text = gettext(
            "Too many {deck} cards: {count} more than there are ({size}).",
            count=-left,
            deck=DECKS[deck],
            size=size,
        )
        return [Reason("SC-CRD-4", text)]
    there = state.decks[deck]
    there.discards = min(there.discards, left)
    there.pile = left - there.discards
    return []
