"""Dice taught by touches in the real window are read in play at once: symbols, and a logo for the six."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_dice_are_taught_and_read(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.e2e.symbol_dice", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    lesson, fight, strange, logo = told
    assert [one["part"] for one in told] == ["lesson", "fight", "strange", "logo"]
    # two showings of every new face, one of the others
    assert len(lesson["sentences"]) == 9
    assert lesson["known"] == [1, 2, 3, 4, 5, 6]
    assert set(lesson["faces"].values()) == {6}
    assert len(lesson["faces"]) == 4
    # what lay there was entered, die by die
    assert fight["entered"] == fight["rolled"]
    assert fight["by"] == "camera"
    # the one die that the dice reader was not sure of was told by a tap
    assert strange["entered"] == strange["rolled"]
    assert strange["by"] == "touch"
    # the logo counts six
    assert set(logo["entered"]["defence"]) == {6}
    assert [len(faces) for faces in logo["entered"].values()] == logo["least"]
    assert logo["by"] == "camera"
