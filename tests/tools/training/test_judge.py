"""A network that loses a source that was never trained on by more than one photo is not shipped."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.tools.training import judge as judging
from companion.tools.training.judge import SourceResult, asked_photos, judge
from companion.tools.training.photos import Photo
from companion.vision.dice import DiceReading, DieReading

LOSSES = [
    # the same
    ((20, 18, 0), (20, 18, 0), 0),
    # better
    ((20, 18, 1), (22, 19, 0), -1),
    # as many exact, fewer answered
    ((20, 18, 0), (20, 15, 0), 3),
    # fewer exact
    ((20, 18, 0), (18, 18, 0), 2),
    # wrong though sure
    ((20, 18, 0), (22, 20, 1), 1),
]


@pytest.mark.parametrize(("before", "after", "lost"), LOSSES)
def test_what_is_lost(before: tuple[int, int, int], after: tuple[int, int, int], lost: int) -> None:
    assert SourceResult(*before).lost_to(SourceResult(*after)) == lost


class FakeReader:
    """Reads a picture's face from its first pixel; a weak one is unsure of faces above 4."""

    def __init__(self, model: Path) -> None:
        self._weak = model.name == "weak.onnx"

    def read(self, picture: np.ndarray) -> DiceReading:
        face = int(picture[0, 0, 0])
        sure = not (self._weak and face > 4)
        die = DieReading(face, (0.0, 0.0, 9.0, 9.0), "white", 0.9, sure)
        return DiceReading((die,), () if sure else ("unclear",), 0.0, (20, 20), "none")


def taken(folder: Path, source: str, face: int, count: int, may_train: bool) -> list[Photo]:
    (folder / source).mkdir(parents=True, exist_ok=True)
    made = []
    for number in range(count):
        path = folder / source / f"{face}-{number}.png"
        cv2.imwrite(str(path), np.full((20, 20, 3), face, np.uint8))
        made.append(Photo(path, source, (face,), may_train))
    return made


@pytest.mark.parametrize(
    ("hard_photos", "may_train", "candidate", "passes"),
    [
        (2, False, "weak.onnx", False),
        (1, False, "weak.onnx", True),
        (9, True, "weak.onnx", True),
        (9, False, "good.onnx", True),
    ],
    ids=["two lost", "one lost", "lost of a trained source", "none lost"],
)
def test_the_gate(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hard_photos: int,
    may_train: bool,
    candidate: str,
    passes: bool,
) -> None:
    monkeypatch.setattr(judging, "DiceNetwork", Path)
    monkeypatch.setattr(judging, "DiceReader", FakeReader)
    asked = taken(tmp_path, "someone", 6, hard_photos, may_train) + taken(tmp_path, "other", 2, 5, False)
    lines: list[str] = []
    assert judge(Path("shipped.onnx"), Path(candidate), asked, lines.append) is passes
    (row,) = [line for line in lines if "someone" in line]
    assert ("never trained on" in row) is not may_train
    assert ("LOST" in row) is not passes


def test_large_sources_are_thinned_and_wrong_labels_left_out(tmp_path: Path) -> None:
    asked = taken(tmp_path / "dice", "matteop65", 3, 12, True) + taken(tmp_path / "dice", "fudw", 3, 2, False)
    wrong = Photo(tmp_path / "dice" / "nellbyler" / "IMG_20191209_095439.jpg", "nellbyler", (1,), True)
    found = asked_photos([*asked, wrong])
    assert {source: len(some) for source, some in found.items()} == {("dice", "matteop65"): 2}
