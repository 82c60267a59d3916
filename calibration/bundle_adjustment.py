"""Bundle adjustment: lens, views and the shape of the sheet together, from several views of a board.

B. Triggs et al., "Bundle adjustment - a modern synthesis", 2000, with a height for each corner of a board.
Its other two coordinates stay as printed: on photos freeing them gained nothing, and cv2.calibrateCameraRO,
which frees all three, errs by 0.05 in from four views.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.board_detection import BoardDetection
from calibration.boards import Points
from calibration.least_squares import Fit, Values, levenberg_marquardt
from calibration.sheet_shape import SheetShape

USUAL_HEIGHT = 0.02
"""Inches: the usual height of a corner of printed paper, which weighs against larger ones."""

USUAL_ERROR = 0.25
"""Pixels: the usual error of a corner in a picture."""

LENS = 9
"""Parameters of a lens: two focal lengths, the principal point, OpenCV's k1, k2, p1, p2, k3."""

VIEW = 6
"""Parameters of a view: turn and place of the board."""

MAX_ITERATIONS = 25
"""Steps of the search at most; it needs 5 to 10, of some 20 ms each."""


@dataclass(frozen=True, slots=True, eq=False)
class BundleView:
    """One view before the adjustment.

    Attributes:
        detection: the corners in the picture.
        turn: the board's rotation vector.
        place: the board's origin in camera coordinates, in inches.
    """

    detection: BoardDetection
    turn: Values
    place: Values


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment:
    """The result of a bundle adjustment.

    Attributes:
        matrix: of the camera, 3 x 3.
        distortion: OpenCV's k1, k2, p1, p2, k3.
        errors: root mean square error of the corners of each view, in pixels.
        shape: of the sheet.
        gain: the standard deviation of a corner by this fit, as a share of that with a flat sheet.
    """

    matrix: Points
    distortion: Values
    errors: Values
    shape: SheetShape
    gain: float


class _Bundle:
    """The residuals of all corners and their derivatives.

    Args:
        views: the views.
        fixed: numbers of the lens parameters that stay as they are.
    """

    def __init__(self, views: Sequence[BundleView], matrix: Points, distortion: Values, fixed: Sequence[int]):
        self._views = views
        self._fixed = list(fixed)
        every = np.vstack([view.detection.inches for view in views])
        self.points, numbers = np.unique(every.round(6), axis=0, return_inverse=True)
        ends = np.cumsum([len(view.detection.inches) for view in views])[:-1]
        self._corners = np.split(np.ravel(numbers), ends)
        lens = np.array([matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *distortion])
        poses = [np.append(view.turn, view.place) for view in views]
        self.start = np.concatenate([lens, np.zeros(len(self.points)), *poses])

    def heights(self, parameters: Values) -> Values:
        """Return the heights of `points`, away from the viewer."""
        return parameters[LENS : LENS + len(self.points)]

    def errors(self, residuals: Values) -> list[Values]:
        """Return the residuals of each view, as n x 2 pixels."""
        ends = np.cumsum([2 * len(corners) for corners in self._corners])
        parts = np.split(residuals, ends)[:-1]
        return [np.asarray(part.reshape(-1, 2)) for part in parts]

    def residuals(self, parameters: Values) -> Values:
        """Return the errors of all corners in pixels, and of the heights in their usual size."""
        shown = [
            self._shown(parameters, number)[0] - view.detection.pixels.ravel()
            for number, view in enumerate(self._views)
        ]
        return np.concatenate([*shown, self.heights(parameters) * USUAL_ERROR / USUAL_HEIGHT])

    def jacobian(self, parameters: Values) -> Values:
        """Return the derivatives of the residuals by the parameters."""
        count = len(self.points)
        rows = [self._rows(parameters, number) for number in range(len(self._views))]
        usual = np.zeros((count, len(parameters)))
        usual[:, LENS : LENS + count] = np.eye(count) * USUAL_ERROR / USUAL_HEIGHT
        whole = np.vstack([*rows, usual])
        whole[:, self._fixed] = 0.0
        return whole

    def _pose(self, parameters: Values, number: int) -> tuple[slice, Values]:
        first = LENS + len(self.points) + VIEW * number
        own = slice(first, first + VIEW)
        return own, parameters[own]

    def _shown(self, parameters: Values, number: int) -> tuple[Values, Points]:
        """Project the corners of a view; return their pixels in one row, and OpenCV's derivatives."""
        corners = self._corners[number]
        _, pose = self._pose(parameters, number)
        lens = parameters[:LENS]
        matrix = np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1.0]])
        bodies = np.column_stack([self.points[corners], self.heights(parameters)[corners]])
        pixels, derivatives = cv2.projectPoints(bodies, pose[:3], pose[3:], matrix, lens[4:])
        return np.asarray(pixels, np.float64).ravel(), np.asarray(derivatives, np.float64)

    def _rows(self, parameters: Values, number: int) -> Values:
        corners = self._corners[number]
        own, pose = self._pose(parameters, number)
        _, derivatives = self._shown(parameters, number)
        rows = np.zeros((len(derivatives), len(parameters)))
        rows[:, :LENS] = derivatives[:, VIEW : VIEW + LENS]
        rows[:, own] = derivatives[:, :VIEW]
        # A corner that rises moves in the camera's space along the board's third direction.
        rising = derivatives[:, 3:6] @ np.asarray(cv2.Rodrigues(pose[:3])[0])[:, 2]
        rows[np.arange(len(rows)), LENS + np.repeat(corners, 2)] = rising
        return rows


