"""House rules: switches for what the rule text leaves open, each with its default and that rule's id."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct, ValidationError, convert, structs

from companion.errors import UnknownName


class HouseRules(Struct, frozen=True, kw_only=True):
    """A game's house rules: subclasses have one field per switch, typed by its choices, with its default."""


H = TypeVar("H", bound=HouseRules)


class Choice(Struct, frozen=True):
    """One way to set a switch."""

    value: str
    words: str


class Switch(Struct, frozen=True):
    """How the lobby shows one house rule.

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
    names = {field.name for field in structs.fields(kind)}
    for name in chosen:
        if name not in names:
            raise UnknownName(f"There is no house rule {name!r}; there are: {', '.join(sorted(names))}.")
    try:
        return convert(dict(chosen), kind)
    except ValidationError as error:
        raise UnknownName(f"A house rule has no such choice: {error}.") from error


def departures(rules: HouseRules) -> dict[str, str]:
    """Return the switches that do not stand at their default, for the list of house rules in force."""
    plain = type(rules)()
    return {
        field.name: str(getattr(rules, field.name))
        for field in structs.fields(type(rules))
        if getattr(rules, field.name) != getattr(plain, field.name)
    }
