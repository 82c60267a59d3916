"""Draws flat objects on the table in perspective, in their own coordinates in millimetres."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour
from companion.rendering.projection import PinholeProjection, rotation_about_z
from companion.rendering.scene import Array, Clutter, Picture

SHIFT = 3
"""Fractional bits of polygon coordinates: an eighth of a pixel."""


def fill(picture: Picture, points: Array, colour: tuple[float, ...]) -> None:
    """Fill a polygon given in pixels, shape (n, 2), antialiased."""
    cv2.fillPoly(picture, [np.round(points * 2**SHIFT).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)


def dimmed(colour: Colour, share: float) -> tuple[float, ...]:
    """Return the colour multiplied by `share`: below 1 darker, above 1 brighter."""
    return tuple(float(np.clip(value * share, 0, 255)) for value in colour)


class Pen:
    """Draws in an object's own coordinates, mm from its centre, onto the camera's picture of the table."""

    def __init__(self, picture: Picture, item: Clutter, view: PinholeProjection) -> None:
        self.picture = picture
        self.item = item
        self.view = view
        self.random = np.random.default_rng(item.seed)
        self.turn = rotation_about_z(item.angle)[:2, :2]

    def seen(self, points: NDArray[np.float64] | Array) -> Array:
        """Convert points in the object's own coordinates to pixels, shape (n, 2)."""
        flat = points @ self.turn.T + np.asarray(self.item.position)
        return self.view.project(np.column_stack([flat, np.zeros(len(flat))]))

    def shape(self, points: NDArray[np.float64], colour: tuple[float, ...]) -> None:
        """Fill a polygon."""
        fill(self.picture, self.seen(points), colour)

    def disc(
        self, x: float, y: float, radius: float, colour: tuple[float, ...], stretch: float = 1.0
    ) -> None:
        """Fill a disc or ellipse."""
        turns = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        self.shape(
            np.column_stack([x + stretch * radius * np.cos(turns), y + radius * np.sin(turns)]), colour
        )

    def box(self, width: float, height: float, colour: tuple[float, ...], x: float = 0, y: float = 0) -> None:
        """Fill a rectangle with cut corners around (x, y)."""
        cut = 0.06 * min(width, height)
        w, h = width / 2, height / 2
        corners = [(-w + cut, -h), (w - cut, -h), (w, -h + cut), (w, h - cut)]
        corners += [(w - cut, h), (-w + cut, h), (-w, h - cut), (-w, -h + cut)]
        self.shape(np.array(corners) + np.array([x, y]), colour)

    def line(self, points: NDArray[np.float64], width: float, colour: tuple[float, ...]) -> None:
        """Draw a polyline, `width` mm wide."""
        thick = max(1, round(width * self.view.scale_at((*self.item.position, 0))))
        seen = np.round(self.seen(points) * 2**SHIFT).astype(np.int32)
        cv2.polylines(self.picture, [seen], False, colour, thick, cv2.LINE_AA, SHIFT)

    def write(self, text: str, x: float, y: float, height: float, colour: tuple[float, ...]) -> None:
        """Write text with letters `height` mm tall (aligned with the picture, not with the object)."""
        at = self.seen(np.array([[x, y]]))[0]
        scale = height * self.view.scale_at((*self.item.position, 0)) / 22
        thick = max(1, round(scale * 2))
        where = (int(at[0]), int(at[1]))
        if scale > 0.1 and abs(where[0]) < 4000 and abs(where[1]) < 4000:
            font = int(self.random.integers(0, 5))
            cv2.putText(self.picture, text, where, font, float(scale), colour, thick, cv2.LINE_AA)
