"""Whether anything moves on the tray, and what lies there that is no die: cheap looks at a small picture."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.dice import Box
from companion.vision.frames import Picture
from companion.vision.tray import Tray

SMALL = (160, 120)
"""MotionDetector is looked for on a picture of this size (width, height)."""

CHANGED = 14.0
"""Grey levels by which a small pixel must change to count as moved; flicker of lamps stays below."""

COLOURED = 24.0
"""The same for its bluest, greenest or reddest part: cameras are noisier in colour than in brightness."""

FOREGROUND = 0.25
"""Share of the floor's light by which something that did not lie on the empty tray differs from it."""

FOREGROUND_LEVELS = (16.0, 35.0)
"""The same in shades, at least and at most: in the dark a camera's noise counts."""

SHADE = 0.25
"""A shadow leaves so much of the floor's light or more."""

SAME_HUE = 0.13
"""Share of the floor's light by which a shadow may differ from the darkened floor: other lamps reach it."""

GREY = np.array([0.114, 0.587, 0.299], np.float32)
"""What blue, green and red add to brightness."""

MOVING_SHARE = 0.001
"""Share of small pixels that must have changed for something to be moving: half of a small die."""

HAND_SHARE = 0.09
"""Share of the tray covered by one thing reaching in from its edge that types it a hand."""

DARK = 4.0
"""Shades that a camera shows where there is no light: a factor between fewer would tell nothing."""

EVERY = 13
"""One small pixel in so many tells what is common to all."""

BORDER = 3
"""Small pixels: whatever comes so near to the edge of the tray reaches in from there."""

ABOUT_A_DIE = 0.5
"""Share of a die's box by which its blur and its shadow reach beyond it."""

THING_SHARE = 0.12
"""Share of a die's box covered by something that is no die: the corner of one under a hand, for instance."""

BARE_SHARE = 0.3
"""Share of a die that may differ from the empty tray though nothing lies there."""

SAME_LIGHT = 1.7
"""Factor by which the light on a bare tray may have changed; a black picture shows nothing at all."""

PATIENCE = 6000.0
"""Milliseconds after which what lies there and does not move is held for a change of the table itself."""


