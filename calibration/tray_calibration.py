"""Calibrates the dice tray: the position of its floor, and the size of a die in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.annotate import DOUBTFUL, FOUND, QUIET, copy_as_bgr, draw_outline
from calibration.boards import MarkerBoard, Points
from calibration.corners import to_grey
from calibration.lens import Lens
from calibration.plane import plane_from_picture
from calibration.profile import TrayObservation, on_one_line
from calibration.sheets.pages import tray_floor
from calibration.step_result import Picture, StepResult
from companion.errors import BoardNotSeen, Unmeasurable
from companion.locale.messages import gettext

DIE_INCHES = 16 / 25.4
"""Edge of a standard die."""

MAX_MOTION = 6.0
"""Largest mean difference in grey levels between two pictures."""

MIN_GREY, MAX_GREY = 25.0, 252.0
"""Below or above these grey levels the light is wrong."""

MIN_EDGE = 14.0
"""Smallest edge in pixels of a die that can be read."""


@dataclass(frozen=True, slots=True)
class TrayResult(StepResult):
    """The tray, if it was found.

    Attributes:
        tray: for the profile; None unless the result is good.
    """

    tray: TrayObservation | None = None


def calibrate_tray(
    pictures: Sequence[Picture],
    mat: MarkerBoard | None = None,
    corners: Points | None = None,
    die_inches: float = DIE_INCHES,
    lens: Lens | None = None,
) -> TrayResult:
    """Find the dice tray.

    Args:
        pictures: two or more pictures of the empty tray.
        mat: the printed mat, if it is in the tray; it gives the floor's corners and scale.
        corners: the tapped corners of the floor, n x 2 pixels; needed without a mat.
        die_inches: edge of the dice, in inches.
        lens: the calibrated lens, if known.
    """
    newest = pictures[-1]
    picture = copy_as_bgr(newest)
    try:
        floor, edge = _floor(newest, mat, corners, die_inches, lens)
    except (BoardNotSeen, Unmeasurable) as error:
        return TrayResult(False, str(error), picture)
    problem = _problem(pictures, floor, edge)
    draw_outline(picture, floor, DOUBTFUL if problem else FOUND)
    if edge is not None:
        middle = floor.mean(axis=0)
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * edge
        draw_outline(picture, middle + square, QUIET)
    if problem:
        return TrayResult(False, problem, picture)
    size = np.array([newest.shape[1], newest.shape[0]], np.float64)
    shares = np.clip(floor / size, 0, 1)
    tray = TrayObservation(
        shares, None if edge is None else edge / newest.shape[1], np.asarray(newest, np.uint8)
    )
    sentence = (
        gettext("The tray is empty and evenly lit")
        if edge is None
        else gettext("The tray is empty and evenly lit; a die will be {edge:.0f} pixels wide", edge=edge)
    )
    return TrayResult(True, sentence, picture, tray)


def _floor(
    picture: Picture, mat: MarkerBoard | None, corners: Points | None, die_inches: float, lens: Lens | None
) -> tuple[Points, float | None]:
    """Return the floor's corners and a die's edge, in pixels; the edge is None without the mat."""
    if mat is None:
        if corners is None or len(corners) < 3:
            raise Unmeasurable(gettext("Where is the tray? Lay the tray mat in it, or tap its corners."))
        # In the order in which they lie around the floor: people tap across it, too.
        return cv2.convexHull(np.asarray(corners, np.float32))[:, 0].astype(np.float64), None
    plane, _ = plane_from_picture(picture, mat, lens)
    middle = tray_floor().mean(axis=0)
    half = die_inches / 2
    sides = plane.to_pixels(middle + np.array([[-half, 0], [half, 0], [0, -half], [0, half]]))
    edge = (np.hypot(*(sides[1] - sides[0])) + np.hypot(*(sides[3] - sides[2]))) / 2
    return plane.to_pixels(tray_floor()), float(edge)


def _problem(pictures: Sequence[Picture], floor: Points, edge: float | None) -> str:
    """Return why the tray cannot be used; empty if it can."""
    high, wide = pictures[-1].shape[:2]
    if on_one_line(np.clip(floor / (wide, high), 0, 1)):
        return gettext("The tray's corners lie on one line: tap them around its floor")
    low, far = np.clip(floor.min(axis=0), 0, (wide, high)), np.clip(floor.max(axis=0), 0, (wide, high))
    if np.prod(far - low) < 0.5 * np.prod(np.ptp(floor, axis=0)):
        return gettext("Much of the tray is outside the picture: bring it into view")
    window = np.s_[int(low[1]) : int(far[1]), int(low[0]) : int(far[0])]
    greys = np.array([to_grey(picture)[window] for picture in pictures])
    usual = float(np.median(greys[-1]))
    if usual < MIN_GREY:
        return gettext("The tray is too dark: change the light or the exposure")
    if usual > MAX_GREY:
        return gettext("The tray is too bright: change the light or the exposure")
    if len(greys) > 1 and float(np.abs(np.diff(greys, axis=0)).mean(axis=(1, 2)).max()) > MAX_MOTION:
        return gettext("Something moves in the tray: take your hands out and let it lie still")
    if edge is not None and edge < MIN_EDGE:
        return gettext(
            "A die would be only {edge:.0f} pixels wide: bring the camera nearer, or use a finer picture",
            edge=edge,
        )
    return ""