def adjust_bundle(
    views: Sequence[BundleView], matrix: Points, distortion: Values, fixed: Sequence[int] = ()
) -> Adjustment:
    """Improve a lens together with the heights of the board's corners.

    Args:
        views: of one board, at least four, from different sides.
        matrix: the camera's, found with a flat board.
        distortion: the lens's, likewise.
        fixed: numbers of the distortion's coefficients that stay 0.
    """
    bundle = _Bundle(views, matrix, distortion, [4 + number for number in fixed])
    fit = levenberg_marquardt(bundle.residuals, bundle.start, MAX_ITERATIONS, bundle.jacobian)
    errors = bundle.errors(fit.residuals)
    lens = fit.parameters[:LENS]
    heights = -_without_plane(bundle.points, bundle.heights(fit.parameters))
    board = views[0].detection.board
    every = np.vstack(errors)
    error = float(np.sqrt(np.mean(np.sum(every**2, axis=1))))
    return Adjustment(
        np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1.0]]),
        lens[4:],
        np.array([np.sqrt(np.mean(np.sum(view**2, axis=1))) for view in errors]),
        SheetShape(
            board.name, board.extent, bundle.points, heights, error, _height_error(bundle, fit, every.size)
        ),
        _gain(bundle, fit, every.size),
    )


def _height_error(bundle: _Bundle, fit: Fit, count: int) -> float:
    """Return the root mean square of the heights' standard deviations, in inches."""
    left = fit.residuals[:count]
    variance = float(left @ left) / max(count - len(fit.parameters), 1)
    heights = slice(LENS, LENS + len(bundle.points))
    return float(np.sqrt(np.mean(np.diag(fit.covariance(variance))[heights])))


def _gain(bundle: _Bundle, fit: Fit, count: int) -> float:
    """Compare the deviation of a corner with that of a flat sheet, each by its degrees of freedom."""
    flat = bundle.residuals(bundle.start)[:count]
    others = len(fit.parameters) - len(bundle.points)
    left = fit.residuals[:count]
    free = max(count - len(fit.parameters), 1)
    return float(np.sqrt((left @ left) / free / ((flat @ flat) / (count - others))))


def _without_plane(points: Points, heights: Values) -> Values:
    """Return heights above their mean plane: how the sheet lies belongs to each view."""
    plane = np.column_stack([np.ones(len(points)), points])
    return np.asarray(heights - plane @ np.linalg.lstsq(plane, heights, rcond=None)[0])
