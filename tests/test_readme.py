"""What the READMEs say is true: links lead somewhere, commands exist and take the arguments shown."""

import argparse
import importlib
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.games import GAMES

ROOT = Path(__file__).parents[1]
READMES = sorted(path for path in ROOT.rglob("README.md") if not {".venv", "node_modules"} & set(path.parts))
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
SHOWN = re.compile(r"^\$ companion (.+)$", re.MULTILINE)


def shown_commands() -> list[str]:
    return [line for readme in READMES for line in SHOWN.findall(readme.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(readme: Path) -> None:
    lost = [
        link
        for link in LINK.findall(readme.read_text(encoding="utf-8"))
        if not (readme.parent / link).exists()
    ]
    assert not lost


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
