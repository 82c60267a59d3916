"""The table's plane: the homography between pixels and inches, and the errors of measured distances.

The homography is the direct linear transform with normalisation (R. Hartley and A. Zisserman, "Multiple View
Geometry", 2nd ed., algorithm 4.2) by cv2.findHomography, refined by Levenberg-Marquardt; errors are carried
from the corners to distances by its covariance (section 5.2).
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_detection import BoardDetection, detect_board
from calibration.boards import CENTIMETRES, MarkerBoard, Points
from calibration.least_squares import Fit, Values, levenberg_marquardt, numerical_jacobian
from calibration.lens import NO_DISTORTION, Distortion, Lens, Matrix, RadialDistortion
from calibration.sheet_shape import SheetShape
from companion.errors import BoardNotSeen, Unmeasurable
from companion.locale.messages import gettext

PRIOR_ERROR = 0.25
"""Pixels: the usual reprojection error of a good photo; its weight is that of PRIOR_WEIGHT corners."""

PRIOR_WEIGHT = 4

POINTING_ERROR = 0.3
"""Pixels: default standard deviation of a point that a person selects."""

TWO_SIGMA = 2.0
"""Standard deviations that contain about 95 of 100 errors."""

MIN_CORNERS_FOR_DISTORTION = 16
"""Fewest corners from which the distortion of an unknown lens is estimated."""

MIN_SIGNIFICANCE = 5.0
"""An estimated distortion is used only if it differs from 0 by this many standard deviations."""

MAX_ERROR_RATIO = 0.8
"""An estimated distortion is used only if it reduces the reprojection error to below this ratio."""

MAX_POSE_RATIO = 1.5
"""Squared errors of a pose, compared with those of a plane: above this ratio the lens does not fit."""

ON_SHEET_STEPS = 3
"""Repetitions until a place on a sheet of known shape is exact: heights are small."""

MAX_ERROR_SHARE = 0.06
"""Above this reprojection error, as a share of a marker's side, the board is another one or not flat."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A measured distance.

    Attributes:
        inches: the distance.
        error: in inches; 95 of 100 true distances differ by less.
    """

    inches: float
    error: float

    @property
    def centimetres(self) -> float:
        """The distance in centimetres."""
        return self.inches * CENTIMETRES

    @property
    def sixteenths(self) -> str:
        """The distance as text, rounded to sixteenths: "3 5/16 in"."""
        whole, part = divmod(round(self.inches * 16), 16)
        if not part:
            return f"{whole} in"
        below = 16
        while part % 2 == 0:
            part, below = part // 2, below // 2
        return f"{whole} {part}/{below} in" if whole else f"{part}/{below} in"


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The table's plane in the picture of one camera.

    Attributes:
        size: width and height of the picture, in pixels.
        homography: 3 x 3, from inches (x, y, 1) to undistorted pixels.
        distortion: of the lens.
        reprojection_error: standard deviation of the corners from their reprojections, in pixels.
        board_points: the corners used for the fit, n x 2 inches; outside them errors are larger.
        lens: the calibrated lens, if known; heights need it.
        sheet: the shape of the sheet with the board, if it is known and as it was.
        sheet_changed: its shape is known, but it lies otherwise now.
    """

    size: tuple[int, int]
    homography: Matrix
    distortion: Distortion
    reprojection_error: float
    board_points: Points
    lens: Lens | None = None
    sheet: SheetShape | None = None
    sheet_changed: bool = False
    _parameters: Values = field(default_factory=lambda: np.zeros(0), repr=False)
    _covariance: Matrix = field(default_factory=lambda: np.zeros((0, 0)), repr=False)

    def to_inches(self, pixels: Points, height: float = 0.0) -> Points:
        """Map pixels to points of the table, n x 2 inches.

        Args:
            pixels: n x 2.
            height: of the selected points above the table, in inches.

        Raises:
            Unmeasurable: a pixel is above the horizon, or a height is given without a lens.
        """
        matrix = self.homography_at_height(height)
        undistorted = self.distortion.undistort(np.asarray(pixels, np.float64).reshape(-1, 2))
        places = _transformed(np.linalg.inv(matrix), undistorted)
        if self.sheet is not None and height == 0.0:
            places = self._on_sheet(places, self.sheet)
        behind = _depths(matrix, places) * _depths(matrix, self.board_points.mean(axis=0)[None]) <= 0
        if np.any(behind | ~np.isfinite(places).all(axis=1)):
            x, y = np.asarray(pixels).reshape(-1, 2)[int(np.argmax(behind))]
            raise Unmeasurable(
                gettext("The pixel {x:g}, {y:g} is above the table's horizon: point at the table.", x=x, y=y)
            )
        return places

    def _on_sheet(self, places: Points, sheet: SheetShape) -> Points:
        """Move places of the plane along their line of sight to the sheet that rises above it."""
        eye = self._eye()
        seen = np.asarray(places, np.float64)
        for _ in range(ON_SHEET_STEPS):
            share = sheet.heights_at(np.nan_to_num(seen))[:, None] / eye[2]
            seen = places + (eye[:2] - places) * share
        return np.asarray(seen)

    def _by_heights(self, ends: Points, error: float) -> float:
        """Return the variance of a distance on the sheet by the errors of the heights at its ends."""
        eye = self._eye()
        along = np.diff(ends, axis=0)[0]
        along = along / max(float(np.hypot(*along)), 1e-9)
        slopes = (eye[:2] - ends) @ along / eye[2]
        return float(slopes @ slopes) * error**2

    def _eye(self) -> Values:
        """The camera's place: x and y on the board and its height above it, in inches."""
        across, down, up, place = self.pose()
        return np.array([-place @ across, -place @ down, -place @ up])

    def to_pixels(self, inches: Points, height: float = 0.0) -> Points:
        """Map points of the table, n x 2 inches, to pixels; nan behind the camera."""
        matrix = self.homography_at_height(height)
        places = np.asarray(inches, np.float64).reshape(-1, 2)
        shown = self.distortion.distort(_transformed(matrix, places))
        behind = _depths(matrix, places) * _depths(matrix, self.board_points.mean(axis=0)[None]) <= 0
        shown[behind] = np.nan
        return shown

    def distance(
        self, start: Points, end: Points, pointing: float = POINTING_ERROR, height: float = 0.0
    ) -> Distance:
        """Return the distance between two points of the table.

        Args:
            start: the first pixel.
            end: the second pixel.
            pointing: standard deviation of a selected pixel, in pixels.
            height: of both points above the table, in inches.

        Raises:
            Unmeasurable: see `to_inches`.
        """
        ends = np.array([start, end], np.float64)
        apart = float(np.hypot(*np.diff(self.to_inches(ends, height), axis=0)[0]))

        def by_pointing(shifts: Values) -> Values:
            places = self.to_inches(ends + shifts.reshape(2, 2), height)
            return np.asarray(np.linalg.norm(np.diff(places, axis=0), axis=1))

        def by_plane(parameters: Values) -> Values:
            matrix, distortion = _plane_of(parameters, self.size, self.distortion, self.board_points)
            places = _transformed(np.linalg.inv(matrix), distortion.undistort(ends))
            return np.asarray(np.linalg.norm(np.diff(places, axis=0), axis=1))

        of_pointing = numerical_jacobian(by_pointing, np.zeros(4), np.array([apart]))[0] * pointing
        variance = float(of_pointing @ of_pointing)
        if len(self._parameters):
            of_plane = numerical_jacobian(by_plane, self._parameters, by_plane(self._parameters))[0]
            variance += float(of_plane @ self._covariance @ of_plane)
        if self.sheet is not None and height == 0.0:
            variance += self._by_heights(self.to_inches(ends), self.sheet.height_error)
        return Distance(apart, TWO_SIGMA * float(np.sqrt(variance)))

    def homography_at_height(self, height: float) -> Matrix:
        """Return the homography from inches (x, y, 1) in the plane at `height` inches to undistorted pixels.

        Raises:
            Unmeasurable: a height is given, but the lens is not calibrated.
        """
        if height == 0.0:
            return self.homography
        across, down, up, place = self.pose()
        return np.asarray(self._camera_matrix() @ np.column_stack([across, down, place + height * up]))

    def pose(self) -> tuple[Values, Values, Values, Values]:
        """Return the table's x, y and upward directions and its origin in camera coordinates, in inches.

        Raises:
            Unmeasurable: the lens is not calibrated.
        """
        columns = np.linalg.inv(self._camera_matrix()) @ self.homography
        columns = columns / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        if columns[2] @ [*self.board_points.mean(axis=0), 1.0] < 0:
            columns = -columns
        left, _, right = np.linalg.svd(columns[:, :2], full_matrices=False)
        across, down = (left @ right).T
        up = np.cross(across, down)
        place = columns[:, 2]
        return across, down, up if up @ place < 0 else -up, place

    def _camera_matrix(self) -> Matrix:
        if self.lens is None:
            raise Unmeasurable(
                gettext("Heights can only be allowed for with a calibrated lens: companion calibrate lens.")
            )
        return self.lens.matrix


