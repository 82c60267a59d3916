"""The law of the house: imports only go down, files and functions stay small, nothing is left half done."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = {
    "companion.errors": 0,
    "companion.health": 0,
    "companion.data_folder": 0,
    "companion.outside": 1,
    "firmware": 2,
    "calibration": 2,
    "companion.referee": 2,
    "companion.odds": 3,
    "companion.rendering": 3,
    "companion.games": 4,
    "companion.journal": 4,
    "companion.vision": 4,
    "companion.hardware": 4,
    "companion.training": 5,
    "companion.app": 5,
    "companion.club": 6,
    "companion.web": 6,
    "companion.ui": 7,
    "companion.commands": 8,
    "companion.cli": 9,
    "companion.__main__": 10,
}
FILES = sorted(
    path for folder in ("companion", "calibration", "firmware") for path in (ROOT / folder).rglob("*.py")
)
LONGEST_FILE = 500
LONGEST_FUNCTION = 50
LEFTOVERS = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def home(module: str) -> str | None:
    """The room of the house that a module lives in."""
    return max((room for room in FLOORS if f"{module}.".startswith(f"{room}.")), key=len, default=None)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def functions() -> Iterator[tuple[str, int]]:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, Function):
                yield (
                    f"{path.relative_to(ROOT)}:{node.name}",
                    (node.end_lineno or node.lineno) - node.lineno + 1,
                )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_only_go_down(path: Path) -> None:
    here = home(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for module in imports(path):
        there = home(module)
        if here is None or there is None or here == there:
            continue
        assert FLOORS[there] < FLOORS[here], (
            f"{path.relative_to(ROOT)} imports {module}, which is not below it"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short_and_finished(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= LONGEST_FILE
    assert not LEFTOVERS.findall(text)


def test_functions_are_small() -> None:
    lengths = dict(functions())
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION}


def test_the_app_layer_runs_without_kivy() -> None:
    modules = [f"companion.app.{path.stem}" for path in (ROOT / "companion" / "app").glob("[!_]*.py")]
    script = f"import sys, {', '.join(modules)}; print(*(m for m in sys.modules if m.startswith('kivy')))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == []


def test_every_command_is_there() -> None:
    from companion.cli import COMMANDS

    for command in COMMANDS.values():
        assert (ROOT / Path(*command.module.split("."))).with_suffix(".py").is_file(), command.module
