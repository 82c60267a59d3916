"""Corrections for the 2008 edition: cities, capitals, airfields, objectives and rewards."""

from collections.abc import Iterator

from companion.games.classic.objectives import CITY, REWARDS, WORDS
from companion.games.classic.state import ClassicState
from companion.games.territory.corrections import NOBODY
from companion.games.territory.objective_corrections import (
    judge_towers,
    landmark_editables,
    objective_editables,
)
from companion.locale.messages import gettext
from companion.referee.correction import Editable, apply, declared, editable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, objection

BEFORE_CAPITALS = ("first", "cities", "objectives", "give-out", "capitals")


def editables(state: ClassicState) -> Iterator[Editable]:
    """List what can be corrected in the 2008 edition (CL-2008, CL-2008-O, CL-2008-R)."""
    if state.has_capitals:
        yield from _capitals(state)
    if not state.is_2008:
        return
    edition = state.edition_2008
    yield from landmark_editables(state, {CITY: edition.cities}, {CITY: "CL-2008"})
    yield from declared(state, edition)
    yield from objective_editables(state, edition.objectives, WORDS, "CL-2008-O", "CL-2008-R", REWARDS)


def _capitals(state: ClassicState) -> Iterator[Editable]:
    """List whose capital stands where; all are set together, because a capital moves.

    CL-CAP: what is being chosen in secret is not listed.
    """
    if state.hides_capitals:
        return
    whose = {place: seat for seat, place in state.edition_2008.capitals.items()}
    choices = (NOBODY, *(seat.id for seat in state.seats))
    for place in state.holdings:
        key, label = f"{place}.capital", gettext("{place}: capital", place=state.name(place))
        yield editable(key, label, whose.get(place, NOBODY), "CL-2008", None, choices=choices)


def correct(state: ClassicState, changes: Changes) -> list[Reason]:
    """Apply the part of a correction for the 2008 edition, and return the objections."""
    if not state.has_capitals:
        return []
    apply(editables(state), changes)
    towers = list(judge_towers(state, state.edition_2008.airfields, changes, "CL-2008-R"))
    return [*towers, *_set_capitals(state, changes)]


def _set_capitals(state: ClassicState, changes: Changes) -> list[Reason]:
    """CL-2008: each player has one capital; placing it on another territory moves it."""
    before = state.edition_2008.capitals
    named = {
        place: str(changes[f"{place}.capital"]) for place in state.holdings if f"{place}.capital" in changes
    }
    capitals = {seat: place for seat, place in before.items() if place not in named}
    capitals |= {owner: place for place, owner in named.items() if owner != NOBODY}
    state.edition_2008.capitals = capitals
    if state.step in BEFORE_CAPITALS:
        return []
    return [
        objection("CL-2008", "{player} needs a capital: say where it stands.", player=state.player(seat))
        for seat in before
        if seat not in capitals
    ]
