"""Round spots in a picture, darker or brighter than what is about them: what pips are to a lens."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

SCALE_STEP = 1.32
"""From one scale to the next the blur grows by this factor."""

ROUND = 12.0
"""Limit on (trace squared / determinant) of the curvature: 4 for a round spot, more for a streak."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Blobs:
    """Spots of one polarity, as columns of equal length.

    Attributes:
        points: n x 2, middles in pixels (x, y).
        radii: n, in pixels.
        strengths: n, roughly the contrast to the surroundings in grey levels.
        dark: whether the spots are darker than their surroundings.
    """

    points: Floats
    radii: Floats
    strengths: Floats
    dark: bool

    def __len__(self) -> int:
        return len(self.radii)


def to_grey(picture: Picture) -> Floats:
    """The picture's grey levels, 0 to 255, height x width."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)


def find_blobs(
    light: Floats, least_radius: float, most_radius: float, least_contrast: float = 12.0
) -> tuple[Blobs, Blobs]:
    """All dark and all bright spots between two radii.

    Args:
        light: height x width grey levels.
        least_radius: of the smallest spots looked for, in pixels.
        most_radius: of the largest, in pixels.
        least_contrast: in grey levels; weaker spots are left out.

    Returns:
        The dark spots and the bright spots, each the strongest first.
    """
    sigmas = _sigmas(least_radius, most_radius)
    blurred = [cv2.GaussianBlur(light, (0, 0), sigma) for sigma in sigmas]
    # For a disc of contrast c at its best scale this difference is about 0.26 c for the step above.
    steps = [wide - narrow for narrow, wide in pairwise(blurred)]
    responses = np.asarray(np.stack(steps) / 0.26, np.float32)
    return (
        _peaks(responses, sigmas, least_contrast, dark=True),
        _peaks(-responses, sigmas, least_contrast, dark=False),
    )


def _sigmas(least_radius: float, most_radius: float) -> list[float]:
    """Blurs whose differences answer best to discs between the radii, one scale beyond at either end."""
    sigma = least_radius / np.sqrt(2.0) / SCALE_STEP
    sigmas = [float(sigma)]
    while sigmas[-1] * np.sqrt(2.0) < most_radius * SCALE_STEP * SCALE_STEP:
        sigmas.append(sigmas[-1] * SCALE_STEP)
    return sigmas


def _peaks(responses: Floats, sigmas: list[float], least_contrast: float, dark: bool) -> Blobs:
    spread = np.stack([cv2.dilate(layer, np.ones((3, 3), np.uint8)) for layer in responses])
    around = spread.copy()
    around[1:] = np.maximum(around[1:], spread[:-1])
    around[:-1] = np.maximum(around[:-1], spread[1:])
    layers, rows, columns = np.nonzero((responses >= around) & (responses > least_contrast))
    inside = (rows > 0) & (columns > 0) & (rows < responses.shape[1] - 1) & (columns < responses.shape[2] - 1)
    layers, rows, columns = layers[inside], rows[inside], columns[inside]
    points, is_round = _refined(responses, layers, rows, columns)
    strengths = responses[layers, rows, columns]
    radii = np.array(sigmas, np.float32)[layers] * np.float32(np.sqrt(2.0) * np.sqrt(SCALE_STEP))
    order = np.argsort(-strengths[is_round])
    return Blobs(points[is_round][order], radii[is_round][order], strengths[is_round][order], dark)


def _refined(
    responses: Floats, layers: NDArray[np.intp], rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Middles to a part of a pixel by a parabola, and whether each peak is round rather than a streak."""

    def at(down: int, right: int) -> Floats:
        return responses[layers, rows + down, columns + right]

    here = at(0, 0)
    slope_x, slope_y = (at(0, 1) - at(0, -1)) / 2, (at(1, 0) - at(-1, 0)) / 2
    bend_x, bend_y = at(0, 1) + at(0, -1) - 2 * here, at(1, 0) + at(-1, 0) - 2 * here
    twist = (at(1, 1) + at(-1, -1) - at(1, -1) - at(-1, 1)) / 4
    determinant = bend_x * bend_y - twist * twist
    is_round = (determinant > 0) & ((bend_x + bend_y) ** 2 < ROUND * np.maximum(determinant, 1e-6))
    shift_x = np.clip(-slope_x / np.minimum(bend_x, -1e-6), -0.5, 0.5)
    shift_y = np.clip(-slope_y / np.minimum(bend_y, -1e-6), -0.5, 0.5)
    return np.stack([columns + shift_x, rows + shift_y], axis=1).astype(np.float32), is_round
