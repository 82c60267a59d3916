"""Rulings: may it be done, which rules say so, with which figures, and what would be allowed instead."""

from collections.abc import Iterable
from typing import Self

from msgspec import Struct


class Reason(Struct, frozen=True):
    """One rule that forbids something, in words that carry the figures used.

    Attributes:
        rule: id in the game's rulebook, such as ``"CL-ATK"``.
        text: the reason for this very case, such as ``"Alaska has 1 army, an attack needs 2"``.
        house: True when a house rule refuses and not the printed rules.
    """

    rule: str
    text: str
    house: bool = False


class Ruling(Struct, frozen=True):
    """The answer to "may I?": allowed, or every reason why not and what would be allowed instead."""

    allowed: bool
    reasons: tuple[Reason, ...] = ()
    instead: str = ""

    @classmethod
    def from_reasons(cls, reasons: Iterable[Reason | None], instead: str = "") -> Self:
        """Allow when no reason speaks against it, else refuse with all of them."""
        standing = tuple(reason for reason in reasons if reason is not None)
        return cls(not standing, standing, instead if standing else "")

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules that refuse, in order, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    @property
    def words(self) -> str:
        """The whole ruling as a sentence or two for the screen."""
        if self.allowed:
            return "Allowed."
        text = " ".join(reason.text for reason in self.reasons)
        return f"{text} {self.instead}".strip()


ALLOWED = Ruling(True)
"""The ruling on everything that nothing speaks against."""


def refuse(rule: str, text: str, *, instead: str = "", house: bool = False) -> Ruling:
    """Refuse for one reason."""
    return Ruling(False, (Reason(rule, text, house),), instead)
