"""Whether the camera was moved since it was calibrated: the markers on the table say so."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board_detection import markers_in
from calibration.profile import Profile
from companion.errors import Unmeasurable

MOST_SHIFT = 1.0
"""Pixels of the profile's pictures: the markers may seem to shift so far by noise and warmth."""

LEAST_MARKERS = 2


@dataclass(frozen=True, slots=True)
class Shift:
    """How far the markers are from where they were.

    Attributes:
        pixels: the usual shift, in pixels of the profile's pictures; None if too few markers are in view.
        moved: whether the camera (or the table) was moved.
        sentence: the same for players.
    """

    pixels: float | None
    moved: bool
    sentence: str


def shift_since(profile: Profile, picture: NDArray[np.uint8]) -> Shift:
    """Compare the markers in a picture with where the profile saw them.

    A single marker that somebody pushed does not count: the median of all does.

    Raises:
        Unmeasurable: the profile has no table plane.
    """
    if profile.table is None:
        raise Unmeasurable("This profile has no table plane: companion calibrate table.")
    known = profile.table.pixels
    seen = markers_in(picture, profile.table.board.opencv_dictionary, known, len(known))
    factor = profile.size[0] / picture.shape[1]
    shifts = [
        float(np.max(np.hypot(*((seen[number] + 0.5) * factor - 0.5 - pixels).T)))
        for number, pixels in profile.table.pixels.items()
        if number in seen
    ]
    if len(shifts) < min(LEAST_MARKERS, len(profile.table.pixels)):
        return Shift(None, False, "Too few markers are in view to tell whether the camera was moved")
    usual = float(np.median(shifts))
    if usual <= MOST_SHIFT:
        return Shift(usual, False, "The camera stands where it was calibrated")
    return Shift(
        usual,
        True,
        f"The camera was moved (markers shifted by {usual:.1f} pixels): calibrate the table again",
    )
