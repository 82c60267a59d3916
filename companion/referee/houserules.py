"""House rules: switches for what the rule text leaves open, each with its default and that rule's id."""

from collections.abc import Mapping
from typing import TypeVar, get_args

from msgspec import Struct, convert, structs

from companion.errors import UnknownName


class HouseRules(Struct, frozen=True, kw_only=True):
    """A game's house rules: subclasses have one field per switch, a `Literal` with a default."""


H = TypeVar("H", bound=HouseRules)


class Choice(Struct, frozen=True):
    """One way to set a switch."""

    value: str
    text: str


class Switch(Struct, frozen=True):
    """One house rule in the lobby.

    Attributes:
        name: field of the game's `HouseRules`.
        rule: the rule whose text leaves it open.
        title: the question in a few words.
        choices: all ways to set it; the default is the field's.
    """

    name: str
    rule: str
    title: str
    choices: tuple[Choice, ...]


def set_house_rules(kind: type[H], chosen: Mapping[str, str]) -> H:
    """Set switches by name, the others to their defaults.

    Raises:
        UnknownName: there is no such switch, or no such choice; the message lists those there are.
    """
    fields = {field.name: field for field in structs.fields(kind)}
    for name, value in chosen.items():
        if name not in fields:
            raise UnknownName(f"There is no house rule {name!r}; there are: {', '.join(sorted(fields))}.")
        choices = get_args(fields[name].type)
        if value not in choices:
            raise UnknownName(f"The house rule {name!r} is one of {', '.join(choices)}, not {value!r}.")
    return convert(dict(chosen), kind)


def departures(rules: HouseRules) -> dict[str, str]:
    """Return the switches that differ from their default, for the list of house rules in force."""
    plain = type(rules)()
    return {
        field.name: str(getattr(rules, field.name))
        for field in structs.fields(type(rules))
        if getattr(rules, field.name) != getattr(plain, field.name)
    }
