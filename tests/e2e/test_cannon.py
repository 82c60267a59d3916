"""Measuring by dragging in the real window, and each kind of shot fired by what lies under its paper."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.referee.inches import to_sixteenth

ROOT = Path(__file__).parents[2]
UNDER = {"grape": 2, "rolling": 1, "exploding": 2}
"""How many soldiers each paper covers where it is put."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "fired", [["grape"], pytest.param(["rolling", "exploding"], marks=pytest.mark.slow)], ids=" ".join
)
def test_a_cannon_fires_each_kind_of_shot(tmp_path: Path, fired: list[str]) -> None:
    """Grape shot lies under a paper that is turned: the others drag no more than it does."""
    command = [sys.executable, "-m", "tests.e2e.cannon", str(tmp_path), *fired]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    shots = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [shot["shot"] for shot in shots] == fired
    for shot in shots:
        assert to_sixteenth(shot["inches"]["inches"]) == to_sixteenth(shot["truth"])
        assert abs(shot["inches"]["inches"] - shot["truth"]) <= shot["inches"]["error"]
        assert shot["by"] == "camera"
        assert len(shot["under"]) == len(shot["targets"]) == UNDER[shot["shot"]]
        assert f"fires {shot['shot']} shot at {UNDER[shot['shot']]} soldier" in shot["told"]
