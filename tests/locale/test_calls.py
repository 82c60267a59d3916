"""Every call of gettext has a template that is extracted, and fills exactly its places."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from companion import errors
from companion.locale.extraction import DECLARATIONS, places

PACKAGES = [Path(__file__).parents[2] / name for name in ("companion", "calibration")]
ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
FILLED = dict.fromkeys(ERRORS, slice(0, 1))
FILLED |= {name: DECLARATIONS[name] for name in ("Problem", "WrongValue", "objection", "refuse")}
"""What fills a template of its own."""
TEMPLATES = {"gettext": slice(0, 1), "pgettext": slice(1, 2), "ngettext": slice(0, 2), **FILLED}
"""Which arguments of each function are templates."""
BESIDE = {"count", "instead", "house"}
"""Arguments that no place needs: the number of a plural, and what a refusal has besides."""


def calls(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, str, list[ast.expr]]]:
    """Yield the calls that make messages, with the names of what is called and their templates."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEMPLATES:
            yield node, node.func.id, node.args[TEMPLATES[node.func.id]]


def faults(nodes: Iterable[ast.AST]) -> list[str]:
    """Say what is wrong with the calls in a module."""
    wrong = []
    for call, name, templates in calls(nodes):
        literals = [part.value for part in templates if isinstance(part, ast.Constant)]
        if name in ERRORS and not call.keywords:
            continue
        if any(isinstance(part, ast.IfExp | ast.JoinedStr | ast.BinOp) for part in templates):
            wrong.append(f"line {call.lineno}: not a literal, so it is not extracted")
        if not literals or any(word.arg is None for word in call.keywords):
            continue
        given = {str(word.arg) for word in call.keywords}
        needed = set().union(*(places(str(text)) for text in literals)) - {"count"}
        if isinstance(call.func, ast.Name) and call.func.id == "WrongValue":
            needed, given = needed - {"key"}, given - {"key"}  # its path, if nothing else is said
        if given - BESIDE != needed:
            wrong.append(f"line {call.lineno}: {literals[0]!r} is given {sorted(given)}")
    return wrong


UNSEEN = {"MalformedAnswer", "MalformedMessage", "ElementNotFound", "ImpossibleReading"}
"""Errors for programs: in the referee's JSON, of the club's broker, simulated touches, the dice reader."""
PLAIN = {"inquiry.py", "table.py", "parsing.py"}
"""Where names in lines of JSON are looked up, and what is said as Python's readers of JSON and TOML do."""


PLAIN_TEXT = ast.Constant | ast.JoinedStr | ast.BinOp
"""What is no message; an error that is given places makes one of its template."""


def english_errors(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the errors for players that a module raises with plain English."""
    return [
        f"line {node.lineno}: {node.func.id} in plain English"
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in (ERRORS | {"refused", "error"}) - UNSEEN - {"WrongValue"}
        and node.args
        and isinstance(node.args[0], ast.JoinedStr | ast.BinOp if node.keywords else PLAIN_TEXT)
    ]


@pytest.mark.parametrize(
    "line",
    [
        'raise BrokenFile("gone")',
        'raise BrokenFile(f"{x} is gone")',
        'refused("x" + y)',
        'raise error(f"{x} is gone")',
    ],
)
def test_a_plain_error_is_seen(line: str) -> None:
    assert english_errors(ast.walk(ast.parse(line)))


def test_every_template_is_extracted_and_filled_and_every_error_for_players_is_one() -> None:
    found = {}
    for path in (path for package in PACKAGES for path in package.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        found[str(path)] = faults(nodes)
        if path.name not in PLAIN and "training" not in path.parts:
            found[str(path)] += english_errors(nodes)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "line",
    [
        'gettext("{a} waits")',
        'gettext("{a} waits", b=1)',
        'gettext("waits", a=1)',
        'gettext("one" if x else "two")',
        'gettext(f"{a} waits")',
        'ngettext("{count} army of {a}", "{count} armies of {b}", 2, a=1)',
    ],
)
def test_a_wrong_call_is_seen(line: str) -> None:
    assert faults(ast.walk(ast.parse(line)))
