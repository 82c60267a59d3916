"""Text notation of map games' positions: one line with holdings and facts.

``classic r4 t11 attack red; seats red blue; red: alaska 3, alberta 1; blue: others 2; supply red 3``

A section with a colon says what an owner holds, and ``others`` stands for all that is not named;
`companion.referee.position` says what else there is. A game lists its facts, each by its word and its place
in the state, whose type says how it is written (`companion.referee.words`)::

    fact("sets", "sets_traded"), fact("traded", "facts.traded_armies"), flags("facts")
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct, inspect, structs

from companion.errors import MalformedPosition
from companion.games.territory.state import Holding, TerritoryState
from companion.locale.messages import gettext, joined
from companion.referee.names import declared_fields
from companion.referee.position import Heading, read_json, split_sections, stand_at
from companion.referee.seats import Seat
from companion.referee.words import read_number, read_words, write_words

M = TypeVar("M", bound=TerritoryState)

OTHERS = "others"


@dataclass(frozen=True)
class Fact(Generic[M]):
    """One fact of a position.

    Attributes:
        word: what its section begins with.
        write: returns its text; empty if it is left out.
        read: sets it from its text, which is empty if the position leaves it out.
    """

    word: str
    write: Callable[[M], str]
    read: Callable[[M, str], None]


def fact(word: str, path: str = "") -> Fact[Any]:
    """Return a fact that is written in words, as its type says; at its default it is left out.

    Args:
        word: what its section begins with.
        path: where it stands in the state, with points; by its word if not given.
    """

    def write(state: TerritoryState) -> str:
        holder, field = _place(state, path or word)
        value = getattr(holder, field.name)
        plain = not value or value == field.default
        return "" if plain else write_words(value, inspect.type_info(field.type), state.known_names())

    def read(state: TerritoryState, text: str) -> None:
        holder, field = _place(state, path or word)
        if text or field.required:
            value = read_words(word, text, inspect.type_info(field.type), state.known_names())
            setattr(holder, field.name, value)

    return Fact(word, write, read)


def json_fact(word: str, path: str) -> Fact[Any]:
    """Return a fact that is written as JSON; of a struct what differs from a new one."""

    def write(state: TerritoryState) -> str:
        holder, field = _place(state, path)
        value = getattr(holder, field.name)
        text = _departures(value) if isinstance(value, Struct) else msgspec.to_builtins(value)
        return msgspec.json.encode(text).decode() if text else ""

    def read(state: TerritoryState, text: str) -> None:
        holder, field = _place(state, path)
        if text:
            setattr(holder, field.name, read_json(word, text, field.type))

    return Fact(word, write, read)


def _departures(value: Struct) -> dict[str, Any]:
    """Return the fields of a struct that differ from a new one."""
    plain = msgspec.to_builtins(type(value)())
    return {name: item for name, item in msgspec.to_builtins(value).items() if item != plain[name]}


def flags(path: str = "") -> Fact[Any]:
    """Return the yes/no facts of a struct, or of the state itself; those that are true are named."""

    def facts(state: TerritoryState) -> tuple[Struct, dict[str, str]]:
        holder = _struct(state, path)
        fields = declared_fields(type(holder))
        yes_no = (field for field in fields if bool in (field.type, *get_args(field.type)))
        return holder, {field.encode_name: field.name for field in yes_no}

    def write(state: TerritoryState) -> str:
        holder, names = facts(state)
        return " ".join(word for word, name in names.items() if getattr(holder, name))

    def read(state: TerritoryState, text: str) -> None:
        (holder, names), true = facts(state), text.split()
        if strange := [word for word in true if word not in names]:
            known = joined(names, ", ")
            raise MalformedPosition(
                "There is no flag {word!r}; there are: {known}.", word=strange[0][:40], known=known
            )
        for word, name in names.items():
            setattr(holder, name, word in true)

    return Fact("flags", write, read)


def _struct(state: TerritoryState, path: str) -> Struct:
    return reduce(getattr, filter(None, path.split(".")), state)


def _place(state: TerritoryState, path: str) -> tuple[Struct, structs.FieldInfo]:
    """Return the struct and the field at a path."""
    outer, _, name = path.rpartition(".")
    holder = _struct(state, outer)
    return holder, next(field for field in declared_fields(type(holder)) if field.name == name)


@dataclass(frozen=True)
class Form(Heading, Generic[M]):
    """The position notation of one map game.

    Attributes:
        begin: makes the state that a position fills.
        facts: its facts, in the order in which they are written and read.
        complete: sets what follows from the facts that were read.
    """

    begin: Callable[[tuple[Seat, ...], Any], M]
    facts: tuple[Fact[M], ...]
    complete: Callable[[M], None] = lambda _: None

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the facts."""
        return tuple(fact.word for fact in self.facts)

    def write(self, state: M) -> str:
        """Write a position in one line."""
        written = ((fact.word, fact.write(state)) for fact in self.facts)
        return self.join(
            state, (*write_holdings(state), *(f"{word} {text}" for word, text in written if text))
        )

    def read(self, text: str) -> M:
        """Read a position.

        Raises:
            MalformedPosition: the text is no position of this game; the message says where.
            UnknownName: it names an unknown seat, territory or house rule.
        """
        sections = split_sections(text)
        self.check_facts(sections)
        state = self.begin(*self.read_players(sections))
        stand_at(state, sections)
        read_holdings(state, sections.holdings)
        for fact in self.facts:
            fact.read(state, sections.facts.get(fact.word, ""))
        self.complete(state)
        return state


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
                text = gettext("{place} is held twice in the position.", place=state.name(place))
                raise MalformedPosition(text)
            else:
                state.holdings[state.map.territory(place).id] = Holding(owner, armies)
                named.add(place)
    for place in state.holdings.keys() - named:
        state.holdings[place] = Holding(others.owner, others.armies)


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
        raise MalformedPosition(
            "{words!r} should be names with a number each, like 'alaska 3'.", words=text[:40]
        )
    if len(set(names)) < len(names):
        raise MalformedPosition("{words!r} names something twice.", words=text[:40])
    return {name: read_number(number) for name, number in zip(names, numbers, strict=True)}
