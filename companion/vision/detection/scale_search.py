"""Detection at the scale at which the network reads best, in windows about what a coarser pass shows.

Where the size of the dice is not known it is estimated from several scales (an image pyramid: Adelson et al.,
"Pyramid methods in image processing", 1984). What a coarse pass detects and segments proposes regions, as in
Ren et al., "Faster R-CNN", 2015: if all of it is clear, the network sees a window about each, and their maps
are put together to those of the whole picture.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.detection.heatmaps import (
    CENTRE,
    CHANNELS,
    SEGMENTATION,
    STRIDE,
    Forward,
    Maps,
    decode_heatmap,
    non_max_suppression,
    sigmoid,
)
from companion.vision.frames import Picture, size_of

BEST_EDGE = 42.0
"""Length of a die's edge, in pixels of the network's input, at which the network reads best."""

MIN_CLEAR_OBJECTNESS = 0.3
"""If a coarse pass has a detection below this objectness, it may have missed fainter ones nearby."""

SMALL_EDGE = 24.0
"""Edge in pixels of the picture below which a pass at half the scale shows too little."""

AREA_AVERAGING_BELOW = 0.75
"""Below this scale pictures are shrunk with area averaging, which takes five times as long."""

MAX_PIXELS = 1_600_000
"""Largest input of the network; a limit on time and memory."""

PYRAMID = (96, 160, 288, 512, 896)
"""Longest sides, in pixels, that the picture is scaled to where the size of the dice is not known."""

FINEST_LEVEL = 1408
"""Longest side at which tiny dice are looked for if no level of the pyramid shows a die."""

FALLBACK_LEVEL = 3
"""The level whose output is returned if no level shows a die."""

LARGE_EDGE = 30.0
"""If the edge of clear dice is at least this many pixels of a level, no finer level is tried."""

LARGE_ENOUGH = 20.0
"""The same for the last level but one: the finest costs twice as much as all others together."""

CLEAR, CLEAR_ENOUGH = 0.8, 0.6
"""Confidence of such dice, and of those at the last level but one."""

SAME_SCALE = 1.12
"""Two scales that differ by less than this factor show the same."""

MIN_CONFIDENCE = 0.33
"""Confidence from which a detection is used to estimate the size of the dice."""

MAX_SIZE_RATIO = 1.9
"""Dice of one table differ in size by less than this factor from their median."""

SAME_TYPE_RATIO = 1.4
"""Dice of one type, seen in perspective, differ in size by less than this factor."""

TWO_SCALES_RATIO = 1.5
"""If the dice differ by more than this factor they are detected at two scales."""

GRID = 16
"""The sides of the network's input are multiples of this."""

WINDOW = 112
"""Side of a window in pixels of the network's input: a die, turned, and what lies about it."""

SAME_WINDOW = 20
"""Two proposals share a window if both are nearer to its middle than this, across and down; pixels."""

MIN_BODY = 0.5
"""Probability from which a cell of the segmentation must lie in some window."""

MAX_SHARE = 0.6
"""Share of the picture from which windows save too little."""

EMPTY_LOGIT = -30.0
"""Logit of the heatmap if there is no window."""

Window: TypeAlias = tuple[int, int]
"""Left and top of a window, in pixels of the network's input; multiples of GRID."""

Level: TypeAlias = tuple[DetectorOutput, float]
"""An output of the network, and the scale of the picture that it was given."""


