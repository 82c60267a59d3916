"""Corrections by hand: the table is the truth, so everything that the companion believes can be corrected."""

from collections.abc import Iterable, Mapping
from reprlib import repr as shown

from msgspec import Struct

from companion.referee.ruling import Reason, Ruling


class Correctable(Struct, frozen=True):
    """One thing that can be set right.

    Attributes:
        key: what a correction calls it, such as ``"alaska.armies"``.
        subject: id of the place or seat it belongs to, or ``"game"``.
        label: name for people.
        value: what the companion believes now.
        choices: the values it can take, when it is not a number.
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
        """Say why this value cannot be, or None."""
        if self.choices:
            good = value in self.choices
            wanted = ", ".join(self.choices)
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
            wanted = f"{self.least} to {self.most}"
        refusal = Reason(self.rule, f"{self.label}: {shown(value)} is not possible ({wanted}).")
        return None if good else refusal


def judge_changes(known: Iterable[Correctable], changes: Mapping[str, int | str]) -> Ruling:
    """Rule on each change by itself, naming all that is wrong."""
    by_key = {thing.key: thing for thing in known}
    fallback = next(iter(by_key.values())).rule if by_key else ""
    return Ruling.from_reasons(
        by_key[key].objection(value)
        if key in by_key
        else Reason(fallback, f"There is nothing called {shown(key)} to correct.")
        for key, value in changes.items()
    )
