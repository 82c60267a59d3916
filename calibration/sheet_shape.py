"""The shape of a printed sheet: paper is not flat, and how high each corner lies is found with the lens."""

from dataclasses import dataclass, field

import numpy as np

from calibration.boards import MarkerBoard, Points
from calibration.least_squares import Values

SAME = 1e-3
"""Inches: positions on a board that differ by less are the same."""

RIM = 0.1
"""Inches: what is printed begins at least so far from the edge of the paper."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetShape:
    """How high the corners of one sheet lie above its mean plane.

    Attributes:
        board: name of the board that is printed on it.
        extent: of the board: 2 x 2 inches, smallest and largest x and y.
        points: the corners, n x 2 inches.
        heights: of each corner towards the viewer, n inches.
        error: root mean square of the corners from their places, in pixels of the lens's pictures.
        height_error: standard deviation of a height, in inches.
    """

    board: str
    extent: Points
    points: Points
    heights: Values
    error: float
    height_error: float
    _spline: Values = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spline", self._solved())

    def _solved(self) -> Values:
        """Return the weights of the spline's bends, and of its plane."""
        count = len(self.points)
        plane = np.column_stack([np.ones(count), self.points])
        system = np.zeros((count + 3, count + 3))
        system[:count, :count] = _bending(self.points, self.points)
        system[:count, count:], system[count:, :count] = plane, plane.T
        return np.asarray(np.linalg.lstsq(system, np.append(self.heights, np.zeros(3)), rcond=None)[0])

    def belongs_to(self, board: MarkerBoard) -> bool:
        """Return whether a board, or a part of it, is the one on this sheet."""
        low, high = board.extent
        inside = np.all(low >= self.extent[0] - SAME) and np.all(high <= self.extent[1] + SAME)
        return board.name == self.board and bool(inside)

    def heights_at(self, places: Points) -> Values:
        """Return the heights of places, n x 2 inches; the sheet's own between its corners, 0 beside it.

        A thin plate spline (F. Bookstein, "Principal warps", 1989) through the corners.
        """
        places = np.asarray(places, np.float64).reshape(-1, 2)
        on_it = np.all((places >= self.extent[0] - RIM) & (places <= self.extent[1] + RIM), axis=1)
        nearest = np.clip(places, self.points.min(axis=0), self.points.max(axis=0))
        bends = _bending(nearest, self.points)
        return np.asarray(np.column_stack([bends, np.ones(len(nearest)), nearest]) @ self._spline * on_it)


def _bending(ones: Points, others: Points) -> Points:
    squared = ((ones[:, None] - others[None]) ** 2).sum(axis=2)
    return np.asarray(squared * np.log(np.maximum(squared, 1e-12)) / 2)