def detect(forward: Forward, picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
    """Detect dice; where the length of a die's edge in pixels is not known the scale is searched."""
    if edge_hint is None:
        return _search(forward, picture)
    scaled = _resized(picture, BEST_EDGE / edge_hint)
    if edge_hint < SMALL_EDGE:
        output = _whole(forward, scaled, picture)
    else:
        coarse = _whole(forward, _resized(scaled, 0.5), picture)
        output = _in_windows(forward, picture, scaled, coarse, edge_hint)
    return replace(
        output,
        detections=tuple(detection for detection in output.detections if _size_fits(detection, edge_hint)),
    )


def detect_at_scale(forward: Forward, picture: Picture, scale: float) -> DetectorOutput:
    """Run the network on the picture scaled by `scale`, or by less if it would become too large."""
    return _whole(forward, _resized(picture, scale), picture)


def _whole(forward: Forward, scaled: Picture, picture: Picture) -> DetectorOutput:
    """The output for all of a scaled picture, in pixels of the original picture."""
    return _decoded(forward(_padded(scaled)), scaled, picture)


def _in_windows(
    forward: Forward, picture: Picture, scaled: Picture, coarse: DetectorOutput, edge: float
) -> DetectorOutput:
    """The output for a scaled picture, computed in windows around what a coarser pass shows clearly."""
    across, down = (now / before for now, before in zip(size_of(scaled), size_of(picture), strict=True))
    likely = [one for one in coarse.detections if _size_fits(one, edge)]
    if min((one.objectness for one in likely), default=0.0) < MIN_CLEAR_OBJECTNESS:
        return _whole(forward, scaled, picture)
    padded = _padded(scaled)
    bodies = np.zeros((padded.shape[0] // STRIDE, padded.shape[1] // STRIDE), np.float32)
    columns, rows = _cells(scaled)
    bodies[:rows, :columns] = cv2.resize(coarse.segmentation, (columns, rows))
    points = [(one.centre_x * across, one.centre_y * down) for one in likely]
    return _decoded(sparse_maps(forward, padded, points, bodies), scaled, picture)


def _resized(picture: Picture, scale: float) -> Picture:
    """The picture scaled by `scale`, or by less if it would become too large."""
    height, width = picture.shape[:2]
    scale = _bounded(scale, picture)
    size = (max(GRID, round(width * scale)), max(GRID, round(height * scale)))
    method = cv2.INTER_AREA if scale < AREA_AVERAGING_BELOW else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=method), np.uint8)


def _bounded(scale: float, picture: Picture) -> float:
    """The scale, reduced if the picture would become too large."""
    return min(scale, math.sqrt(MAX_PIXELS / (picture.shape[0] * picture.shape[1])))


def _padded(picture: Picture) -> Picture:
    """The picture with its border repeated until the sides are multiples of GRID."""
    height, width = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -height % GRID, 0, -width % GRID, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)


