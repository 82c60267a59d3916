"""TOML files of a declared shape, read into structs; errors in plain words name the line.

A struct whose values must fit each other raises `WrongValue` in its `__post_init__`. tomli_w writes files.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from companion.errors import BrokenFile, WrongValue
from companion.external_files import files
from companion.external_files.parsing import parse_toml
from companion.locale.messages import gettext, joined

Positive = Annotated[float, Meta(gt=0)]
Natural = Annotated[int, Meta(ge=0)]

_TABLES = r"\s*\[\[\s*([\w.-]+)\s*\]\]"
_TABLE = r"\s*\[\s*([\w.-]+)\s*\]"
_KEY = r'\s*"?([\w. -]+?)"?\s*='
_ITEM = r"(\s*)[\[{\"\d-]"
_PLACE = re.compile(r" - at `(\$[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_LIMIT = re.compile(r"Expected `\w+` (>=|<=|>|<) (-?\d+)")
_TYPE = re.compile(r"Expected `([^`]+)`(?:, got `([^`]+)`)?")
_CHOICE = re.compile(r"Invalid enum value (.+)")
_TYPE_NAMES = {
    "int": gettext("a whole number"),
    "float": gettext("a number"),
    "str": gettext("text in quotes"),
    "array": gettext("a list in brackets"),
    "object": gettext("a table"),
    "bool": gettext("true or false"),
    "datetime": gettext("a date and time"),
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


def read(
    path: Path,
    kind: type[Document],
    problems: Callable[[Document], Iterable[Problem]] = lambda _: (),
    error: type[BrokenFile] = BrokenFile,
) -> Document:
    """Read a TOML file.

    Args:
        path: the file.
        kind: what it holds.
        problems: lists what is wrong with it beyond its shape.
        error: the class of errors.

    Raises:
        BrokenFile: an `error`: the file cannot be read, or is wrong; the message names every wrong line.
    """
    text = read_text(path, error)
    document = decode(text, kind, path, error)
    refuse_problems(path, text, problems(document), error)
    return document


def read_text(path: Path, error: type[BrokenFile] = BrokenFile) -> str:
    """Return the text of a file.

    Raises:
        BrokenFile: an `error`: the file cannot be read.
    """
    try:
        return files.read_text(path, error=error)
    except FileNotFoundError as missing:
        raise error(gettext("There is no file {file}: check the name.", file=path)) from missing
    except OSError as why:
        raise error(files.unreadable(path, why)) from why


def decode(text: str, kind: type[Document], path: Path, error: type[BrokenFile] = BrokenFile) -> Document:
    """Decode a TOML file.

    Raises:
        BrokenFile: an `error`: it is not TOML or not of this kind; the message names the line.
    """
    try:
        return msgspec.convert(parse_toml(text), kind, builtin_types=(datetime,))
    except msgspec.ValidationError as why:
        raise _wrong(error, path, _in_line(text, _problem(why, kind))) from why
    except (tomllib.TOMLDecodeError, OverflowError) as why:  # its message has the line
        raise _wrong(error, path, str(why)) from why


def _wrong(error: type[BrokenFile], path: Path, why: str) -> BrokenFile:
    return error(gettext("The file {file} is wrong: {error}. Fix it there.", file=path, error=why))


def _in_line(text: str, problem: Problem) -> str:
    return gettext("line {line}: {error}", line=line_of(text, problem.path), error=problem.text)


def _problem(error: msgspec.ValidationError, document: type[Struct]) -> Problem:
    """Translate an error of msgspec into words for players, with its exact place and what is possible."""
    place = _PLACE.search(str(error))
    here, text = (place[1], str(error)[: place.start()]) if place else ("$", str(error))
    if isinstance(wrong := error.__cause__, WrongValue):
        return Problem(f"{here}.{wrong.path}" if wrong.path else here, wrong.template, **wrong.places)
    key = here.rpartition(".")[2].partition("[")[0]
    if unknown := _UNKNOWN.match(text):
        return Problem(
            f"{here}.{unknown[1]}",
            "nothing here is called {name!r}; there are: {known}",
            name=unknown[1],
            known=_possible(document, here),
        )
    if missing := _MISSING.match(text):
        return Problem(here, "{name!r} is missing", name=missing[1])
    if limit := _LIMIT.match(text):
        bound = {"name": key, "number": limit[2]}
        return {
            ">=": Problem(here, "{name!r} is at least {number}", **bound),
            "<=": Problem(here, "{name!r} is at most {number}", **bound),
            ">": Problem(here, "{name!r} is more than {number}", **bound),
            "<": Problem(here, "{name!r} is less than {number}", **bound),
        }[limit[1]]
    if choice := _CHOICE.match(text):
        return Problem(
            here,
            "{value} is not a choice for {name!r}; there are: {known}",
            value=choice[1],
            name=key,
            known=_possible(document, here),
        )
    if kind := _TYPE.match(text):
        wanted, got = (_TYPE_NAMES.get(name or "", name) for name in kind.groups())
        if not got:
            return Problem(here, "{name!r} must be {wanted}", name=key, wanted=wanted)
        return Problem(here, "{name!r} must be {wanted}, not {got}", name=key, wanted=wanted, got=got)
    return Problem(here, text)


def _possible(document: type[Struct], path: str) -> str:
    """Return the choices of a value, or the names that a table may have."""
    shape: Any = inspect.type_info(document)
    for name in re.findall(r"\.([^.\[]+)|\[", path):
        shape = _bare(shape)
        if isinstance(shape, inspect.StructType):
            shape = next(field.type for field in shape.fields if field.encode_name == name)
        elif isinstance(shape, inspect.DictType):
            shape = shape.value_type
        else:
            shape = shape.item_type
    shape = _bare(shape)
    known = shape.values if isinstance(shape, inspect.LiteralType) else [f.encode_name for f in shape.fields]
    return joined(map(str, known), ", ")


def _bare(shape: inspect.Type) -> inspect.Type:
    """Return a type without its metadata, and without None."""
    while isinstance(shape, inspect.Metadata | inspect.UnionType):
        members = (shape.type,) if isinstance(shape, inspect.Metadata) else shape.types
        shape = next(member for member in members if not isinstance(member, inspect.NoneType))
    return shape


def refuse_problems(
    path: Path, text: str, problems: Iterable[Problem], error: type[BrokenFile] = BrokenFile
) -> None:
    """Refuse a file with all its errors, each with its line.

    Raises:
        BrokenFile: an `error`: there are errors.
    """
    wrong = [_in_line(text, problem) for problem in problems]
    if wrong:
        raise _wrong(error, path, joined(wrong, "; "))


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
