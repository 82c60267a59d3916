"""The pictures in the README show every screen, stay small, and look like those that are taken again."""

import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import cv2
import numpy as np
import pytest

from companion.tools.demonstrations.script_player import MAX_COLOURS, encode_png, screen_on
from companion.vision.sources.picture_files import load_picture

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "companion" / "ui" / "pictures"
KEPT = sorted(path.stem for path in FOLDER.glob("*.png"))
LARGEST = 120_000
"""Bytes of a picture at most."""
GAME = "the game of companion play --offscreen"
SCRIPTS = FOLDER.parents[1] / "tools" / "demonstrations" / "scripts.toml"
MAKERS = {GAME: ("companion", "play", "--offscreen")} | {
    name: ("companion.tools.demonstrations", name)
    for name in tomllib.loads(SCRIPTS.read_text(encoding="utf-8"))
    if name != "whole-game"
}
TILES = (50, 30)
"""Tiles across and down in which two pictures are compared."""
OTHERWISE = 24
"""Shades from which a tile looks otherwise."""
ALIKE, ROLLED = 0.06, 0.15
"""Share of tiles that may look otherwise: for the clocks, and where dice were rolled before a camera."""
CAMERA = ("battle-read", "roll", "symbol")
"""What pictures are called that show rolled dice."""


@cache
def taken(maker: str) -> dict[str, Path]:
    """Have a demonstration take its pictures again."""
    folder = Path(mkdtemp(prefix="pictures-"))
    command = [sys.executable, "-m", *MAKERS[maker], str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return {path.stem: path for path in folder.glob("*.png")}


def otherwise(one: Path, other: Path) -> float:
    """Share of two pictures' tiles that look otherwise, 0 to 1."""
    first, second = (
        cv2.resize(load_picture(path), TILES, interpolation=cv2.INTER_AREA).astype(int)
        for path in (one, other)
    )
    return float((np.abs(first - second).max(axis=2) > OTHERWISE).mean())


@pytest.mark.usefixtures("screen")
def test_every_screen_is_shown() -> None:
    from companion.tools.demonstrations.offscreen import ALL_SCREENS

    assert sorted(ALL_SCREENS.keys() - {screen_on(FOLDER / f"{name}.png") for name in KEPT}) == []


def test_every_picture_is_in_the_readme() -> None:
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert [name for name in KEPT if f"(pictures/{name}.png)" not in text] == []


@pytest.mark.parametrize("name", KEPT)
def test_it_is_small_and_shows_the_small_screen(name: str) -> None:
    assert (FOLDER / f"{name}.png").stat().st_size < LARGEST
    picture = load_picture(FOLDER / f"{name}.png")
    assert picture.shape == (480, 800, 3)
    assert picture.std() > 10, "it is not blank"


@pytest.mark.slow
@pytest.mark.parametrize("maker", MAKERS)
def test_what_is_taken_anew_looks_like_what_is_kept(maker: str) -> None:
    pictures = taken(maker)
    assert pictures.keys() <= set(KEPT), "every picture that is taken is kept"
    changed = {
        name: share
        for name, path in pictures.items()
        if (share := otherwise(path, FOLDER / f"{name}.png")) > (ROLLED if name.startswith(CAMERA) else ALIKE)
    }
    assert changed == {}, f"take them again: {' '.join(MAKERS[maker])} companion/ui/pictures"
    titles = {name: screen_on(path) for name, path in pictures.items()}
    assert titles == {name: screen_on(FOLDER / f"{name}.png") for name in pictures}


@pytest.mark.slow
def test_every_picture_that_is_kept_can_be_taken_anew() -> None:
    assert {name for maker in MAKERS for name in taken(maker)} == set(KEPT)


@pytest.mark.parametrize(
    ("name", "other"),
    [("lobby", "seats"), ("table", "reinforce"), ("battle", "battle-by-hand"), ("games", "standings")],
)
def test_another_screen_looks_otherwise(name: str, other: str) -> None:
    assert otherwise(FOLDER / f"{name}.png", FOLDER / f"{other}.png") > ALIKE


def test_a_picture_with_more_colours_than_are_kept_loses_nothing_that_is_seen(tmp_path: Path) -> None:
    up, across = np.mgrid[0:120, 0:200]
    picture = np.stack([up * 2, across, (up + across) // 2], axis=-1).astype(np.uint8)
    picture[40:44, 40:44] = (0, 0, 255)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > MAX_COLOURS
    (tmp_path / "kept.png").write_bytes(encode_png(picture, "lobby"))
    kept = load_picture(tmp_path / "kept.png")
    assert np.abs(kept.astype(int) - picture).mean() < 5
    assert screen_on(tmp_path / "kept.png") == "lobby"
