"""Test-time augmentation: single dice are cropped, rotated and scaled in several ways, and detected again.

The first pass sees the whole tray at one scale. An unclear detection is refined: four crops of it, each with
another rotation and scale, go through both networks, and the predictions are averaged, as in Krizhevsky,
Sutskever and Hinton, "ImageNet Classification with Deep Convolutional Neural Networks", 2012.
What the first pass shows clearly is seen in one crop by the verifier, a network that was trained apart.
Dice that were read with certainty a moment ago and have not moved are detected again in one crop each.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection.crops import AffineTransform, crop, crop_transform
from companion.vision.detection.detector_output import Detection, Place
from companion.vision.detection.heatmaps import decode_heatmap
from companion.vision.detection.scale_search import BEST_EDGE
from companion.vision.frames import Picture

CROP_SIDE = 112
"""Pixels per side of a crop; a multiple of the network's grid, room for a die and its surroundings."""

ROTATIONS = ((0.0, 1.0), (107.0, 0.88), (195.0, 1.16), (288.0, 1.0))
"""For each crop its rotation in degrees, and its scale relative to the one at which the network reads
best.
"""

LARGER = 1.3
"""Scale of the crops of a detection that is still unclear, so that small pips differ from glints.

Two of the four show the red channel alone: with colour in all, 3 of 69 photos of one source are read worse.
"""

ONCE = (107.0, 0.94)
"""Rotation and scale of the one crop of a die that is clear, or was read a moment ago."""

ONCE_SIDE = 80
"""Pixels per side of that crop: half the area of the others, since the place is known."""

MAX_OFFSET = 0.4
"""How far from the middle of the crop, in edges, the die may appear."""

ForwardBatch: TypeAlias = Callable[[NDArray[np.uint8]], NDArray[np.float32]]
"""Takes crops, n x height x width x 3, gives their maps, n x 13 x height/4 x width/4."""


def refine(forward: ForwardBatch, picture: Picture, detection: Detection, closer: bool = False) -> Detection:
    """The mean of a detection and four augmented crops of it; closer ones are larger, and two red alone.

    A crop without a die counts as objectness 0: the mean shows in how many, and how clearly, a die is seen.
    """
    scale = LARGER if closer else 1.0
    crops = [(detection.place, degrees, scale * zoom) for degrees, zoom in ROTATIONS]
    other = np.repeat(picture[..., 2:], 3, axis=2) if closer else picture
    seen = _detect_in_crops(forward, picture, crops[:2], CROP_SIDE)
    return _mean([detection, *seen, *_detect_in_crops(forward, other, crops[2:], CROP_SIDE)])


def verify(verifier: ForwardBatch, picture: Picture, detections: Sequence[Detection]) -> list[Detection]:
    """The means of detections and what the verifier sees there."""
    seen = redetect(verifier, picture, [one.place for one in detections])
    return [_mean(pair) for pair in zip(detections, seen, strict=True)]


def redetect(forward: ForwardBatch, picture: Picture, places: Sequence[Place]) -> list[Detection | None]:
    """For each place the die that is detected there in one augmented crop, None if none is."""
    return _detect_in_crops(forward, picture, [(place, *ONCE) for place in places], ONCE_SIDE)


def _detect_in_crops(
    forward: ForwardBatch,
    picture: Picture,
    asked: Sequence[tuple[Place, float, float]],
    side: int,
) -> list[Detection | None]:
    """The die in the middle of each crop, None if there is none.

    `asked` gives the place, rotation and scale of each.
    """
    if not asked:
        return []
    transforms = [
        crop_transform((x, y), degrees, zoom * BEST_EDGE / edge, side)
        for (x, y, edge), degrees, zoom in asked
    ]
    batch = np.stack([crop(picture, transform, side) for transform in transforms])
    return [
        _central_die(decode_heatmap(maps), transform, degrees, zoom, (side - 1) / 2)
        for maps, transform, (_, degrees, zoom) in zip(forward(batch), transforms, asked, strict=True)
    ]


def _central_die(
    found: tuple[Detection, ...], transform: AffineTransform, degrees: float, zoom: float, middle: float
) -> Detection | None:
    """The die in the middle of a crop, in pixels of the picture."""
    reach = MAX_OFFSET * zoom * BEST_EDGE
    near = [one for one in found if np.hypot(one.centre_x - middle, one.centre_y - middle) < reach]
    if not near:
        return None
    best = max(near, key=lambda one: one.objectness)
    back = cv2.invertAffineTransform(transform)
    x, y = back @ np.array([best.centre_x, best.centre_y, 1.0])
    edge = best.edge * math.hypot(*back[0, :2])
    return replace(best, centre_x=float(x), centre_y=float(y), edge=edge, angle=(best.angle + degrees) % 90.0)


def _mean(seen: Sequence[Detection | None]) -> Detection:
    """The mean of several passes, weighted by objectness; None is a pass that found nothing."""
    found = [each for each in seen if each is not None]
    weights = np.array([each.objectness for each in found])
    weights /= weights.sum()
    # Angles repeat every 90 degrees: take the circular mean of four times the angle.
    turns = np.deg2rad([4 * each.angle for each in found])
    angle = np.rad2deg(np.arctan2(weights @ np.sin(turns), weights @ np.cos(turns))) / 4 % 90
    values = [(*each.place, each.cocked, each.symbol, *each.face_probabilities) for each in found]
    x, y, edge, cocked, symbol, *faces = (float(mean) for mean in weights @ np.array(values))
    objectness = sum(each.objectness for each in found) / len(seen)
    one, two, three, four, five, six = faces
    return Detection(x, y, edge, float(angle), objectness, (one, two, three, four, five, six), cocked, symbol)
