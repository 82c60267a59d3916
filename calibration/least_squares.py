"""Least squares for a handful of numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.floating[Any]]

ENOUGH = 1e-10
"""A step that lowers the squares by less than this share ends the search."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The best numbers found.

    Attributes:
        values: the numbers.
        residuals: what is left with them.
        slopes: how each residual changes with each number: residuals x numbers.
    """

    values: Values
    residuals: Values
    slopes: Values

    @property
    def spare(self) -> int:
        """How many more residuals than numbers there are."""
        return len(self.residuals) - len(self.values)


def least_squares(residuals: Callable[[Values], Values], start: Values, rounds: int = 30) -> Fit:
    """The numbers near `start` that make the sum of squared residuals least (Levenberg-Marquardt).

    Args:
        residuals: what is left with given numbers.
        start: where to begin; numbers should be of order one.
        rounds: the most steps.
    """
    values, damping = np.asarray(start, np.float64), 1e-6
    left = residuals(values)
    slopes = slopes_at(residuals, values, left)
    for _ in range(rounds):
        square = slopes.T @ slopes
        step = np.linalg.lstsq(
            square + damping * np.diag(np.diag(square) + 1e-12), slopes.T @ left, rcond=None
        )[0]
        tried = residuals(values - step)
        if not np.all(np.isfinite(tried)) or tried @ tried > left @ left:
            damping *= 10
            if damping > 1e6:
                break
            continue
        gained = (left @ left) - (tried @ tried)
        values, damping = values - step, max(damping / 10, 1e-12)
        done = gained <= ENOUGH * (left @ left)
        left = tried
        slopes = slopes_at(residuals, values, left)
        if done:
            break
    return Fit(values, left, slopes)


def slopes_at(function: Callable[[Values], Values], values: Values, here: Values) -> Values:
    """How each result of a function changes with each number, by trying: results x numbers."""
    columns = []
    for place in range(len(values)):
        nearby = values.copy()
        step = 1e-6 * max(1.0, abs(values[place]))
        nearby[place] += step
        columns.append((function(nearby) - here) / step)
    return np.array(columns).T
