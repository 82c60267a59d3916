"""Photos are packed once, with the angles of their dice."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rendering import Die, Scene, render_scene
from companion.rendering.scene import Camera
from companion.tools.training import packed_photos
from companion.tools.training.packed_photos import PackedPhoto, pack_photos
from companion.tools.training.samples import Sample


def labelled(folder: Path, source: str) -> float:
    """Write a photo of that source and its box, and return the angle of its die, degrees."""
    scene = Scene((480, 360), dice=(Die(5, angle=25),), camera=Camera(focal=1900, distance=400))
    rendered = render_scene(scene, np.random.default_rng(1))
    (die,) = rendered.dice
    (folder / source).mkdir()
    cv2.imwrite(str(folder / source / "a.png"), rendered.picture)
    (folder / "labels.csv").write_text(f"path,faces,may_train\n{source}/a.png,5,yes\n")
    half, (x, y) = 1.25 * die.edge / 2, die.centre
    box = f"{x - half},{y - half},{x + half},{y + half},5"
    (folder / "boxes.csv").write_text(f"path,x0,y0,x1,y1,face\n{source}/a.png,{box}\n")
    return die.angle


def test_the_shipped_detector_tells_the_angle_and_large_dice_are_reduced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_angle = labelled(tmp_path, "nellbyler")
    (packed,) = pack_photos(tmp_path / "photos.pkl", tmp_path, None)
    x, y, edge, angle, face, wanted = packed.dice[0]
    assert edge == pytest.approx(60)
    assert packed.picture.shape[1] < 480
    assert (x / packed.picture.shape[1], y / packed.picture.shape[0]) == pytest.approx((0.5, 0.5), abs=0.05)
    assert np.isnan(angle), "it is not taught"
    off = abs(float(packed.angles[0]) - true_angle) % 90
    assert min(off, 90 - off) < 5
    assert (face, wanted, list(packed.cuttable)) == (5, 1, [0])
    monkeypatch.setattr(packed_photos, "training_samples", lambda *_: pytest.fail("packed twice"))
    assert len(pack_photos(tmp_path / "photos.pkl", tmp_path, None)) == 1


def test_no_dice_are_cut_from_tiny_ones() -> None:
    dice = np.array([[9, 9, 9, 0, 4, 1], [9, 9, 9, 0, 0, 1], [9, 9, 9, 0, 4, 1]], np.float32)
    angles = np.array([3, 3, np.nan], np.float32)
    assert list(PackedPhoto("matteop65", b"", dice, angles).cuttable) == [0]
    assert list(PackedPhoto("epanemu_catan", b"", dice, angles).cuttable) == []


def test_without_photos_nothing_is_packed(tmp_path: Path) -> None:
    assert pack_photos(tmp_path / "photos.pkl", None, None) == []


def test_photos_without_labelled_dice_are_left_out() -> None:
    empty = Sample(np.zeros((8, 8, 3), np.uint8), np.zeros((2, 2), np.uint8), np.zeros((0, 6), np.float32))
    assert packed_photos._packed("nellbyler", [empty], lambda _: pytest.fail("looked at")) == []
