"""Motion on the tray, and things that lie there and are no dice, in a picture of 160 x 120 pixels."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.dice import Box
from companion.vision.frames import Picture
from companion.vision.tracking.shadows import MIN_GAIN, largest, moving_shadow, shadow_on
from companion.vision.tray import Tray

SMALL = (160, 120)
"""Width and height of the small picture in which motion is looked for."""

MOTION_THRESHOLD = 14.0
"""Grey levels by which a small pixel must change to count as moved; flicker of lamps stays below."""

UNCHANGED = 3
"""Shades within which two small pictures are the same: no correction for flicker makes it motion."""

COLOUR_THRESHOLD = 24.0
"""The same for its bluest, greenest or reddest part: cameras are noisier in colour than in brightness."""

FOREGROUND_THRESHOLD = 0.25
"""Share of the floor's light by which something that did not lie on the empty tray differs from it."""

FOREGROUND_LEVELS = (16.0, 35.0)
"""The same in shades, at least and at most: in the dark a camera's noise counts."""

SAME_HUE = 0.13
"""Share of the floor's light by which a shadow may differ from the darkened floor: other lamps reach it."""

GREY = np.array([0.114, 0.587, 0.299], np.float32)
"""What blue, green and red add to brightness."""

MOVING_SHARE = 0.001
"""Share of small pixels that must have changed for something to be moving: half of a small die."""

MAX_WOBBLE = 0.4
"""Small pixels by which the whole picture may shift from frame to frame: a camera on a long arm trembles."""

SUBPIXEL_ERROR = 0.7
"""Share of a shift by which a small picture with sharp edges may differ once it has been moved back."""

MAX_BANDING = 0.15
"""Share by which lamps that flicker make rows of a picture brighter or darker than the rest of it."""

BAND_BLUR = 1.5
"""Small pixels over which the brightness of rows is smoothed; bands of flicker are wider."""

MIN_IN_ROW = 12
"""Small pixels of the tray that a row needs to tell its brightness."""

WHOLE_PICTURE_SHARE = 0.3
"""Share of the tray that changes when it is not a thing that moves, but camera or light."""

HAND_SHARE = 0.09
"""Share of the tray that a thing reaching in from its edge covers if it is a hand."""

BLACK_LEVEL = 4.0
"""Levels that a camera shows where there is no light; ratios below that tell nothing."""

SAMPLE_STEP = 13
"""Medians over the tray are taken of every 13th pixel."""

BORDER = 3
"""Small pixels from the edge of the tray within which a thing reaches in from outside."""

DIE_MARGIN = 0.5
"""Share of a die's box by which its blur and its shadow reach beyond it."""

OBJECT_SHARE = 0.12
"""Share of a die's box covered by something that is no die: the corner of one under a hand, for instance."""

BARE_SHARE = 0.3
"""Share of a die that may differ from the empty tray though nothing lies there."""

MAX_LIGHT_CHANGE = 1.7
"""Factor by which the light on a bare tray may have changed; a black picture shows nothing at all."""

MIN_ROLLING_GAIN = 0.6
"""What is darker than this share of the floor and as large as a die may be a black die that rolls."""

DIE_AREAS = (0.4, 2.2)
"""Areas of what may be a die that moves, in squares of a die's edge: it is blurred, and shows its sides."""

ABSORB_AFTER = 6000.0
"""Milliseconds after which a thing that does not move counts as part of the table."""


