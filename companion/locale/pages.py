"""Pages in the language of their reader: which one a browser asks for, and the texts of HTML and scripts.

Every text and ``aria-label`` of a page is a sentence. Scripts call `gettext` and `ngettext` of ``words.js``,
which asks for ``words.json``.
"""

import json
import re
from collections.abc import Iterable, Iterator
from html import escape, unescape
from pathlib import Path

import msgspec

from companion.locale.languages import SOURCE, best_language, languages, own_name
from companion.locale.messages import Catalogue, gettext, pgettext

COOKIE = "language"
"""Name of the cookie with the language that a reader has chosen."""
SCRIPT = Path(__file__).with_name("words.js")
"""The functions of scripts that say sentences."""
NUMBERS = range(200)
"""Numbers that show which plural forms a language has."""
_TEXT = re.compile(r'(?<=>)[^<>]*[A-Za-z][^<>]*(?=<)|(?<=aria-label=")[^"]+')
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(rf"\b([pn]?)gettext\(\s*({_STRING})(?:,\s*({_STRING}))?")


def language_of(chosen: str, accepted: str) -> str:
    """Return the language for a browser.

    Args:
        chosen: the value of its cookie; empty if it has none.
        accepted: its header ``Accept-Language`` (RFC 9110), such as ``"de-CH, fr;q=0.8"``.
    """
    if chosen in languages():
        return chosen
    wanted = [part.partition(";q=") for part in accepted.replace(" ", "").split(",") if part]
    return best_language(code for code, _, _ in sorted(wanted, key=lambda part: -_quality(part[2])))


def _quality(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def page_sentences(page: str) -> Iterator[str]:
    """Yield the texts of an HTML page.

    >>> list(page_sentences('<nav aria-label="Pages"><b>Table</b> <b>1</b></nav>'))
    ['Pages', 'Table']
    """
    yield from (unescape(found[0].strip()) for found in _TEXT.finditer(page))


def page_in(page: str, language: str, spoken: Catalogue) -> str:
    """Say the texts of an HTML page in a language, and mark it as written in that."""

    def say(found: re.Match[str]) -> str:
        text = found[0].strip()
        return found[0].replace(text, escape(gettext(unescape(text)).translated(spoken)))

    return _TEXT.sub(say, page).replace(f'<html lang="{SOURCE}">', f'<html lang="{language}">', 1)


def script_sentences(script: str) -> Iterator[tuple[str, str, str]]:
    """Yield the sentences of a script: the letter before ``gettext``, and the first two texts.

    >>> list(script_sentences('gettext("Hand") + ngettext("{count} card", "{count} cards", n)'))
    [('', 'Hand', ''), ('n', '{count} card', '{count} cards')]
    """
    for kind, one, other in _CALL.findall(_COMMENT.sub("", script)):
        yield kind, json.loads(one), json.loads(other) if other else ""


def script_words(scripts: Iterable[Path], language: str, spoken: Catalogue) -> bytes:
    """Return what scripts say in a language, as JSON.

    It has the languages by their own names; ``texts`` by template (with a context and ``|`` before it);
    and ``plurals``: of each singular template, the forms by the plural category of the number (CLDR).
    English needs no texts.
    """
    texts: dict[str, str] = {}
    plurals: dict[str, dict[str, str]] = {}
    if language != SOURCE:
        samples = _plural_samples(language)
        for path in scripts:
            for kind, one, other in script_sentences(path.read_text(encoding="utf-8")):
                if kind == "n":
                    plurals[one] = _forms(one, other, samples, spoken)
                elif kind == "p":
                    texts[f"{one}|{other}"] = pgettext(one, other).translated(spoken)
                else:
                    texts[one] = gettext(one).translated(spoken)
    named = {code: own_name(code) for code in languages()}
    return msgspec.json.encode({"languages": named, "texts": texts, "plurals": plurals})


def _plural_samples(language: str) -> dict[str, int]:
    """Return a number for each plural category that a language has."""
    from babel import Locale

    category = Locale.parse(language).plural_form
    return {category(number): number for number in reversed(NUMBERS)}


def _forms(one: str, other: str, samples: dict[str, int], spoken: Catalogue) -> dict[str, str]:
    return {category: spoken.plural_template("", one, other, number) for category, number in samples.items()}
