"""Nonlinear least squares for a few parameters, by the method of Levenberg and Marquardt.

K. Levenberg, "A method for the solution of certain non-linear problems in least squares", 1944; D.
Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", 1963; the damping follows H.
Nielsen, "Damping parameter in Marquardt's method", 1999. OpenCV's own solver has no Python interface.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.floating[Any]]

CONVERGED = 1e-10
"""The search ends after a step that reduces the sum of squares by less than this ratio."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The result of a least-squares fit.

    Attributes:
        parameters: p numbers.
        residuals: n numbers.
        jacobian: the derivative of each residual by each parameter, n x p.
    """

    parameters: Values
    residuals: Values
    jacobian: Values

    @property
    def degrees_of_freedom(self) -> int:
        """The number of residuals minus the number of parameters."""
        return len(self.residuals) - len(self.parameters)

    def covariance(self, variance: float) -> Values:
        """Return the covariance of the parameters, p x p, if each residual has this variance."""
        return np.asarray(np.linalg.pinv(self.jacobian.T @ self.jacobian) * variance)


def levenberg_marquardt(
    residuals: Callable[[Values], Values],
    start: Values,
    max_iterations: int = 30,
    jacobian_at: Callable[[Values], Values] | None = None,
) -> Fit:
    """Return the parameters near `start` with the smallest sum of squared residuals.

    Args:
        residuals: returns the residuals for given parameters.
        start: initial parameters; they should be of order one.
        max_iterations: largest number of steps.
        jacobian_at: returns the derivatives of the residuals; by default they are found by differences.
    """
    derive = jacobian_at or (lambda here: numerical_jacobian(residuals, here, residuals(here)))
    parameters, damping, raising = np.asarray(start, np.float64), 1e-6, 2.0
    left = residuals(parameters)
    jacobian = derive(parameters)
    for _ in range(max_iterations):
        normal, slope = jacobian.T @ jacobian, jacobian.T @ left
        scale = np.diag(normal) + 1e-12
        step = np.linalg.lstsq(normal + damping * np.diag(scale), slope, rcond=None)[0]
        tried = residuals(parameters - step)
        if not np.all(np.isfinite(tried)) or tried @ tried > left @ left:
            damping, raising = damping * raising, raising * 2
            if damping > 1e6:
                break
            continue
        gained = float((left @ left) - (tried @ tried))
        foreseen = float(step @ (damping * scale * step + slope))
        share = gained / foreseen if foreseen > 0 else 1.0
        damping, raising = max(damping * max(1 / 3, 1 - (2 * share - 1) ** 3), 1e-12), 2.0
        parameters = parameters - step
        converged = gained <= CONVERGED * (left @ left)
        left = tried
        jacobian = derive(parameters)
        if converged:
            break
    return Fit(parameters, left, jacobian)


def numerical_jacobian(function: Callable[[Values], Values], parameters: Values, here: Values) -> Values:
    """Return the derivatives of results by parameters with forward differences: results x parameters."""
    columns = []
    for place in range(len(parameters)):
        nearby = parameters.copy()
        step = 1e-6 * max(1.0, abs(parameters[place]))
        nearby[place] += step
        columns.append((function(nearby) - here) / step)
    return np.array(columns).T
