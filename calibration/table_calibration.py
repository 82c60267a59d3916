"""The table's plane: markers anywhere in view, several pictures averaged, strays left out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.annotate import DOUBTFUL, FOUND, QUIET, copy_of, draw_markers, draw_outline
from calibration.board_detection import LEAST_MARKERS, markers_in
from calibration.boards import Board, Points
from calibration.lens import STRAIGHT, Lens
from calibration.plane import TablePlane, find_plane
from calibration.profile import TableSight
from calibration.step_result import Picture, Verdict
from companion.errors import BoardNotSeen

SEEN_IN = 0.5
"""A marker counts that is seen in at least this share of the pictures."""

MOST_SHAKE = 0.7
"""Pixels, at a picture width of a thousand, that markers may shake from picture to picture."""

MOST_MISS = 1.0
"""The same for how far they miss where the board says."""

LEAST_PART = 0.03
"""Share of the picture that the markers must span."""


@dataclass(frozen=True, slots=True)
class TableVerdict(Verdict):
    """The table's plane, if it could be found.

    Attributes:
        table: what was seen, for the profile; None unless the verdict is good.
        plane: the same as a plane.
    """

    table: TableSight | None = None
    plane: TablePlane | None = None


def solve_table(pictures: Sequence[Picture], board: Board, lens: Lens | None = None) -> TableVerdict:
    """Find the table's plane.

    Args:
        pictures: of the table, from a camera that stands still; five or more make it surer.
        board: the markers on it.
        lens: if it is calibrated.
    """
    newest = pictures[-1]
    size = newest.shape[1], newest.shape[0]
    found = [
        markers_in(picture, board.opencv_dictionary, board.markers, len(board.markers))
        for picture in pictures
    ]
    seen, shake = _averaged(found, board)
    sight = TableSight(board, seen, np.asarray(newest, np.uint8))
    plane, lacking = _plane(sight, size, lens, shake)
    if plane is not None and plane.optics is not STRAIGHT:
        sight = _sharpened(sight, pictures, plane)
        plane, lacking = _plane(sight, size, lens, shake)
    picture = copy_of(newest)
    draw_markers(picture, seen.items(), DOUBTFUL if lacking else FOUND)
    if plane is not None:
        _draw_inches(picture, plane, board)
    if lacking or plane is None:
        return TableVerdict(False, lacking, picture)
    sentence = f"The table is known from {len(seen)} markers; they miss by {plane.miss:.2f} pixels"
    return TableVerdict(True, sentence, picture, sight, plane)


def _averaged(found: list[dict[int, Points]], board: Board) -> tuple[dict[int, Points], float]:
    """Each marker's usual corners, and how much they shook, in pixels."""
    seen: dict[int, Points] = {}
    shakes = [0.0]
    for number in board.markers:
        corners = np.array([one[number] for one in found if number in one])
        if len(corners) >= max(1, SEEN_IN * len(found)):
            seen[number] = np.asarray(np.median(corners, axis=0), np.float64)
            shakes.append(float(np.median(np.abs(corners - seen[number]).max(axis=(1, 2)))))
    return seen, max(shakes)


def _sharpened(sight: TableSight, pictures: Sequence[Picture], plane: TablePlane) -> TableSight:
    """The same corners looked for again in every picture, now that it is known what the lens does."""
    sighting = sight.sighting(plane.size)
    looks = [sighting.sharpened(picture, plane.optics).pixels for picture in pictures]
    usual = np.asarray(np.median(looks, axis=0), np.float64)
    pixels: dict[int, Points] = {number: usual[sighting.groups == number] for number in sight.pixels}
    return TableSight(sight.board, pixels, sight.picture)


def _plane(
    sight: TableSight, size: tuple[int, int], lens: Lens | None, shake: float
) -> tuple[TablePlane | None, str]:
    """The plane, and what speaks against it; empty if nothing."""
    least = min(LEAST_MARKERS, len(sight.board.markers))
    if len(sight.pixels) < least:
        return (
            None,
            f"{len(sight.pixels)} of {least} markers are in view: show more, lit evenly and not blurred",
        )
    try:
        plane = find_plane(sight.sighting(size), lens)
    except BoardNotSeen as error:
        return None, str(error)
    span = np.prod(np.ptp(np.vstack(list(sight.pixels.values())), axis=0) / size)
    if shake > MOST_SHAKE * size[0] / 1000:
        return plane, f"The camera or the markers move ({shake:.1f} pixels): let everything stand still"
    if plane.miss > MOST_MISS * size[0] / 1000:
        return (
            plane,
            f"The markers miss by {plane.miss:.1f} pixels: lay them flat, check the board file's inches",
        )
    if span < LEAST_PART:
        return (
            plane,
            "The markers fill too little of the picture: lay them farther apart, or bring the camera nearer",
        )
    return plane, ""


def _draw_inches(picture: Picture, plane: TablePlane, board: Board) -> None:
    """Squares of an inch over the board, to be seen to lie flat."""
    low, high = np.floor(board.extent[0]), np.ceil(board.extent[1])
    for axis in (0, 1):
        for inch in np.arange(low[axis], high[axis] + 1):
            ends: NDArray[np.float64] = np.linspace(low, high, 20)
            ends[:, axis] = inch
            draw_outline(picture, plane.pixels(ends), QUIET, closed=False)
