"""The result of reading dice in one picture: the dice found, and whether each is sure.

`DieReading` is the one record of a die: made from a detection, each stage of the reader adds what it finds.
Both types are immutable, validated when they are made, and independent of cameras, drawing and rules.
"""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from companion.dice.colours import DICE_COLOURS
from companion.dice.faces import FACES
from companion.errors import ImpossibleReading
from companion.locale.messages import gettext
from companion.vision.detection.detector_output import Detection

Box: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the picture that was given."""


class RejectReason(StrEnum):
    """Why the face of a die is not accepted (classification with a reject option: Chow 1970)."""

    UNCLEAR = "unclear"
    NOT_LEVEL = "not level"
    AT_THE_RIM = "at the rim"
    OUT_OF_VIEW = "partly out of view"
    NOT_A_DIE = "perhaps no die"


UNDETECTED = Detection(0.0, 0.0, 1.0, 0.0, 0.0, (1 / 6,) * 6, 0.0, 0.0)
"""Placeholder for a die that was made without a detector."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die, from its detection to whether its face is sure.

    Attributes:
        face: the number of pips on top, 1 to 6.
        box: where it lies, in pixels of the picture.
        colour: the body's colour, one of DICE_COLOURS.
        confidence: 0 (a guess) to 1 (certain).
        sure: whether face and die can be trusted without asking.
        reject_reason: why its face cannot be trusted, if so; such a die is never sure.
        kind: the name of the face profile that this die matches, if it matches one.
        title: the profile's name for this face; empty if it has only a number.
        second_colour: another body colour that it may have; None if the colour is sure.
        detection: what the detector found.
        glint: whether its middle pip stands out so much less than the others that it may be a glint.
        symbol_sure: whether the drawing on its face was recognised for sure; None for a face with pips.
        leaning: probability that it leans, less what its sides in view explain; 1 where its body lies
            elsewhere than that of a level die.
    """

    face: int
    box: Box
    colour: str
    confidence: float
    sure: bool
    reject_reason: RejectReason | None = None
    kind: str = ""
    title: str = ""
    second_colour: str | None = None
    detection: Detection = field(default=UNDETECTED, compare=False, repr=False)
    glint: bool = field(default=False, compare=False, repr=False)
    symbol_sure: bool | None = field(default=None, compare=False, repr=False)
    leaning: float = field(default=0.0, compare=False, repr=False)

    @classmethod
    def from_detection(
        cls, detection: Detection, size: tuple[int, int], colour: str, second_colour: str | None = None
    ) -> "DieReading":
        """The record of a detection in a picture of `size` (width, height); not sure yet."""
        confidence = min(detection.objectness, detection.face_score)
        box = face_box(detection, size)
        return cls(
            detection.face, box, colour, confidence, False, second_colour=second_colour, detection=detection
        )

    def __post_init__(self) -> None:
        """Check that such a die can exist.

        Raises:
            ImpossibleReading: a face, box, colour or confidence that no die can have.
        """
        (x0, y0, x1, y1), known = self.box, self.face in FACES and self.colour in DICE_COLOURS
        possible = known and x0 < x1 and y0 < y1 and 0.0 <= self.confidence <= 1.0
        if not possible or (self.sure and self.reject_reason is not None):
            raise ImpossibleReading(f"no die can be like this: {self}")

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, in pixels."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def size(self) -> float:
        """The mean side of the box, in pixels."""
        x0, y0, x1, y1 = self.box
        return (x1 - x0 + y1 - y0) / 2


def face_box(detection: Detection, size: tuple[int, int]) -> Box:
    """The upright box about the top face, clipped to a picture of `size` (width, height)."""
    turn = math.radians(detection.angle % 90.0)
    half = 0.5 * detection.edge * (abs(math.cos(turn)) + abs(math.sin(turn)))
    x0, y0 = max(0.0, detection.centre_x - half), max(0.0, detection.centre_y - half)
    x1, y1 = min(float(size[0]), detection.centre_x + half), min(float(size[1]), detection.centre_y + half)
    return x0, y0, max(x1, x0 + 1.0), max(y1, y0 + 1.0)


@dataclass(frozen=True, slots=True)
class DiceReading:
    """The result of reading one picture.

    Attributes:
        dice: every die found, sure or not, from left to right.
        candidates: detections that may be no dice, each with RejectReason.NOT_A_DIE; never counted.
        reasons: why the reading is unsure, each a sentence for players; empty if all dice are sure.
        milliseconds: duration of the reading.
        size: width and height of the picture, in pixels.
        model: name and version of the detector.
        edge: the usual edge of the dice found, in pixels; None if none were.
    """

    dice: tuple[DieReading, ...]
    reasons: tuple[str, ...]
    milliseconds: float
    size: tuple[int, int]
    model: str
    candidates: tuple[DieReading, ...] = ()
    edge: float | None = None

    def __post_init__(self) -> None:
        """Check that reasons and dice agree.

        Raises:
            ImpossibleReading: a die is unsure without a reason, or the picture is empty.
        """
        if self.sure and not all(die.sure for die in (*self.dice, *self.candidates)):
            raise ImpossibleReading(gettext("a picture counts as read though a die in it is not sure"))
        if min(self.size) < 1:
            raise ImpossibleReading(f"a picture of {self.size} pixels; expected at least 1 x 1")

    @property
    def sure(self) -> bool:
        """Whether everything in this reading can be trusted."""
        return not self.reasons

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces, highest first."""
        return tuple(sorted((die.face for die in self.dice), reverse=True))
