"""Detects from the markers on the table whether the camera was moved after its calibration."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.board_detection import detect_markers
from calibration.profile import Profile
from companion.errors import Unmeasurable
from companion.locale.messages import gettext

MAX_SHIFT = 1.0
"""Largest shift of markers from noise and temperature, in pixels of the profile's pictures."""

MIN_MARKERS = 2


@dataclass(frozen=True, slots=True)
class CameraShift:
    """The shift of the markers since the calibration.

    Attributes:
        pixels: the median shift, in pixels of the profile's pictures; None if too few markers are in view.
        moved: whether the camera or the table was moved.
        sentence: the result in words for players.
    """

    pixels: float | None
    moved: bool
    sentence: str


def measure_camera_shift(profile: Profile, picture: NDArray[np.uint8]) -> CameraShift:
    """Compare the markers in a picture with their positions in the profile.

    The median of all shifts counts, so that one marker moved by hand does not matter.

    Raises:
        Unmeasurable: the profile has no table plane.
    """
    if profile.table is None:
        raise Unmeasurable(gettext("This profile has no table plane: companion calibrate table."))
    expected = profile.table.pixels
    seen = detect_markers(picture, profile.table.board.opencv_dictionary, expected, len(expected))
    factor = profile.size[0] / picture.shape[1]
    shifts = [
        float(np.max(np.hypot(*((seen[number] + 0.5) * factor - 0.5 - pixels).T)))
        for number, pixels in expected.items()
        if number in seen
    ]
    if len(shifts) < min(MIN_MARKERS, len(expected)):
        return CameraShift(
            None, False, gettext("Too few markers are in view to tell whether the camera was moved")
        )
    median = float(np.median(shifts))
    if median <= MAX_SHIFT:
        return CameraShift(median, False, gettext("The camera stands where it was calibrated"))
    return CameraShift(
        median,
        True,
        gettext(
            "The camera was moved (markers shifted by {median:.1f} pixels): calibrate the table again",
            median=median,
        ),
    )
