"""Calibrates the lens from several pictures of a ChArUco board (Zhang 2000, by cv2.calibrateCamera)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.annotate import DOUBTFUL, FOUND, WRONG, copy_as_bgr, draw_grid, draw_points, draw_text
from calibration.board_detection import BoardDetection, detect_board
from calibration.boards import MarkerBoard, Points
from calibration.bundle_adjustment import BundleView, adjust_bundle
from calibration.lens import Lens
from calibration.plane import fit_plane
from calibration.sheet_shape import SheetShape
from calibration.step_result import Picture, StepResult
from companion.errors import BoardNotSeen
from companion.locale.messages import gettext

MIN_VIEWS = 4
FEWEST_FOR_SHEET = 3
"""Fewest views that show a sheet's shape beside the lens."""

ENOUGH_FOR_ALL = 6
"""Views from which all coefficients of the distortion are found; fewer give only the first two."""

MIN_CORNERS = 8
"""Fewest corners of a usable view."""

GRID = (4, 4)
"""Rows and columns of the grid over the picture that the board should cover."""

MIN_COVERAGE = 0.7
"""Share of the grid's cells that must be covered."""

MIN_ANGLE = 12.0
"""Smallest angle in degrees between two views; views from one side do not determine a lens."""

OUTLIER_RATIO = 2.5
"""A view is an outlier if its reprojection error is this many times the median of all views ..."""

ALWAYS_KEPT = 0.5
"""... and at least this many pixels."""

MAX_ERROR_RATIO = 0.8
"""The sheet's shape is used only if it reduces the error of the corners to below this ratio."""

MAX_ERROR = 1.0
"""Largest reprojection error of a usable lens, in pixels at a picture width of 1000."""

ROWS = (gettext("top"), gettext("upper middle"), gettext("lower middle"), gettext("bottom"))
COLUMNS = (gettext("left"), gettext("left of the middle"), gettext("right of the middle"), gettext("right"))
"""What people call the parts of a picture."""


@dataclass(frozen=True, slots=True)
class View:
    """The use of one picture.

    Attributes:
        corners: number of detected corners.
        error: root mean square reprojection error in pixels; None if the view was not used.
        kept: whether the final lens uses it.
        reason: why it is not used, or empty.
    """

    corners: int
    error: float | None
    kept: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LensResult(StepResult):
    """The lens, if it was found.

    Attributes:
        lens: None unless the result is good.
        views: one for each picture.
        covered: the cells of the picture in which the board was seen: rows x columns, boolean.
    """

    lens: Lens | None = None
    views: tuple[View, ...] = ()
    covered: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(GRID, bool))


@dataclass(slots=True)
class _Solution:
    matrix: Points
    distortion: Points
    rotations: list[Points]
    places: list[Points]
    errors: Points
    sheet: SheetShape | None = None


def find_board(picture: Picture, board: MarkerBoard) -> BoardDetection | None:
    """Return the board in a picture; None if it is not in view."""
    try:
        return detect_board(picture, board)
    except BoardNotSeen:
        return None


def calibrate_lens(
    pictures: Sequence[Picture], board: MarkerBoard, found: Sequence[BoardDetection | None] | None = None
) -> LensResult:
    """Calibrate a lens, and find the shape of the sheet that it is calibrated with.

    Args:
        pictures: of the board from all sides and in all parts of the picture, all of one size.
        board: a ChArUco board, or another board with many markers.
        found: what `find_board` returned for each picture, if it was called before.
    """
    if found is None:
        found = [find_board(picture, board) for picture in pictures]
    detections, views = _usable(found)
    covered = _covered(list(detections.values()))
    used = dict(detections)
    solution = _solved(used) if len(used) >= 3 else None
    while solution is not None and len(used) > 3:
        worst = int(np.argmax(solution.errors))
        limit = max(OUTLIER_RATIO * float(np.median(solution.errors)), ALWAYS_KEPT)
        if solution.errors[worst] <= limit:
            break
        place = list(used)[worst]
        views[place] = View(
            len(used[place].pixels),
            float(solution.errors[worst]),
            False,
            gettext("left out: disagrees with the others"),
        )
        del used[place]
        solution = _solved(used)
    if solution is not None:
        solution = _with_sheet(solution, used)
        for place, error in zip(used, solution.errors, strict=True):
            views[place] = View(len(used[place].pixels), float(error), True)
    lens = None if solution is None else _lens_of(solution, used)
    problem = _problem(used, covered, solution, lens)
    sentence = problem or (_in_words(lens, used) if lens is not None else "")
    picture = _annotated(pictures, detections, views, covered)
    return LensResult(not problem, sentence, picture, None if problem else lens, tuple(views), covered)


def _usable(found: Sequence[BoardDetection | None]) -> tuple[dict[int, BoardDetection], list[View]]:
    detections: dict[int, BoardDetection] = {}
    views = []
    for place, detection in enumerate(found):
        if detection is None:
            views.append(View(0, None, False, gettext("the board is not in view")))
            continue
        corners = len(detection.pixels)
        if corners < MIN_CORNERS:
            views.append(View(corners, None, False, gettext("too little of the board is in view")))
            continue
        if detections and detection.size != next(iter(detections.values())).size:
            views.append(View(corners, None, False, gettext("the picture is of another size than the first")))
            continue
        detections[place] = detection
        views.append(View(corners, None, False))
    return detections, views


