"""A pseudo-language: nearly every letter of a template has an accent, and templates are 40 per cent longer.

What is shown without accents was not translated; what is cut would be cut in German. Names stay as they are.
"""

import re
from datetime import date
from string import ascii_letters

ACCENTED = dict(
    zip(map(ord, ascii_letters), "åßçđéƒğħîĵķłmñöþqŕšŧûvŵxýžÅBÇĐÉFĞĦÎĴĶŁMÑÖÞQŔŠŦÛVŴXÝŽ", strict=True)
)
LONGER = 0.4
ENGLISH = re.compile(r"[a-z]{3}")
"""What no text in the pseudo-language contains, but for names."""


class PseudoLanguage:
    """A catalogue (`companion.locale.messages.Catalogue`) that knows every template."""

    language = "pseudo"
    decimal = ","

    def template(self, _: str, template: str) -> str:
        return pseudo(template)

    def plural_template(self, _: str, singular: str, plural: str, count: int) -> str:
        return pseudo(singular if count == 1 else plural)

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        return (" / " if alternatives else " + ").join(texts)

    def write_date(self, day: date) -> str:
        return f"{day:%d.%m.%Y}"


PSEUDO = PseudoLanguage()


def pseudo(template: str) -> str:
    """Write a template in the pseudo-language; its places stay.

    >>> pseudo("{player} takes {place}")
    '{player} ŧåķéš {place} ··'
    """
    parts = re.split(r"(\{[^}]*\})", template)
    letters = sum(len(part) for part in parts[::2])
    written = "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts))
    return f"{written} {'·' * round(letters * LONGER / 2)}" if letters > 2 else written