def _transformed(matrix: Matrix, points: Points) -> Points:
    with np.errstate(divide="ignore", invalid="ignore"):
        lifted = np.asarray(points, np.float64) @ matrix[:, :2].T + matrix[:, 2]
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _depths(matrix: Matrix, inches: Points) -> Values:
    return np.asarray(inches @ matrix[2, :2] + matrix[2, 2])


def plane_from_picture(
    picture: NDArray[np.uint8], board: MarkerBoard, lens: Lens | None = None
) -> tuple[TablePlane, BoardDetection]:
    """Return the table's plane from one picture of a board, and the detected board.

    Args:
        picture: height x width x 3, BGR, or grey.
        board: the board on the table.
        lens: the calibrated lens, if known.

    Raises:
        BoardNotSeen: too few markers are in view, or their positions contradict the board.
        Unmeasurable: the picture has another aspect ratio than those of the lens calibration.
    """
    detection = detect_board(picture, board)
    plane = fit_plane(detection, lens)
    if plane.distortion is NO_DISTORTION:
        return plane, detection
    refined = detection.refined(picture, plane.distortion)
    return fit_plane(refined, lens), refined


def fit_plane(detection: BoardDetection, lens: Lens | None = None) -> TablePlane:
    """Return the table's plane from a board on the table.

    Markers whose position contradicts the board are removed as outliers. Without a calibrated lens, radial
    distortion is estimated if the board shows it clearly.

    Args:
        detection: the board in one picture, or its average over several.
        lens: the calibrated lens, for pictures of any resolution.

    Raises:
        BoardNotSeen: the markers' positions contradict the board.
    """
    sized = lens.for_size(detection.size) if lens else None
    distortion: Distortion = sized or NO_DISTORTION
    inliers, fit = _without_outliers(detection, distortion)
    known = _known_sheet(lens, detection.board)
    sheet = known
    if sized is not None and known is not None:
        shaped = _on_known_sheet(inliers, fit, sized, known)
        sheet, fit = (None, fit) if shaped is None else (known, shaped)
    distorted = None if lens else _with_distortion(inliers, fit)
    if distorted is not None:
        distortion, fit = RadialDistortion(detection.size, float(distorted.parameters[8])), distorted
    error = _reprojection_error(fit, detection.size)
    covariance = fit.covariance((error / _scale(detection.size)) ** 2)
    matrix, _ = _plane_of(fit.parameters, detection.size, distortion, inliers.inches)
    return TablePlane(
        detection.size,
        matrix,
        distortion,
        error,
        inliers.inches,
        sized,
        sheet,
        known is not None and sheet is None,
        fit.parameters,
        covariance,
    )


