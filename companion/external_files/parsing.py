"""TOML and JSON from outside: refused before parsing where they nest too deeply or would take too long."""

import json
import math
import re
import tomllib
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 32
"""Brackets or tables within one another; parsers call themselves for each."""

MAX_KEY_PARTS = 16
"""Parts of a dotted key; what tomllib takes for one grows with their square."""

MAX_DIGITS = 300
"""Digits in a row of a number; Python takes ever longer for more."""

_STRINGS = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*+"""|\'\'\'(?:[^\']|\'(?!\'\'))*+\'\'\'|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+',
    re.DOTALL,
)
_DOTTED = re.compile(rf'(?:(?:[\w-]++|"")\s*+\.\s*+){{{MAX_KEY_PARTS}}}')
_DIGITS = re.compile(rf"[0-9a-fA-F_]{{{MAX_DIGITS}}}")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises:
        tomllib.TOMLDecodeError: it is no TOML, nests too deeply or has numbers without end.
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
    """The content of a JSON text.

    Raises:
        json.JSONDecodeError: it is no JSON, nests too deeply or has numbers without end.
    """

    def broken(words: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(words, text[:1], 0)

    check_json(text, broken)
    try:
        return json.loads(text, parse_float=_finite, parse_constant=_finite)
    except json.JSONDecodeError:
        raise
    except (ValueError, OverflowError, RecursionError) as error:
        raise broken(f"Not understood: {error}") from error


def check_json(text: str, error: Callable[[str], Exception]) -> None:
    """Refuse a JSON text that nests too deeply or has numbers without end.

    Raises:
        Exception: what `error` makes of the reason.
    """
    _refuse(_JSON_STRING.sub(_emptied, text), error)


def _emptied(string: re.Match[str]) -> str:
    """An empty string on as many lines."""
    return '""' + "\n" * string[0].count("\n")


def _refuse(bare: str, error: Callable[[str], Exception]) -> None:
    """Refuse a text, its strings taken out, for its depth or its numbers."""
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
    """A number that is not infinite: no file needs one, and nothing can be counted with it."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no number that can be used")
    return value
