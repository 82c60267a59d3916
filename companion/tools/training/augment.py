"""Data augmentation: random crops, rotations and scales, and degraded light, colour, sharpness and noise."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering.sensor import motion_kernel
from companion.tools.training.samples import BODY_STEP, Sample
from companion.vision.detection.scale_search import BEST_EDGE, PYRAMID

COARSE_SHARE = 0.12
"""Share of the crops that show a picture as the coarse levels of the search do: dice are specks there, and
a tray with two of them must not be taken for a two.
"""

Field = NDArray[np.float32]

MAX_SCALE = 3.4
"""Small dice are made this many times as large at most, as the dice reader makes them too."""


def random_crop(sample: Sample, side: int, rng: np.random.Generator) -> Sample:
    """A square of `side` pixels at a random place, angle and scale, mirrored in half of the cases."""
    height, width = sample.picture.shape[:2]
    scale = _scale(sample, rng)
    angle = float(rng.uniform(0, 360))
    centre = rng.uniform(0, 1, 2) * (width, height)
    if len(sample.dice) and rng.random() < 0.8:
        centre = sample.dice[int(rng.integers(len(sample.dice))), :2] + rng.normal(0, side / scale / 5, 2)
    margin = np.minimum(0.35 * side / scale, np.array([width, height]) * 0.5)
    centre = np.clip(centre, margin, (width, height) - margin)
    cos, sin = np.cos(np.deg2rad(angle)) * scale, np.sin(np.deg2rad(angle)) * scale
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    turn = np.array([[cos * mirror, -sin], [sin * mirror, cos]])
    shift = np.array([(side - 1) / 2] * 2) - turn @ centre
    border = cv2.BORDER_REFLECT_101 if not len(sample.dice) else cv2.BORDER_REPLICATE
    picture = _warped(sample.picture, np.column_stack([turn, shift]), side, scale, border)
    return Sample(
        picture, _turned_body(sample.body, turn, shift, side), _turned_dice(sample.dice, turn, shift, side)
    )


def _scale(sample: Sample, rng: np.random.Generator) -> float:
    if rng.random() < COARSE_SHARE:
        side = float(np.exp(rng.uniform(np.log(PYRAMID[0]), np.log(PYRAMID[2]))))
        return side / max(sample.picture.shape[:2])
    wanted = BEST_EDGE * float(np.exp(rng.normal(-0.015, 0.29)))
    if not len(sample.dice):
        return float(np.exp(rng.normal(0, 0.3)))
    edge = float(sample.dice[int(rng.integers(len(sample.dice))), 2])
    if edge > 100 and rng.random() < 0.6:
        return float(np.exp(rng.normal(-0.2, 0.3)))
    return float(np.clip(wanted / edge, 0.12, MAX_SCALE))


def _warped(
    picture: NDArray[np.uint8], matrix: NDArray[np.float64], side: int, scale: float, border: int
) -> NDArray[np.uint8]:
    if scale < 0.7:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 / scale), dtype=np.uint8)
    return np.asarray(
        cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border),
        dtype=np.uint8,
    )


def _turned_body(
    body: NDArray[np.uint8], turn: NDArray[np.float64], shift: NDArray[np.float64], side: int
) -> NDArray[np.uint8]:
    half = (BODY_STEP - 1) / 2
    moved = (turn @ np.array([half, half]) + shift - half) / BODY_STEP
    cells = side // BODY_STEP
    matrix = np.column_stack([turn, moved])
    return np.asarray(
        cv2.warpAffine(
            body,
            matrix,
            (cells, cells),
            flags=cv2.INTER_NEAREST,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(2,),
        ),
        dtype=np.uint8,
    )


def _turned_dice(dice: Field, turn: NDArray[np.float64], shift: NDArray[np.float64], side: int) -> Field:
    moved = dice.copy()
    moved[:, :2] = dice[:, :2] @ turn.T + shift
    moved[:, 2] *= np.sqrt(abs(np.linalg.det(turn)))
    radians = np.deg2rad(dice[:, 3])
    along = np.column_stack([np.cos(radians), np.sin(radians)]) @ turn.T
    moved[:, 3] = np.rad2deg(np.arctan2(along[:, 1], along[:, 0])) % 90
    margin = moved[:, 2:3] * 0.36
    inside = ((moved[:, :2] > margin) & (moved[:, :2] < side - margin)).all(axis=1)
    moved[:, 5] *= inside
    near = ((moved[:, :2] > -margin) & (moved[:, :2] < side + margin)).all(axis=1)
    return moved[near]


def degrade(picture: NDArray[np.uint8], rng: np.random.Generator, strength: float) -> NDArray[np.uint8]:
    """Change light, colour, sharpness and noise; `strength` 0 to 1 says how often."""
    values = picture.astype(np.float32) / np.float32(255)
    changes = (
        (0.7, _random_illumination),
        (0.25, _channel_swap),
        (0.5, _colour_cast),
        (0.07, _inverted),
        (0.5, _random_gamma),
        (0.2, _bloom),
        (0.3, _defocus),
        (0.15, _motion_blur),
        (0.12, _greyscale),
        (0.45, _noise),
    )
    for chance, change in changes:
        if rng.random() < chance * strength:
            values = change(values, rng)
    degraded = cv2.convertScaleAbs(np.maximum(values, 0), alpha=255.0)
    if rng.random() < 0.4 * strength:
        _, packed = cv2.imencode(".jpg", degraded, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        degraded = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return np.asarray(degraded, dtype=np.uint8)


def _random_illumination(values: Field, rng: np.random.Generator) -> Field:
    coarse = np.exp(rng.normal(0, 0.22, (3, 3)) + rng.normal(0, 0.2)).astype(np.float32)
    light = cv2.resize(coarse, values.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(values * light[..., None], dtype=np.float32)


def _channel_swap(values: Field, rng: np.random.Generator) -> Field:
    return np.ascontiguousarray(values[..., rng.permutation(3)])


def _colour_cast(values: Field, rng: np.random.Generator) -> Field:
    return values * np.exp(rng.normal(0, 0.14, 3)).astype(np.float32)


def _inverted(values: Field, rng: np.random.Generator) -> Field:
    return np.float32(rng.uniform(0.85, 1.0)) - np.minimum(values, 1)


def _random_gamma(values: Field, rng: np.random.Generator) -> Field:
    return np.power(np.clip(values, 0, 1.2), np.float32(np.exp(rng.normal(0, 0.25))))


def _bloom(values: Field, rng: np.random.Generator) -> Field:
    spread = cv2.GaussianBlur(np.maximum(values - 0.75, 0), (0, 0), float(rng.uniform(2, 7)))
    return np.asarray(values + np.float32(rng.uniform(0.2, 1.5)) * spread, dtype=np.float32)


def _defocus(values: Field, rng: np.random.Generator) -> Field:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), float(rng.uniform(0.4, 1.9))), dtype=np.float32)


def _motion_blur(values: Field, rng: np.random.Generator) -> Field:
    kernel = motion_kernel(float(rng.uniform(2, 7)), float(rng.uniform(0, 180)))
    return np.asarray(cv2.filter2D(values, -1, kernel), dtype=np.float32)


def _greyscale(values: Field, _rng: np.random.Generator) -> Field:
    grey = values @ np.array([0.114, 0.587, 0.299], dtype=np.float32)
    return np.repeat(grey[..., None], 3, axis=2)


def _noise(values: Field, rng: np.random.Generator) -> Field:
    amount = np.float32(rng.gamma(1.5, 0.012))
    return values + amount * rng.standard_normal(values.shape, dtype=np.float32)
