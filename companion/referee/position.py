"""Positions as one line of text: sections between semicolons, read back exactly.

``battle r2 t3 battle red; seats red blue; house mercenaries=no; roll 4; order ["red","blue"]``

The first section is the head: the game, round, turn, step, and whose turn it is. A section with a colon says
what an owner holds. Every other section begins with the word for its fact; facts that stand at their default
are left out. Games with many small facts write them as JSON (`PlainForm`).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, cast

import msgspec
from msgspec import NODEFAULT, Struct, structs

from companion.errors import MalformedPosition
from companion.referee.game_info import GameInfo
from companion.referee.houserules import HouseRules, departures, set_house_rules
from companion.referee.names import check_names, declared_fields
from companion.referee.seats import Colour, Seat, seats_of
from companion.referee.timeline import S, State

NOBODY_YET = "-"
_SECTION = re.compile(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+')
_SWITCH = re.compile(r",\s*(?=\w+=)")
_SEAT = re.compile(r'([^\s/]+)(?:/(\w+)/(\w+)/("(?:[^"\\]|\\.)*"))?(?:\s+|$)')


class Sections(Struct):
    """A position's text, split into sections.

    Attributes:
        game: id of the game.
        round: number of the round.
        turn: number of the turn.
        step: id of the step.
        active: whose turn it is.
        holdings: the text of what each owner holds.
        facts: all other sections, by their first word.
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
        MalformedPosition: the head is invalid, or a section occurs twice.
    """
    head, *parts = [section.strip() for section in _SECTION.findall(text)] or [""]
    found = re.fullmatch(r"(\S+) r(\d{1,9}) t(\d{1,9}) (\S+) (\S+)", head)
    if found is None:
        raise MalformedPosition(
            "A position begins like {example!r}, not {text!r}.",
            example="classic r4 t11 attack red",
            text=head[:40],
        )
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
        raise MalformedPosition("The position has {key!r} twice; give it once.", key=key)
    place[key] = rest.strip()


def write_head(game: str, state: State) -> str:
    """Write the head: the game, and the state's round, turn, step and seat on turn."""
    return f"{game} r{state.round} t{state.turn} {state.step} {state.active or NOBODY_YET}"


def write_seats(seats: tuple[Seat, ...], first: tuple[Colour, ...] = ()) -> str:
    """Write the seats: only ids for default seats, else with colour, emblem and name.

    Args:
        seats: who plays.
        first: the colours of the pieces in the game's box, if it has its own.
    """
    return "seats " + " ".join(
        seat.id if seat in plain else f"{seat.id}/{seat.colour}/{seat.emblem}/{_quoted(seat.kept_name)}"
        for seat, plain in zip(seats, _usual(len(seats), first), strict=True)
    )


def _usual(players: int, first: tuple[Colour, ...]) -> Iterator[tuple[Seat, ...]]:
    """Return who sits in each place by default: in the box's colours, or in those of all games."""
    return zip(seats_of(players, first=first), seats_of(players), strict=True)


def _quoted(name: str) -> str:
    return msgspec.json.encode(name).decode()


def read_seats(text: str, first: tuple[Colour, ...] = ()) -> tuple[Seat, ...]:
    """Read who plays; `first` as in `write_seats`.

    Raises:
        MalformedPosition: the text describes no seats.
    """
    found = list(_SEAT.finditer(text))
    if not found or sum(len(seat[0]) for seat in found) != len(text):
        raise MalformedPosition(
            "A position names its seats like {example!r}, not {text!r}.",
            example="seats red blue",
            text=text[:40],
        )
    try:
        return tuple(
            _seat(seat) if seat[2] else _plain(seat[1], usual)
            for seat, usual in zip(found, _usual(len(found), first), strict=True)
        )
    except msgspec.DecodeError as error:
        raise MalformedPosition(
            "The position's {fact} cannot be read: {error}.", fact="seats", error=error
        ) from error


def _seat(found: re.Match[str]) -> Seat:
    seat = {"id": found[1], "colour": found[2], "emblem": found[3], "name": msgspec.json.decode(found[4])}
    return msgspec.convert(seat, Seat)


def _plain(id: str, usual: tuple[Seat, ...]) -> Seat:
    found = next((seat for seat in usual if seat.id == id), None)
    if found is None:
        raise MalformedPosition(
            "The seat {seat!r} needs its colour, emblem and name, as {example}; "
            "the usual one there is {usual}.",
            seat=id,
            example=f'{id}/red/star/"Ada"',
            usual=usual[0].id,
        )
    return found


class _Housed(Protocol):
    """A state, of which every game has its own type of house rules."""

    house: HouseRules