def _known_sheet(lens: Lens | None, board: MarkerBoard) -> SheetShape | None:
    sheet = lens.sheet if lens is not None else None
    return sheet if sheet is not None and sheet.belongs_to(board) else None


def _on_known_sheet(inliers: BoardDetection, flat: Fit, lens: Lens, sheet: SheetShape) -> Fit | None:
    """Fit the plane of a sheet of known shape; None if it lies otherwise now, as a flat one fits better.

    With a known lens the six numbers of a pose are enough; where that lens does not fit the corners, the
    eight of a plane are fitted, with each corner moved to where it would be seen if it lay in the plane.

    Returns:
        The plane of the sheet, as `_fitted_homography` does.
    """
    matrix, _ = _plane_of(flat.parameters, inliers.size, lens, inliers.inches)
    across, down, up, place = TablePlane(inliers.size, matrix, lens, 0.0, inliers.inches, lens).pose()
    inner = np.cross(across, down)
    turn = np.asarray(cv2.Rodrigues(np.column_stack([across, down, inner]))[0], np.float64).ravel()
    depths = sheet.heights_at(inliers.inches) * np.sign(inner @ up)
    posed = _fitted_pose(inliers, lens, depths, np.append(turn, place))
    lowered = _seen(posed.parameters, inliers, lens, depths) - _seen(
        posed.parameters, inliers, lens, np.zeros_like(depths)
    )
    moved = replace(inliers, pixels=lens.distort(lens.undistort(inliers.pixels) - lowered))
    level = _fitted_homography(moved, lens)
    if level.residuals @ level.residuals > flat.residuals @ flat.residuals:
        return None
    if posed.residuals @ posed.residuals > MAX_POSE_RATIO * (level.residuals @ level.residuals):
        return level
    return _as_plane(posed, inliers, lens)


