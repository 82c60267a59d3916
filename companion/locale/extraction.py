"""Extraction: finds every sentence of the program for translators, and checks what they have written.

Babel reads the calls of `gettext`, `pgettext` and `ngettext` in Python and JavaScript. All texts of HTML
pages are sentences; `DECLARATIONS` names the classes and functions, and `DATA_FILES` the data files, whose
words players read.
"""

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion import errors
from companion.locale.languages import DOMAIN, po_file
from companion.locale.messages import PLACE
from companion.locale.pages import page_sentences

PACKAGE = Path(__file__).parents[1]
CALIBRATION = "calibration"
"""The package beside it whose sentences players read too."""
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_noop": None,
    "pgettext": ((1, "c"), 2),
    "ngettext": (1, 2),
}
"""The functions whose calls hold sentences, as Babel wants them."""
DECLARATIONS = {
    "HouseRule": slice(1, None),
    "Lesson": slice(1, 2),
    "Problem": slice(1, 2),
    "WrongValue": slice(1, 2),
    "fixable": slice(0, 1),
    "objection": slice(1, 2),
    "refuse": slice(1, 2),
    "worded": slice(0, 1),
}
"""What makes messages of its words itself, and which arguments they are."""
ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
"""What fills a template of its own if it is given its places."""
DATA_FILES = {"games/*/*.toml": None, "games/*/*/*.toml": None, "games/boards/*.json": PLACE}
"""Data files with words for players, and their context; rulebooks are translated as whole files."""
ICONS = "icons/*.svg"
"""Drawings of icons, some of which have names for players."""
DATA_KEYS = frozenset({"name", "title", "text", "story"})
"""The keys of their words; `words` is a list of ids that `gettext` says."""
LABEL = 24
"""Letters of a label at most."""
ROOM = 220.0
"""Pixels for the words of a key of the panel that has a row to itself, beside a ring to hold (800x480)."""
UNMEASURED = ("commands/", "web/", "app/machine/", "calibration/")
"""Where labels stand whose pages and lines grow with them."""
ICON_NAME = re.compile(r'data-name="([^"]+)"')
"""The name of an icon in its sheet."""


def extract() -> Catalog:
    """Return every sentence of the package with the places where it stands; without translations."""
    catalogue = Catalog(domain=DOMAIN, project="table-companion", charset="utf-8", fuzzy=False)
    for path, line, message, comments, context in _sentences():
        place = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else PACKAGE.parent).as_posix()
        catalogue.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return catalogue


def _sentences() -> Iterator[tuple[Path, int, Any, list[str], str | None]]:
    for method, pattern in (("python", "*.py"), ("javascript", "*.js")):
        for path in _sources(pattern):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in KEYWORDS):  # Babel reads letter by letter
                for found in extract_from_file(method, path, KEYWORDS, ("Translators:",)):
                    yield path, *found
    for path in _sources("*.py"):
        yield from ((path, line, words, [], None) for line, words in _declared(path))
    for path in sorted(PACKAGE.rglob("*.html")):
        yield from ((path, 1, words, [], None) for words in page_sentences(path.read_text(encoding="utf-8")))
    for path in sorted(PACKAGE.glob(ICONS)):
        yield from ((path, 1, name, [], None) for name in ICON_NAME.findall(path.read_text(encoding="utf-8")))
    for pattern, context in DATA_FILES.items():
        for path in sorted(PACKAGE.glob(pattern)):
            if not path.name.startswith("rulebook"):
                yield from ((path, 1, words, [], context) for words in _words(_read(path)))


def _sources(pattern: str) -> list[Path]:
    """Return the files of both packages."""
    return sorted((*PACKAGE.rglob(pattern), *(PACKAGE.parent / CALIBRATION).rglob(pattern)))


