"""Checks a live camera: frozen, black, or suddenly of another size."""

import numpy as np

from companion.locale.messages import gettext
from companion.vision.frames import Picture

FROZEN_AFTER = 3000.0
"""Milliseconds of exactly equal pictures; a live sensor is never without noise for that long."""

BLACK_AFTER = 1500.0
"""Milliseconds without light."""

BLACK_LEVEL = 6.0
"""Of 255: the brightest hundredth of a picture taken with the lens covered stays below this."""


class CameraHealth:
    """Follows the pictures of one camera and reports what is wrong with them."""

    def __init__(self) -> None:
        """Start without any picture."""
        self._size: tuple[int, int] | None = None
        self._fingerprint: bytes | None = None
        self._changed_at = 0.0
        self._light_at = 0.0
        self._resized: str | None = None

    def look(self, picture: Picture, time: float) -> str | None:
        """Check one more picture: what is wrong now, for players, or None.

        Args:
            picture: the newest picture of the camera.
            time: when it was taken, in milliseconds.
        """
        sample = picture[::16, ::16]
        self._follow_size((picture.shape[1], picture.shape[0]))
        self._follow_change(sample, time)
        self._follow_light(sample, time)
        if time - self._changed_at >= FROZEN_AFTER:
            return gettext("The camera's picture is frozen: unplug it and plug it in again")
        if time - self._light_at >= BLACK_AFTER:
            return gettext("The camera sees only black: is something on the lens, or the light off?")
        return self._resized

    def _follow_size(self, size: tuple[int, int]) -> None:
        if self._size is not None and size != self._size:
            before, after = ("{} x {}".format(*each) for each in (self._size, size))
            self._resized = gettext(
                "The camera changed its picture from {before} to {after}: calibrate the tray again",
                before=before,
                after=after,
            )
        self._size = size

    def _follow_change(self, sample: Picture, time: float) -> None:
        fingerprint = sample.tobytes()
        if fingerprint != self._fingerprint:
            self._fingerprint = fingerprint
            self._changed_at = time

    def _follow_light(self, sample: Picture, time: float) -> None:
        first = self._light_at == 0.0
        if first or float(np.percentile(sample, 99)) > BLACK_LEVEL:
            self._light_at = time
