"""A new game, made by the letter of the guide in companion/games/README.md, passes the tests of all games."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.referee.tables import lay, play

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LEFT_OUT = shutil.ignore_patterns(".*", "build", "__pycache__", "*.onnx", "*.npz")
ASKED = "seven or game_is or described or functions"
"""Words in the names of the tests that a new game must pass."""


def code_of_the_guide() -> list[str]:
    return CODE.findall((ROOT / "companion" / "games" / "README.md").read_text(encoding="utf-8"))


def test_the_game_of_the_guide_is_played() -> None:
    # msgspec looks a class's annotations up in its module, so the example lives in this one.
    names: dict[str, Any] = globals()
    exec(compile(code_of_the_guide()[0], "README.md", "exec"), names)
    table = lay(names["SEVEN"], 2, 3)
    assert table.state.active == "blue"
    assert table.answer(10).rules == ("SV-NAME",)
    play(table, 7)
    assert table.state.winners == ("blue",)
    table.undo(2)
    assert table.state.named == {"red": 0, "blue": 0}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of the repository in which the steps of the guide were followed."""
    copy = tmp_path / "copy"
    for folder in ("calibration", "companion", "firmware", "tests", "deploy"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=LEFT_OUT)
    for file in ("pyproject.toml", "README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / file, copy / file)
    game, test = code_of_the_guide()
    for folder, name, text in (("companion/games", "game.py", game), ("tests/games", "test_rules.py", test)):
        (copy / folder / "seven").mkdir()
        (copy / folder / "seven" / "__init__.py").write_text('"""Seven: name a number."""\n')
        (copy / folder / "seven" / name).write_text(text)
    listed = copy / "companion" / "games" / "__init__.py"
    found = listed.read_text().replace("ROGUE)", "ROGUE, SEVEN)")
    listed.write_text(
        found.replace(
            "from companion.games.star",
            "from companion.games.seven.game import SEVEN\nfrom companion.games.star",
        )
    )
    (copy / "companion/games/seven/README.md").write_text("# Seven\n\ngame.py is the whole game.\n")
    for file, line in (("README.md", "Seven\n"), ("tests/README.md", "`games/seven/`\n")):
        with (copy / file).open("a") as readme:
            readme.write(line)
    cases = copy / "tests" / "ui" / "every_game.py"
    last = '    ("battle", 2, {}),'
    cases.write_text(cases.read_text().replace(last, f'{last}\n    ("seven", 2, {{}}),'))
    return copy


@pytest.mark.slow
def test_a_new_game_passes_all_tests(repository: Path) -> None:
    places = (
        "tests/games/test_*.py",
        "tests/games/seven",
        "tests/test_*.py",
        "tests/ui/test_lobby.py",
        "tests/ui/test_every_game.py",
    )
    found = [str(path.relative_to(repository)) for place in places for path in repository.glob(place)]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ASKED, *found]
    environment = os.environ | {"PYTHONPATH": str(repository)}
    done = subprocess.run(
        command, cwd=repository, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:]
    for tool in (
        ["ruff", "check", "companion/games/seven", "tests/games/seven"],
        ["mypy", "companion/games/seven", "tests/games/seven"],
    ):
        checked = subprocess.run(
            [sys.executable, "-m", *tool],
            cwd=repository,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stdout
