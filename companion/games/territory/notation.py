"""Positions of map games as one line of text: sections between semicolons, read back exactly.

``classic r4 t11 attack red; seats red blue; red: alaska 3, alberta 1; blue: others 2; supply red 3``

The first section is the head: the game, round, turn, step, and whose turn it is. A section with a colon says
what an owner holds, and ``others`` stands for all that is not named. Every other section begins with the word
for its fact; facts that stand at their default are left out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from companion.errors import MalformedPosition
from companion.games.territory.state import Holding, TerritoryState
from companion.referee.houserules import HouseRules, departures, set_house_rules
from companion.referee.seats import Seat, seats_of

M = TypeVar("M", bound=TerritoryState)

NOBODY_YET = "-"
OTHERS = "others"
_SECTION = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+')
_SEAT = re.compile(r'([^\s/]+)(?:/(\w+)/(\w+)/("(?:[^"\\]|\\.)*"))?(?:\s+|$)')


@dataclass(frozen=True)
class Form(Generic[M]):
    """What the positions of one game look like.

    Attributes:
        game: id of the game.
        title: its name for people.
        seats: fewest and most players.
        house_rules: the type of its house rules.
        begin: makes the state that a position is read into.
        facts: the words that its facts begin with, besides seats and house rules.
    """

    game: str
    title: str
    seats: tuple[int, int]
    house_rules: type[HouseRules]
    begin: Callable[[tuple[Seat, ...], Any], M]
    facts: tuple[str, ...]

    def write(self, state: M, house: HouseRules, facts: Iterable[tuple[str, str]]) -> str:
        """Write a position in one line.

        Args:
            state: the position.
            house: its house rules.
            facts: each fact as its word and what it says; what says nothing is left out.
        """
        switches = ", ".join(f"{name}={value}" for name, value in departures(house).items())
        told = (("house", switches), *facts)
        sections = (
            write_head(self.game, state),
            write_seats(state.seats),
            *write_holdings(state),
            *(f"{name} {words}" for name, words in told if words),
        )
        return "; ".join(sections)

    def read(self, text: str) -> tuple[M, dict[str, str]]:
        """Read who plays, where the table is, and who holds what.

        Returns:
            The state so far, and the facts that the game has still to read into it.

        Raises:
            MalformedPosition: the text is no position of this game; the message says where.
            UnknownName: it names a seat, territory or house rule that there is not.
        """
        apart = take_apart(text)
        unknown = sorted(apart.facts.keys() - {"seats", "house", *self.facts})
        if apart.game != self.game or unknown:
            known = ", ".join(("seats", "house", *self.facts))
            raise MalformedPosition(
                f"This is no position of {self.title}: {apart.game!r}, {unknown}; it can tell {known}."
            )
        state = self._begin(apart.facts)
        state.round, state.turn, state.step = apart.round, apart.turn, apart.step
        state.active = None if apart.active is None else state.seat(apart.active).id
        read_holdings(state, apart.holdings)
        return state, apart.facts

    def _begin(self, facts: Mapping[str, str]) -> M:
        seats, (fewest, most) = read_seats(facts.get("seats", "")), self.seats
        if not fewest <= len(seats) <= most:
            raise MalformedPosition(f"{self.title} has {fewest} to {most} seats, not {len(seats)}.")
        switches = (words.partition("=") for words in filter(None, facts.get("house", "").split(", ")))
        chosen = {name.strip(): value.strip() for name, _, value in switches}
        return self.begin(seats, set_house_rules(self.house_rules, chosen))


class Sections(Struct):
    """A position's text, taken apart.

    Attributes:
        game: id of the game.
        round: number of the round.
        turn: number of the turn.
        step: id of the step.
        active: whose turn it is.
        holdings: what each owner holds, in words.
        facts: everything else by its first word.
    """

    game: str
    round: int
    turn: int
    step: str
    active: str | None
    holdings: dict[str, str]
    facts: dict[str, str]


def take_apart(text: str) -> Sections:
    """Take a position's text apart.

    Raises:
        MalformedPosition: the head is not one, or a section stands there twice.
    """
    head, *sections = [section.strip() for section in _SECTION.findall(text)] or [""]
    found = re.fullmatch(r"(\S+) r(\d{1,9}) t(\d{1,9}) (\S+) (\S+)", head)
    if found is None:
        raise MalformedPosition(f"A position begins like 'classic r4 t11 attack red', not {head[:40]!r}.")
    game, round, turn, step, active = found.groups()
    apart = Sections(game, int(round), int(turn), step, None if active == NOBODY_YET else active, {}, {})
    for section in filter(None, sections):
        _file(apart, section)
    return apart


def _file(apart: Sections, section: str) -> None:
    owner = re.match(r"([^\s:\"]+):\s*", section)
    name, _, words = section.partition(" ")
    place, key, rest = (
        (apart.holdings, owner[1], section[owner.end() :]) if owner else (apart.facts, name, words)
    )
    if key in place:
        raise MalformedPosition(f"The position speaks of {key!r} twice; once is enough.")
    place[key] = rest.strip()


def write_head(game: str, state: TerritoryState) -> str:
    """Write which game it is and where in it the table stands."""
    return f"{game} r{state.round} t{state.turn} {state.step} {state.active or NOBODY_YET}"


def write_seats(seats: tuple[Seat, ...]) -> str:
    """Write who plays: ids alone for seats as they come, else with colour, emblem and name."""
    usual = seats_of(len(seats))
    return "seats " + " ".join(
        seat.id if seat == plain else f"{seat.id}/{seat.colour}/{seat.emblem}/{_quoted(seat.name)}"
        for seat, plain in zip(seats, usual, strict=True)
    )


def _quoted(name: str) -> str:
    return msgspec.json.encode(name).decode()


def read_seats(words: str) -> tuple[Seat, ...]:
    """Read who plays.

    Raises:
        MalformedPosition: these words are no seats.
    """
    found = list(_SEAT.finditer(words))
    if not found or sum(len(seat[0]) for seat in found) != len(words):
        raise MalformedPosition(f"A position names its seats like 'seats red blue', not {words[:40]!r}.")
    plain = seats_of(len(found))
    try:
        return tuple(
            _seat(seat) if seat[2] else _plain(seat[1], usual)
            for seat, usual in zip(found, plain, strict=True)
        )
    except msgspec.DecodeError as error:
        raise MalformedPosition(f"The position's seats cannot be read: {error}.") from error


def _seat(found: re.Match[str]) -> Seat:
    seat = {"id": found[1], "colour": found[2], "emblem": found[3], "name": msgspec.json.decode(found[4])}
    return msgspec.convert(seat, Seat)


def _plain(id: str, usual: Seat) -> Seat:
    if id != usual.id:
        raise MalformedPosition(
            f'The seat {id!r} needs its colour, emblem and name, as {id}/red/star/"Ada"; '
            f"the usual one there is {usual.id}."
        )
    return usual


def write_holdings(state: TerritoryState) -> Iterator[str]:
    """Write what everybody holds, in board order."""
    for owner in dict.fromkeys(holding.owner for holding in state.holdings.values()):
        if owner is not None:
            held = (f"{place} {state.holdings[place].armies}" for place in state.held(owner))
            yield f"{owner}: {', '.join(held)}"


def read_holdings(state: TerritoryState, holdings: Mapping[str, str]) -> None:
    """Read what everybody holds into a state; territories nobody names are nobody's.

    Raises:
        MalformedPosition: a territory is named twice, or without its armies.
        UnknownName: there is no such territory or owner.
    """
    others = Holding()
    state.holdings = {place: Holding() for place in state.holdings}
    named = set()
    for owner, words in holdings.items():
        state.player(owner)
        for place, armies in read_counts(words.replace(",", " ")).items():
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
    """Write things that belong together, in twos: ``red alaska blue peru``; those without are left out."""
    return " ".join(f"{one} {other}" for one, other in pairs.items() if other is not None)


def read_pairs(words: str) -> Iterator[tuple[str, str]]:
    """Read things that belong together.

    Raises:
        MalformedPosition: one is left over.
    """
    ones, others = words.split()[::2], words.split()[1::2]
    if len(ones) != len(others):
        raise MalformedPosition(f"{words[:40]!r} should be pairs, like 'red alaska'.")
    return zip(ones, others, strict=True)


def some(counts: Mapping[str, int]) -> dict[str, int]:
    """Leave out what there is nothing of."""
    return {name: count for name, count in counts.items() if count}


def write_counts(counts: Mapping[str, int]) -> str:
    """Write numbers of things: ``red 3 blue 2``."""
    return " ".join(f"{name} {count}" for name, count in counts.items())


def read_counts(words: str) -> dict[str, int]:
    """Read numbers of things.

    Raises:
        MalformedPosition: a name lacks its number, or stands there twice.
    """
    names, numbers = words.split()[::2], words.split()[1::2]
    if len(names) != len(numbers):
        raise MalformedPosition(f"{words[:40]!r} should be names with a number each, like 'alaska 3'.")
    if len(set(names)) < len(names):
        raise MalformedPosition(f"{words[:40]!r} names something twice.")
    return {name: read_number(number) for name, number in zip(names, numbers, strict=True)}


def read_number(words: str) -> int:
    """Read a number of up to nine digits.

    Raises:
        MalformedPosition: it is none.
    """
    if not re.fullmatch(r"\d{1,9}", words):
        raise MalformedPosition(f"A position has a number where it has {words[:40]!r}.")
    return int(words)
