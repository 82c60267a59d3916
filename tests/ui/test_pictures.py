"""The committed pictures of the map games are those that their module makes, and stay small."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui.demonstrations.map_games import MOMENTS, PICTURES, answers_to
from companion.vision.picture_files import load_picture

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "companion" / "ui" / "pictures"
FAMILIES = ("starcraft-", "nuked-", "balance-", "classic-2008-")
LARGEST = 120_000
"""Bytes of a picture at most."""


def test_there_is_a_picture_of_every_moment_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.png") if path.stem.startswith(FAMILIES)} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_it_is_small_and_shows_the_small_screen(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size < LARGEST
    assert load_picture(FOLDER / f"{name}.png").shape == (480, 800, 3)


@pytest.mark.parametrize("moment", MOMENTS[:4], ids=lambda moment: moment.picture)
def test_a_game_comes_to_the_moment(moment: object) -> None:
    assert answers_to(moment)


@pytest.mark.slow
def test_they_can_be_made_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.ui.demonstrations.map_games", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert {path.stem for path in tmp_path.glob("*.png")} == set(PICTURES)
