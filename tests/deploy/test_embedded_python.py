"""Shell scripts import from the companion by names that exist: no linter looks into them."""

import re
from importlib import import_module
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
IMPORT = re.compile(r"^\s*from ((?:companion|calibration)[\w.]*) import (.+)$", re.MULTILINE)


def embedded_imports() -> list[tuple[str, str, str]]:
    """Return the script, the module and the name of every import that a script holds."""
    return [
        (path.name, module, name.strip())
        for path in sorted(DEPLOY.rglob("*"))
        if path.is_file() and path.suffix in ("", ".sh")
        for module, names in IMPORT.findall(path.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]


def test_scripts_hold_imports() -> None:
    assert "install-fast-engine" in {script for script, _, _ in embedded_imports()}


@pytest.mark.parametrize(("script", "module", "name"), embedded_imports())
def test_what_a_script_imports_is_there(script: str, module: str, name: str) -> None:
    assert hasattr(import_module(module), name), script
