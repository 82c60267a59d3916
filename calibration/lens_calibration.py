"""The lens: from several pictures of a ChArUco board to what the lens does."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.annotate import DOUBTFUL, FOUND, WRONG, copy_of, draw_grid, draw_points, draw_words
from calibration.board_detection import BoardSighting, sight_board
from calibration.boards import Board, Points
from calibration.lens import Lens
from calibration.step_result import Picture, Verdict
from companion.errors import BoardNotSeen

LEAST_VIEWS = 6
LEAST_CORNERS = 8
"""Corners that a view must show."""

GRID = (4, 4)
"""Rows and columns of the picture that the board should be seen in."""

COVERED = 0.7
"""Share of the grid's cells that must be covered."""

LEAST_SPREAD = 12.0
"""Degrees between the most different views: a lens cannot be told from one side."""

WORST = 2.5
"""A view that misses by more than this many times the median of all is thrown out ..."""

ALWAYS_FINE = 0.5
"""... unless it misses by less than this many pixels."""

MOST_ERROR = 1.0
"""Pixels, at a picture width of a thousand, above which the lens is not believed."""

PLACES = (
    ("upper", "upper middle", "lower middle", "lower"),
    ("left", "left middle", "right middle", "right"),
)


@dataclass(frozen=True, slots=True)
class View:
    """What became of one picture.

    Attributes:
        corners: how many were found.
        error: root mean square in pixels; None if the view was not used.
        kept: whether it was used in the end.
        words: why not, or empty.
    """

    corners: int
    error: float | None
    kept: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class LensVerdict(Verdict):
    """The lens, if it could be found.

    Attributes:
        lens: None unless the verdict is good.
        views: one for each picture.
        covered: which cells of the picture the board has been seen in: rows x columns.
    """

    lens: Lens | None = None
    views: tuple[View, ...] = ()
    covered: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(GRID, bool))


@dataclass(slots=True)
class _Solution:
    matrix: Points
    distortion: Points
    turns: list[Points]
    errors: Points


def solve_lens(pictures: Sequence[Picture], board: Board) -> LensVerdict:
    """Calibrate a lens.

    Args:
        pictures: the board from all sides and in all parts of the picture, all of one size.
        board: a ChArUco board, or any other with many markers.
    """
    sightings, views = _sighted(pictures, board)
    covered = _covered(list(sightings.values()))
    used = dict(sightings)
    solution = _solved(used) if len(used) >= 3 else None
    while solution is not None and len(used) > 3:
        worst = int(np.argmax(solution.errors))
        limit = max(WORST * float(np.median(solution.errors)), ALWAYS_FINE)
        if solution.errors[worst] <= limit:
            break
        place = list(used)[worst]
        views[place] = View(
            len(used[place].pixels), float(solution.errors[worst]), False, "thrown out: misses too far"
        )
        del used[place]
        solution = _solved(used)
    if solution is not None:
        for place, error in zip(used, solution.errors, strict=True):
            views[place] = View(len(used[place].pixels), float(error), True)
    lens = None if solution is None else _lens_of(solution, used)
    lacking = _lacking(used, covered, solution, lens)
    sentence = (
        lacking or f"The lens is known to {lens.error if lens else 0:.2f} pixels from {len(used)} views"
    )
    picture = _drawn(pictures, sightings, views, covered)
    return LensVerdict(not lacking, sentence, picture, None if lacking else lens, tuple(views), covered)


def _sighted(pictures: Sequence[Picture], board: Board) -> tuple[dict[int, BoardSighting], list[View]]:
    sightings: dict[int, BoardSighting] = {}
    views = []
    for place, picture in enumerate(pictures):
        try:
            sighting = sight_board(picture, board)
        except BoardNotSeen:
            views.append(View(0, None, False, "the board is not in view"))
            continue
        corners = len(sighting.pixels)
        if corners < LEAST_CORNERS:
            views.append(View(corners, None, False, "too little of the board is in view"))
            continue
        if sightings and sighting.size != next(iter(sightings.values())).size:
            views.append(View(corners, None, False, "the picture is of another size than the first"))
            continue
        sightings[place] = sighting
        views.append(View(corners, None, False))
    return sightings, views


def _covered(sightings: list[BoardSighting]) -> NDArray[np.bool_]:
    covered = np.zeros(GRID, bool)
    for sighting in sightings:
        cells = np.clip(sighting.pixels / sighting.size, 0, 0.999) * (GRID[1], GRID[0])
        covered[cells[:, 1].astype(int), cells[:, 0].astype(int)] = True
    return covered


def _solved(used: dict[int, BoardSighting]) -> _Solution:
    flat = [
        np.hstack([one.inches, np.zeros((len(one.inches), 1))]).astype(np.float32) for one in used.values()
    ]
    seen = [one.pixels.astype(np.float32).reshape(-1, 1, 2) for one in used.values()]
    size = next(iter(used.values())).size
    flags = 0 if len(used) >= LEAST_VIEWS else cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    start = np.eye(3), np.zeros(5)
    _, matrix, distortion, turns, _, _, _, errors = cv2.calibrateCameraExtended(
        flat, seen, size, *start, flags=flags
    )
    bent = np.asarray(distortion, np.float64).ravel()[:5]
    return _Solution(
        np.asarray(matrix),
        bent,
        [np.asarray(cv2.Rodrigues(turn)[0], np.float64) for turn in turns],
        np.ravel(errors),
    )


def _lens_of(solution: _Solution, used: dict[int, BoardSighting]) -> Lens:
    size = next(iter(used.values())).size
    error = float(np.sqrt(np.mean(solution.errors**2)))
    return Lens(size, solution.matrix, solution.distortion, error, len(used))


def _lacking(
    used: dict[int, BoardSighting], covered: NDArray[np.bool_], solution: _Solution | None, lens: Lens | None
) -> str:
    """What must be done before the lens can be believed; empty if nothing."""
    if solution is None or lens is None or len(used) < LEAST_VIEWS:
        return f"{len(used)} of {LEAST_VIEWS} views are good: show the board from more sides"
    if lens.error > MOST_ERROR * lens.size[0] / 1000:
        return (
            f"The views do not agree (off by {lens.error:.1f} pixels): is the board flat, and the file right?"
        )
    if _spread(solution.turns) < LEAST_SPREAD:
        return "All views are from one side: tilt the board, or look at it from the side"
    if covered.mean() < COVERED:
        row, column = np.argwhere(~covered)[0]
        return f"Show the board in the {PLACES[0][row]} {PLACES[1][column]} of the picture, too"
    return ""


def _spread(turns: list[Points]) -> float:
    """Degrees between the most different directions in which the board faced."""
    facing = np.array([turn[:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(facing @ facing.T, -1, 1))).max())


def _drawn(
    pictures: Sequence[Picture],
    sightings: dict[int, BoardSighting],
    views: list[View],
    covered: NDArray[np.bool_],
) -> Picture:
    """The newest picture with its corners, and the cells that all of them have covered."""
    newest = len(pictures) - 1
    picture = copy_of(pictures[newest])
    draw_grid(picture, covered)
    if newest in sightings:
        view = views[newest]
        colour = FOUND if view.kept else WRONG if view.error else DOUBTFUL
        draw_points(picture, sightings[newest].pixels, colour)
        if view.error is not None:
            draw_words(picture, f"{view.error:.2f} px", sightings[newest].pixels.mean(axis=0), colour)
    return picture
