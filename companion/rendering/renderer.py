"""Renders a scene: table, light and shadow, clutter, dice from back to front, hands, and the sensor."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering import clutter
from companion.rendering.projection import PinholeProjection
from companion.rendering.raycast import PlacedDie, ground_truth, paint, place
from companion.rendering.scene import Array, Clutter, Lamp, Picture, Rendered, Scene, Sensor
from companion.rendering.shading import Light, body_of, direction_to_lamp
from companion.rendering.textures import grain, ground, value_noise


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


FINE = 4
"""Fractional bits of pixel coordinates in the drawing of shadows."""


def render_scene(scene: Scene, rng: np.random.Generator) -> Rendered:
    """Render a scene.

    Args:
        scene: The scene.
        rng: The random generator of the camera's noise; the scene itself is fixed.

    Returns:
        The picture and its ground truth.
    """
    view = PinholeProjection(scene.camera, scene.size)
    placed = [place(die, view) for die in scene.dice]
    light = Light(scene.lamps, scene.ambient, scene.window)
    bare = _table(replace(scene, dice=(), lamps=(), window=None, ambient=1.0, sensor=Sensor()))
    picture = bare * _irradiance(scene, placed, view)
    owner = np.zeros((scene.size[1], scene.size[0]), dtype=np.uint8)
    numbers = _numbers(scene)
    for index in _painters_order(placed, view):
        paint(picture, owner, numbers[index], placed[index], view, light)
    _hands(picture, owner, scene, view)
    dice = [
        ground_truth(placed[index], number, owner, view) for index, number in enumerate(numbers) if number
    ]
    return Rendered(photograph(picture, scene.sensor, rng), tuple(dice), owner)


def _numbers(scene: Scene) -> list[int]:
    """Return the number of each die in the owner map; 0 for blank cubes."""
    counted = np.cumsum([not die.blank for die in scene.dice])
    return [0 if die.blank else int(number) for die, number in zip(scene.dice, counted, strict=True)]


def _painters_order(placed: list[PlacedDie], view: PinholeProjection) -> list[int]:
    distance = [-float(np.linalg.norm(body.middle - view.eye)) + 1e-3 * body.die.lift for body in placed]
    return [int(index) for index in np.argsort(distance)]


@lru_cache(maxsize=2)
def _table(scene: Scene) -> Array:
    """Return the table with all flat objects on it, as reflected light under full white light.

    The result is cached, because a camera at rest sees the same table in every frame.
    """
    view = PinholeProjection(scene.camera, scene.size)
    flat = ground(scene.ground, scene.ground_colour, view, scene.ground_seed, scene.ground_seed * 37 % 360)
    if scene.tray is not None:
        clutter.draw_tray(flat, scene.tray, view, scene.ground_seed)
    for item in scene.clutter:
        if item.kind != "hand":
            clutter.draw(flat, item, view)
    values = np.square(np.arange(256, dtype=np.float32) / 255)
    return np.asarray(cv2.LUT(flat, values), dtype=np.float32)


def _irradiance(scene: Scene, placed: list[PlacedDie], view: PinholeProjection) -> Array:
    """Return the light that reaches the table, height x width x 3."""
    total = np.full((*scene.size[::-1], 3), scene.ambient, dtype=np.float32)
    if placed:
        total *= _ambient_occlusion(placed, view)[..., None]
    for lamp in scene.lamps:
        level = direction_to_lamp(lamp)[2] * lamp.strength
        colour = np.asarray(lamp.colour, dtype=np.float32) * level
        total += _visibility(placed, scene.clutter, lamp, view)[..., None] * colour
    return total


def _ambient_occlusion(placed: list[PlacedDie], view: PinholeProjection) -> Array:
    """Return the share of ambient light near the base of the dice, 0 to 1."""
    mask = np.zeros((view.size[1] // 2, view.size[0] // 2), dtype=np.uint8)
    for body in placed:
        feet = body.corners.copy()
        feet[:, 2] = 0
        _polygon(mask, view.project(feet) / 2, 150)
    reach = 0.11 * view.scale_at(placed[0].middle) * placed[0].die.edge
    return 1 - _blurred_shadow(mask, reach, view.size)


def _polygon(mask: NDArray[np.uint8], points: Array, value: int) -> None:
    if np.abs(points).max() < 1e5:
        hull = cv2.convexHull(np.round(points * 2**FINE).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, value, cv2.LINE_AA, FINE)


def _blurred_shadow(mask: NDArray[np.uint8], reach: float, size: tuple[int, int]) -> Array:
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, reach / 2))
    full = cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR)
    return full.astype(np.float32) / np.float32(255)


def _visibility(
    placed: list[PlacedDie], items: tuple[Clutter, ...], lamp: Lamp, view: PinholeProjection
) -> Array:
    """Return the share of a lamp's light that reaches each pixel of the table."""
    mask = np.zeros((view.size[1] // 2, view.size[0] // 2), dtype=np.uint8)
    direction = direction_to_lamp(lamp)
    reach = 1.0
    for body in placed:
        thrown = body.corners - body.corners[:, 2:] / max(float(direction[2]), 0.15) * direction
        clear = body.die.finish == "translucent"
        shadow = np.vstack([thrown, body.corners * (1, 1, 0)]) if body.die.lift == 0 else thrown
        _polygon(
            mask, view.project(shadow) / 2, int(150 - 60 * np.mean(body_of(body.die)) / 255) if clear else 245
        )
        reach = max(reach, lamp.softness * view.scale_at(body.middle) * body.die.edge)
    for item in items:
        if item.kind in ("shadow", "hand"):
            _outside_shadow(mask, item, direction, view)
    return 1 - _blurred_shadow(mask, reach, view.size)


def _outside_shadow(
    mask: NDArray[np.uint8], item: Clutter, direction: Array, view: PinholeProjection
) -> None:
    """Draw the shadow of something held above the table, such as a head, a telephone or a hand."""
    rng = np.random.default_rng(item.seed)
    turns = np.sort(rng.uniform(0, 2 * np.pi, 7))
    reach = item.size * rng.uniform(0.3, 0.6, 7)
    shape = np.column_stack([reach * np.cos(turns), reach * np.sin(turns), np.zeros(7)])
    shape[:, :2] += item.position - direction[:2] * 0.3 * item.size
    _polygon(mask, view.project(shape) / 2, 230)


def _hands(picture: Array, owner: NDArray[np.uint8], scene: Scene, view: PinholeProjection) -> None:
    """Draw hands last, because they are above the dice."""
    hands = [item for item in scene.clutter if item.kind == "hand"]
    if not hands:
        return
    layer = np.zeros(picture.shape, dtype=np.uint8)
    for hand in hands:
        clutter.draw(layer, hand, view)
    share = np.clip(layer.max(axis=2).astype(np.float32) / 40, 0, 1)
    share = np.asarray(cv2.GaussianBlur(share, (0, 0), 0.8), dtype=np.float32)[..., None]
    light = scene.ambient + sum(lamp.strength * direction_to_lamp(lamp)[2] for lamp in scene.lamps)
    values = np.square(cv2.GaussianBlur(layer, (0, 0), 1.5).astype(np.float32) / 255) * np.float32(light)
    picture *= 1 - share
    picture += share * values
    owner[share[..., 0] > 0.5] = 0
