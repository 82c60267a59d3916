"""Every game by touches in the real window: set-up and first turns, with nothing wrong on any screen.

The contact sheets lie in DIR after ``pytest tests/ui/test_every_game.py --slow --basetemp=DIR``.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.games import every_game, find_game
from tests.ui.every_game import CASES

ROOT = Path(__file__).parents[2]
FEWEST = 6
"""Kinds of questions that a game of several steps asks in its first turns."""
FIRST = sorted({game: number for number, (game, _, _) in reversed([*enumerate(CASES)])}.values())
"""Of each game the first case; all but the last, a battlefield, are slow tests."""
SIZES = ("800x480", "800x480 --panel", "800x480 --turned", "1280x800", "720x1280")

Line = dict[str, Any]


def played(folder: Path, *options: str) -> list[Line]:
    command = [sys.executable, "-m", "tests.ui.every_game", str(folder), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert done.returncode == 0, done.stderr[-3000:]
    return lines


def check(line: Line) -> None:
    game = find_game(CASES[line["case"]][0])
    assert line["problems"] == []
    assert len(line["seen"]) >= min(FEWEST, len(game.steps))


def test_no_game_is_left_out() -> None:
    assert {name for name, _, _ in CASES} == {game.id for game in every_game()}


@pytest.mark.parametrize("cases", [FIRST[-1:], pytest.param(FIRST[:-1], marks=pytest.mark.slow)])
def test_the_first_turn_is_played_by_touches(tmp_path: Path, cases: list[int]) -> None:
    lines = played(tmp_path, "--turns", "1", "--cases", *map(str, cases))
    assert len(lines) == len(cases)
    for line in lines:
        check(line)


@pytest.mark.slow
def test_two_turns_of_every_mode_are_played_by_touches(tmp_path: Path) -> None:
    lines = played(tmp_path, "--turns", "2", "--menus")
    assert len(lines) == len(CASES)
    for line in lines:
        check(line)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
@pytest.mark.parametrize("size", SIZES)
def test_they_are_played_on_by_touches(tmp_path: Path, size: str, seed: int) -> None:
    options = ("--turns", "20", "--seed", str(seed), "--menus", "--size", *size.split())
    assert [line["problems"] for line in played(tmp_path, *options)] == [[]] * len(CASES)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_in_a_longer_language_nothing_is_cut_or_english(tmp_path: Path, size: str) -> None:
    options = ("--language", "pseudo", "--menus", "--size", *size.split())
    assert [line["problems"] for line in played(tmp_path, *options)] == [[]] * len(CASES)
