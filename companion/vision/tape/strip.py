"""A strip of the picture rotated level, so that a tape runs from left to right and its ticks are upright."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.tape.floats import Floats

SIGMA_ALONG = 1.2
"""Pixels: standard deviation of the smoothing along the tape; narrower strokes are noise."""

SIGMA_ACROSS = 0.8

MAX_RESPONSE = 20.0
"""Responses are clipped at this value, so that a few bold numerals do not outweigh many fine ticks."""

MIN_LINE = 0.08
"""Share of the picture's diagonal: shorter straight edges are ignored."""

MAX_DIRECTIONS = 5
"""Largest number of directions that are tried."""

EDGE_PICTURE = 1000.0
"""Pixels: longest side of the reduced picture in which edges are detected."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A level strip.

    Attributes:
        grey: rows across the tape, columns along it; 0 to 255.
        origin: the picture's pixel under the strip's first pixel.
        along: unit vector of the picture in which the strip's columns run.
        zoom: pixels of the strip per pixel of the picture.
    """

    grey: Floats
    origin: tuple[float, float]
    along: tuple[float, float]
    zoom: float = 1.0

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """The picture's pixel under a place of the strip."""
        (left, top), (right, down) = self.origin, self.along
        x, y = x / self.zoom, y / self.zoom
        return left + x * right - y * down, top + x * down + y * right

    def from_picture(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a pixel of the picture lies in the strip."""
        right, down = self.along
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        return (x * right + y * down) * self.zoom, (y * right - x * down) * self.zoom


def cut_strip(
    grey: Floats, middle: tuple[float, float], degrees: float, half_height: float, zoom: float = 1.0
) -> Strip:
    """The strip through `middle` along a direction, as long as the picture and of limited height.

    Args:
        grey: the picture.
        middle: a pixel of it.
        degrees: the direction, from x towards y.
        half_height: to either side of the middle, in pixels of the picture.
        zoom: pixels of the strip per pixel of the picture.
    """
    right, down = float(np.cos(np.deg2rad(degrees))), float(np.sin(np.deg2rad(degrees)))
    high, wide = grey.shape
    corners = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]]) - middle
    along, across = corners @ (right, down), corners @ (-down, right)
    above, below = min(half_height, -float(across.min())), min(half_height, float(across.max()))
    before, after = -float(along.min()), float(along.max())
    origin = (middle[0] - before * right + above * down, middle[1] - before * down - above * right)
    matrix = np.array([[right / zoom, -down / zoom, origin[0]], [down / zoom, right / zoom, origin[1]]])
    size = max(8, int((before + after) * zoom) + 1), max(8, int((above + below) * zoom) + 1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    level = cv2.warpAffine(grey, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return Strip(np.asarray(level, np.float32), origin, (right, down), zoom)


def stroke_response(strip: Strip) -> Floats:
    """The ridge response of dark upright strokes; below 0 of bright ones.

    The scale-normalised second derivative of Gaussian (T. Lindeberg, "Edge detection and ridge detection with
    automatic scale selection", 1998).
    """
    soft = cv2.GaussianBlur(strip.grey, (0, 0), sigmaX=SIGMA_ALONG, sigmaY=SIGMA_ACROSS)
    second = np.zeros_like(soft)
    second[:, 1:-1] = soft[:, 2:] + soft[:, :-2] - 2 * soft[:, 1:-1]
    return np.asarray(np.clip(second * SIGMA_ALONG**2, -MAX_RESPONSE, MAX_RESPONSE), np.float32)


def likely_directions(grey: Floats, near: float | None, within: float) -> list[float]:
    """Directions of long straight edges, in degrees from -90 to 90, most likely first.

    Args:
        grey: the picture.
        near: only directions near this one, if given; it is always the last one tried.
        within: how near, in degrees.
    """
    scale = min(1.0, EDGE_PICTURE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lines = cv2.createLineSegmentDetector().detect(np.clip(small, 0, 255).astype(np.uint8))[0]
    weights = np.zeros(360)
    if lines is not None:
        ends = np.asarray(lines, np.float64).reshape(-1, 4)
        run = ends[:, 2:] - ends[:, :2]
        length = np.hypot(*run.T)
        kept = length > MIN_LINE * np.hypot(*small.shape)
        halves = np.rint(2 * np.degrees(np.arctan2(run[kept, 1], run[kept, 0]))).astype(int) % 360
        np.add.at(weights, halves, length[kept] ** 2)
    weights = weights + np.roll(weights, 1) + np.roll(weights, -1)
    if near is not None:
        weights[_apart(np.arange(360) / 2, near) > within] = 0
    return _peaks(weights) + ([] if near is None else [near])


def _apart(degrees: Floats, other: float) -> Floats:
    return np.asarray(np.abs((degrees - other + 90) % 180 - 90))


def _peaks(weights: Floats) -> list[float]:
    found: list[float] = []
    left = np.array(weights)
    while left.max() > 0 and len(found) < MAX_DIRECTIONS:
        best = int(left.argmax())
        found.append(best / 2 - 180 if best / 2 > 90 else best / 2)
        left[_apart(np.arange(360) / 2, best / 2) <= 1.5] = 0
    return found
