"""TOML files of a declared shape, read into structs; errors in plain words name the line."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files import files
from companion.external_files.parsing import parse_toml
from companion.external_files.toml_file import line_of

_PLACE = re.compile(r" - at `(\$[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_LIMIT = re.compile(r"Expected `\w+` (>=|<=) (-?\d+)")
_TYPE = re.compile(r"Expected `([^`]+)`(?:, got `([^`]+)`)?")
_CHOICE = re.compile(r"Invalid enum value (.+)")
_TYPE_NAMES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "array": "a list in brackets",
    "object": "a table",
    "bool": "true or false",
}

Document = TypeVar("Document", bound=Struct)


class Problem(Struct, frozen=True):
    """An error in a file, with its place.

    Attributes:
        path: the place in the file, such as ``"$.tile[0].zone[2].neighbours"``.
        text: the description of the error.
    """

    path: str
    text: str


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BrokenFile: the file cannot be read.
    """
    try:
        return files.read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenFile(f"The file {path} cannot be read: {error}. Restore it or leave it out.") from error


def decode(text: str, kind: type[Document], path: Path) -> Document:
    """Decode a TOML file.

    Raises:
        BrokenFile: it is not TOML or not of this kind; the message names the line.
    """
    try:
        return msgspec.convert(parse_toml(text), kind)
    except msgspec.ValidationError as error:
        wrong = _in_plain_words(str(error))
        where = f"line {line_of(text, wrong.path)}"
        raise BrokenFile(f"The file {path} is wrong: {where}: {wrong.text}. Fix it there.") from error
    except (tomllib.TOMLDecodeError, OverflowError) as error:  # its message has the line
        raise BrokenFile(f"The file {path} is wrong: {error}. Fix it there.") from error


def _in_plain_words(error: str) -> Problem:
    """Translate an error of msgspec into words for players, with its exact place."""
    place = _PLACE.search(error)
    here, text = (place[1], error[: place.start()]) if place else ("$", error)
    key = here.rpartition(".")[2].partition("[")[0]
    if unknown := _UNKNOWN.match(text):
        return Problem(f"{here}.{unknown[1]}", f"nothing here is called {unknown[1]!r}")
    if missing := _MISSING.match(text):
        return Problem(here, f"{missing[1]!r} is missing")
    if limit := _LIMIT.match(text):
        return Problem(here, f"{key!r} is {'at least' if limit[1] == '>=' else 'at most'} {limit[2]}")
    if choice := _CHOICE.match(text):
        return Problem(here, f"{choice[1]} is not a choice for {key!r}")
    if kind := _TYPE.match(text):
        wanted, got = (_TYPE_NAMES.get(name or "", name) for name in kind.groups())
        return Problem(here, f"{key!r} must be {wanted}" + (f", not {got}" if got else ""))
    return Problem(here, text)


def refuse_problems(path: Path, text: str, problems: Iterable[Problem]) -> None:
    """Refuse a file with all its errors, each with its line.

    Raises:
        BrokenFile: there are errors.
    """
    wrong = [f"line {line_of(text, problem.path)}: {problem.text}" for problem in problems]
    if wrong:
        raise BrokenFile(f"The file {path} is wrong: {'; '.join(wrong)}. Fix it there.")