class MotionDetector:
    """Compares each picture with the one before, and with the empty tray once that has been seen."""

    def __init__(self, tray: Tray | None = None) -> None:
        """With a `tray`, whatever moves beside it is left out."""
        self._mask = np.ones(SMALL[::-1], np.bool_) if tray is None else tray.mask(SMALL) > 0
        self._border = self._mask & ~_inside(self._mask)
        self._here_and_there = np.flatnonzero(self._mask)[::EVERY]
        self._frame: NDArray[np.float32] | None = None
        self._background: NDArray[np.float32] | None = None
        self._since: float | None = None

    def has_motion(self, picture: Picture) -> bool:
        """Whether something moved since the picture before; the first picture counts as motion."""
        small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)
        before, self._frame = self._frame, small
        if before is not None and float(np.mean(self._changed(small, before))) <= MOVING_SHARE:
            return False
        self._since = None
        return True

    def set_background(self) -> None:
        """The newest picture shows the tray with nothing on it."""
        self._background = self._frame
        self._since = None

    def background_visible(self, die: Box, size: tuple[int, int]) -> bool:
        """Whether the newest picture shows the tray as it was when nothing lay on it, moving or not.

        Args:
            die: the box of the smallest die that may lie there, in pixels of the picture.
            size: the picture's width and height, in pixels.
        """
        if self._background is None or self._frame is None:
            return False
        illumination = self._illumination_change(self._frame, self._background)
        if illumination.max() > SAME_LIGHT or illumination.min() < 1 / SAME_LIGHT:
            return False
        left, top, right, bottom = _shrunk(die, size)
        changed = self._changed(self._frame, self._background * illumination).sum()
        return bool(changed < BARE_SHARE * (right - left) * (bottom - top))

    def hand_present(self, time: float) -> bool:
        """Whether something large that was not there on the empty tray reaches in from the edge.

        Args:
            time: of the newest picture, in milliseconds.
        """
        count, labels, sizes = _components(self._foreground())
        reaching = set(np.unique(labels[self._border]).tolist())
        least = HAND_SHARE * float(self._mask.sum())
        return self._for_now(
            any(thing in reaching and sizes[thing] > least for thing in range(1, count)), time
        )

    def foreign_object_present(self, dice: Iterable[Box], size: tuple[int, int], time: float) -> bool:
        """Whether something lies there that was not there on the empty tray, is no die, and may hide one.

        Args:
            dice: boxes of all dice that were found, in pixels of the picture.
            size: the picture's width and height, in pixels.
            time: of the newest picture, in milliseconds.
        """
        boxes = [_shrunk(box, size) for box in dice]
        if not boxes:
            return False
        foreground = self._foreground()
        for box in boxes:
            left, top, right, bottom = _widened(box)
            foreground[top:bottom, left:right] = 0
        _, _, sizes = _components(foreground)
        least = THING_SHARE * min((right - left) * (bottom - top) for left, top, right, bottom in boxes)
        return self._for_now(bool((sizes[1:] > least).any()), time)

    def _for_now(self, foreground: bool, time: float) -> bool:
        """The same, until what is foreign has lain there so long that the empty tray is held for changed."""
        if not foreground:
            return False
        if self._since is None:
            self._since = time
        if time - self._since > PATIENCE:
            self._background = None
        return True

    def _foreground(self) -> NDArray[np.uint8]:
        """1 where the newest picture shows what the empty tray did not, in light or shadow.

        Nothing is foreground where no empty tray has been seen.
        """
        if self._background is None or self._frame is None:
            return np.zeros(SMALL[::-1], np.uint8)
        floor = np.minimum(self._background * self._illumination_change(self._frame, self._background), 255)
        change = self._change(self._frame, floor)
        light = float(self._median(floor).max())
        differs = np.abs(change).max(axis=2) > np.clip(FOREGROUND * light, *FOREGROUND_LEVELS)
        foreground = np.asarray(differs, np.uint8)
        foreground[differs] = ~_shaded(floor[differs], floor[differs] + change[differs], SAME_HUE * light)
        return foreground

    def _illumination_change(
        self, now: NDArray[np.float32], empty: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """By which factors on blue, green and red the light has changed, or the camera's exposure."""
        return (self._median(now) + DARK) / (self._median(empty) + DARK)

    def _changed(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which pixels differ by more than noise and flicker: in brightness, or much in some colour.

        A hand may well be as bright as the felt under it.
        """
        change = self._change(one, other)
        return np.asarray((np.abs(change @ GREY) > CHANGED) | (np.abs(change).max(axis=2) > COLOURED))

    def _change(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """Per pixel of the tray and colour, the common change left out: a cloud before the sun is none."""
        difference = one - other
        common = self._median(difference)
        return np.where(self._mask[..., None], difference - common, np.float32(0.0))

    def _median(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """What most of the tray shows: blue, green, red."""
        return np.asarray(np.median(values.reshape(-1, 3)[self._here_and_there], axis=0), np.float32)


def _shaded(floor: NDArray[np.float32], now: NDArray[np.float32], alike: float) -> NDArray[np.bool_]:
    """Which of n pixels (n x 3) may show the floor in shadow: darker, alike in hue but for so many shades."""
    share = (now * floor).sum(axis=1) / (np.square(floor).sum(axis=1) + 1.0)
    off = np.abs(now - share[:, None] * floor).max(axis=1)
    return np.asarray((share > SHADE) & (share < 1.0) & (off < alike))


def _components(foreground: NDArray[np.uint8]) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    """What hangs together: how many, the number of each pixel's (0: none), and how many pixels each has."""
    whole = np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    return count, np.asarray(labels, np.int32), np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32)


def _shrunk(box: Box, size: tuple[int, int]) -> Box:
    across, down = SMALL[0] / size[0], SMALL[1] / size[1]
    return box[0] * across, box[1] * down, box[2] * across, box[3] * down


def _widened(box: Box) -> tuple[int, int, int, int]:
    """The box of a die with its blur and shadow, in whole small pixels within the picture."""
    left, top, right, bottom = box
    more = ABOUT_A_DIE * max(right - left, bottom - top)
    return max(0, int(left - more)), max(0, int(top - more)), int(right + more) + 1, int(bottom + more) + 1


def _inside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The mask without its border; beyond the picture there is nothing of it."""
    framed = cv2.copyMakeBorder(mask.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    kernel = np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)
    return np.asarray(cv2.erode(framed, kernel, borderValue=(0,))[1:-1, 1:-1] > 0)
