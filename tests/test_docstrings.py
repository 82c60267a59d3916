"""Docstrings name what there is: every parameter of a function, and every field of a class."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path for folder in ("companion", "calibration", "firmware") for path in (ROOT / folder).rglob("*.py")
)
Definition = ast.FunctionDef | ast.ClassDef


def names_in(docstring: str, section: str) -> set[str]:
    """The names that a section of a docstring explains."""
    found = re.search(rf"^{section}:\n((?: +.+\n?)+)", docstring, re.MULTILINE)
    listed = re.findall(r"^    (\w[\w, *]*):", found.group(1), re.MULTILINE) if found else []
    return {name.strip("* ") for names in listed for name in names.split(",")}


def parameters(function: ast.FunctionDef) -> set[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {one.arg for one in every if one is not None} - {"self", "cls"}


def fields(kind: ast.ClassDef) -> set[str]:
    """The public annotated names in a class's body."""
    every = (one for one in kind.body if isinstance(one, ast.AnnAssign))
    return {
        one.target.id
        for one in every
        if isinstance(one.target, ast.Name)
        and not one.target.id.startswith("_")
        and "ClassVar" not in ast.unparse(one.annotation)
    }


def attributes(kind: ast.ClassDef) -> set[str]:
    """All names that an instance has: fields, properties, methods, and what its methods set."""
    nodes = list(ast.walk(kind))
    own = {
        one.attr
        for one in nodes
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self"
    }
    own |= {one.name for one in kind.body if isinstance(one, ast.FunctionDef)}
    return fields(kind) | own | {one.id for one in nodes if isinstance(one, ast.Name)}


def mistakes(definition: Definition) -> Iterator[str]:
    """What a docstring's section names and its definition lacks, or the other way round."""
    docstring = ast.get_docstring(definition) or ""
    if isinstance(definition, ast.FunctionDef):
        if explained := names_in(docstring, "Args"):
            yield from explained ^ parameters(definition)
    elif explained := names_in(docstring, "Attributes"):
        yield from (explained - attributes(definition)) | (fields(definition) - explained)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('def f(a):\n    """Do.\n\n    Args:\n        b: old name.\n    """', {"a", "b"}),
        ('def f(a):\n    """Do.\n\n    Args:\n        a: its name.\n    """', set()),
        ('class C:\n    """It.\n\n    Attributes:\n        a: gone.\n    """\n    b: int', {"a", "b"}),
        ('class C:\n    """It."""\n    b: int', set()),
    ],
)
def test_mistakes_are_found(source: str, found: set[str]) -> None:
    (definition,) = ast.parse(source).body
    assert isinstance(definition, Definition)
    assert set(mistakes(definition)) == found


def test_docstrings_name_what_there_is() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {definition.name}: {name}"
        for path in FILES
        if re.search(r"^ +(Args|Attributes):$", source := path.read_text(encoding="utf-8"), re.MULTILINE)
        for definition in ast.walk(ast.parse(source))
        if isinstance(definition, Definition)
        for name in mistakes(definition)
    ]
    assert wrong == []
