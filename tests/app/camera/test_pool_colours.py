"""Which dice attack and which defend."""

import os
from pathlib import Path

import pytest

from companion.errors import BrokenProfile


def test_the_usual_colours_where_nothing_was_chosen(tmp_path: Path) -> None:
    from companion.app.camera.pool_colours import DEFAULT_COLOURS, read_pool_colours

    assert read_pool_colours(tmp_path / "dice.toml") == DEFAULT_COLOURS


def test_what_was_chosen_is_read_again(tmp_path: Path) -> None:
    from companion.app.camera.pool_colours import read_pool_colours, write_pool_colours

    chosen = {"attack": ("white", "bone"), "defence": ()}
    write_pool_colours(tmp_path / "dice.toml", chosen)
    assert read_pool_colours(tmp_path / "dice.toml") == chosen


@pytest.mark.parametrize("text", ['attack = "red"\n', "attack = [1]\n", 'retreat = ["red"]\n', "attack ="])
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    from companion.app.camera.pool_colours import read_pool_colours

    (tmp_path / "dice.toml").write_text(text)
    with pytest.raises(BrokenProfile):
        read_pool_colours(tmp_path / "dice.toml")


def test_a_full_disk_leaves_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.camera.pool_colours import read_pool_colours, write_pool_colours

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    chosen = {"attack": ("white",), "defence": ("red",)}
    write_pool_colours(tmp_path / "dice.toml", chosen)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_pool_colours(tmp_path / "dice.toml", {"attack": ()})
    assert read_pool_colours(tmp_path / "dice.toml") == chosen
