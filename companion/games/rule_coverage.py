"""Find the tests of each rule, from the rule markers in the tests of the repository."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]


@cache
def proofs(game: str) -> dict[str, tuple[str, ...]]:
    """Return the tests marked ``@pytest.mark.rule("XX-ID", ...)`` for a game, by rule id.

    Returns an empty dictionary if the program is installed without its tests.
    """
    found: dict[str, list[str]] = {}
    for file in sorted((PROJECT / "tests" / "games" / game).rglob("test_*.py")):
        for test in _tests(ast.parse(file.read_text(encoding="utf-8"))):
            name = f"{file.relative_to(PROJECT).as_posix()}::{test.name}"
            for rule in _marked(test):
                found.setdefault(rule, []).append(name)
    return {rule: tuple(names) for rule, names in found.items()}


def _tests(module: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _marked(test: ast.FunctionDef) -> list[str]:
    """List the rules marked on a test or on its parameters, without duplicates."""
    calls = (node for decorator in test.decorator_list for node in ast.walk(decorator))
    rules = (
        argument.value
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
    return list(dict.fromkeys(rules))
