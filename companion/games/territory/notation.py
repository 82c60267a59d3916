"""Text notation of map games' positions: one line with holdings and facts.

``classic r4 t11 attack red; seats red blue; red: alaska 3, alberta 1; blue: others 2; supply red 3``

A section with a colon says what an owner holds, and ``others`` stands for all that is not named;
`companion.referee.position` says what else there is.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from companion.errors import MalformedPosition
from companion.games.territory.state import Holding, TerritoryState
from companion.referee.houserules import HouseRules
from companion.referee.position import Heading, stand_at
from companion.referee.seats import Seat

J = TypeVar("J")
M = TypeVar("M", bound=TerritoryState)

OTHERS = "others"


@dataclass(frozen=True)
class Form(Heading, Generic[M]):
    """The position notation of one map game.

    Attributes:
        begin: makes the state that a position fills.
    """

    begin: Callable[[tuple[Seat, ...], Any], M]

    def write(self, state: M, house: HouseRules, facts: Iterable[tuple[str, str]]) -> str:
        """Write a position in one line.

        Args:
            state: the position.
            house: its house rules.
            facts: each fact as its word and its text; empty ones are omitted.
        """
        written = (f"{name} {text}" for name, text in facts if text)
        return self.join(state, house, (*write_holdings(state), *written))

    def read(self, text: str) -> tuple[M, dict[str, str]]:
        """Read the head, the seats and the holdings.

        Returns:
            The state so far, and the facts that the game must still read.

        Raises:
            MalformedPosition: the text is no position of this game; the message says where.
            UnknownName: it names an unknown seat, territory or house rule.
        """
        sections = self.split_sections(text)
        state = self.begin(*self.read_players(sections))
        stand_at(state, sections)
        read_holdings(state, sections.holdings)
        return state, sections.facts


def write_holdings(state: TerritoryState) -> Iterator[str]:
    """Write the holdings of all owners, in board order."""
    for owner in dict.fromkeys(holding.owner for holding in state.holdings.values()):
        if owner is not None:
            held = (f"{place} {state.holdings[place].armies}" for place in state.held(owner))
            yield f"{owner}: {', '.join(held)}"


def read_holdings(state: TerritoryState, holdings: Mapping[str, str]) -> None:
    """Read the holdings of all owners into a state; unnamed territories have no owner.

    Raises:
        MalformedPosition: a territory is named twice, or without its armies.
        UnknownName: there is no such territory or owner.
    """
    others = Holding()
    state.holdings = {place: Holding() for place in state.holdings}
    named = set()
    for owner, text in holdings.items():
        state.player(owner)
        for place, armies in read_counts(text.replace(",", " ")).items():
            if place == OTHERS:
                others = Holding(owner, armies)
            elif place in named:
                raise MalformedPosition(f"{state.name(place)} is held twice in the position.")
            else:
                state.holdings[state.map.territory(place).id] = Holding(owner, armies)
                named.add(place)
    for place in state.holdings.keys() - named:
        state.holdings[place] = Holding(others.owner, others.armies)


def write_pairs(pairs: Mapping[str, str | None]) -> str:
    """Write pairs of names: ``red alaska blue peru``; those without are left out."""
    return " ".join(f"{one} {other}" for one, other in pairs.items() if other is not None)


def read_pairs(text: str) -> Iterator[tuple[str, str]]:
    """Read pairs of names.

    Raises:
        MalformedPosition: one is left over.
    """
    ones, others = text.split()[::2], text.split()[1::2]
    if len(ones) != len(others):
        raise MalformedPosition(f"{text[:40]!r} should be pairs, like 'red alaska'.")
    return zip(ones, others, strict=True)


def read_seat(state: TerritoryState, seat: str | None) -> str | None:
    """Read a seat, or None.

    Raises:
        UnknownName: there is no such seat.
    """
    return None if seat is None else state.seat(seat).id


def read_seats(state: TerritoryState, text: str) -> tuple[str, ...]:
    """Read seats.

    Raises:
        UnknownName: there is no such seat.
    """
    return tuple(state.seat(seat).id for seat in text.split())


def read_places(state: TerritoryState, text: str) -> tuple[str, ...]:
    """Read territories.

    Raises:
        UnknownName: there is no such territory.
    """
    return tuple(state.map.territory(place).id for place in text.split())


def read_homes(state: TerritoryState, text: str) -> dict[str, str]:
    """Read a territory for every seat that has one: ``red alaska blue peru``.

    Raises:
        MalformedPosition: a seat has no territory.
        UnknownName: there is no such seat or territory.
    """
    return {state.seat(seat).id: state.map.territory(place).id for seat, place in read_pairs(text)}


def read_flags(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Read flags.

    Raises:
        MalformedPosition: there is no such flag.
    """
    flags = tuple(text.split())
    for flag in flags:
        if flag not in known:
            raise MalformedPosition(f"There is no flag {flag[:40]!r}; there are: {', '.join(known)}.")
    return flags


def read_json(text: str, fact: str, shape: type[J]) -> J:
    """Read a fact that is written as JSON.

    Raises:
        MalformedPosition: it is no JSON, or not of that shape.
    """
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.DecodeError as error:
        raise MalformedPosition(f"The position's {fact} cannot be read: {error}.") from error


def some(counts: Mapping[str, int]) -> dict[str, int]:
    """Omit zero counts."""
    return {name: count for name, count in counts.items() if count}


def write_counts(counts: Mapping[str, int]) -> str:
    """Write numbers of things: ``red 3 blue 2``."""
    return " ".join(f"{name} {count}" for name, count in counts.items())


def read_counts(text: str) -> dict[str, int]:
    """Read numbers of things.

    Raises:
        MalformedPosition: a name has no number, or occurs twice.
    """
    names, numbers = text.split()[::2], text.split()[1::2]
    if len(names) != len(numbers):
        raise MalformedPosition(f"{text[:40]!r} should be names with a number each, like 'alaska 3'.")
    if len(set(names)) < len(names):
        raise MalformedPosition(f"{text[:40]!r} names something twice.")
    return {name: read_number(number) for name, number in zip(names, numbers, strict=True)}


def read_number(text: str) -> int:
    """Read a number of up to nine digits.

    Raises:
        MalformedPosition: it is none.
    """
    if not re.fullmatch(r"\d{1,9}", text):
        raise MalformedPosition(f"A position has a number where it has {text[:40]!r}.")
    return int(text)
