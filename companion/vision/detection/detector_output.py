"""What a dice detector finds in one picture: detections, and the segmentation of dice bodies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Place: TypeAlias = tuple[float, float, float]
"""The middle x and y of a die's top face, and its edge, in pixels of the picture."""


@dataclass(frozen=True)
class Detection:
    """One die as the detector sees it, in pixels of the picture it was given.

    Attributes:
        centre_x: Middle of the upper face, from the left.
        centre_y: Middle of the upper face, from the top.
        edge: Length of an edge that faces the camera.
        angle: Rotation of the face, degrees, 0 to 90.
        objectness: Probability that a die is here, 0 to 1.
        face_probabilities: For faces 1 to 6; with the two below they add up to 1.
        cocked: Probability that it does not lie level.
        symbol: Probability that the face carries an emblem, a figure or nothing instead of pips.
    """

    centre_x: float
    centre_y: float
    edge: float
    angle: float
    objectness: float
    face_probabilities: tuple[float, float, float, float, float, float]
    cocked: float
    symbol: float

    @property
    def place(self) -> Place:
        """The centre of the top face and its edge, in pixels."""
        return self.centre_x, self.centre_y, self.edge

    @property
    def face(self) -> int:
        """The likeliest face, 1 to 6."""
        return int(np.argmax(self.face_probabilities)) + 1

    @property
    def face_score(self) -> float:
        """Probability of the likeliest face."""
        return max(self.face_probabilities)

    @property
    def confidence(self) -> float:
        """Objectness times the probability of the likeliest class, 0 to 1."""
        return self.objectness * max(self.face_score, self.symbol, self.cocked)


@dataclass(frozen=True)
class DetectorOutput:
    """All that the detector finds in one picture.

    Attributes:
        detections: The dice, highest objectness first.
        segmentation: Probability that each cell belongs to a die, 0 to 1; rows x columns.
        cell_size: Side of a cell of `segmentation`, in pixels of the picture.
        origin: Where the upper left corner of `segmentation` lies: x and y in pixels.
    """

    detections: tuple[Detection, ...]
    segmentation: NDArray[np.float32] = field(repr=False)
    cell_size: float
    origin: tuple[int, int] = (0, 0)

    def translated(self, dx: int, dy: int) -> DetectorOutput:
        """The same output in a larger picture, from which this picture was cut at (dx, dy)."""
        moved = (
            replace(detection, centre_x=detection.centre_x + dx, centre_y=detection.centre_y + dy)
            for detection in self.detections
        )
        return replace(self, detections=tuple(moved), origin=(self.origin[0] + dx, self.origin[1] + dy))
