"""Checks whether what looks like a die is printed on the floor: the picture of the empty tray shows it too.

Normalised cross-correlation (Lewis, "Fast normalized cross-correlation", 1995) is the same in any light.
"""

import cv2
import numpy as np

from companion.vision.detection.crops import crop, crop_transform
from companion.vision.detection.detector_output import Detection
from companion.vision.frames import Picture, size_of

SIDE, EDGE, SHIFT = 48, 40.0, 6
"""Side of the crops that are compared, edge of the die in them, and how far a camera may move; in pixels."""

ALIKE = 0.6
"""Correlation from which the floor shows the same: printed things reach 0.80 at least, dice 0.32 at most."""


def on_the_floor(empty: Picture | None, picture: Picture, found: Detection) -> bool:
    """Whether the picture of the empty tray, of any resolution, shows the same where a die was detected."""
    if empty is None:
        return False
    across, down = np.divide(size_of(picture), size_of(empty))
    upright = crop_transform((found.centre_x, found.centre_y), found.angle, EDGE / found.edge, SIDE)
    # The centre of a pixel is half a pixel from its edge at every scale.
    onto_picture = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]])
    before, now = (
        cv2.cvtColor(crop(one, transform, SIDE), cv2.COLOR_BGR2GRAY)
        for one, transform in ((empty, upright @ onto_picture), (picture, upright))
    )
    face = now[SHIFT : SIDE - SHIFT, SHIFT : SIDE - SHIFT]
    return float(cv2.matchTemplate(before, face, cv2.TM_CCOEFF_NORMED).max()) > ALIKE
