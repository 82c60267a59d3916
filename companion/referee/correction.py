"""Corrections by hand: the table is the truth, so everything that the companion believes can be corrected.

A game lists once what can be corrected, each with the place in the state where it is read and set::

    yield number(state.supply, "red", "red.supply", "Red: armies left", "CL-RNF", most=99)
    yield flag(state.facts, "conquered", "game.conquered", "Conquered this turn", "CL-CARD")
    yield choice(state.facts, "losing", "game.losing", "Losing", "BP-LOSE", ("red", "blue"), none="nobody")
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Any

from msgspec import Struct

from companion.referee.ruling import Reason, Ruling

YES_NO = ("yes", "no")


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
    """

    key: str
    subject: str
    label: str
    value: int | str
    rule: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def objection(self, value: int | str) -> Reason | None:
        """Return the reason why a value is impossible; None if it is possible."""
        if self.choices:
            good = value in self.choices
            wanted = ", ".join(self.choices)
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
            wanted = f"{self.least} to {self.most}"
        refusal = Reason(self.rule, f"{self.label}: {shown(value)} is not possible ({wanted}).")
        return None if good else refusal


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
) -> Editable:
    """Declare a value that needs more than to be written in its place.

    Its subject is what its key names before the last point, if no other is given.
    """
    subject = subject or key.rpartition(".")[0]
    correctable = Correctable(key, subject, label, value, rule, choices, least, most)
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
    holder: Any, field: str, key: str, label: str, rule: str, choices: tuple[str, ...], *, none: str = ""
) -> Editable:
    """Declare one of several words; the word `none` is stored as None."""

    def assign(value: str) -> None:
        into(holder, field)(None if none and value == none else value)

    value = _read(holder, field)
    return editable(key, label, none if value is None else value, rule, assign, choices=choices)


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
    """Set what a correction names, in the order of the list; all are listed before the first is set."""
    for one in tuple(editables):
        key = one.correctable.key
        if one.assign is not None and key in changes:
            one.assign(changes[key])


def judge_changes(known: Iterable[Correctable], changes: Mapping[str, int | str]) -> Ruling:
    """Rule on each change separately, and name all errors."""
    by_key = {correctable.key: correctable for correctable in known}
    fallback = next(iter(by_key.values())).rule if by_key else ""
    return Ruling.from_reasons(
        by_key[key].objection(value)
        if key in by_key
        else Reason(fallback, f"There is nothing called {shown(key)} to correct.")
        for key, value in changes.items()
    )


def unfulfilled(editables: Iterable[Editable], changes: Mapping[str, int | str]) -> Ruling:
    """Refuse a correction that was applied and of which a value does not hold beside the others."""
    now = {one.correctable.key: one for one in editables}
    return Ruling.from_reasons(
        Reason(
            known.rule, f"{known.label}: {value} does not fit the rest of the table, but {known.value} does."
        )
        for key, value in changes.items()
        if key in now and not now[key].momentary and (known := now[key].correctable).value != value
    )
