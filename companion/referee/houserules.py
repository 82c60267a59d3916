"""House rules: what the rule text leaves open, each with its choices, its default and that rule's id.

A game declares each of them once, as a field of its `HouseRules`::

    setup: Annotated[
        Literal["deal", "claim"], HouseRule("CL-SETUP", "How are territories given out?", "Dealt", "Claimed")
    ] = "deal"
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, convert, structs

from companion.errors import UnknownName


class HouseRules(Struct, frozen=True, kw_only=True):
    """A game's house rules: a subclass has one field for each, a `Literal` annotated by a `HouseRule`."""


H = TypeVar("H", bound=HouseRules)


class HouseRule:
    """What players read of one house rule.

    Args:
        rule: id of the rule whose text leaves it open.
        title: the question in a few words.
        texts: what each choice means, in the order of the field's `Literal`.
    """

    def __init__(self, rule: str, title: str, *texts: str) -> None:
        self.rule = rule
        self.title = title
        self.texts = texts


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
        choices: all ways to set it.
        default: the choice unless the table decides otherwise.
    """

    name: str
    rule: str
    title: str
    choices: tuple[Choice, ...]
    default: str


@cache
def switches(kind: type[HouseRules]) -> tuple[Switch, ...]:
    """Return the house rules of a game, in the order in which they are declared."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_switch(field, hints[field.name]) for field in structs.fields(kind))


def _switch(field: structs.FieldInfo, hint: Any) -> Switch:
    """Read a field's annotation; it must be one that this module's docstring shows."""
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the house rule {field.name!r} needs Annotated[Literal[...], HouseRule(...)]")
    values, declared = get_args(hint)
    choices = tuple(map(Choice, get_args(values), declared.texts))
    if len(choices) < max(len(get_args(values)), len(declared.texts)):
        raise TypeError(f"the house rule {field.name!r} needs a text for each of its choices")
    return Switch(field.name, declared.rule, declared.title, choices, field.default)


def set_house_rules(kind: type[H], chosen: Mapping[str, str]) -> H:
    """Set switches by name, the others to their defaults.

    Raises:
        UnknownName: there is no such switch, or no such choice; the message lists those there are.
    """
    known = {switch.name: [choice.value for choice in switch.choices] for switch in switches(kind)}
    for name, value in chosen.items():
        if name not in known:
            raise UnknownName(f"There is no house rule {name!r}; there are: {', '.join(sorted(known))}.")
        if value not in known[name]:
            raise UnknownName(f"The house rule {name!r} is one of {', '.join(known[name])}, not {value!r}.")
    return convert(dict(chosen), kind)


def departures(rules: HouseRules) -> dict[str, str]:
    """Return the switches that differ from their default, for the list of house rules in force."""
    values = {switch.name: str(getattr(rules, switch.name)) for switch in switches(type(rules))}
    return {
        switch.name: values[switch.name]
        for switch in switches(type(rules))
        if values[switch.name] != switch.default
    }


def in_words(rules: HouseRules) -> tuple[str, ...]:
    """Return the switches that differ from their default: ``"How are territories given out? Claimed"``."""
    chosen = departures(rules)
    return tuple(
        f"{switch.title} {choice.text}"
        for switch in switches(type(rules))
        for choice in switch.choices
        if chosen.get(switch.name) == choice.value
    )
