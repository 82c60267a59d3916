"""Positions as one line of text: sections between semicolons, read back exactly.

``battle r2 t3 battle red; seats red blue; house mercenaries=no; roll 4; order ["red","blue"]``

The first section is the head: the game, round, turn, step, and whose turn it is. A section with a colon says
what an owner holds. Every other section begins with the word for its fact; facts that stand at their default
are left out. Games whose facts are many and small tell them as they are, in JSON (`PlainForm`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Generic

import msgspec
from msgspec import NODEFAULT, Struct, structs

from companion.errors import MalformedPosition
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.houserules import HouseRules, departures, set_house_rules
from companion.referee.ruling import Ruling
from companion.referee.seats import Seat, seats_of
from companion.referee.timeline import S, State

NOBODY_YET = "-"
_SECTION = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+')
_SWITCH = re.compile(r",\s*(?=\w+=)")
_SEAT = re.compile(r'([^\s/]+)(?:/(\w+)/(\w+)/("(?:[^"\\]|\\.)*"))?(?:\s+|$)')


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


def split_sections(text: str) -> Sections:
    """Split a position's text into its sections.

    Raises:
        MalformedPosition: the head is not one, or a section stands there twice.
    """
    head, *parts = [section.strip() for section in _SECTION.findall(text)] or [""]
    found = re.fullmatch(r"(\S+) r(\d{1,9}) t(\d{1,9}) (\S+) (\S+)", head)
    if found is None:
        raise MalformedPosition(f"A position begins like 'classic r4 t11 attack red', not {head[:40]!r}.")
    game, round, turn, step, active = found.groups()
    sections = Sections(game, int(round), int(turn), step, None if active == NOBODY_YET else active, {}, {})
    for section in filter(None, parts):
        _add_section(sections, section)
    return sections


def _add_section(sections: Sections, section: str) -> None:
    owner = re.match(r"([^\s:\"]+):\s*", section)
    name, _, text = section.partition(" ")
    place, key, rest = (
        (sections.holdings, owner[1], section[owner.end() :]) if owner else (sections.facts, name, text)
    )
    if key in place:
        raise MalformedPosition(f"The position speaks of {key!r} twice; once is enough.")
    place[key] = rest.strip()


def write_head(game: str, state: State) -> str:
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


def read_seats(text: str) -> tuple[Seat, ...]:
    """Read who plays.

    Raises:
        MalformedPosition: these words are no seats.
    """
    found = list(_SEAT.finditer(text))
    if not found or sum(len(seat[0]) for seat in found) != len(text):
        raise MalformedPosition(f"A position names its seats like 'seats red blue', not {text[:40]!r}.")
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


@dataclass(frozen=True)
class Heading:
    """The header of a game's positions, and the facts that they can hold.

    Attributes:
        game: id of the game.
        title: its name for people.
        seats: fewest and most players.
        house_rules: the type of its house rules.
        facts: the words that its facts begin with, other than seats and house rules.
    """

    game: str
    title: str
    seats: tuple[int, int]
    house_rules: type[HouseRules]
    facts: tuple[str, ...]

    def join(self, state: State, house: HouseRules, sections: Iterable[str]) -> str:
        """Write one line: the head, who plays, the house rules, and all other sections."""
        switches = ", ".join(f"{name}={value}" for name, value in departures(house).items())
        opening = (write_head(self.game, state), write_seats(state.seats), switches and f"house {switches}")
        return "; ".join((*filter(None, opening), *sections))

    def split_sections(self, text: str) -> Sections:
        """Split a position of this game into its sections.

        Raises:
            MalformedPosition: the text is no position of this game, or tells a fact that it does not have.
        """
        sections = split_sections(text)
        self.check_facts(sections)
        return sections

    def check_facts(self, sections: Sections) -> None:
        """Check that a position is one of this game.

        Raises:
            MalformedPosition: it is of another game, or tells a fact that this game does not have.
        """
        unknown = sorted(sections.facts.keys() - {"seats", "house", *self.facts})
        if sections.game != self.game or unknown:
            known = ", ".join(("seats", "house", *self.facts))
            raise MalformedPosition(
                f"This is no position of {self.title}: {sections.game!r}, {unknown}; it can tell {known}."
            )

    def read_players(self, sections: Sections) -> tuple[tuple[Seat, ...], HouseRules]:
        """Read who plays, by which house rules.

        Raises:
            MalformedPosition: these are no seats, or not as many as can play.
            UnknownName: there is no such house rule.
        """
        seats, (fewest, most) = read_seats(sections.facts.get("seats", "")), self.seats
        if not fewest <= len(seats) <= most:
            raise MalformedPosition(f"{self.title} has {fewest} to {most} seats, not {len(seats)}.")
        switches = (
            text.partition("=") for text in filter(None, _SWITCH.split(sections.facts.get("house", "")))
        )
        chosen = {name.strip(): value.strip() for name, _, value in switches}
        return seats, set_house_rules(self.house_rules, chosen)


def stand_at(state: State, sections: Sections) -> None:
    """Put a state at the step and the turn that a position's head names.

    Raises:
        UnknownName: nobody sits where it says that the turn is.
    """
    state.round, state.turn, state.step = sections.round, sections.turn, sections.step
    state.active = None if sections.active is None else state.seat(sections.active).id


@dataclass(frozen=True)
class PlainForm(Heading, Generic[S]):
    """Positions of a game whose facts are written in JSON, by the names of the state's fields.

    Attributes:
        state: the type of the game's state; all its facts but those of every state are written.
        check: raises when the names in a state are not those of its seats, places or pieces.
    """

    state: type[S]
    check: Callable[[S], None]

    def write(self, state: S, house: HouseRules, holdings: Iterable[str] = ()) -> str:
        """Write a position in one line.

        Args:
            state: the position.
            house: its house rules.
            holdings: sections that say what every owner holds, on a map.
        """
        values = ((field, getattr(state, field.name)) for field in self._own_fields())
        facts = (
            f"{field.encode_name} {msgspec.json.encode(fact).decode()}"
            for field, fact in values
            if fact != _plain_value(field)
        )
        return self.join(state, house, (*holdings, *facts))

    def read(self, sections: Sections, **besides: Any) -> S:
        """Read a state from its facts.

        Args:
            sections: the sections of the position.
            besides: fields of the state that are read in another way.

        Raises:
            MalformedPosition: a fact cannot be read, or is missing.
            UnknownName: there is no such seat or house rule.
        """
        seats, house = self.read_players(sections)
        facts = {
            field.name: self._fact(field, sections)
            for field in self._own_fields()
            if _needed(field, sections)
        }
        values = facts | besides | {"house": house}
        state = self.state(seats=seats, step=sections.step, **values)
        stand_at(state, sections)
        self.check(state)
        return state

    def _own_fields(self) -> Iterator[structs.FieldInfo]:
        return (field for field in structs.fields(self.state) if field.encode_name in self.facts)

    def _fact(self, field: structs.FieldInfo, sections: Sections) -> Any:
        name = field.encode_name
        if name not in sections.facts:
            raise MalformedPosition(f"A position of {self.title} tells its {name}; this one does not.")
        try:
            return msgspec.json.decode(sections.facts[name], type=field.type)
        except msgspec.DecodeError as error:
            raise MalformedPosition(f"The position's {name} cannot be read: {error}.") from error


def facts_of(state: type[State], *, excluded: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Name the facts of a state that its positions tell one by one: all that no other section says.

    Args:
        state: the type of a game's state.
        excluded: facts that another section holds.
    """
    elsewhere = {"seats", "step", "active", "round", "turn", "house", *excluded}
    return tuple(field.encode_name for field in structs.fields(state) if field.encode_name not in elsewhere)


