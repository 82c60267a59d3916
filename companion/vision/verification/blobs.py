"""Detects blobs, as pips are: round spots that are darker or brighter than their surroundings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frames import Picture

SCALE_STEP = 1.32
"""Factor between the blurs of two neighbouring scales."""

ROUND = 12.0
"""Limit on (trace squared / determinant) of the curvature: 4 for a round spot, more for a streak."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Blobs:
    """Spots of one polarity, as columns of equal length.

    Attributes:
        points: n x 2, middles in pixels (x, y).
        radii: n, in pixels.
        strengths: n, approximate contrast to the surroundings in grey levels.
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
    patches: Floats,
    least_radius: float,
    most_radius: float,
    least_contrasts: Sequence[float] | Floats,
) -> list[tuple[Blobs, Blobs]]:
    """All dark and all bright spots between two radii, in several patches at once.

    Blobs are extrema of differences of Gaussians over place and scale (Lowe, "Distinctive image features from
    scale-invariant keypoints", 2004). The patches are channels of one picture: each step is one call.

    Args:
        patches: n x height x width grey levels.
        least_radius: of the smallest spots looked for, in pixels.
        most_radius: of the largest, in pixels.
        least_contrasts: for each patch, in grey levels; weaker spots are left out.

    Returns:
        For each patch the dark spots and the bright spots, each the strongest first.
    """
    stack = np.ascontiguousarray(np.moveaxis(patches, 0, 2))
    sigmas = _sigmas(least_radius, most_radius)
    blurred = [
        np.asarray(cv2.GaussianBlur(stack, (0, 0), sigma).reshape(stack.shape), np.float32)
        for sigma in sigmas
    ]
    # A disc of contrast c at its best scale gives a difference of about 0.26 c with SCALE_STEP.
    responses = np.empty((len(blurred) - 1, *stack.shape), np.float32)
    for response, (narrow, wide) in zip(responses, pairwise(blurred), strict=True):
        np.subtract(wide, narrow, out=response)
    responses /= 0.26
    limits = np.array(least_contrasts, np.float32)
    dark = _extrema(responses, sigmas, limits, dark=True)
    np.negative(responses, out=responses)
    bright = _extrema(responses, sigmas, limits, dark=False)
    return list(zip(dark, bright, strict=True))


def _sigmas(least_radius: float, most_radius: float) -> list[float]:
    """The blurs whose differences respond best to discs between the radii, and one more at either end."""
    sigma = least_radius / np.sqrt(2.0) / SCALE_STEP
    sigmas = [float(sigma)]
    while sigmas[-1] * np.sqrt(2.0) < most_radius * SCALE_STEP * SCALE_STEP:
        sigmas.append(sigmas[-1] * SCALE_STEP)
    return sigmas


def _extrema(responses: Floats, sigmas: list[float], limits: Floats, dark: bool) -> list[Blobs]:
    """The maxima of layers x rows x columns x patches, for each patch."""
    kernel = np.ones((3, 3), np.uint8)
    spread = np.empty_like(responses)
    for layer, highest_near in zip(responses, spread, strict=True):
        cv2.dilate(layer, kernel, dst=highest_near)
    peaks = (responses >= spread) & (responses > limits)
    peaks[:, [0, -1]] = peaks[:, :, [0, -1]] = False
    # Faster than numpy's nonzero in four dimensions; only the few that are left are compared across scales.
    layers, *places = np.unravel_index(np.flatnonzero(peaks), peaks.shape)
    around = np.maximum(
        spread[np.maximum(layers - 1, 0), *places],
        spread[np.minimum(layers + 1, len(spread) - 1), *places],
    )
    highest = responses[layers, *places] >= around
    at = layers[highest], *(each[highest] for each in places)
    points, is_round = _refined(responses, *at)
    strengths = responses[at]
    radii = np.array(sigmas, np.float32)[at[0]] * np.float32(np.sqrt(2.0) * np.sqrt(SCALE_STEP))
    order = np.argsort(-strengths)
    order = order[is_round[order]]
    found = (order[at[3][order] == patch] for patch in range(responses.shape[3]))
    return [Blobs(points[own], radii[own], strengths[own], dark) for own in found]


def _refined(
    responses: Floats,
    layers: NDArray[np.intp],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    patches: NDArray[np.intp],
) -> tuple[Floats, NDArray[np.bool_]]:
    """Subpixel centres from a parabola, and whether each peak is round and not a streak."""

    def at(down: int, right: int) -> Floats:
        return responses[layers, rows + down, columns + right, patches]

    here = at(0, 0)
    slope_x, slope_y = (at(0, 1) - at(0, -1)) / 2, (at(1, 0) - at(-1, 0)) / 2
    bend_x, bend_y = at(0, 1) + at(0, -1) - 2 * here, at(1, 0) + at(-1, 0) - 2 * here
    twist = (at(1, 1) + at(-1, -1) - at(1, -1) - at(-1, 1)) / 4
    determinant = bend_x * bend_y - twist * twist
    is_round = (determinant > 0) & ((bend_x + bend_y) ** 2 < ROUND * np.maximum(determinant, 1e-6))
    shift_x = np.clip(-slope_x / np.minimum(bend_x, -1e-6), -0.5, 0.5)
    shift_y = np.clip(-slope_y / np.minimum(bend_y, -1e-6), -0.5, 0.5)
    return np.stack([columns + shift_x, rows + shift_y], axis=1).astype(np.float32), is_round
