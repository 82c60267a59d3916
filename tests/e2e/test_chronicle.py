"""In the real window: play, look back by touches, scrub, go back, and play on from there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_game_goes_on_from_a_moment_of_its_chronicle(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.e2e.chronicle", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))
    assert 0 < told["shown"] < told["latest"]
    assert told["before"] > told["entry"] == told["back"]
    assert told["same"], "the board is the one that the chronicle showed"
    assert told["after"] == told["kept"] == told["back"] + 1
    assert told["screen"]
