"""What is kept of a roll: evidence for the journal, and misread dice as examples.

Examples are pictures of single dice with the faces that the players entered. They lie in a folder beside the
games. `companion dice --examples DIR` exports them in the format that `companion.tools.training` reads, so
that a table can improve its own dice reader.
"""

import csv
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.data_folder import data_folder
from companion.journal.records import Evidence, EvidenceDie
from companion.vision.dice import Box, DiceReading, DieReading
from companion.vision.frames import Frame, Picture

SOURCE = "table"
"""The folder of pictures; the training uses its name as the name of their source."""

MARGIN = 1.0
"""Margin around a die in its picture, in sizes of the die: the network needs to see where a die ends."""

EVIDENCE_MARGIN = 0.6
"""The same around all dice in the evidence of a roll."""

JPEG_QUALITY = 85

LABELS = ("path", "n_dice", "faces", "may_train", "read", "confidence", "colour", "model")
BOXES = ("path", "x0", "y0", "x1", "y1", "face")


def examples_path() -> Path:
    """The folder where examples are kept."""
    return data_folder() / "examples"


def true_faces(dice: Sequence[DieReading], faces: Sequence[int]) -> tuple[int, ...] | None:
    """The true face of each die, from the faces that the players entered in any order.

    None where the dice are of another number or more than one differs: then none can be told.
    """
    if len(dice) != len(faces):
        return None
    missing = Counter(faces) - Counter(die.face for die in dice)
    surplus = Counter(die.face for die in dice) - Counter(faces)
    if not missing:
        return tuple(die.face for die in dice)
    if missing.total() != 1:
        return None
    (right,), (wrong,) = missing, surplus
    misread = min((die for die in dice if die.face == wrong), key=lambda die: die.confidence)
    return tuple(right if die is misread else die.face for die in dice)


@dataclass(frozen=True, slots=True)
class Examples:
    """A folder of examples.

    Attributes:
        folder: where they lie; made when the first one is kept.
    """

    folder: Path

    def keep(self, picture: Picture, die: DieReading, face: int, model: str) -> Path:
        """Keep one die that was read wrongly or not at all, with its true face, in the picture returned."""
        left, top, right, bottom = _about([die], picture, MARGIN)
        taken = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        path = self.folder / SOURCE / f"{taken}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        _, packed = cv2.imencode(".png", picture[top:bottom, left:right])
        path.write_bytes(packed.tobytes())
        name = f"{SOURCE}/{path.name}"
        row = (name, 1, face, "yes", die.face, round(die.confidence, 3), die.colour, model)
        self._add("labels.csv", LABELS, row)
        self._add("boxes.csv", BOXES, (name, *(round(side, 1) for side in _moved(die.box, left, top)), face))
        return path

    def keep_corrected(
        self, picture: Picture, dice: Sequence[DieReading], faces: Sequence[int], model: str
    ) -> tuple[Path, ...]:
        """Keep the misread dice of a roll whose faces players corrected, if it is clear which they are."""
        truth = true_faces(dice, faces)
        if truth is None:
            return ()
        wrong = (
            (die, face) for die, face in zip(dice, truth, strict=True) if face != die.face or not die.sure
        )
        return tuple(self.keep(picture, die, face, model) for die, face in wrong)

    def __len__(self) -> int:
        return sum(1 for _ in self.pictures())

    def pictures(self) -> Iterator[Path]:
        """All pictures, oldest first."""
        yield from sorted((self.folder / SOURCE).glob("*.png"))

    def export(self, to: Path) -> int:
        """Copy all examples into another folder, over files of the same names, and return their number.

        Raises:
            OSError: the folder cannot be written.
        """
        to.mkdir(parents=True, exist_ok=True)
        if len(self):
            shutil.copytree(self.folder, to, dirs_exist_ok=True)
        return len(self)

    def _add(self, name: str, columns: Sequence[str], values: Sequence[object]) -> None:
        path = self.folder / name
        begun = path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if not begun:
                writer.writerow(columns)
            writer.writerow(values)


def evidence_of(frame: Frame, reading: DiceReading, corrected: tuple[int, ...] = ()) -> Evidence:
    """Crop the dice from a frame, and record what was read."""
    left, top, right, bottom = _about(reading.dice, frame.picture, EVIDENCE_MARGIN)
    works, encoded = cv2.imencode(
        ".jpg", frame.picture[top:bottom, left:right], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )
    seen = tuple(
        EvidenceDie(die.face, die.confidence, die.colour, _moved(die.box, left, top)) for die in reading.dice
    )
    return Evidence(
        encoded.tobytes() if works else b"", seen, Path(frame.source).name, reading.model, corrected
    )


def _about(dice: Sequence[DieReading], picture: Picture, margin: float) -> tuple[int, int, int, int]:
    """The part of a picture with all dice and a margin in sizes of a die: left, top, right, bottom."""
    high, wide = picture.shape[:2]
    if not dice:
        return 0, 0, wide, high
    boxes = np.array([die.box for die in dice])
    more = margin * max(die.size for die in dice)
    left, top = np.maximum(boxes[:, :2].min(axis=0) - more, 0).astype(int)
    right, bottom = (boxes[:, 2:].max(axis=0) + more).astype(int) + 1
    return int(left), int(top), min(wide, int(right)), min(high, int(bottom))


def _moved(box: Box, left: int, top: int) -> Box:
    """A box in a part of the picture that begins there."""
    x0, y0, x1, y1 = box
    return x0 - left, y0 - top, x1 - left, y1 - top
