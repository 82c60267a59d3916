"""The table's plane in a picture: from pixels to inches, with the error that must be reckoned with."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_detection import BoardSighting, sight_board
from calibration.boards import CENTIMETRES, Board, Points
from calibration.least_squares import Fit, Values, least_squares, slopes_at
from calibration.lens import STRAIGHT, Barrel, Lens, Matrix, Optics
from companion.errors import BoardNotSeen, Unmeasurable

USUAL_MISS = 0.25
"""Pixels that a corner found in a good photo misses by; counts as much as USUAL_WEIGHT corners do."""

USUAL_WEIGHT = 4

POINTING = 0.3
"""Pixels by which somebody who points at a place misses it, unless said otherwise."""

WITHIN = 2.0
"""Standard deviations that hold about 95 in 100 errors."""

LEAST_FOR_ROUNDNESS = 16
"""Corners from which the roundness of an unknown lens is looked for."""

CLEAR_ROUNDNESS = 5.0
"""Times its own uncertainty that a lens's roundness must be to be believed."""

WORTH = 0.8
"""What is left of the corners' misses must be below this share for roundness to be believed."""

STRAY = 4.0
"""A marker that misses by more than this many times the others' misses does not lie where the file says."""

WRONG = 0.06
"""Misses of more than this share of a marker's side mean another board, or one that is not flat."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A measured distance.

    Attributes:
        inches: how far.
        error: in inches; 95 of 100 distances are within it of the truth.
    """

    inches: float
    error: float

    @property
    def centimetres(self) -> float:
        """The same in centimetres."""
        return self.inches * CENTIMETRES

    @property
    def sixteenths(self) -> str:
        """For people, to the nearest sixteenth: "3 5/16 in"."""
        whole, part = divmod(round(self.inches * 16), 16)
        if not part:
            return f"{whole} in"
        below = 16
        while part % 2 == 0:
            part, below = part // 2, below // 2
        return f"{whole} {part}/{below} in" if whole else f"{part}/{below} in"


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The table as one camera sees it.

    Attributes:
        size: of the picture, width and height in pixels.
        to_picture: 3 x 3: from inches (x, y, 1) to pixels of the straightened picture.
        optics: what the lens does.
        miss: standard deviation of a corner about where this plane puts it, in pixels.
        known: the corners it was found from, n x 2 inches; beyond them it is less sure.
        lens: the calibrated lens, if there is one; heights need it.
    """

    size: tuple[int, int]
    to_picture: Matrix
    optics: Optics
    miss: float
    known: Points
    lens: Lens | None = None
    _numbers: Values = field(default_factory=lambda: np.zeros(0), repr=False)
    _spread: Matrix = field(default_factory=lambda: np.zeros((0, 0)), repr=False)

    def inches(self, pixels: Points, height: float = 0.0) -> Points:
        """The places on the table that pixels show.

        Args:
            pixels: n x 2.
            height: of what is pointed at above the table, in inches.

        Raises:
            Unmeasurable: a pixel shows no place of the table, or a height is given without a lens.
        """
        matrix = self.at_height(height)
        straight = self.optics.straighten(np.asarray(pixels, np.float64).reshape(-1, 2))
        places = _through(np.linalg.inv(matrix), straight)
        behind = _depths(matrix, places) * _depths(matrix, self.known.mean(axis=0)[None]) <= 0
        if np.any(behind | ~np.isfinite(places).all(axis=1)):
            x, y = np.asarray(pixels).reshape(-1, 2)[int(np.argmax(behind))]
            raise Unmeasurable(f"The pixel {x:g}, {y:g} is above the table's horizon: point at the table.")
        return places

    def pixels(self, inches: Points, height: float = 0.0) -> Points:
        """Where places of the table, n x 2 inches, appear in the picture; nan behind the camera."""
        matrix = self.at_height(height)
        places = np.asarray(inches, np.float64).reshape(-1, 2)
        shown = self.optics.bend(_through(matrix, places))
        behind = _depths(matrix, places) * _depths(matrix, self.known.mean(axis=0)[None]) <= 0
        shown[behind] = np.nan
        return shown

    def distance(
        self, start: Points, end: Points, pointing: float = POINTING, height: float = 0.0
    ) -> Distance:
        """How far two places are apart.

        Args:
            start: a pixel.
            end: another.
            pointing: how well they are pointed at, standard deviation in pixels.
            height: of both above the table, in inches.

        Raises:
            Unmeasurable: as `inches`.
        """
        ends = np.array([start, end], np.float64)
        apart = float(np.hypot(*np.diff(self.inches(ends, height), axis=0)[0]))

        def by_pointing(shifts: Values) -> Values:
            places = self.inches(ends + shifts.reshape(2, 2), height)
            return np.asarray(np.linalg.norm(np.diff(places, axis=0), axis=1))

        def by_plane(numbers: Values) -> Values:
            matrix, optics = _plane_of(numbers, self.size, self.optics, self.known)
            places = _through(np.linalg.inv(matrix), optics.straighten(ends))
            return np.asarray(np.linalg.norm(np.diff(places, axis=0), axis=1))

        pointed = slopes_at(by_pointing, np.zeros(4), np.array([apart]))[0] * pointing
        variance = float(pointed @ pointed)
        if len(self._numbers):
            planar = slopes_at(by_plane, self._numbers, by_plane(self._numbers))[0]
            variance += float(planar @ self._spread @ planar)
        return Distance(apart, WITHIN * float(np.sqrt(variance)))

    def at_height(self, height: float) -> Matrix:
        """From inches (x, y, 1) of the plane `height` inches above the table to straightened pixels.

        Raises:
            Unmeasurable: a height is given, but the lens is not calibrated.
        """
        if height == 0.0:
            return self.to_picture
        across, down, up, place = self.pose()
        return np.asarray(self._focal() @ np.column_stack([across, down, place + height * up]))

    def pose(self) -> tuple[Values, Values, Values, Values]:
        """The table's x, y and upward directions and its origin as the camera sees them (inches).

        Raises:
            Unmeasurable: the lens is not calibrated.
        """
        columns = np.linalg.inv(self._focal()) @ self.to_picture
        columns = columns / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        if columns[2] @ [*self.known.mean(axis=0), 1.0] < 0:
            columns = -columns
        left, _, right = np.linalg.svd(columns[:, :2], full_matrices=False)
        across, down = (left @ right).T
        up = np.cross(across, down)
        place = columns[:, 2]
        return across, down, up if up @ place < 0 else -up, place

    def _focal(self) -> Matrix:
        if self.lens is None:
            raise Unmeasurable(
                "Heights can only be allowed for with a calibrated lens: companion calibrate lens."
            )
        return self.lens.matrix


def _through(matrix: Matrix, points: Points) -> Points:
    with np.errstate(divide="ignore", invalid="ignore"):
        lifted = np.asarray(points, np.float64) @ matrix[:, :2].T + matrix[:, 2]
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _depths(matrix: Matrix, inches: Points) -> Values:
    return np.asarray(inches @ matrix[2, :2] + matrix[2, 2])


def plane_in(
    picture: NDArray[np.uint8], board: Board, lens: Lens | None = None
) -> tuple[TablePlane, BoardSighting]:
    """The table's plane from one picture of a board, and what was seen of the board.

    Args:
        picture: height x width x 3, BGR, or grey.
        board: what lies on the table.
        lens: if it is calibrated.

    Raises:
        BoardNotSeen: no marker of it, or too few, are in view, or they do not lie as the board says.
        Unmeasurable: the picture has another shape than those the lens was calibrated with.
    """
    sighting = sight_board(picture, board)
    plane = find_plane(sighting, lens)
    if plane.optics is STRAIGHT:
        return plane, sighting
    sharp = sighting.sharpened(picture, plane.optics)
    return find_plane(sharp, lens), sharp


def find_plane(sighting: BoardSighting, lens: Lens | None = None) -> TablePlane:
    """The table's plane from a board that lies on it.

    Markers that do not lie where the board says are left out. Without a calibrated lens its roundness is
    found from the board, if the board shows it clearly.

    Args:
        sighting: the board in one picture, or in several averaged.
        lens: the lens, for pictures of any resolution.

    Raises:
        BoardNotSeen: the markers do not lie as the board says.
    """
    sized = lens.for_size(sighting.size) if lens else None
    optics: Optics = sized or STRAIGHT
    kept, fit = _without_strays(sighting, optics)
    rounded = None if lens else _with_roundness(kept, fit)
    if rounded is not None:
        optics, fit = Barrel(sighting.size, float(rounded.values[8])), rounded
    miss = _miss_in_pixels(fit, sighting.size)
    spread = np.linalg.pinv(fit.slopes.T @ fit.slopes) * (miss / _scale(sighting.size)) ** 2
    matrix, _ = _plane_of(fit.values, sighting.size, optics, kept.inches)
    return TablePlane(sighting.size, matrix, optics, miss, kept.inches, sized, fit.values, spread)


def _scale(size: tuple[int, int]) -> float:
    return float(np.hypot(*size)) / 2


def _frame(size: tuple[int, int]) -> Matrix:
    """From numbers of order one to pixels."""
    return np.array([[_scale(size), 0, size[0] / 2], [0, _scale(size), size[1] / 2], [0, 0, 1.0]])


def _about(known: Points) -> Matrix:
    """From inches to inches about the middle of what is known, where no number of the fit can vanish."""
    across, down = -known.mean(axis=0)
    return np.array([[1, 0, across], [0, 1, down], [0, 0, 1.0]])


def _plane_of(numbers: Values, size: tuple[int, int], optics: Optics, known: Points) -> tuple[Matrix, Optics]:
    """The homography and the lens that the fitted numbers stand for."""
    matrix = _frame(size) @ np.append(numbers[:8], 1.0).reshape(3, 3) @ _about(known)
    return matrix, Barrel(size, float(numbers[8])) if len(numbers) > 8 else optics


def _without_strays(sighting: BoardSighting, optics: Optics) -> tuple[BoardSighting, Fit]:
    """The plane from all parts of the board that agree."""
    kept, fit = sighting, _fitted(sighting, optics)
    while True:
        misses = np.hypot(*fit.residuals.reshape(-1, 2).T) * _scale(sighting.size)
        side = float(np.median(np.hypot(*np.diff(kept.pixels, axis=0).T)))
        if np.sqrt(np.mean(misses**2)) <= max(WRONG * side / 2, 1.0):
            return kept, fit
        worst = kept.groups[int(np.argmax(misses))]
        without = kept.only(kept.groups != worst)
        if without.parts < 3:
            raise BoardNotSeen(
                f"The markers in view do not lie as the {sighting.board.name} says (they miss by "
                f"{np.max(misses):.0f} pixels): lay it flat, or name the right board file."
            )
        kept, fit = without, _fitted(without, optics)


def _fitted(sighting: BoardSighting, optics: Optics) -> Fit:
    """The homography that puts the corners where they were seen, in numbers of order one."""
    straight = _through(np.linalg.inv(_frame(sighting.size)), optics.straighten(sighting.pixels))
    inches = _through(_about(sighting.inches), sighting.inches)
    found = cv2.findHomography(inches, straight)[0]
    if found is None or abs(found[2, 2]) < 1e-9:
        raise BoardNotSeen("The markers in view lie in one line: show more of the board.")

    def misses(numbers: Values) -> Values:
        matrix = np.append(numbers, 1.0).reshape(3, 3)
        return np.asarray((_through(matrix, inches) - straight).ravel())

    return least_squares(misses, (found / found[2, 2]).ravel()[:8])


def _with_roundness(sighting: BoardSighting, plain: Fit) -> Fit | None:
    """The fit with the lens's roundness as a ninth number, or None if the board does not show it."""
    if len(sighting.pixels) < LEAST_FOR_ROUNDNESS:
        return None
    to_one = np.linalg.inv(_frame(sighting.size))
    inches = _through(_about(sighting.inches), sighting.inches)

    def misses(numbers: Values) -> Values:
        straight = _through(to_one, Barrel(sighting.size, float(numbers[8])).straighten(sighting.pixels))
        matrix = np.append(numbers[:8], 1.0).reshape(3, 3)
        return np.asarray((_through(matrix, inches) - straight).ravel())

    fit = least_squares(misses, np.append(plain.values, 0.0))
    left = float(fit.residuals @ fit.residuals) / fit.spare
    before = float(plain.residuals @ plain.residuals) / plain.spare
    uncertainty = np.sqrt(left * np.linalg.pinv(fit.slopes.T @ fit.slopes)[8, 8])
    clear = abs(fit.values[8]) > CLEAR_ROUNDNESS * uncertainty and left < WORTH**2 * before
    return fit if clear else None


def _miss_in_pixels(fit: Fit, size: tuple[int, int]) -> float:
    """Standard deviation of the corners about where the fit puts them, steadied by what is usual."""
    squares = float(fit.residuals @ fit.residuals) * _scale(size) ** 2
    weight = 2 * USUAL_WEIGHT
    return float(np.sqrt((squares + weight * USUAL_MISS**2) / (fit.spare + weight)))