def _as_plane(posed: Fit, inliers: BoardDetection, lens: Lens) -> Fit:
    """Return a fitted pose as a fitted homography."""
    centred = np.linalg.inv(_centred(inliers.inches))

    def plane(pose: Values) -> Values:
        turned = _turned(pose)
        seen = lens.matrix @ np.column_stack([turned[:, 0], turned[:, 1], pose[3:]])
        framed = np.linalg.inv(_frame(inliers.size)) @ seen @ centred
        return np.asarray((framed / framed[2, 2]).ravel()[:8])

    parameters = plane(posed.parameters)
    # The pose's covariance becomes that of the plane: the pseudo-inverse of J P+ is P times that of J.
    of_pose = numerical_jacobian(plane, posed.parameters, parameters)
    return Fit(parameters, posed.residuals, posed.jacobian @ np.linalg.pinv(of_pose))


def _seen(pose: Values, detection: BoardDetection, lens: Lens, depths: Values) -> Points:
    """Return the undistorted pixels of a board's corners that lie at these depths."""
    bodies = np.column_stack([detection.inches, depths])
    rays = (bodies @ _turned(pose).T + pose[3:]) @ lens.matrix.T
    return np.asarray(rays[:, :2] / rays[:, 2:])


def _fitted_pose(detection: BoardDetection, lens: Lens, depths: Values, start: Values) -> Fit:
    """Fit the turn and the place of a board whose corners lie at these depths, from a start near by."""
    undistorted, scale = lens.undistort(detection.pixels), _scale(detection.size)

    def residuals(pose: Values) -> Values:
        return np.asarray((_seen(pose, detection, lens, depths) - undistorted).ravel() / scale)

    return levenberg_marquardt(residuals, start)


def _turned(pose: Values) -> Matrix:
    return np.asarray(cv2.Rodrigues(pose[:3])[0], np.float64)


def _scale(size: tuple[int, int]) -> float:
    return float(np.hypot(*size)) / 2


def _frame(size: tuple[int, int]) -> Matrix:
    """Return the matrix from coordinates of order one to pixels."""
    return np.array([[_scale(size), 0, size[0] / 2], [0, _scale(size), size[1] / 2], [0, 0, 1.0]])


def _centred(points: Points) -> Matrix:
    """Return the matrix that moves the centroid of points to the origin, so that no parameter can vanish."""
    across, down = -points.mean(axis=0)
    return np.array([[1, 0, across], [0, 1, down], [0, 0, 1.0]])


