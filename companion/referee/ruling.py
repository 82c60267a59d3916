"""Rulings: whether an action is allowed, by which rules and figures, and what would be allowed instead."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Self

from msgspec import Struct

from companion.errors import shorten
from companion.locale.messages import gettext, joined


class Reason(Struct, frozen=True):
    """One rule that forbids something, as text with the figures used.

    Attributes:
        rule: id in the game's rulebook, such as ``"CL-ATK"``.
        text: the reason in this case, such as ``"Alaska has 1 army, an attack needs 2"``.
        house: True when a house rule refuses and not the printed rules.
    """

    rule: str
    text: str
    house: bool = False


Why = Reason | Callable[[], Reason]
"""A reason, or what puts it into words: most are looked for only to know whether there is one."""


class Ruling(Struct, frozen=True):
    """The answer to "may I?": allowed, or every reason why not and what would be allowed instead."""

    allowed: bool
    reasons: tuple[Reason, ...] = ()
    instead: str = ""

    @classmethod
    def from_reasons(cls, reasons: Iterable[Why | None], instead: str = "") -> Self:
        """Allow if there are no reasons against it, else refuse with all of them."""
        standing = in_words(reasons)
        return cls(not standing, standing, instead if standing else "")

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the refusing rules, in order, without duplicates."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))

    @property
    def text(self) -> str:
        """The ruling as one or two sentences for the screen."""
        if self.allowed:
            return gettext("Allowed.")
        return shorten(joined([*(reason.text for reason in self.reasons), self.instead]))


def in_words(reasons: Iterable[Why | None]) -> tuple[Reason, ...]:
    """Put reasons into words, each once."""
    made = (reason if isinstance(reason, Reason) else reason() for reason in reasons if reason is not None)
    return tuple(dict.fromkeys(made))


ALLOWED = Ruling(True)
"""The ruling that allows an action."""


def objection(rule: str, template: str, /, *, house: bool = False, **places: Any) -> Reason:
    """Return a reason in words: a message of a template and what stands in its places, as for `gettext`."""
    return Reason(rule, gettext(template, **places), house)


def refuse(rule: str, template: str, /, *, instead: str = "", house: bool = False, **places: Any) -> Ruling:
    """Refuse for one reason, which is put into words as by `objection`."""
    return Ruling(False, (objection(rule, template, house=house, **places),), instead)


class Refusals(Mapping[str, Ruling]):
    """Rulings on places that cannot be chosen, each computed only when it is read.

    Read them while the question is open: each looks at the state at the time of reading.

    Args:
        places: ids of all places.
        allowed: those of them that can be chosen.
        judge: gives the ruling on one of the others.
    """

    def __init__(
        self, places: Collection[str], allowed: Collection[str], judge: Callable[[str], Ruling]
    ) -> None:
        self._places, self._allowed, self._judge = places, allowed, judge

    def __getitem__(self, place: str) -> Ruling:
        if place not in self:
            raise KeyError(place)
        return self._judge(place)

    def __contains__(self, place: object) -> bool:
        return place in self._places and place not in self._allowed

    def __iter__(self) -> Iterator[str]:
        return (place for place in self._places if place not in self._allowed)

    def __len__(self) -> int:
        return sum(1 for _ in self)
