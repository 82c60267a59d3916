"""House rules: what the rule text leaves open, each with its choices, its default and that rule's id.

A game declares each of them once, as a field of its `HouseRules`::

    setup: Annotated[
        Literal["deal", "claim"], HouseRule("CL-SETUP", "How are territories given out?", "Dealt", "Claimed")
    ] = "deal"

A house rule whose choices are found when they are asked for, such as files, is a text with a `Listing`::

    board: Annotated[str, HouseRule("CL-MAP", "Which board?", listing=BOARDS)] = "classic"
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, convert, structs

from companion.errors import BrokenFile, UnknownName
from companion.locale.messages import Message, gettext, joined
from companion.referee.ruling import Ruling


class HouseRules(Struct, frozen=True, kw_only=True):
    """A game's house rules: a subclass has one field for each, annotated by a `HouseRule`."""

    def unfit(self) -> Mapping[str, Ruling]:
        """Return the switches whose choice does not fit the others, each with its refusal; by name."""
        return {}


H = TypeVar("H", bound=HouseRules)


class HouseRule:
    """What players read of one house rule; its words are messages.

    Args:
        rule: id of the rule whose text leaves it open.
        title: the question in a few words.
        texts: what each choice means, in the order of the field's `Literal`.
        listing: finds the choices, if they are not declared.
    """

    def __init__(self, rule: str, title: str, *texts: str, listing: "Listing | None" = None) -> None:
        self.rule = rule
        self.title = gettext(title)
        self.texts = tuple(map(gettext, texts))
        self.listing = listing


class Choice(Struct, frozen=True):
    """One way to set a switch."""

    value: str
    text: str


class Listing(Protocol):
    """Choices that are found when they are asked for."""

    def choices(self) -> tuple[Choice, ...]:
        """Return the choices there are now, the default first."""

    def text(self, value: str) -> str:
        """Return what a choice means, also one that is no longer offered.

        Raises:
            UnknownName: there is no such choice.
            BrokenFile: its file cannot be used.
        """

    def file(self, value: str) -> bytes:
        """Return the file of a choice that other tables may not have; nothing for one that all have.

        Raises:
            UnknownName: there is no such choice.
            BrokenFile: its file cannot be used.
        """

    def keep(self, value: str, content: bytes) -> Path | None:
        """Keep the file of a choice, unless it is here; return the path of the new file.

        Raises:
            BrokenFile: it is wrong, or not the file of this choice.
            OSError: it cannot be written.
        """


class Switch(Struct, frozen=True):
    """One house rule in the lobby.

    Attributes:
        name: field of the game's `HouseRules`.
        rule: the rule whose text leaves it open.
        title: the question in a few words.
        choices: all ways to set it.
        default: the choice unless the table decides otherwise.
        listing: finds the choices, if they are not declared.
    """

    name: str
    rule: str
    title: str
    choices: tuple[Choice, ...]
    default: str
    listing: Any = None

    def text(self, value: str) -> str:
        """Return what a choice means.

        Raises:
            UnknownName: there is no such choice; the message lists those there are.
        """
        if self.listing is not None:
            meaning: str = self.listing.text(value)
            return meaning
        for choice in self.choices:
            if choice.value == value:
                return choice.text
        known = joined((choice.value for choice in self.choices), ", ")
        raise UnknownName(
            "The house rule {name!r} is one of {known}, not {value!r}.",
            name=self.name,
            known=known,
            value=value,
        )


def switches(kind: type[HouseRules]) -> tuple[Switch, ...]:
    """Return the house rules of a game, in the order in which they are declared."""
    return tuple(
        structs.replace(switch, choices=switch.listing.choices()) if switch.listing is not None else switch
        for switch in _declared(kind)
    )


@cache
def _declared(kind: type[HouseRules]) -> tuple[Switch, ...]:
    """Read the declarations; switches with a listing have no choices yet."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_switch(field, hints[field.name]) for field in structs.fields(kind))


def _switch(field: structs.FieldInfo, hint: Any) -> Switch:
    """Read a field's annotation; it must be one that this module's docstring shows."""
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the house rule {field.name!r} needs Annotated[Literal[...], HouseRule(...)]")
    values, declared = get_args(hint)
    if declared.listing is not None:
        return Switch(field.name, declared.rule, declared.title, (), field.default, declared.listing)
    choices = tuple(map(Choice, get_args(values), declared.texts))
    if len(choices) < max(len(get_args(values)), len(declared.texts)):
        raise TypeError(f"the house rule {field.name!r} needs a text for each of its choices")
    return Switch(field.name, declared.rule, declared.title, choices, field.default)


def set_house_rules(kind: type[H], chosen: Mapping[str, str]) -> H:
    """Set switches by name, the others to their defaults.

    Raises:
        UnknownName: there is no such switch, or no such choice, or one that does not fit the others.
        BrokenFile: the file of a choice cannot be used.
    """
    known = {switch.name: switch for switch in _declared(kind)}
    for name, value in chosen.items():
        if name not in known:
            raise UnknownName(
                "There is no house rule {name!r}; there are: {known}.",
                name=name,
                known=joined(sorted(known), ", "),
            )
        known[name].text(value)
    rules = convert(dict(chosen), kind)
    for name, ruling in rules.unfit().items():
        given = f"{name}={getattr(rules, name)}"
        raise UnknownName(gettext("{rule} does not fit: {reason}", rule=given, reason=ruling.text))
    return rules


def files_of(kind: type[HouseRules], chosen: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files that another table needs for these choices, by switch, as far as they can be read."""
    files = {}
    for switch in _declared(kind):
        if switch.listing is not None and switch.name in chosen:
            with suppress(UnknownName, BrokenFile):
                files[switch.name] = switch.listing.file(chosen[switch.name])
    return {name: content for name, content in files.items() if content}


def keep_files(
    kind: type[HouseRules], chosen: Mapping[str, str], files: Mapping[str, bytes]
) -> tuple[Path, ...]:
    """Keep the files that came with these choices, unless they are here; return the new ones.

    Raises:
        BrokenFile: one is wrong, or not the file of its choice.
        OSError: one cannot be written.
    """
    kept = (
        switch.listing.keep(chosen[switch.name], files[switch.name])
        for switch in _declared(kind)
        if switch.listing is not None and switch.name in chosen and switch.name in files
    )
    return tuple(path for path in kept if path is not None)


def fitting(kind: type[HouseRules], chosen: Mapping[str, str]) -> tuple[dict[str, str], dict[str, Ruling]]:
    """Leave out what does not fit the other choices.

    Returns:
        What is left, and for each switch that is set back the refusal.
    """
    left, refused = dict(chosen), dict[str, Ruling]()
    while wrong := {n: r for n, r in convert(left, kind).unfit().items() if left.pop(n, None) is not None}:
        refused |= wrong
    return left, refused


def departures(rules: HouseRules) -> dict[str, str]:
    """Return the switches that differ from their default, for the list of house rules in force."""
    values = {switch.name: str(getattr(rules, switch.name)) for switch in _declared(type(rules))}
    return {
        switch.name: values[switch.name]
        for switch in _declared(type(rules))
        if values[switch.name] != switch.default
    }


def in_words(rules: HouseRules) -> tuple[Message, ...]:
    """Return the switches that differ from their default: ``"How are territories given out? Claimed"``."""
    chosen = departures(rules)
    return tuple(
        joined([switch.title, switch.text(chosen[switch.name])])
        for switch in _declared(type(rules))
        if switch.name in chosen
    )
