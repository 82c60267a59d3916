"""What the READMEs say is true: links lead somewhere, commands exist and take the arguments shown."""

import argparse
import importlib
import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.games import GAMES

ROOT = Path(__file__).parents[1]
NOT_OURS = {".venv", "node_modules", "build"}
READMES = sorted(path for path in ROOT.rglob("README.md") if not NOT_OURS & set(path.parts))
RESULTS = sorted((ROOT / "tests" / "bench" / "results").glob("*.md"))
DOCUMENTS = [*READMES, *RESULTS, *sorted((ROOT / ".github").rglob("*.md")), ROOT / "CHANGELOG.md"]
CODE = ("companion", "calibration", "firmware", "deploy")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
SHOWN = re.compile(r"^\$ companion (.+)$", re.MULTILINE)


def shown_commands() -> list[str]:
    return [line for readme in READMES for line in SHOWN.findall(readme.read_text(encoding="utf-8"))]


def code_folders() -> list[Path]:
    """Every folder with modules or scripts."""
    modules = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    return sorted({path.parent for path in modules} | {ROOT / "deploy"})


def unnamed(folder: Path, text: str) -> list[str]:
    """The modules and scripts of a folder that its README does not name."""
    files = [path for path in folder.iterdir() if path.suffix == ".py" or os.access(path, os.X_OK)]
    names = (path.name for path in files if path.is_file() and not path.name.startswith("__"))
    return sorted(name for name in names if not re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    lost = [
        link
        for link in LINK.findall(document.read_text(encoding="utf-8"))
        if not (document.parent / link).exists()
    ]
    assert not lost


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_classes_are_named_as_they_are(document: Path) -> None:
    """`module.Class` in a document is a class of a module in its folder or below."""
    named = re.findall(r"`(\w+)\.([A-Z][a-z]\w+)[`.(]", document.read_text(encoding="utf-8"))
    lost = [
        f"{module}.{name}"
        for module, name in named
        if not any(
            f"class {name}" in path.read_text("utf-8") for path in document.parent.rglob(f"{module}.py")
        )
    ]
    assert not lost


@pytest.mark.parametrize("folder", code_folders(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_readme_names_every_module(folder: Path) -> None:
    """The README of the folder, or of the nearest one above that has one."""
    readme = next(
        above / "README.md" for above in (folder, *folder.parents) if (above / "README.md").exists()
    )
    assert not unnamed(folder, readme.read_text(encoding="utf-8"))


def test_the_tests_are_described() -> None:
    """Files named test_... say what they test; every other module is in the README."""
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    modules = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "__init__.py"]
    helpers = {path.name for path in modules if not path.name.startswith("test_")}
    assert sorted(name for name in helpers if f"`{name}`" not in text) == []


def test_the_version_is_the_newest_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert project["version"] == versions[0]


@pytest.mark.parametrize("line", shown_commands())
def test_commands_take_what_is_shown(line: str) -> None:
    name, *words = shlex.split(line)
    parser = argparse.ArgumentParser(exit_on_error=False)
    importlib.import_module(COMMANDS[name].module).add_arguments(parser)
    parser.parse_args(words)


@pytest.mark.parametrize("line", ["odds 5 3", 'rules classic --search "tie"'])
def test_the_quick_ones_run_as_they_stand(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in shown_commands()
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out


def test_every_game_is_presented() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [game.title for game in GAMES if game.title not in text] == []