def _covered(detections: list[BoardDetection]) -> NDArray[np.bool_]:
    covered = np.zeros(GRID, bool)
    for detection in detections:
        cells = np.clip(detection.pixels / detection.size, 0, 0.999) * (GRID[1], GRID[0])
        covered[cells[:, 1].astype(int), cells[:, 0].astype(int)] = True
    return covered


def _solved(used: dict[int, BoardDetection]) -> _Solution:
    flat = [
        np.hstack([view.inches, np.zeros((len(view.inches), 1))]).astype(np.float32) for view in used.values()
    ]
    seen = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in used.values()]
    size = next(iter(used.values())).size
    flags = 0 if len(used) >= ENOUGH_FOR_ALL else cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    start = np.eye(3), np.zeros(5)
    _, matrix, distortion, rotations, places, _, _, errors = cv2.calibrateCameraExtended(
        flat, seen, size, *start, flags=flags
    )
    coefficients = np.asarray(distortion, np.float64).ravel()[:5]
    return _Solution(
        np.asarray(matrix),
        coefficients,
        [np.asarray(cv2.Rodrigues(vector)[0], np.float64) for vector in rotations],
        [np.asarray(place, np.float64).ravel() for place in places],
        np.ravel(errors),
    )


def _lens_of(solution: _Solution, used: dict[int, BoardDetection]) -> Lens:
    size = next(iter(used.values())).size
    error = float(np.sqrt(np.mean(solution.errors**2)))
    return Lens(size, solution.matrix, solution.distortion, error, len(used), solution.sheet)


def _with_sheet(solution: _Solution, used: dict[int, BoardDetection]) -> _Solution:
    """Return the solution with the sheet's shape, if the views show clearly that it is not flat."""
    if len(used) < FEWEST_FOR_SHEET:
        return solution
    views = [
        BundleView(detection, np.asarray(cv2.Rodrigues(turn)[0], np.float64).ravel(), place)
        for detection, turn, place in zip(used.values(), solution.rotations, solution.places, strict=True)
    ]
    unused = () if len(used) >= ENOUGH_FOR_ALL else (2, 3, 4)
    found = adjust_bundle(views, solution.matrix, solution.distortion, unused)
    if found.gain > MAX_ERROR_RATIO:
        return solution
    return replace(
        solution, matrix=found.matrix, distortion=found.distortion, errors=found.errors, sheet=found.shape
    )


def _in_words(lens: Lens, used: dict[int, BoardDetection]) -> str:
    """Say how good a lens is, and with a sheet of known shape how true distances on it are."""
    text = gettext(
        "The lens is known to {reprojection_error:.2f} pixels from {count} views",
        reprojection_error=lens.reprojection_error,
        count=len(used),
    )
    if lens.sheet is None:
        return text
    return gettext(
        "{text}, with the sheet's bends; 95 in 100 distances are true to {checked:.3f} in",
        text=text,
        checked=_checked(used),
    )


def _checked(used: dict[int, BoardDetection]) -> float:
    """Return the error of 95 in 100 distances between printed corners, in the newest view.

    For this check alone, lens and sheet are found from the other views.
    """
    newest = max(used)
    others = {number: detection for number, detection in used.items() if number != newest}
    lens = _lens_of(_with_sheet(_solved(others), others), others)
    places, printed = fit_plane(used[newest], lens).to_inches(used[newest].pixels), used[newest].inches
    apart, true = (np.linalg.norm(points[:, None] - points[None], axis=2) for points in (places, printed))
    return float(np.percentile(np.abs(apart - true)[np.triu_indices(len(places), 1)], 95))


def _problem(
    used: dict[int, BoardDetection], covered: NDArray[np.bool_], solution: _Solution | None, lens: Lens | None
) -> str:
    """Return what to do before the lens can be used; empty if nothing."""
    if solution is None or lens is None or len(used) < MIN_VIEWS:
        return gettext(
            "{count} of {min_views} views are good: show the board from more sides",
            count=len(used),
            min_views=MIN_VIEWS,
        )
    if lens.reprojection_error > MAX_ERROR * lens.size[0] / 1000:
        return gettext(
            "The views do not agree (off by {reprojection_error:.1f} pixels): is the board "
            "flat, and the file right?",
            reprojection_error=lens.reprojection_error,
        )
    if _widest_angle(solution.rotations) < MIN_ANGLE:
        return gettext("All views are from one side: tilt the board, or look at it from the side")
    if covered.mean() < MIN_COVERAGE:
        row, column = np.argwhere(~covered)[0]
        return gettext(
            "Show the board in this part of the picture, too: {row}, {column}",
            row=ROWS[row],
            column=COLUMNS[column],
        )
    return ""


def _widest_angle(rotations: list[Points]) -> float:
    """Return the largest angle between two normals of the board, in degrees."""
    facing = np.array([rotation[:, 2] for rotation in rotations])
    return float(np.degrees(np.arccos(np.clip(facing @ facing.T, -1, 1))).max())


def _annotated(
    pictures: Sequence[Picture],
    detections: dict[int, BoardDetection],
    views: list[View],
    covered: NDArray[np.bool_],
) -> Picture:
    """Draw the corners on the newest picture, and the covered cells of all pictures."""
    newest = len(pictures) - 1
    picture = copy_as_bgr(pictures[newest])
    draw_grid(picture, covered)
    if newest in detections:
        view = views[newest]
        colour = FOUND if view.kept else WRONG if view.error else DOUBTFUL
        draw_points(picture, detections[newest].pixels, colour)
        if view.error is not None:
            draw_text(picture, f"{view.error:.2f} px", detections[newest].pixels.mean(axis=0), colour)
    return picture
