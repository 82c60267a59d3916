"""Dice that the table corrected are kept, and handed on in the form the training reads."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.camera.evidence import BOXES, LABELS, Examples, evidence_of, examples_path, true_faces
from companion.cli import main
from companion.tools.training.photos import training_samples
from companion.vision.dice import DiceReading, DieReading
from companion.vision.frames import Frame


def die(face: int, x: float = 100.0, confidence: float = 0.9, sure: bool = True) -> DieReading:
    return DieReading(face, (x, 80.0, x + 40.0, 120.0), "red", confidence, sure)


SET_RIGHT = [
    # all as read
    ((die(3), die(5)), (5, 3), (3, 5)),
    # one differs
    ((die(3), die(5)), (3, 6), (3, 6)),
    # one of two alike differs: the less certain one
    ((die(3, confidence=0.9), die(3, confidence=0.6)), (3, 2), (3, 2)),
    # two differ: nobody can tell which is which
    ((die(3), die(5)), (1, 2), None),
    # a die was not seen at all
    ((die(3),), (3, 4), None),
    ((), (), ()),
]


@pytest.mark.parametrize(("dice", "faces", "truth"), SET_RIGHT)
def test_which_die_shows_which_face(
    dice: tuple[Any, ...], faces: tuple[Any, ...], truth: tuple[Any, ...] | None
) -> None:
    assert true_faces(dice, faces) == truth


def picture() -> np.ndarray:
    drawn = np.full((240, 320, 3), 60, np.uint8)
    cv2.rectangle(drawn, (100, 80), (140, 120), (30, 30, 200), -1)
    return drawn


def test_only_wrong_or_doubtful_dice_are_kept(tmp_path: Path) -> None:
    examples = Examples(tmp_path)
    dice = (die(3), die(5, x=200.0), die(2, x=20.0, sure=False))
    kept = examples.keep_corrected(picture(), dice, (3, 6, 2), "dice abc")
    assert len(kept) == len(examples) == 2
    crop = cv2.imread(str(kept[0]))
    assert crop.shape[:2] == (121, 121)


def test_unclear_corrections_keep_nothing(tmp_path: Path) -> None:
    assert Examples(tmp_path / "none").keep_corrected(picture(), (die(3), die(5)), (1, 2), "m") == ()
    assert not (tmp_path / "none").exists()


def test_the_training_reads_what_is_handed_on(tmp_path: Path) -> None:
    examples = Examples(tmp_path / "kept")
    examples.keep(picture(), die(3), 4, "dice abc")
    examples.keep(picture(), die(3, x=0.0), 1, "dice abc")
    assert examples.export(tmp_path / "out") == 2
    first, second = training_samples(tmp_path / "out", ("table",))
    assert first.dice[0, :5] == pytest.approx((60, 60, 32, np.nan, 4), nan_ok=True)
    assert second.dice[0, 0] == pytest.approx(20)


def test_nothing_kept_hands_on_nothing(tmp_path: Path) -> None:
    assert Examples(tmp_path / "kept").export(tmp_path / "out") == 0


def test_the_command_hands_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Examples(examples_path()).keep(picture(), die(3), 4, "dice abc")
    assert main(["dice", "--examples", str(tmp_path / "out")]) == 0
    assert "1 example " in capsys.readouterr().out
    assert len(list((tmp_path / "out").rglob("*.png"))) == 1


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["dice", "--examples", str(tmp_path / "file" / "out")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_labels_and_boxes_say_what_was_read_and_what_was_true(tmp_path: Path) -> None:
    """The box is where the die lies in its own picture, which ends where the camera's picture ends."""
    examples = Examples(tmp_path)
    first = examples.keep(picture(), die(3, confidence=0.98765), 4, "dice abc")
    second = examples.keep(picture(), die(5, x=0.25), 1, "dice abc")
    labels = [line.split(",") for line in (tmp_path / "labels.csv").read_text().splitlines()]
    assert labels == [
        [*LABELS],
        [f"table/{first.name}", "1", "4", "yes", "3", "0.988", "red", "dice abc"],
        [f"table/{second.name}", "1", "1", "yes", "5", "0.9", "red", "dice abc"],
    ]
    boxes = [line.split(",") for line in (tmp_path / "boxes.csv").read_text().splitlines()]
    assert boxes == [
        [*BOXES],
        [f"table/{first.name}", "40.0", "40.0", "80.0", "80.0", "4"],
        [f"table/{second.name}", "0.2", "40.0", "40.2", "80.0", "1"],
    ]
    assert cv2.imread(str(second)).shape[:2] == (121, 81)


@pytest.mark.parametrize(
    ("dice", "shape", "boxes"),
    [
        # all dice, and six tenths of the larger one around them
        ((die(3), die(5, x=200.0)), (89, 189), [(24, 24, 64, 64), (124, 24, 164, 64)]),
        # the picture ends before that
        ((die(3, x=0.0),), (89, 65), [(0, 24, 40, 64)]),
        ((die(3, x=280.0),), (89, 64), [(24, 24, 64, 64)]),
        # no die: the whole picture
        ((), (240, 320), []),
    ],
)
def test_evidence_shows_the_dice_and_what_was_read(
    dice: tuple[Any, ...], shape: tuple[int, int], boxes: list[Any]
) -> None:
    reading = DiceReading(dice, (), 9.0, (320, 240), "dice abc")
    kept = evidence_of(Frame(picture(), 5.0, "/dev/video0"), reading, (1, 2))
    shown = cv2.imdecode(np.frombuffer(kept.crop, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape[:2] == shape
    assert (kept.source, kept.reader, kept.corrected) == ("video0", "dice abc", (1, 2))
    assert [(one.face, one.colour, one.confidence) for one in kept.dice] == [
        (one.face, "red", 0.9) for one in dice
    ]
    assert [one.box for one in kept.dice] == boxes
