"""No circles of imports: not at the top of a module, not inside functions, not for type checking only."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "calibration")


def modules() -> dict[str, Path]:
    """Every module by its dotted name; a package is its ``__init__.py``."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    return {name.removesuffix(".__init__"): path for path, name in names.items()}


def imports(name: str, known: dict[str, Path]) -> set[str]:
    """The modules of ours that a module imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(known[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            members = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {member if member in known else node.module for member in members.values()}
    return {other for other in found if other in known and other != name}


def test_no_module_imports_itself_by_a_detour() -> None:
    known = modules()
    try:
        TopologicalSorter({name: imports(name, known) for name in known}).prepare()
    except CycleError as circle:
        raise AssertionError(" imports ".join(reversed(circle.args[1]))) from circle
