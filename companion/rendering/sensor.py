"""Simulates lens and sensor: blur, bloom, colour cast, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

from companion.rendering.scene import Array, Picture, Sensor
from companion.rendering.textures import grain, value_noise


def _bloom(light: Array, share: float) -> Array:
    small = cv2.resize(np.maximum(light - 0.8, 0), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    spread = cv2.GaussianBlur(small, (0, 0), 4)
    return light + np.float32(share) * np.asarray(
        cv2.resize(spread, (light.shape[1], light.shape[0])), np.float32
    )


def motion_kernel(length: float, degrees: float) -> Array:
    """Return the kernel of a motion blur of `length` pixels; its sum is 1."""
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), dtype=np.float32)
    half = (side - 1) / 2
    step = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))]) * (length - 1) / 2
    one, other = (half - step) * 16, (half + step) * 16
    ends = (int(one[0]), int(one[1])), (int(other[0]), int(other[1]))
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, shift=4)
    kernel[side // 2, side // 2] = 1.0
    return kernel / np.float32(kernel.sum())


def _vignette(shape: tuple[int, ...], loss: float) -> Array:
    rows = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None] ** 2
    columns = np.linspace(-1, 1, shape[1], dtype=np.float32)[None] ** 2
    return 1 - np.float32(loss / 2) * (rows + columns)


def _colour_graded(values: Array, sensor: Sensor) -> Array:
    if sensor.saturation != 1:
        grey = values @ np.array([0.114, 0.587, 0.299], dtype=np.float32)
        values = grey[..., None] + (values - grey[..., None]) * np.float32(sensor.saturation)
    if sensor.contrast != 1:
        values = np.power(np.clip(values, 0, 2), np.float32(sensor.contrast))
    return values


def _noisy(values: Array, sensor: Sensor, rng: np.random.Generator) -> Array:
    height, width = values.shape[:2]
    if sensor.noise:
        amount = np.float32(sensor.noise / 255) * (np.float32(0.6) + np.float32(0.6) * values)
        shift = rng.integers(0, 128, 2)
        speckle = np.roll(grain((height + 128, width + 128), rng), shift.tolist(), (0, 1))[:height, :width]
        values = values + amount * speckle[..., None]
    if sensor.colour_noise:
        for channel in range(3):
            blotches = value_noise((height, width), 60, rng) * np.float32(sensor.colour_noise / 255)
            values[..., channel] += blotches
    if sensor.moire:
        rows, columns = np.mgrid[:height, :width].astype(np.float32)
        wave = rows * rng.uniform(-1, 1) + columns * rng.uniform(-1, 1)
        values = values + np.float32(sensor.moire / 255) * np.sin(wave * rng.uniform(0.3, 1.5))[..., None]
    return values


def photograph(light: Array, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """Simulate the camera's picture of the light.

    Args:
        light: Height x width x 3, 1 is white.
        sensor: The imaging errors.
        rng: The random generator of noise.
    """
    if sensor.bloom:
        light = _bloom(light, sensor.bloom)
    gains = np.asarray(sensor.balance, dtype=np.float32) * np.float32(sensor.exposure)
    light = light * gains
    if sensor.vignette:
        light *= _vignette(light.shape, sensor.vignette)[..., None]
    if sensor.blur:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur), dtype=np.float32)
    if sensor.motion > 1:
        light = np.asarray(
            cv2.filter2D(light, -1, motion_kernel(sensor.motion, sensor.motion_angle)), dtype=np.float32
        )
    values = _noisy(_colour_graded(np.sqrt(np.maximum(light, 0)), sensor), sensor, rng)
    if sensor.sharpen:
        values = values + np.float32(sensor.sharpen) * (values - cv2.GaussianBlur(values, (0, 0), 1.2))
    picture = cv2.convertScaleAbs(np.maximum(values, 0), alpha=255.0)
    if sensor.quality:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.asarray(picture, dtype=np.uint8)