def _declared(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the words of `DECLARATIONS` in a module, with their lines; bare numbers are none."""
    source = path.read_text(encoding="utf-8")
    makes_any = any(f"{name}(" in source for name in (*DECLARATIONS, *ERRORS))
    for node in ast.walk(ast.parse(source)) if makes_any else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            filled = slice(0, 1 if node.func.id in ERRORS and node.keywords else 0)
            for word in node.args[DECLARATIONS.get(node.func.id, filled)]:
                if isinstance(word, ast.Constant) and re.search("[a-z]", str(word.value)):
                    yield word.lineno, str(word.value)


def _read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


def _words(content: Any) -> Iterator[str]:
    """Yield the words of a data file, in order."""
    if isinstance(content, list):
        for item in content:
            yield from _words(item)
    elif isinstance(content, dict):
        for key, value in content.items():
            if key in DATA_KEYS and isinstance(value, str):
                yield value
            elif key == "words":
                yield from value
            else:
                yield from _words(value)


def read_catalogue(po: Path) -> Catalog:
    """Read a translators' file."""
    with po.open("rb") as file:
        return read_po(file, locale=po.parent.parent.name, domain=DOMAIN)


def compile_catalogue(po: Path) -> bytes:
    """Return the compiled form of a translators' file."""
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(po))
    return compiled.getvalue()


def update_catalogue(language: str) -> Catalog:
    """Bring a translators' file up to date with the program; write a new one if there is none.

    What is new stands there untranslated; what is gone leaves it. Nothing is guessed.
    """
    po = po_file(language)
    template = extract()
    if po.exists():
        catalogue = read_catalogue(po)
    else:
        po.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(language, domain=DOMAIN, project="table-companion", charset="utf-8", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:  # Babel takes "{chance:.0%} and" for one
        message.flags.discard("python-format")
    with po.open("wb") as file:
        write_po(file, catalogue, width=110, sort_by_file=True, include_lineno=False, omit_header=False)
    return catalogue


def faults(language: str, program: Catalog | None = None) -> Iterator[str]:
    """Say what is missing in a language, or has lost a placeholder.

    Args:
        language: its code.
        program: the sentences of the program; extracted if left out.
    """
    written = read_catalogue(po_file(language))
    for message in program if program is not None else extract():
        if not message.id:
            continue
        found = written.get(message.id, message.context)
        originals = _strings(message.id)
        translations = _strings(found.string) if found is not None else ()
        if not translations or not all(translations):
            yield f"Not translated: {originals[0]}"
            continue
        wanted = set().union(*(places(text) for text in originals))
        for text in translations:
            if places(text) - wanted or (wanted - places(text)) - {"count"}:
                yield f"Other placeholders than {originals[0]!r} has: {text!r}"


def long_texts(language: str, width: Callable[[str], float], program: Catalog | None = None) -> Iterator[str]:
    """Say which translations of buttons and labels need more than `ROOM` on two lines.

    A label is a text of the screen of at most `LABEL` letters that begins with a capital, without places and
    without an end mark. Keys grow to their words (`BigButton.least_width`), up to a row to themselves.

    Args:
        language: its code.
        width: measures a line in a key's letters, in pixels.
        program: the sentences of the program; extracted if left out.
    """
    written = read_catalogue(po_file(language))
    for message in program if program is not None else extract():
        if not isinstance(message.id, str) or not _is_label(message.id, message.locations):
            continue
        found = written.get(message.id, message.context)
        text = str(found.string) if found is not None else ""
        if (needed := _on_two_lines(text, width)) > ROOM:
            yield f"{needed:.0f} of {ROOM:.0f} pixels wide: {message.id!r} is {text!r}"


def _is_label(text: str, locations: Iterable[tuple[str, int]]) -> bool:
    on_screen = any(file.endswith(".py") and not file.startswith(UNMEASURED) for file, _ in locations)
    short = len(text) <= LABEL and not places(text)
    return on_screen and short and text[:1].isupper() and text[-1] not in ".!?:…"


def _on_two_lines(text: str, width: Callable[[str], float]) -> float:
    """Return the width of a text that is broken into two lines as evenly as it can be, in pixels."""
    words = text.split()
    halves = ((words[:number], words[number:]) for number in range(1, max(2, len(words))))
    return min((max(width(" ".join(half)) for half in both) for both in halves), default=0.0)


def _strings(translation: Any) -> tuple[str, ...]:
    several = translation if isinstance(translation, (tuple, list)) else (translation or "",)
    return tuple(map(str, several))


def places(template: str) -> set[str]:
    """Return the names of a template's places.

    >>> sorted(places("{player} takes {place}"))
    ['place', 'player']
    """
    return {name.split(".")[0].split("[")[0] for name in _names(template)}


def _names(template: str) -> Iterable[str]:
    try:
        return [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError:
        return [f"unreadable: {template}"]
