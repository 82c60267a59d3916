"""Measures distances between pixels of one picture, by the table's plane or by a tape in view."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.board_detection import BoardDetection
from calibration.boards import CENTIMETRES, Points, read_board
from calibration.lens import RadialDistortion
from calibration.plane import POINTING_ERROR, Distance, TablePlane, plane_from_picture
from calibration.profile import Profile
from companion.errors import Unmeasurable
from companion.vision.frames import Picture
from companion.vision.tape import Graduation, TapeReading, read_tape

SNAP_SHARE = 0.04
"""A pixel snaps to the corner of a marker within this share of the marker's side, ..."""

MIN_SNAP, MAX_SNAP = 1.5, 3.0
"""... but at least and at most within this many pixels."""

Pixel = tuple[float, float]

SheetState = Literal["unknown", "as calibrated", "changed"]


@dataclass(frozen=True, slots=True)
class PlaneDistance:
    """A distance by the plane of the table.

    Attributes:
        distance: inches and their error.
        pixels: both ends, snapped to the corners of markers near them.
        source: the name of the board, or ``"profile"``.
        markers: how many markers of the board were seen.
        reprojection_error: of the plane, in pixels of the picture.
        lens: the source of the lens distortion.
        sheet: whether the shape of the board's sheet is known, and as it was when the lens was calibrated.
    """

    distance: Distance
    pixels: tuple[Pixel, Pixel]
    source: str
    markers: int
    reprojection_error: float
    lens: Literal["calibrated", "from the board", "none"]
    sheet: SheetState = "unknown"


@dataclass(frozen=True, slots=True)
class TapeMeasurement:
    """A distance along a tape; unsure if there are reasons.

    Attributes:
        inches: the distance; None if the tape cannot be read at all.
        error: two standard deviations, in inches.
        sure: whether the inches can be trusted.
        graduation: of the tape; None if it is unknown.
        reasons: why it is unsure.
    """

    inches: float | None
    error: float
    sure: bool
    graduation: Graduation | None
    reasons: tuple[str, ...]


class PlaneMeasurer:
    """Measures in a picture by the plane of the table.

    Args:
        picture: the picture, undistorted or with the lens of the profile.
        board_file: a board in view; without it the plane of the profile is used.
        profile: the calibration of the camera; not needed with a board.
        height: of both ends above the table, in inches.
        snaps: whether pixels snap to the corners of markers near them.

    Raises:
        CompanionError: the board cannot be read or found, or the profile has no plane.
    """

    def __init__(
        self,
        picture: Picture,
        board_file: Path | None,
        profile: Profile | None,
        height: float = 0.0,
        *,
        snaps: bool = True,
    ) -> None:
        self._picture, self._height = picture, height
        self._corners: Points = np.zeros((0, 2))
        self._source, self._markers = "profile", 0
        if board_file is None:
            assert profile is not None, "a board or a profile is needed"
            self._plane = profile.plane_for((picture.shape[1], picture.shape[0]))
            return
        board = read_board(board_file)
        self._plane, detection = plane_from_picture(picture, board, profile.lens if profile else None)
        self._source, self._markers = board.name, detection.parts
        if snaps:
            self._corners = corners_in_view(detection)

    def measure(self, start: Pixel, end: Pixel) -> PlaneDistance:
        """Measure from pixel to pixel.

        Raises:
            Unmeasurable: a pixel lies outside the picture, or shows no place on the table.
        """
        ends = check_inside(start, self._picture), check_inside(end, self._picture)
        snapped = snap(ends[0], self._corners), snap(ends[1], self._corners)
        pointing = self._plane.reprojection_error if snapped != ends else POINTING_ERROR
        distance = self._plane.distance(np.array(snapped[0]), np.array(snapped[1]), pointing, self._height)
        return PlaneDistance(
            distance,
            snapped,
            self._source,
            self._markers,
            self._plane.reprojection_error,
            lens_of(self._plane),
            sheet_of(self._plane),
        )


class TapeMeasurer:
    """Measures in a picture by a tape in view; every tape is read once."""

    def __init__(self, picture: Picture, stated: Graduation | None = None) -> None:
        self._picture, self._stated = picture, stated
        self._readings: list[TapeReading] = []

    def measure(self, start: Pixel, end: Pixel) -> TapeMeasurement:
        """Measure from pixel to pixel along the tape under them.

        Raises:
            Unmeasurable: a pixel lies outside the picture.
        """
        ends = [check_inside(start, self._picture), check_inside(end, self._picture)]
        for reading in self._readings:
            if reading.distance(*ends).sure:
                return _tape_measurement(reading, ends)
        reading = read_tape(self._picture, ends)
        if self._stated is not None and reading.rows:
            reading = reading.confirmed(self._stated)
        self._readings.append(reading)
        return _tape_measurement(reading, ends)


def _tape_measurement(reading: TapeReading, ends: Sequence[Pixel]) -> TapeMeasurement:
    distance = reading.distance(*ends)
    graduation = distance.graduation or reading.graduation
    return TapeMeasurement(
        distance.inches, distance.error, distance.sure, graduation, tuple(distance.reasons)
    )


def centimetres(inches: float) -> float:
    """Convert inches to centimetres."""
    return inches * CENTIMETRES


def corners_in_view(detection: BoardDetection) -> Points:
    """All corners of markers that a pixel can snap to: m x 2."""
    return np.vstack([detection.pixels, detection.unknown_markers])


def check_inside(pixel: Pixel, picture: Picture) -> Pixel:
    """Return a pixel that lies inside the picture.

    Raises:
        Unmeasurable: it lies outside.
    """
    high, wide = picture.shape[:2]
    if not (-0.5 <= pixel[0] <= wide and -0.5 <= pixel[1] <= high):
        raise Unmeasurable(
            "The pixel {x:g}, {y:g} is outside the picture of {wide} x {high} pixels.",
            x=pixel[0],
            y=pixel[1],
            wide=wide,
            high=high,
        )
    return pixel


def snap(pixel: Pixel, corners: Points) -> Pixel:
    """Return the nearest corner if it is close enough, else the pixel."""
    if not len(corners):
        return pixel
    away = np.hypot(*(corners - pixel).T)
    nearest = int(away.argmin())
    others = np.hypot(*(corners - corners[nearest]).T)
    side = float(np.min(others[others > 1.0], initial=100.0))
    if away[nearest] > np.clip(SNAP_SHARE * side, MIN_SNAP, MAX_SNAP):
        return pixel
    return float(corners[nearest, 0]), float(corners[nearest, 1])


def sheet_of(plane: TablePlane) -> SheetState:
    """Return what is known of the shape of the sheet that a plane was found by."""
    if plane.sheet is not None:
        return "as calibrated"
    return "changed" if plane.sheet_changed else "unknown"


def lens_of(plane: TablePlane) -> Literal["calibrated", "from the board", "none"]:
    """Return the source of the lens distortion."""
    if plane.lens:
        return "calibrated"
    return "from the board" if isinstance(plane.distortion, RadialDistortion) else "none"
