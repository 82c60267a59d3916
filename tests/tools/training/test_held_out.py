"""Copies of photos that judge are recognised, whatever their names; other photos are not."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rendering import random_scene, render_scene
from companion.tools.training import held_out
from companion.tools.training.held_out import held_out_hashes, may_train_on, perceptual_hash
from companion.tools.training.photos import MISLABELLED, photos, training_samples
from companion.tools.training.yolo_photos import yolo_samples
from companion.vision.frames import Picture


@cache
def picture(seed: int) -> Picture:
    """One render for all tests; nobody draws into it."""
    rng = np.random.default_rng(seed)
    return render_scene(random_scene(rng, (400, 300)), rng).picture


def grey(seen: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def compressed(seen: Picture) -> Picture:
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1), np.uint8
    )


COPIES: list[Callable[[Picture], Picture]] = [
    grey,
    compressed,
    lambda seen: np.asarray(cv2.resize(seen, (416, 416)), np.uint8),
    lambda seen: np.asarray(cv2.convertScaleAbs(seen, alpha=1.2, beta=-20), np.uint8),
    lambda seen: np.asarray(cv2.flip(seen, 1), np.uint8),
    lambda seen: np.asarray(np.rot90(seen, 3), np.uint8),
    lambda seen: np.asarray(cv2.flip(compressed(grey(np.asarray(np.rot90(seen), np.uint8))), 0), np.uint8),
]
NAMES = ["grey", "compressed", "squeezed", "darker", "mirrored", "turned", "all at once"]


@pytest.mark.every(4)
@pytest.mark.parametrize("copied", COPIES, ids=NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_copies_are_recognised_and_others_are_not(seed: int, copied: Callable[[Picture], Picture]) -> None:
    hashes = np.stack([perceptual_hash(picture(seed))])
    assert not may_train_on(copied(picture(seed)), hashes)
    assert may_train_on(copied(picture(seed + 10)), hashes)


def test_written_hashes_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_out, "HASHES", tmp_path / "held_out.txt")
    held_out.write_hashes([picture(1), picture(2)])
    held_out_hashes.cache_clear()
    kept = {tuple(row) for row in held_out_hashes()}
    held_out_hashes.cache_clear()
    assert kept == {tuple(perceptual_hash(picture(seed))) for seed in (1, 2)}


def test_a_renamed_grey_copy_is_not_trained_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = np.stack([perceptual_hash(picture(5))])
    monkeypatch.setattr(held_out, "held_out_hashes", lambda: hashes)
    for name, seed in (("copy", 5), ("other", 6)):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "renamed.png"), grey(picture(seed)))
        (tmp_path / "labels.csv").write_text(f"path,faces,may_train\n{name}/renamed.png,4,yes\n")
        (tmp_path / "boxes.csv").write_text(f"path,x0,y0,x1,y1,face\n{name}/renamed.png,70,110,110,150,4\n")
        if name == "other":
            assert len(training_samples(tmp_path, (name,))) == 1
        else:
            with pytest.raises(ValueError, match="must not be trained on"):
                training_samples(tmp_path, (name,))


def test_copies_among_photos_in_yolo_format_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = np.stack([perceptual_hash(picture(5))])
    monkeypatch.setattr(held_out, "held_out_hashes", lambda: hashes)
    for number, seed in enumerate((7, 5, 6)):  # the first one judges
        for kind, suffix in (("images", "jpg"), ("labels", "txt")):
            file = tmp_path / "train" / kind / f"PXL_{number}_jpg.rf.a.{suffix}"
            file.parent.mkdir(parents=True, exist_ok=True)
            if kind == "images":
                cv2.imwrite(str(file), grey(picture(seed)))
            else:
                file.write_text("3 0.5 0.5 0.2 0.2\n")
    maps = np.full((13, 200, 200), -6, np.float32)
    (sample,) = yolo_samples(tmp_path, lambda seen: maps[:, : seen.shape[0] // 4, : seen.shape[1] // 4])
    assert np.abs(sample.picture.astype(int) - grey(picture(6))).mean() < 5


@pytest.mark.slow
@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_every_photo_that_judges_is_kept_out(shared: Path, every: int) -> None:
    """Each day a fifth of them: they and their hashes change only together, with `write_hashes`."""
    judging = [one for name in ("dice", "dice_dev") for one in photos(shared / name) if one.judges]
    named = {f"{one.source}/{one.path.name}" for one in photos(shared / "dice_dev")}
    assert named and named <= {f"{one.source}/{one.path.name}" for one in judging}
    admitted = [one.path.name for one in judging[::every] if may_train_on(grey(one.read()))]
    assert admitted == []


@pytest.mark.slow
def test_no_photo_that_is_trained_on_is_a_copy_of_one_that_judges(shared: Path) -> None:
    taught = [one for one in photos(shared / "dice") if not one.judges]
    refused = {f"{one.source}/{one.path.name}" for one in taught if not may_train_on(one.read())}
    assert len(taught) > 2000
    assert refused <= MISLABELLED
