"""A turn played with the buttons on the pins, by the words and lights beside them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_turn_without_touching_the_screen(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.e2e.panel_turn", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert set(told["by"]) == {"panel", "camera", "companion"}, "dice and shuffles; all else by the panel"
    assert told["by"]["camera"] >= 1
    assert {"Roll", "Dice are right", "End attacks"} <= set(told["actions"])
    assert not any(words.endswith("nothing") for words in told["actions"])
    assert len(told["lit"]) >= 4, "the step lights went along"
