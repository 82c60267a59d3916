"""Rulebooks: every rule of a game with its id, step, text, source and status. Read from TOML."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile, UnknownName

Status = Literal["enforced", "computed", "table decides"]
"""How a rule is applied: the referee refuses what breaks it, computes it, or asks the table."""


class Source(Struct, frozen=True):
    """The source of a rule: the document and the heading."""

    document: str
    heading: str


class Rule(Struct, frozen=True):
    """One rule in our own words."""

    id: str
    step: str
    title: str
    text: str
    source: Source
    status: Status


class Rulebook(Struct, frozen=True):
    """All rules of one game."""

    game: str
    title: str
    rules: tuple[Rule, ...]

    def find(self, rule: str) -> Rule:
        """Return the rule with this id.

        Raises:
            UnknownName: the rulebook has no such rule.
        """
        for known in self.rules:
            if known.id == rule:
                return known
        raise UnknownName(f"{self.title} has no rule {rule!r}; `companion rules {self.game}` lists them all.")

    def search(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that contain all of these words, in the book's order.

        All rules for an empty text.
        """
        wanted = text.lower().split()
        return tuple(rule for rule in self.rules if all(word in _searchable(rule) for word in wanted))


def _searchable(rule: Rule) -> str:
    return " ".join((rule.id, rule.step, rule.title, rule.text, rule.source.heading)).lower()


class _Pages(Struct, rename={"rules": "rule"}):
    game: str
    title: str
    rules: tuple[Rule, ...]


@cache
def read_rulebook(path: Path) -> Rulebook:
    """Read a rulebook file.

    Raises:
        BrokenFile: it cannot be read, is no rulebook, or names a rule twice.
    """
    try:
        pages = msgspec.toml.decode(path.read_bytes(), type=_Pages)
    except (OSError, msgspec.DecodeError) as error:
        raise BrokenFile(
            f"The rulebook {path} cannot be read: {error}. Fix the file or install again."
        ) from error
    ids = [rule.id for rule in pages.rules]
    twice = sorted({rule for rule in ids if ids.count(rule) > 1})
    if twice:
        raise BrokenFile(
            f"The rulebook {path} has more than one rule {', '.join(twice)}. Give each its own id."
        )
    return Rulebook(pages.game, pages.title, pages.rules)
