"""Corrections by hand: the table is the truth, so everything that the companion believes can be corrected."""

from collections.abc import Iterable, Mapping
from reprlib import repr as shown

from msgspec import Struct

from companion.referee.ruling import Reason, Ruling


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