@dataclass(frozen=True)
class Heading(ABC):
    """What the positions of a game begin with.

    Attributes:
        info: its id, its title, and how many can play.
        house_rules: the type of its house rules.
    """

    info: GameInfo
    house_rules: type[HouseRules]

    @property
    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The words that its facts begin with, other than seats and house rules."""

    def join(self, state: State, sections: Iterable[str]) -> str:
        """Write one line: the head, the seats, the house rules, and all other sections."""
        house = cast(_Housed, state).house
        switches = ", ".join(f"{name}={value}" for name, value in departures(house).items())
        opening = (
            write_head(self.info.id, state),
            write_seats(state.seats, self.info.colours),
            switches and f"house {switches}",
        )
        return "; ".join((*filter(None, opening), *sections))

    def check_facts(self, sections: Sections) -> None:
        """Check that a position is one of this game.

        Raises:
            MalformedPosition: it is of another game, or has an unknown fact.
        """
        unknown = sorted(sections.facts.keys() - {"seats", "house", *self.words})
        if sections.game != self.info.id or unknown:
            known = ", ".join(("seats", "house", *self.words))
            raise MalformedPosition(
                "This is no position of {game}: {text!r}, {unknown}; it can tell {known}.",
                game=self.info.title,
                text=sections.game,
                unknown=unknown,
                known=known,
            )

    def read_players(self, sections: Sections) -> tuple[tuple[Seat, ...], HouseRules]:
        """Read the seats and the house rules.

        Raises:
            MalformedPosition: the seats are invalid, or their number is.
            UnknownName: there is no such house rule.
        """
        seats = read_seats(sections.facts.get("seats", ""), self.info.colours)
        fewest, most = self.info.seats
        if not fewest <= len(seats) <= most:
            raise MalformedPosition(
                "{game} has {fewest} to {most} seats, not {count}.",
                game=self.info.title,
                fewest=fewest,
                most=most,
                count=len(seats),
            )
        switches = (
            text.partition("=") for text in filter(None, _SWITCH.split(sections.facts.get("house", "")))
        )
        chosen = {name.strip(): value.strip() for name, _, value in switches}
        return seats, set_house_rules(self.house_rules, chosen)


def stand_at(state: State, sections: Sections) -> None:
    """Set a state's step and turn from a position's head.

    Raises:
        UnknownName: the seat on turn does not exist.
    """
    state.round, state.turn, state.step = sections.round, sections.turn, sections.step
    state.active = None if sections.active is None else state.seat(sections.active).id


@dataclass(frozen=True)
class PlainForm(Heading, Generic[S]):
    """Positions of a game whose facts are written in JSON, by the names of the state's fields.

    Attributes:
        state: the type of the game's state; all its fields except those of every state are written.
        elsewhere: fields that another section holds.
    """

    state: type[S]
    elsewhere: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The names of the fields, as they are stored."""
        return tuple(field.encode_name for field in self._own_fields())

    def write(self, state: S) -> str:
        """Write a position in one line."""
        return self.write_with(state, ())

    def write_with(self, state: S, holdings: Iterable[str]) -> str:
        """Write a position with sections that say what every owner holds."""
        values = ((field, getattr(state, field.name)) for field in self._own_fields())
        facts = (
            f"{field.encode_name} {msgspec.json.encode(fact).decode()}"
            for field, fact in values
            if fact != _plain_value(field)
        )
        return self.join(state, (*holdings, *facts))

    def read(self, text: str) -> S:
        """Read a position.

        Raises:
            MalformedPosition: the text is no position of this game; the message says where.
            UnknownName: there is no such seat or house rule.
        """
        return self.read_sections(split_sections(text))

    def read_sections(self, sections: Sections, **besides: Any) -> S:
        """Read a state from its sections.

        Args:
            sections: the sections of the position.
            besides: fields of the state that are already known.

        Raises:
            MalformedPosition: a fact cannot be read, is missing, or names what does not exist.
            UnknownName: there is no such seat or house rule.
        """
        self.check_facts(sections)
        seats, house = self.read_players(sections)
        facts = {
            field.name: self._fact(field, sections)
            for field in self._own_fields()
            if _needed(field, sections)
        }
        state = self.state(seats=seats, step=sections.step, **(facts | besides | {"house": house}))
        stand_at(state, sections)
        check_names(state, state.known_names())
        state.check_facts()
        return state

    def _own_fields(self) -> Iterator[structs.FieldInfo]:
        elsewhere = {"seats", "step", "active", "round", "turn", "house", *self.elsewhere}
        return (field for field in declared_fields(self.state) if field.encode_name not in elsewhere)

    def _fact(self, field: structs.FieldInfo, sections: Sections) -> Any:
        name = field.encode_name
        if name not in sections.facts:
            raise MalformedPosition(
                "A position of {game} tells its {fact}; this one does not.", game=self.info.title, fact=name
            )
        return read_json(name, sections.facts[name], field.type)


def read_json(fact: str, text: str, shape: Any) -> Any:
    """Read a fact that is written as JSON.

    Raises:
        MalformedPosition: it is no JSON, or not of that type.
    """
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.DecodeError as error:
        raise MalformedPosition(
            "The position's {fact} cannot be read: {error}.", fact=fact, error=error
        ) from error


def _needed(field: structs.FieldInfo, sections: Sections) -> bool:
    return field.required or field.encode_name in sections.facts


def _plain_value(field: structs.FieldInfo) -> object:
    """The default of a field; for a field without one, a value that equals no fact."""
    return field.default if field.default_factory is NODEFAULT else field.default_factory()
