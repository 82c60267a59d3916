"""Rulebooks: every rule of a game with its id, step, text, source and status. Read from TOML."""

from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from companion.errors import BrokenFile, UnknownName
from companion.locale.messages import ENGLISH, Catalogue, Message, gettext, joined, message, translated

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
        unknown = gettext(
            "{game} has no rule {rule!r}; `companion rules {id}` lists them all.",
            game=self.title,
            rule=rule,
            id=self.game,
        )
        raise UnknownName(unknown)

    def search(self, text: str, spoken: Catalogue = ENGLISH) -> tuple[Rule, ...]:
        """Return the rules that contain all of these words, in the book's order.

        All rules for an empty text.

        Args:
            text: words in English or in the reader's language.
            spoken: the catalogue of that language.
        """
        wanted = text.lower().split()
        return tuple(rule for rule in self.rules if all(word in _searchable(rule, spoken) for word in wanted))


def _searchable(rule: Rule, spoken: Catalogue) -> str:
    texts = (rule.id, rule.step, rule.title, rule.text, rule.source.heading)
    return " ".join(said for text in texts for said in {str(text), translated(text, spoken)}).lower()


class _Pages(Struct, rename={"rules": "rule"}):
    game: str
    title: str
    rules: tuple[Rule, ...]


class _TranslatedRule(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    text: str


class _TranslatedPages(Struct, rename={"rules": "rule"}, forbid_unknown_fields=True):
    title: str
    rules: tuple[_TranslatedRule, ...]


@cache
def read_rulebook(path: Path) -> Rulebook:
    """Read a rulebook file.

    Raises:
        BrokenFile: it cannot be read, is no rulebook, or names a rule twice.
    """
    pages = _read(path, _Pages)
    ids = [rule.id for rule in pages.rules]
    twice = sorted({rule for rule in ids if ids.count(rule) > 1})
    if twice:
        raise BrokenFile(
            "The rulebook {path} has more than one rule {rules}. Give each its own id.",
            path=path,
            rules=joined(twice, ", "),
        )
    rules = (
        structs.replace(
            rule, title=_said(path, rule.title, rule.id, 0), text=_said(path, rule.text, rule.id, 1)
        )
        for rule in pages.rules
    )
    return Rulebook(pages.game, _said(path, pages.title), tuple(rules))


_P = TypeVar("_P")


def _read(path: Path, pages: type[_P]) -> _P:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=pages)
    except (OSError, msgspec.DecodeError) as error:
        unreadable = gettext(
            "The rulebook {path} cannot be read: {error}. Fix the file or install again.",
            path=path,
            error=error,
        )
        raise BrokenFile(unreadable) from error


def _said(path: Path, english: str, rule: str = "", part: int = 0) -> Message:
    """Say the title of a rulebook or a part of a rule; in English if it is missing."""

    def say(catalogue: Catalogue) -> str:
        found = _translations(path.with_suffix(f".{catalogue.language}.toml")).get(rule)
        return found[part] if found else catalogue.template("", english)

    return message(english, say)


@cache
def _translations(path: Path) -> dict[str, tuple[str, ...]]:
    """Return title and text of each rule in a language, and the book's title; nothing without a file."""
    if not path.exists():
        return {}
    pages = _read(path, _TranslatedPages)
    return {rule.id: (rule.title, rule.text) for rule in pages.rules} | {"": (pages.title,)}
