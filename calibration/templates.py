"""Ranges, arcs and the paper templates of shot as outlines in inches, and what lies under them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.boards import Points

ROUND = 96
"""Corners by which a circle is drawn: off by less than 1/100 inch at 10 inches."""

Touch = Literal["touch", "middle", "whole"]
"""When a figure counts as under a template: its base touches it, its middle is under it, or all of it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A piece of paper that is laid on the table.

    Attributes:
        name: of the shot it stands for.
        outline: its corners about its middle, n x 2 inches, lying along x.
    """

    name: str
    outline: Points

    @property
    def length(self) -> float:
        """Along x, in inches."""
        return float(np.ptp(self.outline[:, 0]))

    @property
    def width(self) -> float:
        """Along y, in inches."""
        return float(np.ptp(self.outline[:, 1]))

    def laid(self, middle: tuple[float, float], degrees: float = 0.0) -> Points:
        """Its corners on the table, n x 2 inches, turned from x towards y."""
        turn = np.deg2rad(degrees)
        turned = self.outline @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return np.asarray(turned + middle)


def ring(middle: tuple[float, float], radius: float) -> Points:
    """A circle on the table as a polygon: n x 2 inches."""
    around = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.asarray(middle + radius * np.column_stack([np.cos(around), np.sin(around)]))


def arc(
    middle: tuple[float, float], barrel: float, radius: float, to_each_side: float = 45.0, inner: float = 0.0
) -> Points:
    """What a cannon can aim at, as a polygon: n x 2 inches.

    Args:
        middle: where it stands.
        barrel: where its barrel points, in degrees from x towards y.
        radius: its range, in inches.
        to_each_side: of the barrel, in degrees.
        inner: its least range, in inches.
    """
    around = np.deg2rad(np.linspace(barrel - to_each_side, barrel + to_each_side, ROUND // 2))
    rim = np.column_stack([np.cos(around), np.sin(around)])
    near = inner * rim[::-1] if inner > 0 else np.zeros((1, 2))
    return np.asarray(middle + np.vstack([radius * rim, near]))


GRAPE = Template("grape", np.array([[-1.0, 0.0], [1.0, -0.5], [1.0, 0.5]]))
"""Grape shot: a triangle 2 inches long and 1 inch wide (BR, Cannon 3); its tip points back along x."""

ROLLING = Template("rolling", np.array([[-2.5, -0.25], [2.5, -0.25], [2.5, 0.25], [-2.5, 0.25]]))
"""Rolling shot: a rectangle of 5 by 1/2 inches."""

EXPLODING = Template("exploding", ring((0.0, 0.0), 1.0))
"""Exploding shot: a circle of 2 inches."""

SHOTS = (GRAPE, ROLLING, EXPLODING)
"""The three kinds of shot."""


def inside_by(outline: Points, point: tuple[float, float]) -> float:
    """How far a point lies inside an outline, in inches; below 0 outside."""
    contour = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(contour, (float(point[0]), float(point[1])), measureDist=True))


def is_under(outline: Points, middle: tuple[float, float], radius: float, by: Touch = "touch") -> bool:
    """Whether a figure on a round base lies under an outline.

    Args:
        outline: n x 2 inches.
        middle: of the base.
        radius: of the base, in inches.
        by: what counts.
    """
    needed = {"touch": -radius, "middle": 0.0, "whole": radius}[by]
    return inside_by(outline, middle) >= needed


def all_under(
    outline: Points, bases: Iterable[tuple[tuple[float, float], float]], by: Touch = "touch"
) -> list[int]:
    """The places in `bases` (middle and radius of each figure, in inches) of those under an outline."""
    return [place for place, (middle, radius) in enumerate(bases) if is_under(outline, middle, radius, by)]
