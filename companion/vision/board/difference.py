"""Where a board differs from the empty one, apart from shadows, and whose colour it has there."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

LIGHTNESS = 0.5
"""Weight of lightness beside colour."""
DIFFERENT = 9.0
"""A difference (CIE Lab, lightness weighted) above this is a thing, no noise."""
DEEPEST = 0.35
"""Smallest share of the light that a shadow leaves."""
TINT = 0.12
"""How much more one channel may lose in a shadow than another, as a natural logarithm."""
ALIKE = 22.0
"""Largest distance (CIE Lab, lightness weighted) of a pixel from a seat's colours."""
SHADE = 0.35
"""Weight of lightness between a pixel and a seat's colour: pieces have bright and dark sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The empty board, prepared for comparison.

    Attributes:
        values: height x width x 3, BGR, 0 to 255.
        low, high: darkest and brightest CIE Lab within one pixel: a picture that is off by less than a
            pixel does not differ.
    """

    values: Floats
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
    return Background(values, np.asarray(low, np.float32), np.asarray(high, np.float32))


def things(values: Floats, colours: Floats, empty: Background) -> Mask:
    """A mask of what lies on the board and is no shadow: height x width.

    Args:
        values: the board now, in the light of its teaching, smoothed like `Background.values`.
        colours: its CIE Lab.
        empty: the empty board.
    """
    apart = np.maximum(np.maximum(colours - empty.high, empty.low - colours), 0)
    distance = cv2.magnitude(cv2.magnitude(apart[..., 0], apart[..., 1]), apart[..., 2])
    mask = distance > DIFFERENT
    ratio = np.log(values[mask] + 6.0) - np.log(empty.values[mask] + 6.0)
    dark = (ratio.max(axis=1) < 0.05) & (ratio.mean(axis=1) > np.log(DEEPEST))
    shadow = dark & (np.ptp(ratio, axis=1) < TINT)
    mask[mask] = ~shadow
    clean = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0)


def nearest_colours(pixels: Floats, seats: Sequence[Floats]) -> tuple[NDArray[np.intp], Floats]:
    """The seat whose colours each pixel is nearest to, and how near.

    Args:
        pixels: CIE Lab, lightness weighted, n x 3.
        seats: of each seat its colours, CIE Lab: k x 3; at least one.

    Returns:
        The index of the seat, n, and the distance, n.
    """
    weights = np.array([SHADE / LIGHTNESS, 1.0, 1.0], np.float32)
    scaled = pixels * weights
    distances = []
    for colours in seats:
        centres = colours * np.array([SHADE, 1.0, 1.0], np.float32)
        distances.append(np.linalg.norm(scaled[:, None] - centres, axis=2).min(axis=1))
    table = np.stack(distances, axis=1).astype(np.float32)
    nearest = table.argmin(axis=1)
    return nearest, table[np.arange(len(table)), nearest]
