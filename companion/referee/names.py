"""What the names in a state stand for: their types say it, and checks and notation follow.

::

    capitals: dict[SeatId, PlaceId]     # both must exist
    hands: BySeat[int]                  # every seat once

`State.known_names` lists what exists of each kind. A type names another kind by
``Meta(extra={"names": kind})``, and says by ``{"each": kind}`` that each of a kind is named once.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, cast

from msgspec import Meta, Struct, inspect, structs

from companion.errors import MalformedPosition

T = TypeVar("T")

SeatId = Annotated[str, Meta(extra={"names": "seat"})]
PlaceId = Annotated[str, Meta(extra={"names": "place"})]
BySeat = Annotated[dict[SeatId, T], Meta(extra={"each": "seat"})]
"""An entry for each seat."""

Known = Mapping[str, Collection[str]]
"""What exists of each kind."""


@cache
def fields_of(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a struct with their types. Msgspec works them out anew at each call, for 10 ms."""
    return cast(inspect.StructType, inspect.type_info(kind)).fields


@cache
def declared_fields(kind: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    """Return the fields of a struct with the types as they are written; worked out once, as `fields_of`."""
    return structs.fields(kind)


def check_names(state: Struct, known: Known) -> None:
    """Check that the fields of a state name only what exists.

    Raises:
        MalformedPosition: one does not, or must name each of a kind once and does not.
    """
    for field in fields_of(type(state)):
        for kind, names, each in _named(getattr(state, field.name), field.type):
            (each_once if each else only_known)(field.encode_name, names, known[kind])


def _named(value: Any, shape: inspect.Type) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Yield the names in a value of a type: their kind, and whether they must be all of that kind."""
    match shape:
        case inspect.Metadata(extra={"names": kind}):
            yield kind, (value,), False
        case inspect.Metadata(type=inner, extra=extra):
            yield from _named(value, inner)
            if extra and "each" in extra:
                yield extra["each"], tuple(value), True
        case inspect.UnionType():
            if value is not None:
                yield from _named(value, member_of(shape, value))
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from _named(getattr(value, field.name), field.type)
        case inspect.DictType(key_type=key_type, value_type=value_type):
            for key, item in value.items():
                yield from _named(key, key_type)
                yield from _named(item, value_type)
        case inspect.ListType(item_type=item_type) | inspect.VarTupleType(item_type=item_type):
            for item in value:
                yield from _named(item, item_type)
        case inspect.TupleType(item_types=item_types):
            for item, item_type in zip(value, item_types, strict=True):
                yield from _named(item, item_type)


def member_of(union: inspect.UnionType, value: object = None) -> inspect.Type:
    """Return the member of a union that a value belongs to; of an optional type the one beside None."""
    members = [shape for shape in union.types if not isinstance(shape, inspect.NoneType)]
    structs = (shape for shape in members if isinstance(shape, inspect.StructType))
    return next((shape for shape in structs if shape.cls is type(value)), members[0])


def only_known(fact: str, names: Iterable[str | None], known: Collection[str]) -> None:
    """Check that a fact names only what exists; an empty fact is always allowed.

    Raises:
        MalformedPosition: it does; the message names it.
    """
    strange = sorted({name for name in names if name is not None} - set(known))
    if strange:
        raise MalformedPosition(
            "The position's {fact} names {names!r}, which does not exist.",
            fact=fact,
            names=", ".join(strange)[:60],
        )


def each_once(fact: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that a fact names each of these once.

    Raises:
        MalformedPosition: it does not.
    """
    given = list(names)
    if set(known) - set(given) or len(given) > len(set(given)):
        raise MalformedPosition(
            "The position's {fact} must list each of {names} once.", fact=fact, names=", ".join(known)
        )


def exactly(fact: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that a fact names each of these once, and no other.

    Raises:
        MalformedPosition: it does not; the message says which is missing or too much.
    """
    given = list(names)
    only_known(fact, given, known)
    each_once(fact, given, known)
