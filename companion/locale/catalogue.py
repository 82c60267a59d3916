"""Catalogues: the translations of one language, read from ``LANG/LC_MESSAGES/companion.po``.

`babel` knows lists and numbers. The compiled catalogue (``companion.mo``) is made when the companion is
installed, and again at the first use after somebody has changed the ``.po``.
"""

import os
import struct
import unicodedata
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.locale.languages import languages, po_file
from companion.locale.messages import ENGLISH, Catalogue, Message

ASCII = 127
"""The last sign that every keyboard has."""


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; it is read once. English where the language is not known."""
    return _catalogue(language, po_file(language))


@cache
def _catalogue(language: str, po: Path) -> Catalogue:
    """Keep a catalogue for its file: one that stood in another folder is not taken for it."""
    return _Translations(language, po) if language in languages()[1:] else ENGLISH


class _Translations:
    """The catalogue of a language other than English."""

    def __init__(self, language: str, po: Path) -> None:
        from babel import Locale

        self._translations = _read(po)
        self.language = language
        self.decimal = str(Locale.parse(language).number_symbols["latn"]["decimal"])

    def template(self, context: str, template: str) -> str:
        if context:
            said = self._translations.pgettext(context, template)
        else:
            said = self._translations.gettext(template)
        # Python 3.11.2, that of Debian bookworm, does not find a message that has a plural as well.
        return said if said != template else self.plural_template(context, template, template, 1)

    def plural_template(self, context: str, singular: str, plural: str, count: int) -> str:
        if context:
            return self._translations.npgettext(context, singular, plural, count)
        return self._translations.ngettext(singular, plural, count)

    def join_list(self, texts: list[str], alternatives: bool) -> str:
        from babel.lists import format_list

        return str(format_list(texts, "or" if alternatives else "standard", self.language))

    def write_date(self, day: date) -> str:
        from babel.dates import format_date

        return str(format_date(day, "long", self.language))


class WithCentimetres:
    """A language whose readers want centimetres beside inches (`companion.referee.inches`)."""

    def __init__(self, spoken: Catalogue) -> None:
        self.language, self.decimal = spoken.language, spoken.decimal
        self.template, self.plural_template = spoken.template, spoken.plural_template
        self.join_list, self.write_date = spoken.join_list, spoken.write_date


def letters(language: str) -> str:
    """Return the letters and signs that a language has and English has not, the most common first."""
    if language not in languages()[1:]:
        return ""
    found = Counter(_compiled(po_file(language)).decode("utf-8", "ignore").lower())
    return "".join(
        each for each, _ in found.most_common() if ord(each) > ASCII and (each.isalpha() or each in "¿¡")
    )


def compile_catalogues() -> None:
    """Compile every catalogue, so that no start needs to: a release cannot be written later.

    `deploy` calls it when it installs the companion.
    """
    for language in languages()[1:]:
        _compiled(po_file(language))


def _read(po: Path) -> GNUTranslations:
    """Read a compiled catalogue; compile it anew if it is broken, as after a power cut."""
    try:
        return GNUTranslations(BytesIO(_compiled(po)))
    except (OSError, ValueError, struct.error):
        from companion.locale.extraction import compile_catalogue

        return GNUTranslations(BytesIO(compile_catalogue(po)))


def _compiled(po: Path) -> bytes:
    """Return a compiled catalogue; compile it where the translators' file is newer."""
    mo = po.with_suffix(".mo")
    if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
        from companion.locale.extraction import compile_catalogue

        compiled = compile_catalogue(po)
        with suppress(OSError):  # a package that may not be written is compiled at each start
            written = mo.with_suffix(f".{os.getpid()}.mo")  # whole at once: others may be reading
            written.write_bytes(compiled)
            written.replace(mo)
        return compiled
    return mo.read_bytes()


class _Shown:
    """The language of the touchscreen, the voice and the command line."""

    catalogue: Catalogue = ENGLISH


_SHOWN: Final = _Shown()


def show_in(language: str, *, centimetres: bool = False) -> None:
    """Choose the language of the touchscreen, the voice and the command line.

    Args:
        language: its code.
        centimetres: say them beside inches.
    """
    spoken = catalogue(language)
    _SHOWN.catalogue = WithCentimetres(spoken) if centimetres else spoken


def shown(text: str) -> str:
    """Say a text in the language of the touchscreen; names and other plain texts stay as they are."""
    return text.translated(_SHOWN.catalogue) if isinstance(text, Message) else text


def alphabetical(text: str) -> str:
    """Return the key that sorts names as readers of the screen look them up: without capitals and accents.

    >>> sorted(["Ötztal", "Zoll", "island", "Ägypten"], key=alphabetical)
    ['Ägypten', 'island', 'Ötztal', 'Zoll']
    """
    letters = unicodedata.normalize("NFKD", shown(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def shown_language() -> Catalogue:
    """Return the catalogue that `shown` says texts with."""
    return _SHOWN.catalogue


def encode_in(content: Any, spoken: Catalogue) -> bytes:
    """Encode as JSON for readers of a language."""
    return msgspec.json.encode(content, enc_hook=_Plain(spoken))


def builtins_in(content: Any, spoken: Catalogue) -> Any:
    """Convert to dictionaries, lists and plain texts for readers of a language."""
    return msgspec.to_builtins(content, enc_hook=_Plain(spoken))


class _Plain:
    def __init__(self, spoken: Catalogue) -> None:
        self._spoken = spoken

    def __call__(self, value: Any) -> Any:
        if isinstance(value, Message):
            return value.translated(self._spoken)
        if isinstance(value, Mapping):
            return dict(value)
        raise TypeError(f"{type(value).__name__} has no JSON form.")
