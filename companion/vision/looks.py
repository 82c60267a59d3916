"""Other looks at a picture, mirrored and scaled, for unclear dice (test-time augmentation)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DiceReading
from companion.vision.frames import Picture
from companion.vision.tray import Tray


@dataclass(frozen=True, slots=True)
class Look:
    """One way to look at a picture.

    Attributes:
        axis: 1 mirrors left and right, 0 above and below (OpenCV's flip codes).
        scale: of the picture.
    """

    axis: int
    scale: float = 1.0

    def at(self, picture: Picture) -> Picture:
        """The picture as this look sees it."""
        mirrored = cv2.flip(picture, self.axis)
        scaled = cv2.resize(mirrored, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        return np.asarray(scaled, np.uint8)

    def on_tray(self, tray: Tray) -> Tray:
        """The tray as this look sees it."""
        corners = ((1 - x, y) if self.axis else (x, 1 - y) for x, y in tray.corners)
        empty = None if tray.empty is None else self.at(tray.empty)
        return replace(tray, corners=tuple(corners), empty=empty)

    def back(self, detection: Detection, size: tuple[int, int]) -> Detection:
        """A detection of this look in the pixels of the picture of `size` (width, height)."""
        x, y, edge = (value / self.scale for value in detection.place)
        x, y = (size[0] - x, y) if self.axis else (x, size[1] - y)
        return replace(detection, centre_x=x, centre_y=y, edge=edge, angle=-detection.angle % 90.0)


LOOKS = (Look(axis=1, scale=0.88), Look(axis=0))
"""The looks after the first: more of them answered two more photos of 479, at twice the time."""


def confirmed(
    first: DiceReading, look_again: Callable[[Look], DiceReading]
) -> tuple[Look, DiceReading] | None:
    """The look, and what it read, that can be trusted although the first look could not.

    It is sure, and shows the faces that the first look shows or that another sure look shows.
    """
    sure: list[DiceReading] = []
    for look in LOOKS:
        reading = look_again(look)
        if not reading.sure:
            continue
        if reading.faces == first.faces or any(reading.faces == other.faces for other in sure):
            return look, reading
        sure.append(reading)
    return None
