"""A new game, made by the letter of the guide in companion/games/README.md, passes the tests of all games."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.referee.tables import lay, play

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LEFT_OUT = (".*", "build", "__pycache__", "*.npz")
WHERE = ("tests/app", "tests/club", "tests/games", "tests/referee", "tests/ui", "tests/web")
"""The tests that run over all games, beside those of the whole tree."""
ASKED = "seven or game_is or described or functions"
"""Words in the names of the tests that a new game must pass."""


def code_of_the_guide() -> list[str]:
    return CODE.findall((ROOT / "companion" / "games" / "README.md").read_text(encoding="utf-8"))


def test_the_game_of_the_guide_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    # msgspec looks up a class's annotations in its module, so both files of the example are modules.
    info, game, _ = code_of_the_guide()
    for name, text in (("companion.games.seven.info", info), ("companion.games.seven.game", game)):
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        exec(compile(text, "README.md", "exec"), module.__dict__)
    table = lay(sys.modules["companion.games.seven.game"].SEVEN, 2, 3)
    assert table.state.active == "blue"
    assert table.answer(10).rules == ("SV-NAME",)
    play(table, 7)
    assert table.state.winners == ("blue",)
    table.undo(2)
    assert table.state.named == {"red": 0, "blue": 0}


def insert(file: Path, before: str, line: str) -> None:
    """Write a line in front of another one, which must be there."""
    text = file.read_text()
    assert before in text, f"{before!r} is not in {file}"
    file.write_text(text.replace(before, f"{line}{before}", 1))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A copy of the repository in which the steps of the guide were followed, its cases first and last."""
    copy = tmp_path / "copy"
    for folder in ("calibration", "companion", "firmware", "tests", "deploy", ".github"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy / name)
    own, tests = copy / "companion" / "games" / "seven", copy / "tests" / "games" / "seven"
    texts = (own / "info.py", own / "game.py", tests / "test_game.py")
    for file, text in zip(texts, code_of_the_guide(), strict=True):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    (own / "__init__.py").write_text('"""Seven: name a number."""\n')
    (tests / "__init__.py").write_text("")
    (own / "README.md").write_text("# Seven\n\n`info.py` is for the lobby, `game.py` is the game.\n")
    listed = own.parent / "__init__.py"
    insert(listed, "from companion.games.starcraft", "from companion.games.seven.info import INFO as SEVEN\n")
    insert(listed, "ROGUE)", "SEVEN, ")
    icons = copy / "companion/ui/widgets/players/figure_icons.py"
    insert(icons, '        ("cards", "figures", "card")', '        ("named", "figures", "star"),\n')
    cases = copy / "tests/ui/every_game.py"
    insert(cases, '    ("classic", 3, {"placing"', '    ("seven", 2, {}),\n')
    insert(cases, ')\n"""Game, players and house rules', '    ("seven", 3, {}),\n')
    for name, line in (("README.md", "Seven\n"), ("tests/README.md", "`games/seven/`\n")):
        with (copy / name).open("a") as readme:
            readme.write(line)
    return copy


@pytest.mark.slow
def test_a_new_game_passes_all_tests(repository: Path) -> None:
    found = [*WHERE, *(str(path.relative_to(repository)) for path in repository.glob("tests/test_*.py"))]
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
