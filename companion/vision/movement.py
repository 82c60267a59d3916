"""Whether anything moves on the tray, and whether a hand is over it: cheap looks at a small picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture
from companion.vision.tray import Tray

SMALL = (160, 120)
"""Movement is looked for on a picture of this size (width, height)."""

CHANGED = 14.0
"""Grey levels by which a small pixel must change to count as moved; flicker of lamps stays below."""

MOVING_SHARE = 0.001
"""Share of small pixels that must have changed for something to be moving: half of a small die."""

HAND_SHARE = 0.09
"""Share of the picture covered by one thing reaching in from the edge that makes it a hand."""

HAND_PATIENCE = 6000.0
"""Milliseconds after which a hand that does not move is held for a change of the table itself."""


class Movement:
    """Compares each picture with the one before, and with the empty tray once that has been seen."""

    def __init__(self, tray: Tray | None = None) -> None:
        """With a `tray`, whatever moves beside it is left out."""
        self._mask = None if tray is None else tray.mask(SMALL) > 0
        self._small: NDArray[np.float32] | None = None
        self._empty: NDArray[np.float32] | None = None
        self._hand_since: float | None = None

    def moved(self, picture: Picture) -> bool:
        """Whether something moved since the picture before; the first picture counts as movement."""
        small = self._shrunk(picture)
        before, self._small = self._small, small
        return before is None or float(np.mean(_difference(small, before) > CHANGED)) > MOVING_SHARE

    def remember_empty_tray(self) -> None:
        """The newest picture shows the tray with nothing on it."""
        self._empty = self._small
        self._hand_since = None

    def hand_over(self, time: float) -> bool:
        """Whether something large that was not there on the empty tray reaches in from the edge.

        Args:
            time: of the newest picture, in milliseconds.
        """
        if not self._something_reaches_in():
            self._hand_since = None
            return False
        if self._hand_since is None:
            self._hand_since = time
        if time - self._hand_since > HAND_PATIENCE:
            self._empty = None
        return True

    def _something_reaches_in(self) -> bool:
        if self._empty is None or self._small is None:
            return False
        foreign = (_difference(self._small, self._empty) > 2.5 * CHANGED).astype(np.uint8)
        foreign = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(foreign)
        for x, y, wide, high, area in stats[1:count]:
            reaches_in = x == 0 or y == 0 or x + wide == SMALL[0] or y + high == SMALL[1]
            if reaches_in and area > HAND_SHARE * foreign.size:
                return True
        return False

    def _shrunk(self, picture: Picture) -> NDArray[np.float32]:
        small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        return grey if self._mask is None else np.where(self._mask, grey, np.float32(0.0))


def _difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Per pixel, with the common change of brightness taken out: a cloud before the sun is no movement."""
    difference = one - other
    return np.asarray(np.abs(difference - np.median(difference)), np.float32)
