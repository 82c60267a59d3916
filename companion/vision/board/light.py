"""Corrects a picture of a board for light that changed since it was taught.

A gain for each channel and each part of the board: lamps that were turned, a cloud, the camera's own exposure
and white balance change the picture by a factor that varies slowly over the board, pieces do not.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

GRID = (12, 9)
"""Parts of the board, across and down."""
CHANGED = 0.25
"""Light that differs by more than this, as a natural logarithm, has changed."""
TINGED = 0.1
"""The same for its colour: between two channels."""
FAR = 0.18
"""A part whose gain differs from its neighbours' by more than this (logarithm) is covered, not lit."""


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """The light now, compared with when the board was taught.

    Attributes:
        field: logarithm of the gain: height x width x 3, of the parts of `GRID`.
        changed: whether players should hear of it.
    """

    field: Floats
    changed: bool


def gains(board: Floats, reference: Floats) -> Gains:
    """Estimate the light.

    Args:
        board: the rectified board now: height x width x 3, 0 to 255.
        reference: the empty board, of the same size.
    """
    quarter = (board.shape[1] // 4, board.shape[0] // 4)
    now, before = (cv2.resize(each, quarter, interpolation=cv2.INTER_AREA) for each in (board, reference))
    ratio = np.log(now + 4.0) - np.log(before + 4.0)
    clipped = (now.max(axis=2) > 250) | (before.max(axis=2) > 250) | (before.max(axis=2) < 12)
    ratio[clipped] = np.nan
    whole = np.nanmedian(ratio.reshape(-1, 3), axis=0) if not clipped.all() else np.zeros(3)
    field = _parts(ratio, whole.astype(np.float32))
    tinge = float(np.ptp(whole))
    return Gains(field, bool(abs(float(whole.mean())) > CHANGED or tinge > TINGED))


def _parts(ratio: Floats, whole: Floats) -> Floats:
    """The median of each part, where it is like that of its neighbours; else theirs."""
    across, down = GRID
    rows = np.array_split(np.arange(ratio.shape[0]), down)
    columns = np.array_split(np.arange(ratio.shape[1]), across)
    field = np.empty((down, across, 3), np.float32)
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            part = ratio[row[0] : row[-1] + 1, column[0] : column[-1] + 1].reshape(-1, 3)
            seen = part[~np.isnan(part[:, 0])]
            field[y, x] = np.median(seen, axis=0) if len(seen) * 4 > len(part) else whole
    around = np.stack([cv2.medianBlur(np.ascontiguousarray(field[..., c]), 5) for c in range(3)], axis=2)
    off = np.abs(field - around).max(axis=2, keepdims=True) > FAR
    kept = np.where(off, around, field)
    return np.asarray(cv2.GaussianBlur(kept, (3, 3), 0), np.float32)


def corrected(board: Floats, light: Gains) -> Floats:
    """Return the board as it would look in the light of its teaching: height x width x 3, 0 to 255."""
    size = (board.shape[1], board.shape[0])
    factor = np.exp(-cv2.resize(light.field, size, interpolation=cv2.INTER_LINEAR))
    return np.asarray(np.minimum(board * factor, 255.0), np.float32)
