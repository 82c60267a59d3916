"""Sub-pixel corners of a marker: the intersections of lines fitted to its four sides."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.boards import Points
from calibration.lens import NO_DISTORTION, Distortion

Grey = NDArray[np.float32]
"""Height x width, 0 to 255."""

MAX_SEARCH = 4.0
"""Pixels on each side of an approximate edge in which the edge is searched."""

CELLS = 8.0
"""The smallest markers have six cells across; the search must stay within the marker's border."""

END_MARGIN = 0.12
"""Share of a side at each end that is ignored, because blur rounds corners."""

STEP = 0.25
"""Pixels between two samples across an edge."""

CENTROID_RADIUS = 2.0
"""Radius in pixels around the steepest point for the centroid of the gradient."""

MAX_ITERATIONS = 3
"""Number of searches, each starting from the previous corners."""

REWEIGHTINGS = 5
"""Iterations of the reweighted line fit."""

OUTLIER = 4.0
"""Standard deviations from which a point is an outlier, such as dirt or a fold."""


def to_grey(picture: NDArray[np.uint8]) -> Grey:
    """Convert a BGR or grey picture to grey levels in floating point."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.float32)


def refine_quad(grey: Grey, quad: Points, distortion: Distortion = NO_DISTORTION) -> Points:
    """Refine the corners of a dark quadrilateral on a light background.

    Args:
        grey: the picture.
        quad: 4 x 2 pixels, correct to about two pixels.
        distortion: of the lens; sides are straight only after it is removed.

    Returns:
        4 x 2 pixels; the given corners if the picture shows no clear edges.
    """
    start = np.asarray(quad, np.float64)
    corners = first = distortion.undistort(start)
    for _ in range(MAX_ITERATIONS):
        sides = [_side(grey, corners[k], corners[(k + 1) % 4], distortion) for k in range(4)]
        if any(side is None for side in sides):
            return start
        intersections = np.array([_intersection(sides[k - 1], sides[k]) for k in range(4)])
        if not np.all(np.hypot(*(intersections - first).T) < MAX_SEARCH):
            return start
        corners = intersections
    return distortion.distort(corners)


def _side(grey: Grey, start: Points, end: Points, distortion: Distortion) -> tuple[Points, Points] | None:
    """Fit the edge near the line from `start` to `end`; return a point on it and its direction."""
    along = end - start
    length = float(np.hypot(*along))
    reach = min(MAX_SEARCH, 0.8 * length / CELLS)
    if reach < 2 * STEP:
        return None
    along = along / length
    across = np.array([along[1], -along[0]])
    places = np.linspace(END_MARGIN, 1 - END_MARGIN, max(8, int(length))) * length
    offsets = np.arange(-reach, reach + STEP / 2, STEP)
    at = start + places[:, None, None] * along + offsets[None, :, None] * across
    shown = distortion.distort(at.reshape(-1, 2)).reshape(at.shape).astype(np.float32)
    values = cv2.remap(grey, shown[..., 0], shown[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    found = _edge_offsets(np.asarray(values, np.float64), offsets, reach)
    line = _robust_line(places, found)
    if line is None:
        return None
    return start + across * line[1], along + across * line[0]


def _edge_offsets(values: Points, offsets: Points, reach: float) -> Points:
    """Return the steepest offset of each row of samples, as the centroid of its gradient, or nan."""
    steepness = np.gradient(values, axis=1)
    steepness *= np.sign(steepness.mean()) or 1.0
    steepness = np.maximum(steepness, 0.0)
    peaks = np.argmax(steepness * np.exp(-0.5 * (2 * offsets / reach) ** 2), axis=1)
    near = np.abs(offsets[None] - offsets[peaks][:, None]) <= CENTROID_RADIUS
    weights = np.where(near, steepness, 0.0)
    total = weights.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(total > 0, (weights * offsets).sum(axis=1) / total, np.nan))


def _robust_line(places: Points, offsets: Points) -> tuple[float, float] | None:
    """Fit slope and intercept by reweighted least squares (Huber 1964); None for fewer than five points."""
    kept = np.isfinite(offsets)
    if kept.sum() < 5:
        return None
    places, offsets = places[kept], offsets[kept]
    weights = np.ones(len(places))
    slope, intercept = 0.0, 0.0
    for _ in range(REWEIGHTINGS):
        slope, intercept = _line(places, offsets, weights)
        residuals = np.abs(offsets - slope * places - intercept)
        sigma = max(1.4826 * _median(residuals), 0.03)
        weights = 1 / np.maximum(1, residuals / (1.5 * sigma))
        weights[residuals > OUTLIER * sigma] = 0.0
    return slope, intercept


def _median(values: Points) -> float:
    """Return what `np.median` does: its checks took a quarter of the time of a look at a board."""
    low, high = (len(values) - 1) // 2, len(values) // 2
    sorted_there = np.partition(values, (low, high))
    return float(sorted_there[low] + sorted_there[high]) / 2


def _line(places: Points, offsets: Points, weights: Points) -> tuple[float, float]:
    """Return slope and intercept of the weighted least-squares line."""
    total = float(weights.sum())
    place, offset = float(weights @ places) / total, float(weights @ offsets) / total
    about = places - place
    slope = float((weights * about) @ (offsets - offset)) / max(float((weights * about) @ about), 1e-9)
    return slope, offset - slope * place


def _intersection(one: tuple[Points, Points] | None, other: tuple[Points, Points] | None) -> Points:
    assert one is not None
    assert other is not None
    directions = np.array([one[1], -other[1]]).T
    if abs(np.linalg.det(directions)) < 1e-6:
        return np.full(2, np.nan)
    return np.asarray(one[0] + np.linalg.solve(directions, other[0] - one[0])[0] * one[1])
