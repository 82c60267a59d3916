"""Calibrates the table's plane from markers anywhere in view, averaged over several pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.annotate import DOUBTFUL, FOUND, QUIET, copy_as_bgr, draw_markers, draw_outline
from calibration.board_detection import MIN_MARKERS, detect_markers
from calibration.boards import MarkerBoard, Points
from calibration.lens import NO_DISTORTION, Lens
from calibration.plane import TablePlane, fit_plane
from calibration.profile import MarkerObservation
from calibration.step_result import Picture, StepResult
from companion.errors import BoardNotSeen
from companion.locale.messages import gettext, joined, ngettext

MIN_SEEN_SHARE = 0.5
"""A marker is used if it is seen in at least this share of the pictures."""

MAX_JITTER = 0.7
"""Largest jitter of markers between pictures, in pixels at a picture width of 1000."""

MAX_ERROR = 1.0
"""Largest reprojection error of markers, in pixels at a picture width of 1000."""

SHEET_CHANGED = gettext("The sheet is bent otherwise than before: calibrate the lens again")

MIN_AREA = 0.03
"""Smallest share of the picture that the markers must span."""


@dataclass(frozen=True, slots=True)
class TableResult(StepResult):
    """The table's plane, if it was found.

    Attributes:
        table: the detected markers for the profile; None unless the result is good.
        plane: the plane fitted to them.
    """

    table: MarkerObservation | None = None
    plane: TablePlane | None = None


def calibrate_table(pictures: Sequence[Picture], board: MarkerBoard, lens: Lens | None = None) -> TableResult:
    """Find the table's plane.

    Args:
        pictures: of the table, from a fixed camera; five or more give a better result.
        board: the markers on the table.
        lens: the calibrated lens, if known.
    """
    newest = pictures[-1]
    size = newest.shape[1], newest.shape[0]
    found = [
        detect_markers(picture, board.opencv_dictionary, board.markers, len(board.markers))
        for picture in pictures
    ]
    seen, jitter = _averaged(found, board)
    observed = MarkerObservation(board, seen, np.asarray(newest, np.uint8))
    plane, problem = _plane(observed, size, lens, jitter)
    if plane is not None and plane.distortion is not NO_DISTORTION:
        observed = _refined(observed, pictures, plane)
        plane, problem = _plane(observed, size, lens, jitter)
    picture = copy_as_bgr(newest)
    draw_markers(picture, seen.items(), DOUBTFUL if problem else FOUND)
    if plane is not None:
        _draw_inches(picture, plane, board)
    if problem or plane is None:
        return TableResult(False, problem, picture)
    sentence = ngettext(
        "The table is known from {count} marker; to {error:.2f} pixels",
        "The table is known from {count} markers; to {error:.2f} pixels",
        len(seen),
        error=plane.reprojection_error,
    )
    sentences = (sentence, SHEET_CHANGED) if plane.sheet_changed else (sentence,)
    return TableResult(True, joined(sentences, ". "), picture, observed, plane)


def _averaged(found: list[dict[int, Points]], board: MarkerBoard) -> tuple[dict[int, Points], float]:
    """Return each marker's median corners, and the largest jitter in pixels."""
    seen: dict[int, Points] = {}
    jitters = [0.0]
    for number in board.markers:
        corners = np.array([detection[number] for detection in found if number in detection])
        if len(corners) >= max(1, MIN_SEEN_SHARE * len(found)):
            seen[number] = np.asarray(np.median(corners, axis=0), np.float64)
            jitters.append(float(np.median(np.abs(corners - seen[number]).max(axis=(1, 2)))))
    return seen, max(jitters)


def _refined(
    observed: MarkerObservation, pictures: Sequence[Picture], plane: TablePlane
) -> MarkerObservation:
    """Refine the corners again in every picture with the known distortion."""
    detection = observed.detection(plane.size)
    refined = [detection.refined(picture, plane.distortion).pixels for picture in pictures]
    median = np.asarray(np.median(refined, axis=0), np.float64)
    pixels: dict[int, Points] = {number: median[detection.groups == number] for number in observed.pixels}
    return MarkerObservation(observed.board, pixels, observed.picture)


def _plane(
    observed: MarkerObservation, size: tuple[int, int], lens: Lens | None, jitter: float
) -> tuple[TablePlane | None, str]:
    """Return the plane and the reason why it cannot be used; empty if it can."""
    least = min(MIN_MARKERS, len(observed.board.markers))
    if len(observed.pixels) < least:
        return (
            None,
            gettext(
                "{count} of {least} markers are in view: show more, lit evenly and not blurred",
                count=len(observed.pixels),
                least=least,
            ),
        )
    try:
        plane = fit_plane(observed.detection(size), lens)
    except BoardNotSeen as error:
        return None, str(error)
    span = np.prod(np.ptp(np.vstack(list(observed.pixels.values())), axis=0) / size)
    if jitter > MAX_JITTER * size[0] / 1000:
        return plane, gettext(
            "The camera or the markers move ({far:.1f} pixels): let everything stand still", far=jitter
        )
    if plane.reprojection_error > MAX_ERROR * size[0] / 1000:
        return (
            plane,
            gettext(
                "The markers are off by {far:.1f} pixels: lay them flat, check the board file's inches",
                far=plane.reprojection_error,
            ),
        )
    if span < MIN_AREA:
        return (
            plane,
            gettext(
                "The markers fill too little of the picture: "
                "lay them farther apart, or bring the camera nearer"
            ),
        )
    return plane, ""


def _draw_inches(picture: Picture, plane: TablePlane, board: MarkerBoard) -> None:
    """Draw a grid of one inch over the board, so that people can check it."""
    low, high = np.floor(board.extent[0]), np.ceil(board.extent[1])
    for axis in (0, 1):
        for inch in np.arange(low[axis], high[axis] + 1):
            ends: NDArray[np.float64] = np.linspace(low, high, 20)
            ends[:, axis] = inch
            draw_outline(picture, plane.to_pixels(ends), QUIET, closed=False)
