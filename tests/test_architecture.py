"""The law of the house: imports only go down, files and functions stay small, nothing is left half done."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tools.pages import FLOORS
from tests.imports import imported

ROOT = Path(__file__).parents[1]
KIVY_ROOMS = (
    "companion.ui",
    "companion.tools.editors",
    "companion.tools.demonstrations",
    "companion.commands",
)
FILES = sorted(
    path for folder in ("companion", "calibration", "firmware") for path in (ROOT / folder).rglob("*.py")
)
MAX_FILE = 500
MAX_FUNCTION = 50
LEFTOVERS = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def home(module: str) -> str | None:
    """The room of the house that a module lives in."""
    return max((room for room in FLOORS if f"{module}.".startswith(f"{room}.")), key=len, default=None)


def dotted(path: Path) -> str:
    """The name of a module, with ``.__init__`` for a package."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def goes_up(source: str, module: str) -> set[str]:
    """What a module imports that does not lie below it."""
    here = home(module)
    there = {name: home(name) for name in imported(source, module)}
    return {
        name
        for name, room in there.items()
        if here and room not in (None, here) and FLOORS[room] >= FLOORS[here]
    }


def imports_kivy(source: str, module: str) -> bool:
    return any(f"{name}.".startswith("kivy.") for name in imported(source, module))


SOURCES = {dotted(path): path.read_text() for path in FILES}
"""The source of every module, by its name."""


def functions() -> Iterator[tuple[str, int]]:
    for name, source in SOURCES.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, Function):
                yield f"{name}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def test_imports_only_go_down() -> None:
    assert {name: up for name, source in SOURCES.items() if (up := goes_up(source, name))} == {}


def test_only_the_screen_imports_kivy() -> None:
    below = {name: source for name, source in SOURCES.items() if home(name) not in KIVY_ROOMS}
    assert [name for name, source in below.items() if imports_kivy(source, name)] == []


@pytest.mark.parametrize(
    "line",
    [
        "import companion.ui.app",
        "from companion import ui",
        "from companion.ui.app import CompanionApp",
        "from ..ui import app",
        "def later() -> None:\n    from companion.ui import app",
        "if TYPE_CHECKING:\n    import companion.ui.theme",
        "import_module('companion.ui.app')",
        "importlib.import_module('companion.ui.app')",
    ],
)
def test_an_import_that_goes_up_is_noticed(line: str) -> None:
    assert goes_up(line, "companion.app.app_context")
    assert not goes_up(line, "companion.commands.play")


@pytest.mark.parametrize(
    "line", ["import kivy", "from kivy.app import App", "def run():\n    import kivy.core"]
)
def test_an_import_of_kivy_is_noticed(line: str) -> None:
    assert imports_kivy(line, "companion.app.night.session")


def test_files_are_short_and_finished() -> None:
    assert [name for name, source in SOURCES.items() if source.count("\n") > MAX_FILE] == []
    assert {name: left for name, source in SOURCES.items() if (left := LEFTOVERS.findall(source))} == {}


def test_functions_are_small() -> None:
    lengths = dict(functions())
    assert not {name: lines for name, lines in lengths.items() if lines > MAX_FUNCTION}


def test_only_commands_open_the_workshop() -> None:
    """Nothing of the product imports companion.tools; the simulated camera keeps companion.rendering."""
    product = {
        name: source
        for name, source in SOURCES.items()
        if not f"{name}.".startswith(("companion.tools.", "companion.commands."))
    }
    found = {
        name: tools
        for name, source in product.items()
        if (
            tools := {other for other in imported(source, name) if f"{other}.".startswith("companion.tools.")}
        )
    }
    assert found == {}


@pytest.mark.parametrize("folder", ["app", "tools/editors/authoring"])
def test_what_needs_no_screen_runs_without_kivy(folder: str) -> None:
    modules = [dotted(path) for path in (ROOT / "companion" / folder).rglob("[!_]*.py")]
    script = f"import sys, {', '.join(modules)}; print(*(m for m in sys.modules if m.startswith('kivy')))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == []


def test_the_screens_name_no_game() -> None:
    """Screens show what any game declares; what is made for one game lies in companion/tools/editors."""
    shared = {"companion.games", "companion.games.boards"}
    for path in (ROOT / "companion" / "ui").rglob("*.py"):
        names = {".".join(name.split(".")[:3]) for name in imported(path.read_text(), dotted(path))}
        games = {name for name in names if name.startswith("companion.games.")}
        assert games <= shared, f"{path.relative_to(ROOT)} imports {games}"


def test_every_command_is_there() -> None:
    from companion.cli import COMMANDS

    for command in COMMANDS.values():
        assert (ROOT / Path(*command.module.split("."))).with_suffix(".py").is_file(), command.module
