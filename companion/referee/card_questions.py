"""The questions about cards: play some, or put them in a random order."""

from collections import Counter
from collections.abc import Mapping
from reprlib import repr as shown
from typing import Any

from msgspec import UNSET, UnsetType, field

from companion.locale.messages import gettext, joined
from companion.referee.question_base import QuestionBase, list_allowed, parse_as, read_list, write_list
from companion.referee.ruling import ALLOWED, Ruling


class _NamedCards(QuestionBase[tuple[str, ...]], frozen=True, kw_only=True):
    """A question answered with several ids.

    Attributes:
        words: what people read for an id that is no place.
    """

    words: Mapping[str, str] | UnsetType = UNSET

    def text(self, id: str) -> str:
        """Return what people read for an id."""
        return id if self.words is UNSET else self.words.get(id, id)

    def write(self, answer: tuple[str, ...]) -> str:
        """Write the ids between commas."""
        return write_list(answer)

    def read(self, text: str) -> object:
        """Read ids between commas."""
        return read_list(text)


class PlayCards(_NamedCards, frozen=True, kw_only=True, tag="cards"):
    """Play cards of named kinds, or none.

    Attributes:
        kinds: the player's kinds of cards, such as ``"infantry"``.
        allowed: every allowed combination, each sorted by name.
        denied: rulings on combinations, by their sorted names joined with ``+``.
        lay: text of the button that plays them.
        none: text of the button that lays down no card; empty if that is not allowed.
        none_ruling: the ruling on playing none, if that is refused.
    """

    accept = gettext("These cards")
    proposes = gettext("Next set")

    kinds: tuple[str, ...]
    allowed: tuple[tuple[str, ...], ...]
    denied: dict[str, Ruling] = field(default_factory=dict)
    lay: str = gettext("Trade")
    none: str = ""
    none_ruling: Ruling | None = None

    @property
    def declining(self) -> tuple[object, str] | None:
        """Playing none, where that is allowed."""
        return ([], self.none) if self.none else None

    def options_allowed(self) -> Any:
        """The combinations, and none."""
        return [*self.allowed, []] if self.none else self.allowed

    def parse(self, raw: object) -> tuple[str, ...]:
        """Read a list of kinds; the order does not matter."""
        return tuple(sorted(parse_as(raw, tuple[str, ...], "a list of card kinds")))

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Rule on the combination."""
        if answer in self.allowed or (not answer and self.none):
            return ALLOWED
        if not answer and self.none_ruling is not None:
            return self.none_ruling
        if (denied := self.denied.get("+".join(answer))) is not None:
            return denied
        cards = joined(map(self.text, answer[:6]), " + ")
        return self.refusal(
            gettext("{cards} cannot be laid down.", cards=cards or gettext("Nothing")),
            list_allowed(tuple(joined(map(self.text, kinds), " + ") for kinds in self.allowed)),
        )


class Shuffle(_NamedCards, frozen=True, kw_only=True, tag="shuffle"):
    """Put items in a random order: real cards shuffled and entered, or shuffled by the companion.

    Attributes:
        items: their ids.
    """

    accept = gettext("This order")
    by_chance = True

    items: tuple[str, ...]

    def options_allowed(self) -> Any:
        """All items."""
        return self.items

    def parse(self, raw: object) -> tuple[str, ...]:
        """Parse all items in their new order."""
        return parse_as(raw, tuple[str, ...], "all the items in their new order")

    def judge(self, answer: tuple[str, ...]) -> Ruling:
        """Allow every order with each item exactly once."""
        given, wanted = Counter(answer), Counter(self.items)
        if given == wanted:
            return ALLOWED
        missing, surplus = (
            shown(sorted(pile)) if pile else gettext("none") for pile in (wanted - given, given - wanted)
        )
        return self.refusal(
            gettext(
                "Each item must stand there once; missing: {missing}, too many: {surplus}.",
                missing=missing,
                surplus=surplus,
            )
        )
