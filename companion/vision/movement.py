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
"""Share of the tray covered by one thing reaching in from its edge that makes it a hand."""

BORDER = 3
"""Small pixels: whatever comes so near to the edge of the tray reaches in from there."""

HAND_PATIENCE = 6000.0
"""Milliseconds after which a hand that does not move is held for a change of the table itself."""


class Movement:
    """Compares each picture with the one before, and with the empty tray once that has been seen."""

    def __init__(self, tray: Tray | None = None) -> None:
        """With a `tray`, whatever moves beside it is left out."""
        self._mask = np.ones(SMALL[::-1], np.bool_) if tray is None else tray.mask(SMALL) > 0
        self._border = self._mask & ~_inside(self._mask)
        self._small: NDArray[np.float32] | None = None
        self._empty: NDArray[np.float32] | None = None
        self._hand_since: float | None = None

    def moved(self, picture: Picture) -> bool:
        """Whether something moved since the picture before; the first picture counts as movement."""
        small = self._shrunk(picture)
        before, self._small = self._small, small
        return before is None or float(np.mean(self._change(small, before) > CHANGED)) > MOVING_SHARE

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
        foreign = (self._change(self._small, self._empty) > 2.5 * CHANGED).astype(np.uint8)
        foreign = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign)
        reaching = set(np.unique(labels[self._border]).tolist())
        least = HAND_SHARE * float(self._mask.sum())
        return any(thing in reaching and stats[thing, cv2.CC_STAT_AREA] > least for thing in range(1, count))

    def _shrunk(self, picture: Picture) -> NDArray[np.float32]:
        small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)

    def _change(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """Per pixel of the tray, the common change left out: a cloud before the sun is no movement."""
        difference = one - other
        return np.where(self._mask, np.abs(difference - np.median(difference[self._mask])), np.float32(0.0))


def _inside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The mask without its border; beyond the picture there is nothing of it."""
    framed = cv2.copyMakeBorder(mask.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    kernel = np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)
    return np.asarray(cv2.erode(framed, kernel, borderValue=(0,))[1:-1, 1:-1] > 0)
