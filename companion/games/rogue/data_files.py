"""The players' own files: where battlefields, scenarios, cards and dice lie, and how they are written."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.data_folder import data_folder
from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.external_files.parsing import parse_toml
from companion.external_files.typed_toml import read_text


def rogue_folder() -> Path:
    """Return the folder of the players' own battlefields, scenarios, cards and dice."""
    return data_folder() / "rogue"


def slug(title: str) -> str:
    """Return the file name for a title: lowercase letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def title_in(path: Path) -> str:
    """Return the title in a file, or the file's name if it has no readable title."""
    try:
        title = parse_toml(read_text(path)).get("title")
    except (BrokenFile, tomllib.TOMLDecodeError):
        title = None
    return title if isinstance(title, str) else path.stem


def encode(page: Struct, heading: str = "") -> str:
    """Encode a document as TOML, without default values, with a comment at the top."""
    lines = [f"# {heading}"] if heading else []
    return "\n".join((*lines, *_table(msgspec.to_builtins(page), ""))) + "\n"


def _table(table: Mapping[str, Any], name: str) -> list[str]:
    nested = {key: value for key, value in table.items() if isinstance(value, Mapping) or _is_tables(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key not in nested]
    for key, value in nested.items():
        inner = f"{name}.{key}" if name else key
        if isinstance(value, Mapping):
            lines += ["", f"[{inner}]", *_table(value, inner)]
        else:
            lines += [line for item in value for line in ("", f"[[{inner}]]", *_table(item, inner))]
    return lines


def _is_tables(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Mapping) for item in value)
    )


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float):
        return f"{value:g}"
    # TOML requires an escape for one character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def save(path: Path, text: str) -> None:
    """Write a file atomically.

    Raises:
        BrokenFile: the file cannot be written.
    """
    try:
        atomic_write(path, text)
    except OSError as error:
        raise BrokenFile(
            "The file {path} cannot be written: {error}. Make room.", path=path, error=error
        ) from error
