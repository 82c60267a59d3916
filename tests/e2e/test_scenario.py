"""A scenario is made by touches, found again by another process, and played by touches until it is won."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.scenario import read_scenario

ROOT = Path(__file__).parents[2]


def said_by(data: Path, part: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.e2e.scenario", str(data), part]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    said: dict[str, Any] = json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])
    return said


@pytest.mark.slow
def test_a_scenario_is_made_kept_and_won(tmp_path: Path) -> None:
    made = said_by(tmp_path, "make")
    assert made == {"unfinished": "Player 1: hold needs zones.", "retold": True, "ready": True}
    file = tmp_path / "own" / "rogue" / "scenarios" / "night-raid.toml"
    scenario, field = read_scenario(file)
    assert (field.id, scenario.players) == ("compound", 2)
    assert [(part.kind, part.zones, part.number) for part in scenario.victories[-1].conditions] == [
        ("hold", ("docks",), 2),
        ("reach", ("fish-market",), 1),
    ]

    text = file.read_text()
    file.with_name("broken.toml").write_text(text.replace('part = "reach"', 'part = "dance"'))
    line = 1 + text[: text.index('part = "reach"')].count("\n")
    won = said_by(tmp_path, "play")
    assert f"line {line}" in won.pop("broken")
    assert won == {"turn": 3, "winners": ["orange"], "shown": True, "by": ["touch"]}