def _plane_of(
    parameters: Values, size: tuple[int, int], distortion: Distortion, board_points: Points
) -> tuple[Matrix, Distortion]:
    """Return the homography and the distortion for fitted parameters."""
    matrix = _frame(size) @ np.append(parameters[:8], 1.0).reshape(3, 3) @ _centred(board_points)
    return matrix, RadialDistortion(size, float(parameters[8])) if len(parameters) > 8 else distortion


def _without_outliers(detection: BoardDetection, distortion: Distortion) -> tuple[BoardDetection, Fit]:
    """Fit the plane; remove the marker with the largest error until the others agree."""
    inliers, fit = detection, _fitted_homography(detection, distortion)
    while True:
        errors = np.hypot(*fit.residuals.reshape(-1, 2).T) * _scale(detection.size)
        side = float(np.median(np.hypot(*np.diff(inliers.pixels, axis=0).T)))
        if np.sqrt(np.mean(errors**2)) <= max(MAX_ERROR_SHARE * side / 2, 1.0):
            return inliers, fit
        worst = inliers.groups[int(np.argmax(errors))]
        without = inliers.subset(inliers.groups != worst)
        if without.parts < 3:
            raise BoardNotSeen(
                gettext(
                    "The markers in view do not lie as the {name} says (off by up to {max:.0f} "
                    "pixels): lay it flat, or name the right board file.",
                    name=detection.board.name,
                    max=np.max(errors),
                )
            )
        inliers, fit = without, _fitted_homography(without, distortion)


def _fitted_homography(detection: BoardDetection, distortion: Distortion) -> Fit:
    """Fit the homography from the board to the detected corners, with parameters of order one."""
    undistorted = _transformed(np.linalg.inv(_frame(detection.size)), distortion.undistort(detection.pixels))
    inches = _transformed(_centred(detection.inches), detection.inches)
    found = cv2.findHomography(inches, undistorted)[0]
    if found is None or abs(found[2, 2]) < 1e-9:
        raise BoardNotSeen(gettext("The markers in view lie in one line: show more of the board."))

    def residuals(parameters: Values) -> Values:
        matrix = np.append(parameters, 1.0).reshape(3, 3)
        return np.asarray((_transformed(matrix, inches) - undistorted).ravel())

    return levenberg_marquardt(residuals, (found / found[2, 2]).ravel()[:8])


def _with_distortion(detection: BoardDetection, plain: Fit) -> Fit | None:
    """Fit with radial distortion as the ninth parameter; None if the board does not show it."""
    if len(detection.pixels) < MIN_CORNERS_FOR_DISTORTION:
        return None
    to_one = np.linalg.inv(_frame(detection.size))
    inches = _transformed(_centred(detection.inches), detection.inches)

    def residuals(parameters: Values) -> Values:
        distortion = RadialDistortion(detection.size, float(parameters[8]))
        undistorted = _transformed(to_one, distortion.undistort(detection.pixels))
        matrix = np.append(parameters[:8], 1.0).reshape(3, 3)
        return np.asarray((_transformed(matrix, inches) - undistorted).ravel())

    fit = levenberg_marquardt(residuals, np.append(plain.parameters, 0.0))
    variance = float(fit.residuals @ fit.residuals) / fit.degrees_of_freedom
    before = float(plain.residuals @ plain.residuals) / plain.degrees_of_freedom
    sigma = np.sqrt(fit.covariance(variance)[8, 8])
    clear = abs(fit.parameters[8]) > MIN_SIGNIFICANCE * sigma and variance < MAX_ERROR_RATIO**2 * before
    return fit if clear else None


def _reprojection_error(fit: Fit, size: tuple[int, int]) -> float:
    """Return the standard deviation of the corners from the fit in pixels, with PRIOR_ERROR as a prior."""
    squares = float(fit.residuals @ fit.residuals) * _scale(size) ** 2
    weight = 2 * PRIOR_WEIGHT
    return float(np.sqrt((squares + weight * PRIOR_ERROR**2) / (fit.degrees_of_freedom + weight)))
