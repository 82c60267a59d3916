"""Corrections for the 2008 edition: cities, capitals, airfields, objectives and rewards."""

from collections.abc import Iterator

from companion.games.classic.objectives import CITY, WORDS
from companion.games.classic.state import ClassicState
from companion.games.territory.objective_corrections import (
    NOBODY,
    landmark_correctables,
    objective_correctables,
    set_landmarks,
    set_objectives,
    set_towers,
    tower_correctables,
)
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.ruling import Reason

BEFORE_CAPITALS = ("first", "cities", "objectives", "give-out", "capitals")


def correctables(state: ClassicState) -> Iterator[Correctable]:
    """List all correctable values of the 2008 edition (CL-2008, CL-2008-O, CL-2008-R)."""
    if state.has_capitals:
        yield from _capitals(state)
    if not state.is_2008:
        return
    campaign = state.edition_2008
    yield from landmark_correctables(state, {CITY: campaign.cities}, {CITY: "CL-2008"})
    yield from tower_correctables(state, campaign.airfields, "airfield", "CL-2008-R")
    yield from objective_correctables(state, campaign.objectives, WORDS, "CL-2008-O", "CL-2008-R")


def _capitals(state: ClassicState) -> Iterator[Correctable]:
    whose = {place: seat for seat, place in state.edition_2008.capitals.items()}
    choices = (NOBODY, *(seat.id for seat in state.seats))
    for place in state.holdings:
        label = f"{state.name(place)}: capital"
        yield Correctable(f"{place}.capital", place, label, whose.get(place, NOBODY), "CL-2008", choices)


def correct(state: ClassicState, changes: Changes) -> list[Reason]:
    """Apply the part of a correction for the 2008 edition, and return the objections."""
    if not state.has_capitals:
        return []
    set_landmarks(state, {CITY: state.edition_2008.cities}, changes)
    towers = list(set_towers(state, state.edition_2008.airfields, changes, "CL-2008-R"))
    set_objectives(state.edition_2008.objectives, changes)
    return [*towers, *_set_capitals(state, changes)]


def _set_capitals(state: ClassicState, changes: Changes) -> list[Reason]:
    """CL-2008: each player has one capital; placing it on another territory moves it."""
    capitals, before = state.edition_2008.capitals, set(state.edition_2008.capitals)
    for place in state.holdings:
        owner = changes.get(f"{place}.capital")
        if owner is not None:
            _clear(capitals, place)
    for place in state.holdings:
        owner = str(changes.get(f"{place}.capital", NOBODY))
        if owner != NOBODY:
            capitals[owner] = place
    if state.step in BEFORE_CAPITALS:
        return []
    return [
        Reason("CL-2008", f"{state.player(seat)} needs a capital: say where it stands.")
        for seat in before - set(capitals)
    ]


def _clear(capitals: dict[str, str], place: str) -> None:
    for seat in [seat for seat, where in capitals.items() if where == place]:
        del capitals[seat]
