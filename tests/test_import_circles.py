"""No circles of imports: not at the top of a module, not inside functions, not for type checking only."""

from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.imports import imported

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "calibration")


def modules() -> dict[str, Path]:
    """Every module by its dotted name; a package is its ``__init__.py``."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files}
    return {name.removesuffix(".__init__"): path for path, name in names.items()}


def imports(name: str, known: dict[str, Path]) -> set[str]:
    """The modules of ours that a module imports anywhere in it."""
    path = known[name]
    own = f"{name}.__init__" if path.name == "__init__.py" else name
    return imports_of(path.read_text(encoding="utf-8"), own, known) - {name}


def imports_of(source: str, own: str, known: Collection[str]) -> set[str]:
    """The known modules that a text imports."""
    names = imported(source, own)
    return {name if name in known else name.rpartition(".")[0] for name in names} & set(known)


@pytest.mark.long
def test_no_module_imports_itself_by_a_detour() -> None:
    known = modules()
    try:
        TopologicalSorter({name: imports(name, known) for name in known}).prepare()
    except CycleError as circle:
        raise AssertionError(" imports ".join(reversed(circle.args[1]))) from circle


def test_a_circle_is_noticed() -> None:
    known = ("companion.app.a", "companion.app.b")
    texts = {"companion.app.a": "from . import b", "companion.app.b": "def f():\n    import companion.app.a"}
    graph = {name: imports_of(text, name, known) for name, text in texts.items()}
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()
