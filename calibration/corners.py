"""Where the corners of a marker are, to a small part of a pixel: its four sides are fitted, then crossed."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from calibration.lens import STRAIGHT, Optics

Grey = NDArray[np.float32]
"""Height x width, 0 to 255."""

MOST_REACH = 4.0
"""Pixels to either side of a roughly known edge within which it is looked for."""

CELLS = 8.0
"""A marker of the smallest kind has six cells across; an edge must not be looked for beyond its border."""

KEPT_FROM_ENDS = 0.12
"""Of a side: this far from the corners the edge is straight whatever the blur."""

STEP = 0.25
"""Pixels between two samples across an edge."""

CENTROID_REACH = 2.0
"""Pixels about the steepest place over which the edge is averaged."""

ROUNDS = 3
"""How often the corners are looked for again, each time from the better place."""

REFITS = 5
"""How often a line is fitted again, each time with less weight on what is far from it."""

OUTLIER = 4.0
"""Times the usual scatter, beyond which a place on an edge is dirt or a fold, not the edge."""


def grey_of(picture: NDArray[np.uint8]) -> Grey:
    """A picture, BGR or grey, as grey levels in floating point."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32)


def refined_quad(grey: Grey, quad: Points, optics: Optics = STRAIGHT) -> Points:
    """The corners of a dark four-sided thing on a light ground, refined.

    Args:
        grey: the picture.
        quad: 4 x 2 pixels, right to about two pixels.
        optics: what the lens does; its sides are straight only once that is undone.

    Returns:
        4 x 2 pixels; the given ones where the picture does not show clear edges.
    """
    begun = np.asarray(quad, np.float64)
    corners = first = optics.straighten(begun)
    for _ in range(ROUNDS):
        sides = [_side(grey, corners[k], corners[(k + 1) % 4], optics) for k in range(4)]
        if any(side is None for side in sides):
            return begun
        crossed = np.array([_crossing(sides[k - 1], sides[k]) for k in range(4)])
        if not np.all(np.hypot(*(crossed - first).T) < MOST_REACH):
            return begun
        corners = crossed
    return optics.bend(corners)


def _side(grey: Grey, start: Points, end: Points, optics: Optics) -> tuple[Points, Points] | None:
    """The straight edge near the line from `start` to `end`: a point of it and its direction."""
    along = end - start
    length = float(np.hypot(*along))
    reach = min(MOST_REACH, 0.8 * length / CELLS)
    if reach < 2 * STEP:
        return None
    along = along / length
    across = np.array([along[1], -along[0]])
    places = np.linspace(KEPT_FROM_ENDS, 1 - KEPT_FROM_ENDS, max(8, int(length))) * length
    offsets = np.arange(-reach, reach + STEP / 2, STEP)
    at = start + places[:, None, None] * along + offsets[None, :, None] * across
    shown = optics.bend(at.reshape(-1, 2)).reshape(at.shape).astype(np.float32)
    values = cv2.remap(
        grey,
        shown[..., 0],
        shown[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    found = _edge_offsets(np.asarray(values, np.float64), offsets, reach)
    line = _robust_line(places, found)
    if line is None:
        return None
    return start + across * line[1], along + across * line[0]


def _edge_offsets(values: Points, offsets: Points, reach: float) -> Points:
    """Where each row of samples, inside to outside or back, is steepest: one offset a row, or nan."""
    steepness = np.gradient(values, axis=1)
    steepness *= np.sign(steepness.mean()) or 1.0
    steepness = np.maximum(steepness, 0.0)
    peaks = np.argmax(steepness * np.exp(-0.5 * (2 * offsets / reach) ** 2), axis=1)
    near = np.abs(offsets[None] - offsets[peaks][:, None]) <= CENTROID_REACH
    weights = np.where(near, steepness, 0.0)
    total = weights.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(total > 0, (weights * offsets).sum(axis=1) / total, np.nan))


def _robust_line(places: Points, offsets: Points) -> tuple[float, float] | None:
    """Slope and intercept of a line through most points, or None if too few are there."""
    kept = np.isfinite(offsets)
    if kept.sum() < 5:
        return None
    places, offsets = places[kept], offsets[kept]
    weights = np.ones(len(places))
    slope, intercept = 0.0, 0.0
    for _ in range(REFITS):
        slope, intercept = _line(places, offsets, weights)
        misses = np.abs(offsets - slope * places - intercept)
        usual = max(1.4826 * float(np.median(misses)), 0.03)
        weights = 1 / np.maximum(1, misses / (1.5 * usual))
        weights[misses > OUTLIER * usual] = 0.0
    return slope, intercept


def _line(places: Points, offsets: Points, weights: Points) -> tuple[float, float]:
    """The line of least squares."""
    total = float(weights.sum())
    place, offset = float(weights @ places) / total, float(weights @ offsets) / total
    about = places - place
    slope = float((weights * about) @ (offsets - offset)) / max(float((weights * about) @ about), 1e-9)
    return slope, offset - slope * place


def _crossing(one: tuple[Points, Points] | None, other: tuple[Points, Points] | None) -> Points:
    assert one is not None
    assert other is not None
    directions = np.array([one[1], -other[1]]).T
    if abs(np.linalg.det(directions)) < 1e-6:
        return np.full(2, np.nan)
    return np.asarray(one[0] + np.linalg.solve(directions, other[0] - one[0])[0] * one[1])