class MotionDetector:
    """Compares each picture with the one before, and with the empty tray once that has been seen."""

    def __init__(self, tray: Tray | None = None) -> None:
        """With a `tray`, motion beside it is ignored."""
        self._mask = np.ones(SMALL[::-1], np.bool_) if tray is None else tray.mask(SMALL) > 0
        self._border = self._mask & ~_inside(self._mask)
        self._beside, self._in_rows = ~self._mask, self._mask.sum(axis=1)
        self._sample = np.flatnonzero(self._mask)[::SAMPLE_STEP]
        self._shades: Picture | None = None
        self._hand: tuple[object, Picture, bool] | None = None
        self._frame: NDArray[np.float32] | None = None
        self._moving: NDArray[np.bool_] | None = None
        self._background: NDArray[np.float32] | None = None
        self._since: float | None = None
        self.shadows_move = False
        """Whether a shadow moved since the picture before."""

    def has_motion(self, picture: Picture) -> bool:
        """Whether a thing moved since the picture before; the first picture counts as motion.

        Shadows that move are told by `shadows_move`. A grey thing on a grey floor may look like one.
        """
        shades = np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
        small = shades.astype(np.float32)
        earlier, self._shades = self._shades, shades
        before, self._frame = self._frame, small
        self.shadows_move = False
        if earlier is not None and _same(earlier, shades):
            self._moving = np.zeros(SMALL[::-1], np.bool_)
            return False
        if before is not None:
            changed = self._moving = self._changed(small, before)
            if not changed.any():
                return False
            shadow = np.zeros_like(changed)
            shadow[changed] = moving_shadow(before[changed], small[changed])
            self._moving = changed & ~shadow
            self.shadows_move = float(np.mean(shadow)) > MOVING_SHARE
            if float(np.mean(self._moving)) <= MOVING_SHARE:
                return False
        self._since = None
        return True

    def what_moves(self) -> str:
        """What seemed to move in the newest picture, for players."""
        moving = self._moving
        if moving is None or not moving.any():
            return "Shadows move on the tray" if self.shadows_move else "Something moves on the tray"
        if moving.sum() > WHOLE_PICTURE_SHARE * self._mask.sum():
            return "The whole picture moves: hold camera and lamp still"
        columns = np.nonzero(moving)[1]
        inside = np.flatnonzero(self._mask.any(axis=0))
        place = (float(np.median(columns)) - inside[0]) / max(1, inside[-1] - inside[0])
        side = "left" if place < 1 / 3 else "right" if place > 2 / 3 else "middle"
        return f"Something moves on the tray, {'in the' if side == 'middle' else 'on the'} {side}"

    def set_background(self) -> None:
        """The newest picture shows the tray with nothing on it.

        Where shadows move, the brightest of all such pictures is kept: the floor without them.
        """
        before, self._background, self._since = self._background, self._frame, None
        if self.shadows_move and before is not None and self._frame is not None:
            lit = before * self._illumination_change(self._frame, before)
            self._background = np.maximum(self._frame, np.minimum(lit, 255))

    def background_visible(self, die: Box, size: tuple[int, int]) -> bool:
        """Whether the newest picture shows the tray as it was when nothing lay on it, moving or not.

        Args:
            die: the box of the smallest die that may lie there, in pixels of the picture.
            size: the picture's width and height, in pixels.
        """
        if self._background is None or self._frame is None:
            return False
        illumination = self._illumination_change(self._frame, self._background)
        if illumination.max() > MAX_LIGHT_CHANGE or illumination.min() < 1 / MAX_LIGHT_CHANGE:
            return False
        left, top, right, bottom = _shrunk(die, size)
        changed = self._changed(self._frame, self._background * illumination).sum()
        return bool(changed < BARE_SHARE * (right - left) * (bottom - top))

    def count_dice(self, edge: float, size: tuple[int, int] = SMALL) -> int:
        """How many things about as large as a die lie or roll on the empty tray, apart from its border.

        Args:
            edge: of a die, in widths of the picture.
            size: the picture's width and height, in pixels.
        """
        count, labels, sizes = _components(self._foreground(MIN_ROLLING_GAIN), closing=1)
        reaching = np.unique(labels[self._border])
        square = edge * SMALL[0] * edge * SMALL[1] * size[0] / size[1]
        least, most = (factor * square for factor in DIE_AREAS)
        return sum(least < sizes[thing] < most and thing not in reaching for thing in range(1, count))

    def hand_present(self, dice: Iterable[Box] = (), size: tuple[int, int] = SMALL) -> bool:
        """Whether something large that was not there on the empty tray reaches in from the edge.

        Args:
            dice: boxes of the dice that are known to lie there, in pixels of the picture: they are no hand.
            size: the picture's width and height, in pixels.
        """
        if self._shades is None:
            return False
        boxes = tuple(dice)
        asked = (boxes, size, id(self._background))
        if self._hand is not None and self._hand[0] == asked and _same(self._hand[1], self._shades):
            return self._hand[2]
        found = self._hand_over(boxes, size)
        self._hand = (asked, self._shades, found)
        return found

    def _hand_over(self, dice: Iterable[Box], size: tuple[int, int]) -> bool:
        foreground = self._foreground()
        for box in dice:
            left, top, right, bottom = _widened(_shrunk(box, size))
            foreground[top:bottom, left:right] = 0
        if not foreground.any():
            return False
        count, labels, sizes = _components(foreground)
        reaching = set(np.unique(labels[self._border]).tolist())
        least = HAND_SHARE * float(self._mask.sum())
        return any(thing in reaching and sizes[thing] > least for thing in range(1, count))

    def stays(self, time: float) -> None:
        """A hand is there that does not move; after `ABSORB_AFTER` it counts as part of the table."""
        self._absorb_static(True, time)

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
        least = OBJECT_SHARE * min((right - left) * (bottom - top) for left, top, right, bottom in boxes)
        return self._absorb_static(bool((sizes[1:] > least).any()), time)

    def _absorb_static(self, foreground: bool, time: float) -> bool:
        """The same; after `ABSORB_AFTER` the empty tray is forgotten, since the table has changed."""
        if not foreground:
            return False
        if self._since is None:
            self._since = time
        if time - self._since > ABSORB_AFTER:
            self._background = None
        return True

    def _foreground(self, min_gain: float = MIN_GAIN) -> NDArray[np.uint8]:
        """1 where the newest picture shows what the empty tray did not, in light or shadow.

        Nothing is foreground where no empty tray has been seen.
        """
        if self._background is None or self._frame is None:
            return np.zeros(SMALL[::-1], np.uint8)
        illumination = self._illumination_change(self._frame, self._background)
        floor = np.minimum(self._background * illumination, 255)
        change = self._change(self._frame, floor)
        light = float(self._median(floor).max())
        differs = largest(np.abs(change)) > np.clip(FOREGROUND_THRESHOLD * light, *FOREGROUND_LEVELS)
        if not differs.any():
            return np.zeros(SMALL[::-1], np.uint8)
        return np.asarray(
            differs & ~shadow_on(floor, floor + change, differs, SAME_HUE * light, min_gain), np.uint8
        )

    def _illumination_change(
        self, now: NDArray[np.float32], empty: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """By which factors on blue, green and red the light has changed, or the camera's exposure."""
        return (self._median(now) + BLACK_LEVEL) / (self._median(empty) + BLACK_LEVEL)

    def _changed(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which pixels differ by more than noise and flicker: in brightness, or much in some colour.

        A hand may well be as bright as the felt under it.
        """
        steady = other * self._banding(one, other)[:, None, None]
        changed = self._differs(one, steady)
        if not changed.any():
            # Nearly always so, and the costly alignment can only find less.
            return changed
        aligned, tolerance = _aligned(one, steady)
        return self._differs(one, aligned, tolerance)

    def _differs(
        self,
        one: NDArray[np.float32],
        other: NDArray[np.float32],
        tolerance: NDArray[np.float32] | float = 0.0,
    ) -> NDArray[np.bool_]:
        change = self._change(one, other)
        grey, colour = np.abs(change @ GREY), largest(np.abs(change))
        return np.asarray((grey > MOTION_THRESHOLD + tolerance) | (colour > COLOUR_THRESHOLD + tolerance))

    def _banding(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """For each row by which factor it is brighter in one picture than in the other, beside all others.

        Lamps flicker at twice the mains frequency; a rolling shutter makes bands of it.
        """
        ratios = np.where(self._mask, (one @ GREY + BLACK_LEVEL) / (other @ GREY + BLACK_LEVEL), np.inf)
        enough = self._in_rows >= MIN_IN_ROW
        rows = np.ones(len(ratios), np.float32)
        # The median of each row's pixels on the tray, which stand first; quicker than numpy's nanmedian.
        ordered, counts = np.sort(ratios[enough], axis=1), self._in_rows[enough]
        each = np.arange(len(counts))
        rows[enough] = (ordered[each, (counts - 1) // 2] + ordered[each, counts // 2]) / 2
        if enough.any():
            rows[~enough] = np.median(rows[enough])
        rows = rows / max(float(np.median(rows)), 1e-3)
        smooth = cv2.GaussianBlur(rows[:, None], (1, 0), sigmaX=0.1, sigmaY=BAND_BLUR)[:, 0]
        return np.clip(smooth, 1 - MAX_BANDING, 1 + MAX_BANDING).astype(np.float32)

    def _change(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """Per pixel of the tray and colour, the common change left out: a cloud before the sun is none."""
        difference = one - other
        difference -= self._median(difference)
        difference[self._beside] = 0.0
        return difference

    def _median(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """What most of the tray shows: blue, green, red."""
        colours = np.ascontiguousarray(values.reshape(-1, 3)[self._sample].T)
        middle = colours.shape[1] // 2
        # Quicker than numpy's median, which takes more time to look for missing values.
        return np.asarray(np.partition(colours, middle, axis=1)[:, middle], np.float32)


def _aligned(
    one: NDArray[np.float32], other: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The other picture moved onto the one, where the whole of it moved a little, and its error.

    Two steps of Lucas and Kanade, "An iterative image registration technique", 1981, over the whole picture.
    """
    target, grey = one @ GREY, other @ GREY
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    gradients = np.stack([across.ravel(), down.ravel()])
    normal = gradients @ gradients.T + np.eye(2, dtype=np.float32)
    shift = np.zeros(2)
    for step in range(2):
        difference = target - (_shifted(grey, shift) if step else grey)
        difference = difference - np.median(difference[::4, ::4])
        shift = shift + np.linalg.solve(normal, gradients @ difference.ravel())
        shift = np.clip(shift, -MAX_WOBBLE, MAX_WOBBLE)
    tolerance = SUBPIXEL_ERROR * float(np.hypot(*shift)) * cv2.magnitude(across, down)
    return _shifted(other, shift), np.asarray(tolerance, np.float32)


def _shifted(picture: NDArray[np.float32], shift: NDArray[np.float64]) -> NDArray[np.float32]:
    """A small picture moved back by a shift, in small pixels."""
    matrix = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    return np.asarray(cv2.warpAffine(picture, matrix, SMALL, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _components(
    foreground: NDArray[np.uint8], closing: int = 5
) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    """Connected components: how many, each pixel's number (0: none), and how many pixels each has."""
    kernel = np.ones((closing, closing), np.uint8)
    whole = np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, kernel), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    return count, np.asarray(labels, np.int32), np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32)


def _shrunk(box: Box, size: tuple[int, int]) -> Box:
    across, down = SMALL[0] / size[0], SMALL[1] / size[1]
    return box[0] * across, box[1] * down, box[2] * across, box[3] * down


def _widened(box: Box) -> tuple[int, int, int, int]:
    """The box of a die with its blur and shadow, in whole small pixels within the picture."""
    left, top, right, bottom = box
    more = DIE_MARGIN * max(right - left, bottom - top)
    return max(0, int(left - more)), max(0, int(top - more)), int(right + more) + 1, int(bottom + more) + 1


def _same(one: Picture, other: Picture) -> bool:
    """Whether two small pictures differ by no more than noise; at half their size less of it is left.

    A single pixel that has changed by `MOTION_THRESHOLD` shows there too.
    """
    half = SMALL[0] // 2, SMALL[1] // 2
    now, before = (cv2.resize(shades, half, interpolation=cv2.INTER_AREA) for shades in (one, other))
    return int(cv2.absdiff(now, before).max()) <= UNCHANGED


def _inside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The mask without its border; beyond the picture there is nothing of it."""
    framed = cv2.copyMakeBorder(mask.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    kernel = np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)
    return np.asarray(cv2.erode(framed, kernel, borderValue=(0,))[1:-1, 1:-1] > 0)
