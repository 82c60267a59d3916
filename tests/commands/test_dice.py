"""`companion dice --die-size`: pictures read at a known size, as a calibrated tray reads them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.rendering import render_scene, tray_scene
from companion.vision.sources.simulated import EDGE


def test_dice_are_read_at_a_known_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = tray_scene([(5, "white"), (3, "red")], np.random.default_rng(2), (480, 360), EDGE, 3)
    file = tmp_path / "roll.png"
    cv2.imwrite(str(file), render_scene(scene, np.random.default_rng(1)).picture)
    assert main(["dice", str(file), "--json", "--die-size", f"{EDGE}"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert sorted(die["face"] for die in line["dice"]) == [3, 5]
    assert main(["dice", str(file), "--json", "--die-size", f"{EDGE / 4}"]) == 0
    assert not json.loads(capsys.readouterr().out)["dice"], "dice four times as large are none"


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("0", "above 0 and below 4000"),
        ("-3", "above 0 and below 4000"),
        ("99999", "above 0 and below 4000"),
        ("nan", "above 0 and below 4000"),
        ("wide", "'wide' is no number above"),
    ],
)
def test_impossible_sizes_are_refused(size: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["dice", "roll.png", "--die-size", size])
    assert message in capsys.readouterr().err


def test_a_die_as_large_as_the_picture_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "small.png"), np.full((60, 60, 3), 90, np.uint8))
    assert main(["dice", str(tmp_path / "small.png"), "--die-size", "200"]) == 1
    assert "die edge" in capsys.readouterr().out
