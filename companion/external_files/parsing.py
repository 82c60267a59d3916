"""TOML and JSON from outside: texts that nest too deeply or take too long are refused before parsing."""

import json
import math
import re
import tomllib
from collections.abc import Callable
from typing import Any

import msgspec

MAX_DEPTH = 32
"""Largest depth of nested brackets or tables; parsers use recursion."""

MAX_KEY_PARTS = 16
"""Largest number of parts of a dotted key; tomllib's time grows with the square."""

MAX_DIGITS = 300
"""Largest number of digits of a number; Python's time grows faster than their number."""

_STRINGS = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*+"""|\'\'\'(?:[^\']|\'(?!\'\'))*+\'\'\'|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+',
    re.DOTALL,
)
_DOTTED = re.compile(rf'(?:(?:[\w-]++|"")\s*+\.\s*+){{{MAX_KEY_PARTS}}}')
_DIGITS = re.compile(rf"[0-9a-fA-F_]{{{MAX_DIGITS}}}")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text.

    Raises:
        tomllib.TOMLDecodeError: it is no TOML, nests too deeply or has a number with too many digits.
    """
    bare = _STRINGS.sub(_emptied, text)
    _refuse(bare, tomllib.TOMLDecodeError)
    if long := _DOTTED.search(bare):
        raise tomllib.TOMLDecodeError(f"A key of too many parts (at line {_line(bare, long.start())})")
    try:
        return tomllib.loads(text, parse_float=_finite)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, OverflowError, RecursionError) as error:
        raise tomllib.TOMLDecodeError(f"Not understood: {error}") from error


def parse_json(text: str) -> Any:
    """Return the content of a JSON text.

    Raises:
        json.JSONDecodeError: it is no JSON, nests too deeply, or has a number with too many digits or
            half a character.
    """

    def broken(message: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(message, text[:1], 0)

    check_json(text, broken)
    try:
        content = json.loads(text, parse_float=_finite, parse_constant=_finite)
        if "\\ud" in text.lower():  # half a pair of surrogates is no character, and cannot be saved
            msgspec.json.encode(content)
        return content
    except json.JSONDecodeError:
        raise
    except (ValueError, OverflowError, RecursionError) as error:
        raise broken(f"Not understood: {error}") from error


def check_json(text: str, error: Callable[[str], Exception]) -> None:
    """Refuse a JSON text that nests too deeply or has a number with too many digits.

    Raises:
        Exception: what `error` returns for the reason.
    """
    _refuse(_JSON_STRING.sub(_emptied, text), error)


def _emptied(string: re.Match[str]) -> str:
    """Return an empty string literal with the same number of line breaks."""
    return '""' + "\n" * string[0].count("\n")


def _refuse(bare: str, error: Callable[[str], Exception]) -> None:
    """Refuse a text, with its strings removed, that nests too deeply or has too many digits."""
    depth = 0
    for bracket in re.finditer(r"[\[{\]}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise error(f"Nested too deeply (at line {_line(bare, bracket.start())})")
    if digits := _DIGITS.search(bare):
        raise error(f"A number of too many digits (at line {_line(bare, digits.start())})")


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _finite(text: str) -> float:
    """Parse a number; refuse infinity and nan, which no file needs."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no number that can be used")
    return value
