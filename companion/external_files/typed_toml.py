"""TOML files of a declared shape, read into structs; errors in plain words name the line."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files import files
from companion.external_files.parsing import parse_toml
from companion.external_files.toml_file import line_of
from companion.locale.messages import gettext, joined

_PLACE = re.compile(r" - at `(\$[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_LIMIT = re.compile(r"Expected `\w+` (>=|<=) (-?\d+)")
_TYPE = re.compile(r"Expected `([^`]+)`(?:, got `([^`]+)`)?")
_CHOICE = re.compile(r"Invalid enum value (.+)")
_TYPE_NAMES = {
    "int": gettext("a whole number"),
    "float": gettext("a number"),
    "str": gettext("text in quotes"),
    "array": gettext("a list in brackets"),
    "object": gettext("a table"),
    "bool": gettext("true or false"),
}

Document = TypeVar("Document", bound=Struct)


class Problem:
    """An error in a file, with its place.

    Attributes:
        path: the place in the file, such as ``"$.tile[0].zone[2].neighbours"``.
        text: the description of the error, a message of a template and what stands in its places.
    """

    def __init__(self, path: str, template: str, /, **places: Any) -> None:
        self.path = path
        self.text = gettext(template, **places)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BrokenFile: the file cannot be read.
    """
    try:
        return files.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFile(
            "The file {file} cannot be read: {error}. Restore it or leave it out.", file=path, error=error
        ) from error


def decode(text: str, kind: type[Document], path: Path) -> Document:
    """Decode a TOML file.

    Raises:
        BrokenFile: it is not TOML or not of this kind; the message names the line.
    """
    try:
        return msgspec.convert(parse_toml(text), kind)
    except msgspec.ValidationError as error:
        wrong = _in_plain_words(str(error))
        raise _wrong(path, _in_line(text, wrong)) from error
    except (tomllib.TOMLDecodeError, OverflowError) as error:  # its message has the line
        raise _wrong(path, str(error)) from error


def _wrong(path: Path, error: str) -> BrokenFile:
    return BrokenFile("The file {file} is wrong: {error}. Fix it there.", file=path, error=error)


def _in_line(text: str, problem: Problem) -> str:
    return gettext("line {line}: {error}", line=line_of(text, problem.path), error=problem.text)


def _in_plain_words(error: str) -> Problem:
    """Translate an error of msgspec into words for players, with its exact place."""
    place = _PLACE.search(error)
    here, text = (place[1], error[: place.start()]) if place else ("$", error)
    key = here.rpartition(".")[2].partition("[")[0]
    if unknown := _UNKNOWN.match(text):
        return Problem(f"{here}.{unknown[1]}", "nothing here is called {name!r}", name=unknown[1])
    if missing := _MISSING.match(text):
        return Problem(here, "{name!r} is missing", name=missing[1])
    if limit := _LIMIT.match(text):
        if limit[1] == ">=":
            return Problem(here, "{name!r} is at least {number}", name=key, number=limit[2])
        return Problem(here, "{name!r} is at most {number}", name=key, number=limit[2])
    if choice := _CHOICE.match(text):
        return Problem(here, "{value} is not a choice for {name!r}", value=choice[1], name=key)
    if kind := _TYPE.match(text):
        wanted, got = (_TYPE_NAMES.get(name or "", name) for name in kind.groups())
        if not got:
            return Problem(here, "{name!r} must be {wanted}", name=key, wanted=wanted)
        return Problem(here, "{name!r} must be {wanted}, not {got}", name=key, wanted=wanted, got=got)
    return Problem(here, text)


def refuse_problems(path: Path, text: str, problems: Iterable[Problem]) -> None:
    """Refuse a file with all its errors, each with its line.

    Raises:
        BrokenFile: there are errors.
    """
    wrong = [_in_line(text, problem) for problem in problems]
    if wrong:
        raise _wrong(path, joined(wrong, "; "))
