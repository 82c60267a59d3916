"""Nonlinear least squares for a few parameters, by the method of Levenberg and Marquardt.

K. Levenberg, "A method for the solution of certain non-linear problems in least squares", 1944; D.
Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", 1963. OpenCV's own solver
has no Python interface.
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
    residuals: Callable[[Values], Values], start: Values, max_iterations: int = 30
) -> Fit:
    """Return the parameters near `start` with the smallest sum of squared residuals.

    Args:
        residuals: returns the residuals for given parameters.
        start: initial parameters; they should be of order one.
        max_iterations: largest number of steps.
    """
    parameters, damping = np.asarray(start, np.float64), 1e-6
    left = residuals(parameters)
    jacobian = numerical_jacobian(residuals, parameters, left)
    for _ in range(max_iterations):
        normal = jacobian.T @ jacobian
        step = np.linalg.lstsq(
            normal + damping * np.diag(np.diag(normal) + 1e-12), jacobian.T @ left, rcond=None
        )[0]
        tried = residuals(parameters - step)
        if not np.all(np.isfinite(tried)) or tried @ tried > left @ left:
            damping *= 10
            if damping > 1e6:
                break
            continue
        gained = (left @ left) - (tried @ tried)
        parameters, damping = parameters - step, max(damping / 10, 1e-12)
        converged = gained <= CONVERGED * (left @ left)
        left = tried
        jacobian = numerical_jacobian(residuals, parameters, left)
        if converged:
            break
    return Fit(parameters, left, jacobian)


def numerical_jacobian(function: Callable[[Values], Values], parameters: Values, here: Values) -> Values:
    """Return the derivatives of results by parameters with forward differences: results x parameters.

    Args:
        function: maps parameters to results.
        parameters: where to differentiate.
        here: the results for `parameters`.
    """
    columns = []
    for place in range(len(parameters)):
        nearby = parameters.copy()
        step = 1e-6 * max(1.0, abs(parameters[place]))
        nearby[place] += step
        columns.append((function(nearby) - here) / step)
    return np.array(columns).T
