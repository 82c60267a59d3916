"""Boards in the real window: taught and killed in the middle, taken up again, and played on by touches."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games.boards.board import load_board

ROOT = Path(__file__).parents[2]
TOUCHES = 66
"""That teach Two Shores, from the photo on, at least."""


def start(data: Path, *part: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.e2e.board", str(data), *part]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]") -> list[dict[str, Any]]:
    """All lines to its end."""
    said, errors = process.communicate(timeout=3000)
    assert process.returncode == 0, errors[-3000:]
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


@pytest.mark.slow
@pytest.mark.parametrize("touches", [3, 17, 40, TOUCHES])
def test_a_board_is_taken_up_after_a_kill(tmp_path: Path, touches: int) -> None:
    first, seen = start(tmp_path, "teach"), []
    assert first.stdout is not None
    for line in first.stdout:
        seen += [json.loads(line)["taught"]] if line.startswith("{") else []
        if len(seen) >= touches:
            first.send_signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL and len(seen) >= touches
    found = {line["step"]: line for line in told(start(tmp_path, "go-on"))}
    # One more touch may have reached the disk before it could be told.
    more = [now - before for before, now in zip(seen[-1], found["taken up"]["taught"], strict=True)]
    assert min(more) >= 0 and sum(more) <= 1
    real = load_board("duel")
    assert found["playing"]["territories"] == len(real.territories)
    assert found["playing"]["links"] == len(real.links) and not found["playing"]["faults"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "game"),
    [("duel", "classic"), ("archipelago", "classic"), ("archipelago", "nuked"), ("europe", "balance")],
)
def test_a_game_on_each_board_is_touched_in_to_its_end(tmp_path: Path, board: str, game: str) -> None:
    """Each answer by one touch: nothing covers it. The classic board: test_game_night.py."""
    (ended,) = told(start(tmp_path, "play", board, game))
    assert ended["winners"] and ended["screen"] == "victory"
    assert any("wins" in words for words in ended["reads"])