def _cells(scaled: Picture) -> tuple[int, int]:
    """Columns and rows of the maps of a picture without its padding."""
    return -(-scaled.shape[1] // STRIDE), -(-scaled.shape[0] // STRIDE)


def _decoded(maps: Maps, scaled: Picture, picture: Picture) -> DetectorOutput:
    """The decoded maps of a scaled picture, in pixels of the original picture."""
    back = size_of(picture)[0] / size_of(scaled)[0], size_of(picture)[1] / size_of(scaled)[1]
    columns, rows = _cells(scaled)
    inside = maps[:, :rows, :columns]
    return DetectorOutput(
        decode_heatmap(inside, back), sigmoid(inside[SEGMENTATION]), STRIDE * (back[0] + back[1]) / 2
    )


def _search(forward: Forward, picture: Picture) -> DetectorOutput:
    longest = max(picture.shape[:2])
    levels: list[Level] = []
    for side in PYRAMID:
        levels.append((detect_at_scale(forward, picture, side / longest), side / longest))
        if len(levels) > 2 and _large_enough(levels):
            break
    likely = _likely(_merge(levels))
    if not likely:
        finest = _bounded(FINEST_LEVEL / longest, picture)
        levels.append((detect_at_scale(forward, picture, finest), finest))
        likely = _likely(levels[-1][0].detections)
    if not likely:
        return levels[FALLBACK_LEVEL][0]
    edge = _common_edge(likely)
    edges = [trial.edge for trial in likely if edge / MAX_SIZE_RATIO < trial.edge < edge * MAX_SIZE_RATIO]
    scales = [BEST_EDGE / edge]
    if max(edges) > TWO_SCALES_RATIO * min(edges):
        scales = [BEST_EDGE / np.percentile(edges, 20), BEST_EDGE / np.percentile(edges, 80)]
    finals = [_at_scale(forward, picture, float(scale), levels) for scale in scales]
    kept = [detection for detection in _merge(finals) if _size_fits(detection, edge)]
    return DetectorOutput(tuple(kept), finals[0][0].segmentation, finals[0][0].cell_size)


def _likely(found: Iterable[Detection]) -> list[Detection]:
    return [detection for detection in found if detection.confidence >= MIN_CONFIDENCE]


def _large_enough(levels: list[Level]) -> bool:
    """Whether clear dice are so large at the last level that a finer level would add nothing."""
    likely = _likely(_merge(levels))
    last_but_one = len(levels) == len(PYRAMID) - 1
    surely, least = (CLEAR_ENOUGH, LARGE_ENOUGH) if last_but_one else (CLEAR, LARGE_EDGE)
    clear = any(one.confidence >= surely for one in likely)
    return clear and _common_edge(likely) * levels[-1][1] >= least


def _at_scale(forward: Forward, picture: Picture, scale: float, levels: list[Level]) -> Level:
    """The output at a scale; a level's output if its scale is about the same."""
    edge, scale = BEST_EDGE / scale, _bounded(scale, picture)
    for output, known in levels:
        if 1 / SAME_SCALE < scale / known < SAME_SCALE:
            return output, known
    return _in_windows(forward, picture, _resized(picture, scale), levels[-1][0], edge), scale


def _size_fits(detection: Detection, edge: float) -> bool:
    """Whether a detection has about the size of dice with this edge.

    Weak detections must match more closely.
    """
    ratio = MAX_SIZE_RATIO if detection.objectness >= 0.5 else SAME_TYPE_RATIO
    return edge / ratio < detection.edge < edge * ratio


def _common_edge(likely: list[Detection]) -> float:
    """The median edge of the best detection and those about as large."""
    best = max(likely, key=lambda one: one.confidence).edge
    alike = [one.edge for one in likely if best / SAME_TYPE_RATIO < one.edge < best * SAME_TYPE_RATIO]
    return float(np.median(alike))


def _merge(outputs: list[Level]) -> list[Detection]:
    """The detections of several scales without duplicates, each from its best scale; best first."""

    def weight(detection: Detection, scale: float) -> float:
        return detection.objectness * float(np.exp(-2.5 * np.log(detection.edge * scale / BEST_EDGE) ** 2))

    weighted = [(weight(one, scale), one) for output, scale in outputs for one in output.detections]
    kept = non_max_suppression(one for _, one in sorted(weighted, key=lambda pair: -pair[0]))
    return sorted(kept, key=lambda detection: -detection.objectness)


def sparse_maps(
    forward: Forward, picture: Picture, points: Sequence[tuple[float, float]], bodies: NDArray[np.float32]
) -> Maps:
    """The maps of a picture computed in windows; between them the heatmap is empty.

    If windows would save too little, the whole picture is computed.

    Args:
        forward: runs the network.
        picture: the network's input, sides multiples of GRID.
        points: where a die may lie, x and y in pixels of this input.
        bodies: segmentation of a coarser pass, resampled to the cells of these maps, 0 to 1.
    """
    height, width = picture.shape[:2]
    most = int(MAX_SHARE * height * width / WINDOW**2)
    windows = list(islice(_windows((width, height), points, bodies > MIN_BODY), most + 1))
    if len(windows) > most or min(height, width) < WINDOW:
        return forward(picture)
    maps = np.zeros((CHANNELS, *bodies.shape), np.float32)
    likely = np.clip(bodies, 1e-6, 1 - 1e-6)
    maps[CENTRE], maps[SEGMENTATION] = EMPTY_LOGIT, np.log(likely / (1 - likely))
    gaps = np.full(bodies.shape, np.inf, np.float32)
    for left, top in windows:
        own = forward(picture[top : top + WINDOW, left : left + WINDOW])
        rows = slice(top // STRIDE, (top + WINDOW) // STRIDE)
        columns = slice(left // STRIDE, (left + WINDOW) // STRIDE)
        nearer = gaps[rows, columns] > FROM_MIDDLE
        gaps[rows, columns][nearer] = FROM_MIDDLE[nearer]
        maps[:, rows, columns][:, nearer] = own[:, nearer]
    return maps


_OFFSETS = np.abs(np.arange(WINDOW // STRIDE) - (WINDOW // STRIDE - 1) / 2)
FROM_MIDDLE = np.maximum(_OFFSETS[:, None], _OFFSETS[None]).astype(np.float32)
"""For each cell of a window its distance from the middle: where windows overlap, the nearer one is used."""


def _windows(
    size: tuple[int, int], points: Sequence[tuple[float, float]], bodies: NDArray[np.bool_]
) -> Iterator[Window]:
    """Windows that together contain all points and all cells that show bodies of dice."""
    taken: list[Window] = []
    left_over = bodies.copy()

    def take(x: float, y: float) -> Window:
        window = _at(x, size[0]), _at(y, size[1])
        taken.append(window)
        left, top = (side // STRIDE for side in window)
        left_over[top : top + WINDOW // STRIDE, left : left + WINDOW // STRIDE] = False
        return window

    for x, y in points:
        if not any(
            max(abs(x - left - WINDOW / 2), abs(y - top - WINDOW / 2)) < SAME_WINDOW for left, top in taken
        ):
            yield take(x, y)
    while left_over.any():
        row, column = np.unravel_index(int(np.argmax(left_over)), left_over.shape)
        yield take(STRIDE * (float(column) + 0.5), STRIDE * (float(row) + 0.5) + WINDOW / 2 - GRID)


def _at(middle: float, end: int) -> int:
    """Where a window around a point begins along one axis."""
    return GRID * round(min(max(0.0, middle - WINDOW / 2), end - WINDOW) / GRID)
