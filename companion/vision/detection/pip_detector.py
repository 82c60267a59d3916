"""Detects dice without the network: compact bodies whose pips form a die's pattern.

It finds fewer dice than the network, but its errors are independent, and it needs no model file.
"""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.detector_output import Detection, DetectorOutput
from companion.vision.frames import Picture
from companion.vision.verification.blobs import to_grey
from companion.vision.verification.pip_check import PATCH, PATCH_EDGE, read_pips
from companion.vision.verification.pip_patterns import PipReading

VERSION = "pips 1"

WORKING_SIDE = 640
"""Longest side to which a picture is scaled if the edge of a die is not known, in pixels."""

WORKING_EDGE = 44.0
"""Edge of a die in the working picture, in pixels, if it is known."""

MIN_BODY, MAX_BODY = 16.0, 150.0
"""Smallest and largest side of a body, in pixels of the working picture."""

LEVELS = range(16, 248, 12)
"""Thresholds at which each channel is binarised to find bodies."""

MIN_FILL = 0.74
"""Smallest share of its upright or rotated bounding rectangle that a body fills."""

MAX_ASPECT = 1.5
"""Largest ratio of length to width of a body; with side faces in view it is not square."""

GOOD_COST = 0.75
"""A face is rejected if its missing and unexplained spots cost more."""

GOOD_MARGIN = 0.45
"""How much more every other face must cost."""


def detect_by_pips(picture: Picture, edge_hint: float | None = None) -> DetectorOutput:
    """The dice whose body and pips can be recognised, best first; the segmentation is empty.

    Args:
        picture: height x width x 3, BGR.
        edge_hint: edge of a die in pixels, if known.
    """
    scale = _working_scale(picture, edge_hint)
    way = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    light = to_grey(small)
    found = [
        detection
        for body in _unique_bodies(_bodies(small))
        if (detection := _detect_on_body(light, *body)) is not None
    ]
    detections = tuple(_scaled(detection, 1.0 / scale) for detection in _suppress_overlaps(found))
    return DetectorOutput(detections, np.zeros((1, 1), np.float32), float(max(picture.shape)))


def _working_scale(picture: Picture, edge_hint: float | None) -> float:
    if edge_hint is not None:
        return float(min(WORKING_EDGE / edge_hint, 2.0))
    return float(WORKING_SIDE / max(picture.shape[:2]))


Body = tuple[tuple[float, float], float]
"""Centre and side of a compact body, in pixels."""


def _bodies(picture: Picture) -> Iterator[Body]:
    """All compact bodies that some threshold of lightness, redness or yellowness separates from the floor."""
    smooth = cv2.GaussianBlur(picture, (3, 3), 0)
    for channel in cv2.split(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)):
        least, most = int(channel.min()), int(channel.max())
        for level in LEVELS if most - least > 100 else range(least + 6, most, 6):
            if least < level < most:
                mask = np.asarray(channel > level, np.uint8)
                contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
                bodies = (_compact_body(np.asarray(contour, np.int32)) for contour in contours)
                yield from (body for body in bodies if body is not None)


def _compact_body(contour: NDArray[np.int32]) -> Body | None:
    _, _, wide, high = cv2.boundingRect(contour)
    if not MIN_BODY <= max(wide, high) <= MAX_BODY:
        return None
    middle, sides, _ = cv2.minAreaRect(contour)
    shorter, longer = min(sides), max(sides)
    if shorter < MIN_BODY or longer > MAX_ASPECT * shorter:
        return None
    if cv2.contourArea(contour) < MIN_FILL * shorter * longer:
        return None
    return (float(middle[0]), float(middle[1])), float(shorter)


def _unique_bodies(bodies: Iterator[Body]) -> list[Body]:
    """The bodies without those of nearly the same place and size as an earlier one."""
    seen: dict[tuple[int, int, int], Body] = {}
    for middle, side in bodies:
        step = 0.15 * side
        key = round(middle[0] / step), round(middle[1] / step), round(np.log(side) / 0.15)
        seen.setdefault(key, (middle, side))
    return list(seen.values())


def _detect_on_body(light: NDArray[np.float32], middle: tuple[float, float], side: float) -> Detection | None:
    """The die on this body, its pips read a second time around their own centre; None if it is no die."""
    reading = read_pips(light, middle, side)
    if reading is None or reading.cost > 2 * GOOD_COST:
        return None
    if reading.face > 1:
        middle = _in_picture(reading, middle, side)
        reading = read_pips(light, middle, side)
    if reading is None or reading.cost > GOOD_COST or reading.margin < GOOD_MARGIN:
        return None
    return _to_detection(_in_picture(reading, middle, side), side, reading)


def _in_picture(reading: PipReading, middle: tuple[float, float], side: float) -> tuple[float, float]:
    """The pattern's centre in pixels of the picture (the reading has it in pixels of the patch)."""
    x, y = (m + (r - PATCH / 2.0) * side / PATCH_EDGE for m, r in zip(middle, reading.centre, strict=True))
    return x, y


def _to_detection(middle: tuple[float, float], edge: float, reading: PipReading) -> Detection:
    confidence = float(np.exp(-0.7 * reading.cost))
    rest = (1.0 - confidence) / 5.0
    one, two, three, four, five, six = (
        confidence if reading.face == other else rest for other in range(1, 7)
    )
    return Detection(
        centre_x=middle[0],
        centre_y=middle[1],
        edge=edge,
        angle=0.0,
        objectness=confidence,
        face_probabilities=(one, two, three, four, five, six),
        cocked=0.0,
        symbol=0.0,
    )


def _suppress_overlaps(found: list[Detection]) -> list[Detection]:
    """The detections without overlaps.

    Large ones with many pips win, since a pip with a glint looks like a small one.
    """
    kept: list[Detection] = []
    for detection in sorted(
        found, key=lambda c: c.objectness + 0.1 * c.face + 0.5 * np.log(c.edge), reverse=True
    ):
        if all(_centre_distance(detection, other) > 0.62 * max(detection.edge, other.edge) for other in kept):
            kept.append(detection)
    return sorted(kept, key=lambda c: c.objectness, reverse=True)


def _centre_distance(one: Detection, other: Detection) -> float:
    return float(np.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y))


def _scaled(detection: Detection, factor: float) -> Detection:
    return replace(
        detection,
        centre_x=detection.centre_x * factor,
        centre_y=detection.centre_y * factor,
        edge=detection.edge * factor,
    )
