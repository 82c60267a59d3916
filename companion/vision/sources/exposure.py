"""Locks a camera's exposure once it has settled, and unlocks it when the light in the room changes."""

from collections.abc import Callable

import numpy as np

from companion.vision.frames import Picture

SETTLING = 2500.0
"""Milliseconds until exposure, white balance and focus have settled."""

LIGHT_CHANGE = 1.5
"""The room is brighter or darker by this factor: the lock no longer fits. A hand over the tray is less, for
the median brightness of the whole picture is compared."""

LIGHT_CHANGED_FOR = 2000.0
"""Milliseconds for which the light must have changed."""

LOCK_FAILS_WITHIN = 1000.0
"""Milliseconds. If the picture differs so soon after the lock, the camera does not report the exposure it
uses; it is left alone from then on."""

DARKEST = 4.0
"""Of 255, added to both sides of the comparison, so that noise in a dark picture is no change of light."""


class ExposureLock:
    """Follows the pictures of one camera and locks or unlocks its exposure.

    Args:
        lock: fixes exposure and white balance at their present values.
        unlock: lets the camera choose them again.
    """

    def __init__(self, lock: Callable[[], None], unlock: Callable[[], None]) -> None:
        self._lock, self._unlock = lock, unlock
        self._settling_since: float | None = None
        self._changed_since: float | None = None
        self._reference: float | None = None
        self._locked_at = 0.0
        self._useless = False

    def follow(self, picture: Picture, time: float) -> None:
        """Look at a picture.

        Args:
            picture: the newest picture: height x width x 3.
            time: when it was taken, in milliseconds.
        """
        brightness = float(np.median(picture[::16, ::16]))
        if self._reference is None:
            self._settle(brightness, time)
        elif not self._differs(brightness, self._reference):
            self._changed_since = None
        elif self._changed_since is None:
            self._changed_since = time
        elif time - self._changed_since >= LIGHT_CHANGED_FOR:
            self._useless = self._changed_since - self._locked_at < LOCK_FAILS_WITHIN
            self._reference, self._changed_since, self._settling_since = None, None, time
            self._unlock()

    def _settle(self, brightness: float, time: float) -> None:
        if self._settling_since is None:
            self._settling_since = time
        if time - self._settling_since >= SETTLING and not self._useless:
            self._reference, self._locked_at = brightness, time
            self._lock()

    @staticmethod
    def _differs(brightness: float, reference: float) -> bool:
        ratio = (brightness + DARKEST) / (reference + DARKEST)
        return not 1 / LIGHT_CHANGE < ratio < LIGHT_CHANGE
