"""The pinhole camera model: from points to pixels, and from pixels to rays."""

import numpy as np
from numpy.typing import ArrayLike

from companion.rendering.scene import Array, Camera


def rotation_about_z(degrees: float) -> Array:
    """Return the 3 x 3 rotation by `degrees` about the vertical."""
    angle = np.deg2rad(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], dtype=np.float32)


def rotation_about_x(degrees: float) -> Array:
    """Return the 3 x 3 rotation by `degrees` about the x axis."""
    angle = np.deg2rad(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]], dtype=np.float32)


class PinholeProjection:
    """A camera's projection for one picture size.

    Attributes:
        eye: Position of the camera, mm, shape (3,).
        size: Width and height, pixels.
        focal: Focal length, pixels.
    """

    def __init__(self, camera: Camera, size: tuple[int, int]) -> None:
        self.size = size
        self.focal = camera.focal
        straight_down = np.diag([1.0, -1.0, -1.0]).astype(np.float32)
        direction_to_lamp = rotation_about_z(camera.turn) @ rotation_about_x(camera.tilt)
        self.to_camera: Array = rotation_about_z(camera.roll) @ straight_down @ direction_to_lamp.T
        target = np.array([*camera.look_at, 0.0], dtype=np.float32)
        self.eye: Array = target + direction_to_lamp @ np.array([0, 0, camera.distance], dtype=np.float32)
        self.middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)

    def project(self, points: ArrayLike) -> Array:
        """Project points in mm, shape (n, 3), to pixels, shape (n, 2)."""
        seen = (np.asarray(points, dtype=np.float32) - self.eye) @ self.to_camera.T
        depth = np.maximum(seen[:, 2:], 1e-3)
        return seen[:, :2] / depth * np.float32(self.focal) + np.asarray(self.middle, dtype=np.float32)

    def scale_at(self, point: ArrayLike) -> float:
        """Return the pixels per mm at a point in mm, perpendicular to the line of sight."""
        depth = (np.asarray(point, dtype=np.float32) - self.eye) @ self.to_camera[2]
        return float(self.focal / max(float(depth), 1e-3))

    def rays(self, columns: Array, rows: Array) -> Array:
        """Return directions, shape (3, n), of the rays through pixels (not normalized)."""
        across = (columns - self.middle[0]) / self.focal
        down = (rows - self.middle[1]) / self.focal
        return self.to_camera.T @ np.stack([across, down, np.ones_like(across)]).astype(np.float32)

    def to_table(self, pixels: ArrayLike, height: float = 0.0) -> Array:
        """Project pixels, shape (n, 2), back to points in mm, shape (n, 2), on the plane at `height` mm."""
        at = np.asarray(pixels, dtype=np.float32)
        directions = self.rays(at[:, 0], at[:, 1])
        reach = (height - self.eye[2]) / np.minimum(directions[2], -1e-3)
        found: Array = (self.eye[:2, None] + reach * directions[:2]).T
        return found
