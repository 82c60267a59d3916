"""TOML files that people edit: errors name the file, the line and the key.

Files are written with tomli_w.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.errors import BrokenFile
from companion.external_files.files import read_text
from companion.external_files.parsing import parse_toml
from companion.locale.messages import gettext

_TABLES = r"\s*\[\[\s*([\w.-]+)\s*\]\]"
_TABLE = r"\s*\[\s*([\w.-]+)\s*\]"
_KEY = r'\s*"?([\w. -]+?)"?\s*='
_ITEM = r"(\s*)[\[{\"\d-]"


class Section:
    """One table of a TOML file, with methods that check its values.

    Attributes:
        name: the name in its brackets; empty for the top of the file.
        place: index from 0 if there are several tables of that name; None if it is the only one.
    """

    def __init__(self, file: "TomlFile", name: str, values: dict[str, Any], place: int | None = None) -> None:
        self.name = name
        self.place = place
        self._file = file
        self._values = values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def allow(self, *keys: str) -> None:
        """Raise an error for every other key, so that a misspelt one is not ignored."""
        for key in self._values:
            if key not in keys:
                raise self.wrong(key, "{key} is not known here; there are {keys}", keys=", ".join(keys))

    def wrong(self, key: str | None, template: str, /, **arguments: object) -> BrokenFile:
        """Return the error "FILE, line N: SENTENCE."; the caller raises it.

        Args:
            key: the key that is wrong; None if it is the section itself.
            template: the sentence, which `extraction.py` finds; ``{key}`` stands for the name of the key.
            arguments: what stands in its places.
        """
        return self._file.wrong(self, key, template, arguments)

    def value(self, key: str) -> Any:
        """Return the value of a key.

        Raises:
            BrokenFile: the key is missing.
        """
        if key not in self._values:
            raise self.wrong(None, "{key} needs {missing!r}, which is missing", missing=key)
        return self._values[key]

    def number(self, key: str, above: float = -math.inf, default: float | None = None) -> float:
        """Return a number larger than `above`."""
        if default is not None and key not in self._values:
            return default
        value = self.value(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(key, "{key} is {value!r}; expected a number", value=value)
        if value <= above:
            raise self.wrong(key, "{key} is {value}; expected more than {above:g}", value=value, above=above)
        return float(value)

    def whole(self, key: str, least: int, default: int | None = None) -> int:
        """Return an integer of at least `least`."""
        if default is not None and key not in self._values:
            return default
        value = self.value(key)
        if type(value) is not int or value < least:
            raise self.wrong(
                key, "{key} is {value!r}; expected a whole number from {least}", value=value, least=least
            )
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self._values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "{key} is {value!r}; expected true or false", value=value)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text that is not empty."""
        if default is not None and key not in self._values:
            return default
        value = self.value(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "{key} is {value!r}; expected a text in quotes", value=value)
        return value

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """Return a text that is one of `choices`."""
        word = self.text(key, default)
        if word not in choices:
            raise self.wrong(
                key, "{key} is {word!r}; expected one of {choices}", word=word, choices=", ".join(choices)
            )
        return word

    def numbers(self, key: str, shape: tuple[int | None, ...]) -> Any:
        """Return nested lists of numbers, such as [[0, 0], [1, 0]] for shape (2, 2); None is any length."""
        value = self.value(key)
        if not _has_shape(value, shape):
            sides = " x ".join("n" if side is None else str(side) for side in shape)
            raise self.wrong(
                key,
                "{key} is {value!r}; expected {sides} numbers in square brackets",
                value=value,
                sides=sides,
            )
        return value


def _has_shape(value: object, shape: tuple[int | None, ...]) -> bool:
    if not shape:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not isinstance(value, list) or (shape[0] is not None and len(value) != shape[0]):
        return False
    return all(_has_shape(part, shape[1:]) for part in value)


class TomlFile:
    """A TOML file and the checks of its sections."""

    def __init__(self, path: Path, broken: type[BrokenFile]) -> None:
        """Read the file at `path`.

        Args:
            path: the file.
            broken: the exception class of its errors.

        Raises:
            BrokenFile: an instance of `broken`, if it cannot be read or is no TOML.
        """
        self.path = path
        self._broken = broken
        try:
            self._text = read_text(path, error=broken)
            self._values = parse_toml(self._text)
        except FileNotFoundError as error:
            raise broken(gettext("There is no file {file}: check the name.", file=path)) from error
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise broken(
                gettext("The file {file} cannot be read: {error}.", file=path, error=error)
            ) from error

    @property
    def top(self) -> Section:
        """The whole file as a section; its sections are among the keys."""
        return Section(self, "", self._values)

    def section(self, name: str, optional: bool = False) -> Section:
        """Return the section [name]; an empty one if it is optional and missing.

        Raises:
            BrokenFile: the section is missing.
        """
        value = self._values.get(name, {} if optional else None)
        if not isinstance(value, dict):
            raise self.top.wrong(name, "{key} must be a section: write [{name}]", name=name)
        return Section(self, name, value)

    def sections(self, name: str) -> tuple[Section, ...]:
        """Return all sections [[name]] in order; empty if there are none."""
        values = self._values.get(name, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.top.wrong(name, "{key} must be sections: write [[{name}]]", name=name)
        return tuple(Section(self, name, value, place) for place, value in enumerate(values))

    def wrong(
        self, section: Section, key: str | None, template: str, arguments: dict[str, object]
    ) -> BrokenFile:
        """Return the error about a key of a section, or about the section itself."""
        place = "$"
        if section.name:
            place += f".{section.name}" + (f"[{section.place}]" if section.place is not None else "")
        place += f".{key}" if key else ""
        name = ".".join(part for part in (section.name, key) if part) or gettext("the file")
        error = gettext(template, key=name, **arguments)
        if place == "$":
            return self._broken(gettext("{file}: {error}.", file=self.path, error=error))
        line = line_of(self._text, place)
        return self._broken(gettext("{file}, line {line}: {error}.", file=self.path, line=line, error=error))


def line_of(text: str, path: str) -> int:
    """Return the line, from 1, of a path in a TOML text, or of its parent; tomllib does not give it.

    Args:
        text: the file's text.
        path: in msgspec's notation: `$.tile[0].zone[2].name`.
    """
    found = _lines(text)
    while path not in found and path != "$":
        if f"{path}[0]" in found:
            return found[f"{path}[0]"]
        path = path[: max(path.rfind("."), path.rfind("["), 1)]
    return found.get(path, 1)


def _lines(text: str) -> dict[str, int]:
    """Map the path of each table, key and list item that begins a line to its first line."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    here, items, indent, count = "$", "", "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(_TABLES, line):
            here = _next_table(header[1].split("."), counts)
            found[here] = number
        elif header := re.match(_TABLE, line):
            here = f"$.{header[1]}"
            found[here] = number
        elif key := re.match(_KEY, line):
            items, count = f"{here}.{key[1]}", 0
            found.setdefault(items, number)
        elif (item := re.match(_ITEM, line)) and (not count or item[1] == indent):
            found.setdefault(f"{items}[{count}]", number)
            indent, count = item[1], count + 1
    return found


def _next_table(names: list[str], counts: dict[str, int]) -> str:
    """Return the path of the next table in an array of tables."""
    here = "$"
    for name in names[:-1]:
        here = f"{here}.{name}"
        here = f"{here}[{counts.get(here, 0)}]"
    here = f"{here}.{names[-1]}"
    counts[here] = counts.get(here, -1) + 1
    return f"{here}[{counts[here]}]"
