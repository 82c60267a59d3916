"""A battlefield is drawn by touches, saved, found again by another process, and played on by touches."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.battlefield_files import read_battlefield

ROOT = Path(__file__).parents[2]


def said_by(data: Path, part: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.e2e.battlefield", str(data), part]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    said: dict[str, Any] = json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])
    return said


@pytest.mark.slow
def test_a_battlefield_is_drawn_saved_and_played_on(tmp_path: Path) -> None:
    assert said_by(tmp_path, "draw") == {"refused": True, "ready": True}
    own = tmp_path / "own" / "rogue" / "battlefields"
    field = read_battlefield(own / "ford.toml")
    assert {zone: len(field.neighbours(zone)) for zone in field.zones} == {
        **dict.fromkeys(("2b-1", "2b-3", "4a-2", "4a-4"), 2),
        **dict.fromkeys(("2b-2", "2b-4", "4a-1", "4a-3"), 3),  # one more over the edge of the tiles
    }
    assert field.zone("2b-3").terrain == ("woods",) and field.zone("4a-4").start == 2

    text = (own / "ford.toml").read_text()
    (own / "broken.toml").write_text(text.replace('terrain = ["woods"]', 'terrain = ["wods"]'))
    line = 1 + text[: text.index('terrain = ["woods"]')].count("\n")
    played = said_by(tmp_path, "play")
    assert f"line {line}" in played["broken"][0]
    assert (played["field"], played["by"]) == ("Ford", ["touch"])
    assert played["turn"] > 3
