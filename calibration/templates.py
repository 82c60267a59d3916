"""Ranges, arcs and paper templates of shots as outlines in inches, and which figures they cover."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.boards import Points

ROUND = 96
"""Corners of a circle's polygon: less than 1/100 inch from the circle at 10 inches."""

TouchRule = Literal["touch", "middle", "whole"]
"""When a template covers a figure: it touches its base, covers its centre, or covers all of it."""


@dataclass(frozen=True, slots=True, eq=False)
class TemplateOutline:
    """A paper template that is placed on the table.

    Attributes:
        name: of the shot.
        outline: its corners around its centre, n x 2 inches, lengthwise along x.
    """

    name: str
    outline: Points

    @property
    def length(self) -> float:
        """The length along x, in inches."""
        return float(np.ptp(self.outline[:, 0]))

    @property
    def width(self) -> float:
        """The width along y, in inches."""
        return float(np.ptp(self.outline[:, 1]))

    def laid(self, middle: tuple[float, float], degrees: float = 0.0) -> Points:
        """Return its corners on the table, n x 2 inches, rotated from x towards y."""
        turn = np.deg2rad(degrees)
        turned = self.outline @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return np.asarray(turned + middle)


def ring(middle: tuple[float, float], radius: float) -> Points:
    """Return a circle on the table as a polygon: n x 2 inches."""
    around = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.asarray(middle + radius * np.column_stack([np.cos(around), np.sin(around)]))


def arc(
    middle: tuple[float, float], barrel: float, radius: float, to_each_side: float = 45.0, inner: float = 0.0
) -> Points:
    """Return the area in which a cannon can aim, as a polygon: n x 2 inches.

    Args:
        middle: position of the cannon.
        barrel: direction of its barrel, in degrees from x towards y.
        radius: its range, in inches.
        to_each_side: angle to each side of the barrel, in degrees.
        inner: its minimum range, in inches.
    """
    around = np.deg2rad(np.linspace(barrel - to_each_side, barrel + to_each_side, ROUND // 2))
    rim = np.column_stack([np.cos(around), np.sin(around)])
    near = inner * rim[::-1] if inner > 0 else np.zeros((1, 2))
    return np.asarray(middle + np.vstack([radius * rim, near]))


GRAPE = TemplateOutline("grape", np.array([[-1.0, 0.0], [1.0, -0.5], [1.0, 0.5]]))
"""Grape shot: a triangle 2 inches long and 1 inch wide (BR, Cannon 3); its tip points back along x."""

ROLLING = TemplateOutline("rolling", np.array([[-2.5, -0.25], [2.5, -0.25], [2.5, 0.25], [-2.5, 0.25]]))
"""Rolling shot: a rectangle of 5 by 1/2 inches."""

EXPLODING = TemplateOutline("exploding", ring((0.0, 0.0), 1.0))
"""Exploding shot: a circle of 2 inches."""

SHOTS = (GRAPE, ROLLING, EXPLODING)
"""The three kinds of shot."""


def inside_by(outline: Points, point: tuple[float, float]) -> float:
    """Return the signed distance of a point from an outline in inches: positive inside, negative outside."""
    contour = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(contour, (float(point[0]), float(point[1])), measureDist=True))


def is_under(outline: Points, middle: tuple[float, float], radius: float, by: TouchRule = "touch") -> bool:
    """Whether an outline covers a figure on a round base.

    Args:
        outline: n x 2 inches.
        middle: centre of the base.
        radius: of the base, in inches.
        by: when a figure counts as covered.
    """
    needed = {"touch": -radius, "middle": 0.0, "whole": radius}[by]
    return inside_by(outline, middle) >= needed


def all_under(
    outline: Points, bases: Iterable[tuple[tuple[float, float], float]], by: TouchRule = "touch"
) -> list[int]:
    """Return the indices of the figures in `bases` (centre and radius in inches) that an outline covers."""
    return [place for place, (middle, radius) in enumerate(bases) if is_under(outline, middle, radius, by)]
