"""Renders one die into a picture by ray casting with supersampling, and its ground truth."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering.faces import AXES
from companion.rendering.projection import PinholeProjection
from companion.rendering.rounded_cube import CORNERS, intersect, length, middle, rotation_of
from companion.rendering.scene import Array, Defect, Die, DieGroundTruth
from companion.rendering.shading import Light, shade

COCKED_FROM = 14.0
"""Tilt in degrees from which players call a die cocked."""


@dataclass(frozen=True)
class PlacedDie:
    """A die in the scene: its rotation, centre and corners in mm and in pixels."""

    die: Die
    rotation: Array
    middle: Array
    corners: Array
    pixels: Array

    @property
    def hull(self) -> Array:
        """Corners of the outline in the picture, shape (n, 2)."""
        return np.asarray(cv2.convexHull(self.pixels)[:, 0], dtype=np.float32)


def place(die: Die, view: PinholeProjection) -> PlacedDie:
    """Compute a die's position on the table and in the picture."""
    rotation = rotation_of(die)
    centre = middle(die, rotation)
    shrunk = CORNERS * (1 - 0.45 * die.rounding)
    corners = centre + shrunk @ rotation.T * die.edge
    return PlacedDie(die, rotation, centre, corners, view.project(corners))


def _sample_grid(placed: PlacedDie, view: PinholeProjection) -> tuple[int, int, int, int, int] | None:
    spread = view.project(placed.middle + CORNERS @ placed.rotation.T * placed.die.edge)
    low = np.maximum(np.floor(spread.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(spread.max(axis=0)).astype(int) + 2, view.size)
    if (high <= low).any():
        return None
    fine = 3 if view.scale_at(placed.middle) * placed.die.edge < 26 else 2
    return int(low[0]), int(low[1]), int(high[0]), int(high[1]), fine


def paint(
    light_picture: Array,
    owner: NDArray[np.uint8],
    number: int,
    placed: PlacedDie,
    view: PinholeProjection,
    light: Light,
) -> None:
    """Render a die over the picture.

    Args:
        light_picture: The scene so far as light, height x width x 3; changed in place.
        owner: Number of the visible die per pixel; changed in place.
        number: The value to write into `owner`; 0 for a blank cube.
        placed: The die.
        view: The camera.
        light: The lights of the scene.
    """
    box = _sample_grid(placed, view)
    if box is None:
        return
    left, top, right, bottom, fine = box
    rows = top + (np.arange((bottom - top) * fine, dtype=np.float32) + 0.5) / fine - 0.5
    columns = left + (np.arange((right - left) * fine, dtype=np.float32) + 0.5) / fine - 0.5
    grid_x, grid_y = np.meshgrid(columns, rows)
    rays = placed.rotation.T @ view.rays(grid_x.ravel(), grid_y.ravel())
    rays /= length(rays)
    die = placed.die
    eye = placed.rotation.T @ (view.eye - placed.middle) / np.float32(die.edge)
    hit, places = intersect(eye, rays, die)
    patch = light_picture[top:bottom, left:right]
    fineness = 1.0 / (fine * view.scale_at(placed.middle) * die.edge)
    behind = _transmitted(patch, hit, grid_x.shape, die, fineness * fine)
    colour = shade(places, rays[:, hit], placed.rotation, die, light, behind, fineness)
    layer = np.zeros((grid_x.size, 4), dtype=np.float32)
    layer[hit, :3], layer[hit, 3] = colour.T, 1
    size = (right - left, bottom - top)
    small = cv2.resize(layer.reshape(*grid_x.shape, 4), size, interpolation=cv2.INTER_AREA)
    patch *= 1 - small[..., 3:]
    patch += small[..., :3]
    owner[top:bottom, left:right][small[..., 3] > 0.5] = number


def _transmitted(
    patch: Array, hit: NDArray[np.bool_], shape: tuple[int, ...], die: Die, pixel: float
) -> Array:
    if die.finish != "translucent":
        return np.zeros((3, 1), dtype=np.float32)
    blurred = cv2.GaussianBlur(patch, (0, 0), max(0.8, 0.12 / pixel))
    large = cv2.resize(blurred, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(large.reshape(-1, 3)[hit].T)


def _upper_face(placed: PlacedDie) -> int:
    heights = [side * placed.rotation[2, axis] for axis, side in AXES]
    return int(np.argmax(heights)) + 1


def _defect(placed: PlacedDie, visible: float, inside: float) -> Defect:
    if placed.die.lift > 0.2 * placed.die.edge:
        return "stacked"
    if placed.die.lean >= COCKED_FROM:
        return "cocked"
    if inside < 0.9:
        return "cut_off"
    if visible < 0.6:
        return "covered"
    return "leaning" if placed.die.lean > 4 else "none"


def ground_truth(
    placed: PlacedDie, number: int, owner: NDArray[np.uint8], view: PinholeProjection
) -> DieGroundTruth:
    """Return the ground truth of a die after everything is rendered.

    Args:
        placed: The die.
        number: Its number in `owner`.
        owner: Number of the visible die per pixel.
        view: The camera.
    """
    face = _upper_face(placed)
    axis, side = AXES[face - 1]
    flat = [other for other in range(3) if other != axis]
    square = np.zeros((4, 3), dtype=np.float32)
    square[:, axis] = 0.5 * side
    square[:, flat] = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    corners = view.project(placed.middle + square @ placed.rotation.T * placed.die.edge)
    square *= 0
    square[0, axis] = 0.5 * side
    in_mm = placed.middle + square[0] @ placed.rotation.T * placed.die.edge
    centre = view.project(in_mm[None])[0]
    visible, inside = _visible_share(corners, number, owner)
    along = corners[1] - corners[0]
    return DieGroundTruth(
        face=face,
        centre=(float(centre[0]), float(centre[1])),
        edge=view.scale_at(in_mm) * placed.die.edge,
        angle=float(np.rad2deg(np.arctan2(along[1], along[0])) % 90),
        top=corners,
        outline=placed.hull,
        colour=placed.die.colour,
        pip_colour=placed.die.pip_colour,
        defect=_defect(placed, visible, inside),
        symbol=placed.die.numerals or face in placed.die.emblems,
        visible=visible,
    )


def _visible_share(corners: Array, number: int, owner: NDArray[np.uint8]) -> tuple[float, float]:
    """Return the visible share of a face and its share inside the picture."""
    low = np.floor(corners.min(axis=0)).astype(int)
    size = np.ceil(corners.max(axis=0)).astype(int) - low + 1
    if size.max() > 4000:
        return 0.0, 0.0
    inner = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 0.85
    mask = np.zeros((int(size[1]), int(size[0])), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(inner - low).astype(np.int32), 1)
    whole = max(int(mask.sum()), 1)
    height, width = owner.shape
    left, top = max(0, -int(low[0])), max(0, -int(low[1]))
    right, bottom = min(int(size[0]), width - int(low[0])), min(int(size[1]), height - int(low[1]))
    if right <= left or bottom <= top:
        return 0.0, 0.0
    part = mask[top:bottom, left:right]
    shown = owner[top + low[1] : bottom + low[1], left + low[0] : right + low[0]] == number
    return float((part & shown).sum()) / whole, float(part.sum()) / whole
