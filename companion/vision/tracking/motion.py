"""Detects motion and foreign objects on the tray, in a picture of 160 x 120 pixels."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.locale.messages import gettext
from companion.vision.dice import Box
from companion.vision.frames import Picture
from companion.vision.tracking.shadows import MIN_GAIN, largest, moving_shadow, shadow_on
from companion.vision.tray import Tray

SMALL = (160, 120)
"""Width and height of the small picture in which motion is looked for."""

MOTION_THRESHOLD = 14.0
"""Grey levels by which a small pixel must change to count as moved; flicker of lamps stays below."""

UNCHANGED = 3
"""Grey levels within which two small pictures are the same, without any correction for flicker."""

COLOUR_THRESHOLD = 24.0
"""The same for a single colour channel: cameras are noisier in colour than in brightness."""

FOREGROUND_THRESHOLD = 0.25
"""Share of the floor's brightness by which foreground must differ from the empty tray."""

FOREGROUND_LEVELS = (16.0, 35.0)
"""Lower and upper limit of the same in grey levels: in the dark, a camera's noise counts."""

SAME_HUE = 0.13
"""Share of the floor's brightness by which a shadow may differ from the darkened floor: other lamps reach
it.
"""

GREY = np.array([0.114, 0.587, 0.299], np.float32)
"""Weights of blue, green and red in the brightness (ITU-R BT.601)."""

MOVING_SHARE = 0.001
"""Share of small pixels that must have changed to count as motion: half of a small die."""

MAX_WOBBLE = 0.4
"""Largest shift of the whole picture from frame to frame, in small pixels: a camera on a long arm shakes."""

SUBPIXEL_ERROR = 0.7
"""Remaining error of a small picture after it was shifted back, per pixel of the shift, at sharp edges."""

MAX_BANDING = 0.15
"""Share by which flickering lamps make rows of a picture brighter or darker."""

BAND_BLUR = 1.5
"""Blur of the rows' brightness, in small pixels; bands of flicker are wider."""

MIN_IN_ROW = 12
"""Smallest number of tray pixels in a row for estimating its brightness."""

WHOLE_PICTURE_SHARE = 0.3
"""If more than this share of the tray changes, camera or light has changed and nothing moved."""

HAND_SHARE = 0.09
"""Smallest share of the tray that a hand covers when it reaches in from the edge."""

BLACK_LEVEL = 4.0
"""Grey levels of a camera without light; ratios of darker pixels mean nothing."""

SAMPLE_STEP = 13
"""Medians over the tray use every 13th pixel."""

BORDER = 3
"""An object within this many small pixels of the tray's edge reaches in from outside."""

DIE_MARGIN = 0.5
"""Margin for a die's blur and shadow, as a share of its box."""

OBJECT_SHARE = 0.12
"""Smallest area of a foreign object, as a share of a die's box."""

BARE_SHARE = 0.3
"""Largest foreground area on an empty tray, as a share of a die."""

MAX_LIGHT_CHANGE = 1.7
"""Largest factor by which the light on an empty tray may have changed; a black picture shows nothing."""

MIN_ROLLING_GAIN = 0.6
"""An object as large as a die and darker than this share of the floor may be a rolling black die."""

DIE_AREAS = (0.4, 2.2)
"""Smallest and largest area of a moving die, in squares of its edge: it is blurred, and shows its sides."""

ABSORB_AFTER = 6000.0
"""Milliseconds after which an object at rest counts as part of the table."""