def only_known(fact: str, names: Iterable[str | None], known: Collection[str]) -> None:
    """Check that a fact names only what exists; an empty fact is always allowed.

    Raises:
        MalformedPosition: it does; the message names it.
    """
    strange = sorted({name for name in names if name is not None} - set(known))
    if strange:
        raise MalformedPosition(
            f"The position's {fact} speaks of {', '.join(strange)[:60]!r}, which there is not."
        )


def exactly(fact: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that a fact tells of each of these, and of no other.

    Raises:
        MalformedPosition: it does not; the message says which is missing or too much.
    """
    given = list(names)
    only_known(fact, given, known)
    missing = [name for name in known if name not in given]
    if missing or len(given) > len(set(given)):
        raise MalformedPosition(f"The position's {fact} must tell of each of {', '.join(known)} once.")


def refuse_impossible(
    state: S, correctables: Callable[[S], Iterable[Correctable]], correct: Callable[[S, Changes], Ruling]
) -> None:
    """Refuse a position that no correction could bring about, in the words with which it would be refused.

    Args:
        state: the position.
        correctables: lists what can be corrected.
        correct: carries a correction out; it works on a copy, and changes nothing.

    Raises:
        MalformedPosition: a number is out of bounds, or facts contradict each other.
    """
    reasons = [reason for thing in correctables(state) if (reason := thing.objection(thing.value))]
    reasons += correct(deepcopy(state), {}).reasons if not reasons else ()
    if reasons:
        raise MalformedPosition(
            f"The position is impossible: {' '.join(reason.text for reason in reasons[:3])}"
        )


def _needed(field: structs.FieldInfo, sections: Sections) -> bool:
    return field.required or field.encode_name in sections.facts


def _plain_value(field: structs.FieldInfo) -> object:
    """The default of a field; for a field without one, a value that equals no fact."""
    return field.default if field.default_factory is NODEFAULT else field.default_factory()
