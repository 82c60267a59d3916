"""Where a board differs from the empty one, apart from shadows."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Familiar = Callable[[Floats], Mask]

LIGHTNESS = 0.5
"""Weight of lightness beside colour."""
DIFFERENT = 4.5, 4.0
"""A difference (CIE Lab, lightness weighted) above this is a thing: at least, and in times of the noise."""
BESIDE = 3.5, 3.0
"""Beside such a difference a smaller one belongs to the same thing."""
DEEPEST = 0.35
"""Smallest share of the light that a shadow leaves."""
TINT = 0.12
"""How much more one channel may lose in a shadow than another, as a natural logarithm."""
CASTER = 0.25
"""A shadow beside less than this share of a piece has nothing that throws it: it is a dark piece itself."""
LONE = 3.0
"""A shadow larger than so many pieces falls from something outside the board."""

RIM = 5
"""What differs so near to the board's edge, in pixels, is the table: the board lies a pixel elsewhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The empty board, prepared for comparison.

    Attributes:
        values: height x width x 3, BGR, 0 to 255.
        middle: its CIE Lab.
        low, high: darkest and brightest CIE Lab within one pixel: a picture that is off by less than a
            pixel does not differ.
    """

    values: Floats
    middle: Floats
    low: Floats
    high: Floats


def lab(values: Floats) -> Floats:
    """CIE Lab of BGR 0 to 255, lightness weighted: height x width x 3."""
    found = np.asarray(cv2.cvtColor(values * np.float32(1 / 255), cv2.COLOR_BGR2LAB), np.float32)
    found[..., 0] *= np.float32(LIGHTNESS)
    return found


def background(reference: NDArray[np.uint8]) -> Background:
    """Prepare the empty board."""
    values = np.asarray(cv2.GaussianBlur(reference, (3, 3), 0), np.float32)
    colours = lab(values)
    kernel = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(colours, kernel), cv2.dilate(colours, kernel)
    return Background(values, colours, np.asarray(low, np.float32), np.asarray(high, np.float32))


def things(values: Floats, colours: Floats, empty: Background, piece: float, familiar: Familiar) -> Mask:
    """A mask of what lies on the board and is no shadow: height x width.

    Args:
        values: the board now, in the light of its teaching, smoothed like `Background.values`.
        colours: its CIE Lab.
        empty: the empty board.
        piece: area of a piece, in pixels.
        familiar: says of colours, n x 3, whether they are those of pieces.
    """
    apart = np.maximum(np.maximum(colours - empty.high, empty.low - colours), 0)
    distance = cv2.blur(cv2.magnitude(cv2.magnitude(apart[..., 0], apart[..., 1]), apart[..., 2]), (3, 3))
    noise = _noise(colours[::3, ::3], empty.middle[::3, ::3])
    mask = distance > max(BESIDE[0], BESIDE[1] * noise)
    strong = distance > max(DIFFERENT[0], DIFFERENT[1] * noise)
    ratio = np.log(values[mask] + 6.0) - np.log(empty.values[mask] + 6.0)
    dark = (ratio.max(axis=1) < 0.05) & (ratio.mean(axis=1) > np.log(DEEPEST))
    shadow = np.zeros_like(mask)
    shadow[mask] = dark & (np.ptp(ratio, axis=1) < TINT)
    _, parts = cv2.connectedComponents(mask.astype(np.uint8))
    count = int(parts.max()) + 1
    bright = np.bincount(parts[mask & ~shadow], minlength=count)
    lone = (bright < CASTER * piece) & (np.bincount(parts.ravel(), minlength=count) < LONE * piece)
    doubtful = shadow & lone[parts]
    shadow[doubtful] = ~familiar(colours[doubtful])
    mask &= ~shadow
    mask[:RIM] = mask[-RIM:] = False
    mask[:, :RIM] = mask[:, -RIM:] = False
    return _cleaned(mask, strong)


def _noise(colours: Floats, empty: Floats) -> float:
    """The usual difference where nothing lies; hands may cover half of the board."""
    return float(np.percentile(np.linalg.norm(colours - empty, axis=2), 40))


def _cleaned(mask: Mask, strong: Mask) -> Mask:
    """Take specks away, fill gaps, and keep only what differs much somewhere."""
    clean = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    clean = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, parts = cv2.connectedComponents(clean)
    kept = np.bincount(parts[strong & (clean > 0)], minlength=int(parts.max()) + 1) > 0
    kept[0] = False
    return np.asarray(kept[parts])