class MotionDetector:
    """Compares each picture with the one before, and with the empty tray once that has been seen.

    Boxes and areas of dice are in small pixels, times in milliseconds.
    """

    def __init__(self, tray: Tray | None = None) -> None:
        """With a `tray`, motion beside it is ignored."""
        self._mask = on_tray(tray)
        self._border = self._mask & ~_inside(self._mask)
        self._beside, self._in_rows = ~self._mask, self._mask.sum(axis=1)
        self._sample = np.flatnonzero(self._mask)[::SAMPLE_STEP]
        self._hand: tuple[tuple[Box, ...], bool] | None = None
        self._frame: NDArray[np.float32] | None = None
        self._moving: NDArray[np.bool_] | None = None
        self._background: NDArray[np.float32] | None = None
        self._against: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
        self._since: float | None = None
        self._absorbed = np.zeros(SMALL[::-1], np.bool_)
        self.shadows_move = False
        """Whether a shadow moved since the picture before."""

    def has_motion(self, picture: Picture) -> bool:
        """Whether an object moved since the previous picture; the first picture counts as motion.

        A picture that differs by noise alone is still the one before. Moving shadows set `shadows_move`
        instead. A grey object on a grey floor may look like a shadow.
        """
        small, before = small_picture(picture).astype(np.float32), self._frame
        self.shadows_move = False
        if before is not None and _same(before, small):
            self._moving = None
            return False
        self._frame, self._against, self._hand = small, None, None
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
        """A sentence for players about what moved in the newest picture."""
        moving = self._moving
        if moving is None or not moving.any():
            return (
                gettext("Shadows move on the tray")
                if self.shadows_move
                else gettext("Something moves on the tray")
            )
        if moving.sum() > WHOLE_PICTURE_SHARE * self._mask.sum():
            return gettext("The whole picture moves: hold camera and lamp still")
        columns = np.nonzero(moving)[1]
        inside = np.flatnonzero(self._mask.any(axis=0))
        third = 3 * (float(np.median(columns)) - inside[0]) / max(1, inside[-1] - inside[0])
        return (
            gettext("Something moves on the tray, on the left"),
            gettext("Something moves on the tray, in the middle"),
            gettext("Something moves on the tray, on the right"),
        )[int(np.clip(third, 0, 2))]

    def set_background(self) -> None:
        """The newest picture shows the tray with nothing on it."""
        self._background = self._frame
        self._absorbed, self._since = np.zeros(SMALL[::-1], np.bool_), None
        self._against, self._hand = None, None

    @property
    def floor_known(self) -> bool:
        """Whether the empty tray was ever seen, or enough of it beside dice."""
        return self._background is not None

    def learn_beside(self, dice: Iterable[Box]) -> None:
        """Learn the floor from the newest picture, in which only these dice lie, as players have confirmed.

        What differs from the floor keeps it as it was: it may be more than a change of the light.
        """
        if self._frame is None or self.shadows_move:
            return
        other, against = _filled(self._foreground(), dice, 1), self._against_floor()
        if against is None:
            painted = cv2.inpaint(self._frame.astype(np.uint8), other, BORDER, cv2.INPAINT_TELEA)
            self._background = np.asarray(painted, np.float32)
        else:
            self._background = np.where(other[..., None] > 0, against[0], self._frame)
        self._against, self._hand = None, None

    def background_visible(self, area: float) -> bool:
        """Whether the newest picture shows the tray without dice of this area, moving or not."""
        if self._background is None or self._frame is None:
            return False
        illumination = self._illumination_change(self._frame, self._background)
        if illumination.max() > MAX_LIGHT_CHANGE or illumination.min() < 1 / MAX_LIGHT_CHANGE:
            return False
        changed = self._changed(self._frame, self._background * illumination).sum()
        return bool(changed < BARE_SHARE * area)

    def rolling_objects(self, area: float) -> list[tuple[float, float]]:
        """The centres of objects of about a die's size on the empty tray, not at its border, in small pixels.

        What moves counts even where it hardly differs from the floor, as pale dice on a pale tray do.
        """
        against, foreground = self._against_floor(), self._foreground(MIN_ROLLING_GAIN)
        if against is not None and self._moving is not None:
            # The double difference of this picture, the last and the empty one.
            foreground = foreground | (self._moving & _exceeds(against[1]))
        count, labels, sizes, centres = _components(foreground, closing=1)
        reaching = np.unique(labels[self._border])
        least, most = (factor * area for factor in DIE_AREAS)
        return [
            (float(centres[one][0]), float(centres[one][1]))
            for one in range(1, count)
            if least < sizes[one] < most and one not in reaching
        ]

    def hand_present(self, dice: Iterable[Box] = ()) -> bool:
        """Whether a large foreground object beside these dice reaches in from the tray's edge."""
        boxes = tuple(dice)
        if self._hand is None or self._hand[0] != boxes:
            self._hand = boxes, self._hand_over(boxes)
        return self._hand[1]

    def _hand_over(self, dice: Iterable[Box]) -> bool:
        foreground = _filled(self._foreground() & ~self._absorbed, dice)
        if not foreground.any():
            return False
        _, labels, sizes, _ = _components(foreground)
        reaching = np.unique(labels[self._border])
        return bool((sizes[reaching[reaching > 0]] > HAND_SHARE * self._mask.sum()).any())

    def stays(self, time: float) -> None:
        """Note a hand that does not move; after `ABSORB_AFTER` it counts as part of the table."""
        self._absorb_static(True, time)

    def is_bare(self, area: float, time: float) -> bool:
        """Whether nothing of a die's area differs from the empty tray, and nothing can be hidden.

        What belongs to the table by now differs all the same: it may be a die that is not read. Only where
        most of the tray differs for `ABSORB_AFTER`, camera or floor have changed, and it is learned anew.
        """
        foreground = self._foreground()
        _, _, sizes, _ = _components(foreground)
        bare = not (sizes[1:] > BARE_SHARE * area).any()
        if self._absorb_static(not bare, time) and foreground.sum() > WHOLE_PICTURE_SHARE * self._mask.sum():
            return bool(self._absorbed.any())
        return bare

    def foreign_object_present(self, dice: Iterable[Box], time: float) -> bool:
        """Whether a foreground object lies on the tray that is none of these dice and may hide or be one."""
        boxes = list(dice)
        _, _, sizes, _ = _components(_filled(self._foreground() & ~self._absorbed, boxes))
        least = OBJECT_SHARE * min(map(_area, boxes), default=0.0)
        return self._absorb_static(bool((sizes[1:] > least).any()), time)

    def _absorb_static(self, foreground: bool, time: float) -> bool:
        """Whether the foreground is new; after `ABSORB_AFTER` it becomes part of the table."""
        if not foreground:
            return False
        if self._since is None:
            self._since = time
        if time - self._since > ABSORB_AFTER:
            grown = cv2.dilate(self._foreground(), np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8))
            self._absorbed, self._hand = grown > 0, None
        return True

    def _against_floor(self) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """The empty tray in the light of the newest picture, and the change from it; None if not known."""
        if self._background is None or self._frame is None:
            return None
        if self._against is None:
            light = self._illumination_change(self._frame, self._background)
            floor = np.minimum(self._background * light, 255)
            self._against = floor, self._change(self._frame, floor)
        return self._against

    def _foreground(self, min_gain: float = MIN_GAIN) -> NDArray[np.uint8]:
        """The foreground mask of the newest picture: 1 where it differs from the empty tray and its shadows.

        Without a background nothing is foreground.
        """
        against = self._against_floor()
        if against is None:
            return np.zeros(SMALL[::-1], np.uint8)
        floor, change = against
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
        """The factors on blue, green and red by which the light or the exposure has changed."""
        return (self._median(now) + BLACK_LEVEL) / (self._median(empty) + BLACK_LEVEL)

    def _changed(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.bool_]:
        """The pixels that differ by more than noise and flicker, in brightness or clearly in one channel.

        A hand may be as bright as the felt under it.
        """
        steady = other * self._banding(one, other)[:, None, None]
        changed = _exceeds(self._change(one, steady))
        if not changed.any():
            # Nearly always true, and the costly registration can only find less.
            return changed
        aligned, tolerance = _aligned(one, steady)
        return _exceeds(self._change(one, aligned), tolerance)

    def _banding(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """The relative brightness of each row in one picture compared with the other.

        Lamps flicker at twice the mains frequency; a rolling shutter turns that into bands.
        """
        ratios = np.where(self._mask, (one @ GREY + BLACK_LEVEL) / (other @ GREY + BLACK_LEVEL), np.inf)
        enough = self._in_rows >= MIN_IN_ROW
        rows = np.ones(len(ratios), np.float32)
        # The median of each row's tray pixels, which are sorted first; faster than numpy's nanmedian.
        ordered, counts = np.sort(ratios[enough], axis=1), self._in_rows[enough]
        each = np.arange(len(counts))
        rows[enough] = (ordered[each, (counts - 1) // 2] + ordered[each, counts // 2]) / 2
        if enough.any():
            rows[~enough] = np.median(rows[enough])
        rows = rows / max(float(np.median(rows)), 1e-3)
        smooth = cv2.GaussianBlur(rows[:, None], (1, 0), sigmaX=0.1, sigmaY=BAND_BLUR)[:, 0]
        return np.clip(smooth, 1 - MAX_BANDING, 1 + MAX_BANDING).astype(np.float32)

    def _change(self, one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
        """The change of each tray pixel and channel."""
        difference = one - other
        difference[self._beside] = 0.0
        return difference

    def _median(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The median colour of the tray: blue, green, red."""
        colours = np.ascontiguousarray(values.reshape(-1, 3)[self._sample].T)
        middle = colours.shape[1] // 2
        # Faster than numpy's median, which spends its time looking for NaN.
        return np.asarray(np.partition(colours, middle, axis=1)[:, middle], np.float32)


def _exceeds(change: NDArray[np.float32], tolerance: NDArray[np.float32] | float = 0.0) -> NDArray[np.bool_]:
    """The pixels that change by more than noise and flicker, in brightness or clearly in one channel."""
    grey, colour = np.abs(change @ GREY), largest(np.abs(change))
    return np.asarray((grey > MOTION_THRESHOLD + tolerance) | (colour > COLOUR_THRESHOLD + tolerance))


def small_picture(picture: Picture) -> Picture:
    """The small picture in which motion is looked for; of a small picture itself."""
    return np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def on_tray(tray: Tray | None) -> NDArray[np.bool_]:
    """The small picture's mask of the tray; all of it without a tray."""
    return np.ones(SMALL[::-1], np.bool_) if tray is None else tray.mask(SMALL) > 0


def _aligned(
    one: NDArray[np.float32], other: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Register the other picture onto the first if the whole picture shifted a little.

    Also the remaining error.

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
    """A small picture shifted back, by a shift in small pixels."""
    matrix = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    return np.asarray(cv2.warpAffine(picture, matrix, SMALL, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _components(
    foreground: NDArray[np.uint8], closing: int = 5
) -> tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
    """Connected components: their number, the label of each pixel (0: none), their sizes and centres."""
    kernel = np.ones((closing, closing), np.uint8)
    whole = np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, kernel), np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(whole)
    sizes = np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32)
    return count, np.asarray(labels, np.int32), sizes, np.asarray(centres, np.float64)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def small_box(box: Box, size: tuple[int, int]) -> Box:
    """A box in small pixels; `size` is the width and height of the picture that it is in."""
    across, down = SMALL[0] / size[0], SMALL[1] / size[1]
    return box[0] * across, box[1] * down, box[2] * across, box[3] * down


def _filled(mask: NDArray[np.uint8], dice: Iterable[Box], value: int = 0) -> NDArray[np.uint8]:
    """The mask with this value where dice lie, with blur and shadow; for the boxes see `hand_present`."""
    for left, top, right, bottom in dice:
        more = DIE_MARGIN * max(right - left, bottom - top)
        rows = slice(max(0, int(top - more)), int(bottom + more) + 1)
        mask[rows, max(0, int(left - more)) : int(right + more) + 1] = value
    return mask


def _same(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two small pictures differ only by noise; compared at half their size, where noise is lower.

    A single pixel that changed by `MOTION_THRESHOLD` is still visible there.
    """
    difference = cv2.resize(one - other, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return float(np.abs(difference).max()) <= UNCHANGED


def _inside(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The mask without its border; beyond the picture it is empty."""
    framed = cv2.copyMakeBorder(mask.astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    kernel = np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)
    return np.asarray(cv2.erode(framed, kernel, borderValue=(0,))[1:-1, 1:-1] > 0)
