"""Corrections by hand: the table is the truth, so everything that the companion believes can be corrected.

The type of a field says how it can be corrected, and `declared` lists such fields::

    conquered: Annotated[bool, fixable("Conquered this turn", "CL-CARD")] = False
    hands: BySeat[Annotated[int, fixable("cards", "CL-CARD", most=44)]]
    towers: dict[PlaceId, Annotated[SeatId, fixable("tower", "SC-RWD-4", when=has_rewards)]]

What depends on the state (a deck's size, whose turn it is) a game lists with its place::

    yield number(state.supply, "red", "red.supply", "Red: armies left", "CL-RNF", most=99)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from reprlib import repr as shown
from typing import Any, get_args, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, inspect

from companion.locale.messages import gettext, joined
from companion.referee.names import fields_of
from companion.referee.ruling import Reason, Ruling, objection
from companion.referee.timeline import State, always

YES_NO = ("yes", "no")
_WORDS = {
    "yes": gettext("yes"),
    "no": gettext("no"),
    "nobody": gettext("nobody"),
    "none": gettext("none"),
    "off the board": gettext("off the board"),
}
"""What people read for choices that several games have."""


class Correctable(Struct, frozen=True):
    """One value that can be corrected.

    Attributes:
        key: its key in a correction, such as ``"alaska.armies"``.
        subject: id of the place or seat it belongs to, or ``"game"``.
        label: name for people.
        value: the current value.
        choices: the allowed values, if it is not a number.
        least: smallest number.
        most: largest number.
        rule: id of the rule that sets these bounds.
        words: what people read for a choice, where that is not its id.
    """

    key: str
    subject: str
    label: str
    value: int | str
    rule: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    words: Mapping[str, str] | UnsetType = UNSET

    def text(self, choice: str) -> str:
        """Return what people read for a choice."""
        common = _WORDS.get(choice, choice)
        return common if self.words is UNSET else self.words.get(choice, common)

    def objection(self, value: int | str) -> Reason | None:
        """Return the reason why a value is impossible; None if it is possible."""
        if self.choices:
            good = value in self.choices
            wanted = joined(map(self.text, self.choices), ", ")
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
            wanted = gettext("{least} to {most}", least=self.least, most=self.most)
        if good:
            return None
        refusal = gettext(
            "{fact}: {value} is not possible ({wanted}).", fact=self.label, value=shown(value), wanted=wanted
        )
        return Reason(self.rule, refusal)


@dataclass(frozen=True)
class Editable:
    """One value that can be corrected, and how it is set.

    Attributes:
        correctable: what people see and may enter.
        assign: sets a value that was found possible; None if the game sets it together with others.
        momentary: whether it happens once, so that its value stays as it was.
    """

    correctable: Correctable
    assign: Callable[[Any], None] | None
    momentary: bool = False


def editable(
    key: str,
    label: str,
    value: int | str,
    rule: str,
    assign: Callable[[Any], None] | None,
    *,
    choices: tuple[str, ...] = (),
    least: int = 0,
    most: int = 0,
    subject: str = "",
    momentary: bool = False,
    words: Mapping[str, str] | UnsetType = UNSET,
) -> Editable:
    """Declare a value that needs more than to be written in its place.

    Its subject is what its key names before the last point, if no other is given.
    """
    subject = subject or key.rpartition(".")[0]
    correctable = Correctable(key, subject, label, value, rule, choices, least, most, words)
    return Editable(correctable, assign, momentary)


def number(
    holder: Any,
    field: str,
    key: str,
    label: str,
    rule: str,
    *,
    most: int,
    least: int = 0,
    subject: str = "",
    grows: bool = False,
) -> Editable:
    """Declare a number: a field of a struct, or an entry of a dictionary, where a missing one is 0.

    One that `grows` without a bound in play may stay at what it has come to.
    """
    value = _read(holder, field) or 0
    most = max(most, value) if grows else most
    return editable(key, label, value, rule, into(holder, field), least=least, most=most, subject=subject)


def flag(holder: Any, field: str, key: str, label: str, rule: str) -> Editable:
    """Declare a fact that is true or false."""

    def assign(value: str) -> None:
        into(holder, field)(value == "yes")

    return editable(key, label, yes_no(_read(holder, field)), rule, assign, choices=YES_NO)


def choice(
    holder: Any,
    field: str,
    key: str,
    label: str,
    rule: str,
    choices: tuple[str, ...],
    *,
    none: str = "",
    words: Mapping[str, str] | UnsetType = UNSET,
) -> Editable:
    """Declare one of several words; the word `none` is stored as None."""

    def assign(value: str) -> None:
        into(holder, field)(None if none and value == none else value)

    value = _read(holder, field)
    shown = none if value is None else value
    return editable(key, label, shown, rule, assign, choices=choices, words=words)


@dataclass(frozen=True)
class Fix:
    """How a field can be corrected.

    Attributes:
        title: what people call it.
        rule: id of the rule that sets the bounds.
        least: smallest number.
        most: largest number.
        grows: whether it has no bound in play, so that it may stay at what it has come to.
        key: its key, if not the field's name.
        none: the word for None, and in a dictionary whose values are names for a missing entry.
        words: what people read for one of several words.
        when: whether it can be corrected in this state.
    """

    title: str
    rule: str
    least: int = 0
    most: int = 0
    grows: bool = False
    key: str = ""
    none: str = "nobody"
    words: Mapping[str, str] | UnsetType = UNSET
    when: Callable[[Any], bool] = always


def fixable(title: str, rule: str, **how: Any) -> Meta:
    """Return the metadata of a type whose values can be corrected; see `Fix`."""
    return Meta(extra={"fix": Fix(gettext(title), rule, **how)})


def declared(
    state: State, holder: Struct | None = None, subject: str = "game", name: str = ""
) -> Iterator[Editable]:
    """Declare each field of a struct whose type says how it can be corrected.

    Args:
        state: the state.
        holder: the struct; the state itself if not given.
        subject: what keys begin with; a field by names has an entry for each of them instead.
        name: what labels begin with.
    """
    place = state if holder is None else holder
    for field, shape, fix, kind in _fixable(type(place)):
        if not fix.when(state):
            continue
        entries, key = getattr(place, field), fix.key or field
        if kind:
            for one in state.known_names()[kind]:
                called = state.title(kind, one)
                yield _declare(state, entries, one, shape, fix, f"{one}.{key}", called)
        else:
            yield _declare(state, place, field, shape, fix, f"{subject}.{key}", name)


@cache
def _fixable(kind: type[Struct]) -> tuple[tuple[str, inspect.Metadata, Fix, str], ...]:
    """Return the fields of a struct that can be corrected: name, type, how, and by which names if by any."""
    found = list[tuple[str, inspect.Metadata, Fix, str]]()
    for field in fields_of(kind):
        shape = field.type
        match shape.type if isinstance(shape, inspect.Metadata) else shape, shape:
            case _, inspect.Metadata(extra={"fix": fix}) as one:
                found.append((field.name, one, fix, ""))
            case (
                inspect.DictType(
                    key_type=inspect.Metadata(extra={"names": names}),
                    value_type=inspect.Metadata(extra={"fix": fix}) as one,
                ),
                _,
            ):
                found.append((field.name, one, fix, names))
    return tuple(found)


def _declare(
    state: State, holder: Any, field: str, shape: inspect.Metadata, fix: Fix, key: str, name: str
) -> Editable:
    """Declare one field, or one entry of a dictionary, by its type."""
    label = gettext("{name}: {fact}", name=name, fact=fix.title) if name else fix.title
    match shape:
        case inspect.Metadata(type=inspect.BoolType()):
            return flag(holder, field, key, label, fix.rule)
        case inspect.Metadata(type=inspect.IntType()):
            return number(
                holder, field, key, label, fix.rule, least=fix.least, most=fix.most, grows=fix.grows
            )
        case inspect.Metadata(type=inspect.LiteralType()):
            struct: type[Struct] = type(holder)
            words = _literals(struct, field)
            return choice(holder, field, key, label, fix.rule, words, words=fix.words)
        case inspect.Metadata(extra={"names": kind}):
            value, give = holder.get(field, fix.none), partial(_set_or_remove, holder, field, fix.none)
            choices, called = _names(state, kind, fix.none)
            return editable(key, label, value, fix.rule, give, choices=choices, words=called)
        case inspect.Metadata(
            type=inspect.UnionType(types=(inspect.Metadata(extra={"names": kind}), inspect.NoneType()))
        ):
            choices, called = _names(state, kind, fix.none)
            return choice(holder, field, key, label, fix.rule, choices, none=fix.none, words=called)
    raise TypeError(f"{key} can be a fact, a number, one of several words, or a name or None.")


def _names(state: State, kind: str, none: str) -> tuple[tuple[str, ...], Mapping[str, str] | UnsetType]:
    """Return a word for None and all names of a kind, and what people read for them (seats: themselves)."""
    known = tuple(state.known_names()[kind])
    words = UNSET if kind == "seat" else {one: state.title(kind, one) for one in known}
    return (none, *known), words


def _set_or_remove(entries: dict[str, str], key: str, none: str, value: str) -> None:
    """Set an entry of a dictionary, or remove it at the word for none."""
    if value == none:
        entries.pop(key, None)
    else:
        entries[key] = value


@cache
def _literals(kind: type[Struct], field: str) -> tuple[str, ...]:
    """Return the words of a field in the order of its type, which `inspect` sorts."""
    return get_args(get_args(get_type_hints(kind, include_extras=True)[field])[0])


def yes_no(fact: bool) -> str:
    """Return a yes/no fact as a choice."""
    return "yes" if fact else "no"


def into(holder: Any, field: str) -> Callable[[Any], None]:
    """Return what writes a field of a struct, or an entry of a dictionary."""

    def assign(value: Any) -> None:
        if isinstance(holder, dict):
            holder[field] = value
        else:
            setattr(holder, field, value)

    return assign


def _read(holder: Any, field: str) -> Any:
    return holder.get(field) if isinstance(holder, dict) else getattr(holder, field)


def apply(editables: Iterable[Editable], changes: Mapping[str, int | str]) -> None:
    """Set what a correction names, in the order of the list; all are listed before the first is set.

    Before the first change a value that is there already is not set again; after it, it may be another.
    """
    changed = False
    for one in tuple(editables):
        known = one.correctable
        if one.assign is not None and known.key in changes:
            changed = changed or changes[known.key] != known.value
            if changed:
                one.assign(changes[known.key])


def judge_changes(known: Iterable[Correctable], changes: Mapping[str, int | str]) -> Ruling:
    """Rule on each change separately, and name all errors."""
    by_key = {correctable.key: correctable for correctable in known}
    fallback = next(iter(by_key.values())).rule if by_key else ""
    return Ruling.from_reasons(
        by_key[key].objection(value)
        if key in by_key
        else objection(fallback, "There is nothing called {key} to correct.", key=shown(key))
        for key, value in changes.items()
    )


def unfulfilled(editables: Iterable[Editable], changes: Mapping[str, int | str]) -> Ruling:
    """Refuse a correction that was applied and of which a value does not hold beside the others."""
    now = {one.correctable.key: one for one in editables}
    return Ruling.from_reasons(
        Reason(known.rule, _mismatch(known, value))
        for key, value in changes.items()
        if key in now and not now[key].momentary and (known := now[key].correctable).value != value
    )


def _mismatch(known: Correctable, value: int | str) -> str:
    wrong, fitting = (known.text(one) if isinstance(one, str) else one for one in (value, known.value))
    return gettext(
        "{fact}: {value} does not fit the rest of the table, but {fitting} does.",
        fact=known.label,
        value=wrong,
        fitting=fitting,
    )
