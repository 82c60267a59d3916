"""A pseudo-language: nearly every letter of a template has an accent, and templates are 40 per cent longer.

What is shown without accents was not translated; what is cut would be cut in German. Names stay as they are.
"""

import re
import tomllib
from collections.abc import Container
from datetime import date
from functools import cache
from string import ascii_letters

from companion.locale.extraction import PACKAGE, read_catalogue
from companion.locale.languages import po_file

ACCENTED = dict(
    zip(map(ord, ascii_letters), "åßçđéƒğħîĵķłmñöþqŕšŧûvŵxýžÅBÇĐÉFĞĦÎĴĶŁMÑÖÞQŔŠŦÛVŴXÝŽ", strict=True)
)
LONGER = 0.4
LONGEST = 15
"""Dots of a word."""
ENGLISH = re.compile(r"[a-z]{3}")
"""What no text in the pseudo-language contains, but for names."""


class PseudoLanguage:
    """A catalogue (`companion.locale.messages.Catalogue`).

    Args:
        known: the templates that it knows, with their contexts; every template if left out.
    """

    language = "pseudo"
    decimal = ","

    def __init__(self, known: Container[tuple[str, str]] | None = None) -> None:
        self._known = known

    def template(self, context: str, template: str) -> str:
        return pseudo(template) if self._knows(context, template) else template

    def plural_template(self, context: str, singular: str, plural: str, count: int) -> str:
        said = singular if count == 1 else plural
        return pseudo(said) if self._knows(context, singular) else said

    def _knows(self, context: str, template: str) -> bool:
        return self._known is None or (context, template) in self._known

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        return (" / " if alternatives else " + ").join(texts)

    def write_date(self, day: date) -> str:
        return f"{day:%d.%m.%Y}"


PSEUDO = PseudoLanguage()


@cache
def translators_pseudo() -> PseudoLanguage:
    """Return the pseudo-language of translators: it knows what they are given, and nothing else."""
    known = set[tuple[str, str]]()
    for message in read_catalogue(po_file("de")):  # what is extracted, as test_shipped.py proves
        words = message.id if isinstance(message.id, str) else message.id[0]
        known.add((message.context or "", words))
    for book in PACKAGE.glob("games/*/rulebook.toml"):  # translated as whole files
        content = tomllib.loads(book.read_text(encoding="utf-8"))
        for page in (content, *content["rule"]):
            known |= {("", page[key]) for key in ("title", "text") if key in page}
    return PseudoLanguage(known)


def pseudo(template: str) -> str:
    """Write a template in the pseudo-language; its places stay.

    >>> pseudo("{player} takes {place}")
    '{player} ŧåķéš {place} ··'
    """
    parts = re.split(r"(\{[^}]*\})", template)
    letters = sum(len(part) for part in parts[::2])
    written = "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts))
    more = "·" * round(letters * LONGER / 2)
    words = (more[start : start + LONGEST] for start in range(0, len(more), LONGEST))
    return " ".join((written, *words)) if letters > 2 else written
