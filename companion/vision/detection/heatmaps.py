"""The output maps of the dice network and how to decode them. Used by training and by the detector.

The network detects dice as points, as CenterNet does: Zhou, Wang and Kraehenbuehl, "Objects as Points", 2019
(arXiv:1904.07850). A die is a peak of the centre heatmap; its class, size and angle are read at the peak.
The input has sides of multiples of 16; the 13 output maps have a quarter of its resolution.
"""

from collections.abc import Callable, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection
from companion.vision.frames import Picture

CENTRE = 0
FACES = slice(1, 7)
EDGE = 9
ANGLE = slice(10, 12)
SEGMENTATION = 12
CHANNELS = 13

STRIDE = 4
"""Pixels of the network's input per cell of its maps."""

UNIT_EDGE = 36.0
"""The edge, in pixels of the network's input, that the edge map encodes as zero (it holds the logarithm of
edge / UNIT_EDGE).
"""

MIN_OBJECTNESS = 0.15
"""Peaks below this are not reported."""

MIN_DISTANCE = 0.6
"""Two centres closer than this share of an edge are the same die; dice that touch are farther apart."""

Maps = NDArray[np.float32]
Forward = Callable[[Picture], Maps]
"""Takes a picture with sides of multiples of 16, gives logits, shape (13, height/4, width/4)."""


def sigmoid(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float32)


def decode_heatmap(maps: Maps, scale: tuple[float, float] = (1.0, 1.0)) -> tuple[Detection, ...]:
    """The detections in a set of maps: local maxima of the heatmap without duplicates, best first.

    Args:
        maps: Shape (13, rows, columns).
        scale: Pixels of the given picture per pixel of the network's input, across and down.
    """
    heatmap = sigmoid(maps[CENTRE])
    local_max = cv2.dilate(heatmap, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero((heatmap >= local_max) & (heatmap >= MIN_OBJECTNESS))
    order = np.argsort(-heatmap[rows, columns], kind="stable")
    maxima = ((int(rows[index]), int(columns[index])) for index in order)
    found = (_decode_peak(maps, heatmap, row, column, scale) for row, column in maxima)
    return tuple(non_max_suppression(found))


def non_max_suppression(detections: Iterable[Detection]) -> list[Detection]:
    """The detections, given best first, without those that are the same die as an earlier one.

    Greedy suppression (Neubeck and Van Gool, "Efficient Non-Maximum Suppression", 2006). The distance of
    centres tells whether two dice overlap, since dice are squares of nearly one size.
    """
    kept: list[Detection] = []
    for detection in detections:
        if not any(_same(detection, other) for other in kept):
            kept.append(detection)
    return kept


def _same(one: Detection, other: Detection) -> bool:
    distance = np.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return bool(distance < MIN_DISTANCE * max(one.edge, other.edge))


def _subcell_peak(line: NDArray[np.float32], at: int) -> float:
    """Where the parabola through a peak and its two neighbours is highest, in cells."""
    if at == 0 or at == len(line) - 1:
        return float(at)
    before, here, after = float(line[at - 1]), float(line[at]), float(line[at + 1])
    curvature = before - 2 * here + after
    return at + (float(np.clip(0.5 * (before - after) / curvature, -0.5, 0.5)) if curvature < 0 else 0.0)


def _decode_peak(
    maps: Maps, heatmap: NDArray[np.float32], row: int, column: int, scale: tuple[float, float]
) -> Detection:
    """The detection at one peak; its logits are averaged over 3 x 3 cells, weighted by the heatmap."""
    window = maps[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    weights = heatmap[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    mean = (window * weights).sum(axis=(1, 2)) / weights.sum()
    logits = mean[1:9] - mean[1:9].max()
    softmax = np.exp(logits) / np.exp(logits).sum()
    edge = UNIT_EDGE * float(np.exp(np.clip(mean[EDGE], -3, 3))) * (scale[0] * scale[1]) ** 0.5
    one, two, three, four, five, six, cocked, symbol = (float(share) for share in softmax)
    x, y = _subcell_peak(maps[CENTRE, row], column), _subcell_peak(maps[CENTRE, :, column], row)
    # The centre of a pixel is half a pixel from its edge at every scale.
    return Detection(
        centre_x=(x * STRIDE + (STRIDE - 1) / 2 + 0.5) * scale[0] - 0.5,
        centre_y=(y * STRIDE + (STRIDE - 1) / 2 + 0.5) * scale[1] - 0.5,
        edge=edge,
        angle=float(np.rad2deg(np.arctan2(mean[ANGLE][1], mean[ANGLE][0])) / 4 % 90),
        objectness=float(heatmap[row, column]),
        face_probabilities=(one, two, three, four, five, six),
        cocked=cocked,
        symbol=symbol,
    )
