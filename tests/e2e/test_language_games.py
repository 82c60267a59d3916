"""A whole game of each in each language, every answer by touch, to its victory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.locale.catalogue import catalogue
from companion.locale.languages import languages
from companion.locale.messages import gettext, translated
from tests.e2e.language_games import CASES

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("game", CASES)
@pytest.mark.parametrize("language", languages()[1:])
def test_a_game_is_touched_in_to_its_end(tmp_path: Path, language: str, game: str) -> None:
    command = [sys.executable, "-m", "tests.e2e.language_games", str(tmp_path), language, game]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    ended = json.loads(done.stdout.splitlines()[-1])
    assert ended["winners"] and ended["screen"] == "victory"
    assert translated(gettext("Chronicle"), catalogue(language)) in ended["reads"]
