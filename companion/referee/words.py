"""Values as words, by their types: how a position writes one fact, and reads it back.

A number or a name is one word, and a struct has the words of its fields: ``alaska kamchatka 3``. A dictionary
has its keys, each with the words of its value: ``red 3 blue 2``. What is None is left out, and so is 0 where
each of a kind has an entry (`companion.referee.names`).
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from companion.errors import MalformedPosition
from companion.referee.names import Known, member_of, only_known

_NUMBER = re.compile(r"\d{1,9}")


def write_words(value: Any, shape: inspect.Type, known: Known) -> str:
    """Write a value of a type; empty if it has no words."""
    match shape:
        case inspect.Metadata(type=inner, extra={"each": kind}):
            return write_words(
                {name: item for name, item in value.items() if item or name not in known[kind]}, inner, known
            )
        case inspect.Metadata(type=inner):
            return write_words(value, inner, known)
        case inspect.UnionType():
            return "" if value is None else write_words(value, member_of(shape), known)
        case inspect.DictType(value_type=inner):
            mark = ", " if isinstance(inner, inspect.StructType) else " "
            pairs = (
                (key, write_words(item, inner, known)) for key, item in value.items() if item is not None
            )
            return mark.join(f"{key} {item}" for key, item in pairs)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            return " ".join(write_words(item, inner, known) for item in value)
        case inspect.StructType(fields=fields):
            return " ".join(write_words(getattr(value, field.name), field.type, known) for field in fields)
    return str(value)


def read_words(fact: str, text: str, shape: inspect.Type, known: Known) -> Any:
    """Read a value of a type.

    Args:
        fact: what it is called, for errors.
        text: its words.
        shape: its type, as `msgspec.inspect` describes it.
        known: what exists of each kind of name.

    Raises:
        MalformedPosition: the words are no value of this type; the message says why.
    """
    reader = _Reader(fact, text, known)
    value = reader.take(shape) if reader.words or _nothing(shape) is None else 0
    if reader.words:
        raise MalformedPosition(
            "The position's {fact} should end before {text!r}.", fact=fact, text=" ".join(reader.words)[:40]
        )
    return value


class _Reader:
    """The words of a fact that are still to be read."""

    def __init__(self, fact: str, text: str, known: Known) -> None:
        self.fact = fact
        self.text = text
        self.words = text.replace(",", " ").split()
        self.known = known

    def take(self, shape: inspect.Type) -> Any:
        """Take the words of a value of this type."""
        match shape:
            case inspect.Metadata(extra={"names": kind}):
                return self._name(kind)
            case inspect.Metadata(type=inspect.DictType(value_type=inner) as pairs, extra={"each": kind}):
                return dict.fromkeys(self.known[kind], _nothing(inner)) | self.take(pairs)
            case inspect.Metadata(type=inner):
                return self.take(inner)
            case inspect.UnionType():
                return self.take(member_of(shape)) if self.words else None
            case inspect.DictType(key_type=key, value_type=inner):
                return self._pairs(key, inner)
            case inspect.ListType(item_type=inner):
                return list(self._items(inner))
            case inspect.VarTupleType(item_type=inner):
                return tuple(self._items(inner))
            case inspect.StructType(cls=cls, fields=fields):
                return cls(**{field.name: self.take(field.type) for field in fields})
            case inspect.LiteralType(values=values):
                only_known(self.fact, self.words[:1], [str(value) for value in values])
            case inspect.IntType():
                return read_number(self._word())
        return self._word()

    def _word(self) -> str:
        if not self.words:
            raise MalformedPosition(
                "The position's {fact} breaks off: {text!r}.", fact=self.fact, text=self.text[:40]
            )
        return self.words.pop(0)

    def _name(self, kind: str) -> str:
        name = self._word()
        only_known(self.fact, (name,), self.known[kind])
        return name

    def _items(self, shape: inspect.Type) -> Iterator[Any]:
        while self.words:
            yield self.take(shape)

    def _pairs(self, key_type: inspect.Type, value_type: inspect.Type) -> dict[str, Any]:
        pairs = dict[str, Any]()
        while self.words:
            key = self.take(key_type)
            if key in pairs:
                raise MalformedPosition(
                    "The position's {fact} names {key!r} twice.", fact=self.fact, key=key[:40]
                )
            pairs[key] = self.take(_present(value_type))
        return pairs


def _present(shape: inspect.Type) -> inspect.Type:
    """Return the type that an entry has if it is there; one that is None has no words."""
    inner = shape.type if isinstance(shape, inspect.Metadata) else shape
    return member_of(inner) if isinstance(inner, inspect.UnionType) else shape


def _nothing(shape: inspect.Type) -> object:
    """Return what an entry of this type holds at first."""
    inner = shape.type if isinstance(shape, inspect.Metadata) else shape
    return 0 if isinstance(inner, inspect.IntType) else None


def read_number(text: str) -> int:
    """Read a number of up to nine digits.

    Raises:
        MalformedPosition: it is none.
    """
    if not _NUMBER.fullmatch(text):
        raise MalformedPosition("A position has a number where it has {text!r}.", text=text[:40])
    return int(text)
