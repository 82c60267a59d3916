"""The drawings of the printable sheets."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.boards import CENTIMETRES, CharucoBoard, MarkerBoard, Points, charuco_board, square_marker
from calibration.sheets.pdf import GREY, WHITE, Page
from calibration.templates import EXPLODING, GRAPE, ROLLING, arc, ring
from companion.locale.messages import gettext

DICTIONARY = "DICT_4X4_50"
"""Large cells that can be read from a distance."""

CHARUCO = CharucoBoard(columns=5, rows=7, square=1.3, marker=0.95)
CORNER_IDS = (40, 41, 42, 43)
TRAY_IDS = (44, 45, 46, 47)
CORNER_SIDE = 1.75
TRAY_SIDE = 0.75
"""Inches."""

TRAY_FLOOR = (5.5, 6.5)
"""Width and height of the tray mat's floor between its markers' inner corners, in inches."""

MARGIN = 0.5
"""Unprinted margin of the paper, in inches."""

CHECKED = 5
"""Length of the check ruler in inches."""

ARC_RADIUS = 5.0
RANGE = 10
"""Inches."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait orientation, in inches."""

    name: str
    width: float
    height: float


PAPERS = (Paper("A4", 210 / 25.4, 297 / 25.4), Paper("Letter", 8.5, 11.0))


def charuco_sheet(paper: Paper) -> tuple[Page, MarkerBoard]:
    """Draw the ChArUco board for the lens."""
    page = _page(paper, gettext("Lens: glue this flat on a board. Show it to the camera from all sides."))
    left = (paper.width - CHARUCO.columns * CHARUCO.square) / 2
    board = charuco_board(DICTIONARY, CHARUCO)
    for row in range(CHARUCO.rows):
        for column in range(CHARUCO.columns):
            if (row + column) % 2 == 0:
                at = left + column * CHARUCO.square, MARGIN + 0.25 + row * CHARUCO.square
                page.box(*at, CHARUCO.square, CHARUCO.square)
    for number, corners in board.markers.items():
        _marker(page, number, np.add(corners, (left, MARGIN + 0.25)))
    return page, board


def corners_sheet(paper: Paper) -> tuple[Page, MarkerBoard]:
    """Draw four markers for the table's plane."""
    page = _page(paper, gettext("Table: lay this sheet flat on the table, whole, all four markers in view."))
    high = paper.height - 2 * MARGIN - 1.6
    wide = paper.width - 2 * MARGIN - 0.3
    markers = _four(CORNER_IDS, wide, high, CORNER_SIDE)
    for number, corners in markers.items():
        _marker(page, number, np.add(corners, (MARGIN + 0.15, MARGIN + 0.4)))
    page.text(gettext("Larger table? Cut the markers out with a white rim,"), 1.4, paper.height / 2, 0.13)
    page.text(gettext("lay them far apart, measure where they lie,"), 1.4, paper.height / 2 + 0.22, 0.13)
    page.text(gettext("and write your own board file."), 1.4, paper.height / 2 + 0.44, 0.13)
    return page, MarkerBoard(f"corners sheet ({paper.name})", DICTIONARY, markers)


def tray_sheet(paper: Paper) -> tuple[Page, MarkerBoard]:
    """Draw the mat for the dice tray; its inner rectangle is the tray's floor."""
    page = _page(paper, gettext("Dice tray: dice are read inside the line. Lay the mat in the tray."))
    wide, high = TRAY_FLOOR[0] + 2 * TRAY_SIDE, TRAY_FLOOR[1] + 2 * TRAY_SIDE
    left, top = (paper.width - wide) / 2, MARGIN + 0.5
    markers = _four(TRAY_IDS, wide, high, TRAY_SIDE)
    for number, corners in markers.items():
        _marker(page, number, np.add(corners, (left, top)))
    page.outline(np.add(tray_floor(), (left, top)), 0.01, GREY)
    return page, MarkerBoard(f"tray mat ({paper.name})", DICTIONARY, markers)


def tray_floor() -> Points:
    """Return the corners of the mat's floor, 4 x 2 inches, clockwise from the upper left."""
    wide, high = TRAY_FLOOR
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]]) + TRAY_SIDE


def templates_sheet(paper: Paper) -> tuple[Page, None]:
    """Draw the templates of the three kinds of shot."""
    page = _page(paper, gettext("Shot: cut along the lines."))
    middle = paper.width / 2
    for template, at, turn, words in (
        (ROLLING, (middle, 1.6), 0.0, gettext("Rolling shot 5 × 1/2 in (12.7 × 1.3 cm)")),
        (GRAPE, (middle - 1.8, 3.8), 90.0, gettext("Grape shot 2 × 1 in (5.1 × 2.5 cm)")),
        (EXPLODING, (middle + 1.6, 3.8), 0.0, gettext("Exploding shot 2 in (5.1 cm)")),
    ):
        page.outline(template.laid(at, turn), 0.008)
        page.text(words, at[0] - 0.75, at[1] + (1.35 if template is not ROLLING else 0.5), 0.12)
    return page, None


def arc_sheet(paper: Paper) -> tuple[Page, None]:
    """Draw the arc of a cannon: 45 degrees to each side of its barrel."""
    page = _page(
        paper, gettext("Cannon's arc: lay the barrel along the middle line; 45 degrees to either side.")
    )
    foot = (paper.width / 2, MARGIN + 0.6 + ARC_RADIUS)
    page.outline(arc(foot, -90.0, ARC_RADIUS), 0.01)
    for inches in range(1, int(ARC_RADIUS) + 1):
        page.outline(arc(foot, -90.0, inches)[:-1], 0.004, GREY, closed=False)
        page.text(f"{inches}", foot[0] + 0.05, foot[1] - inches + 0.15, 0.11, GREY)
    page.outline(np.array([foot, (foot[0], foot[1] - ARC_RADIUS)]), 0.006, closed=False)
    for number, radius in enumerate((0.5, 1.0)):
        at = (1.4 + 2.3 * number, foot[1] + 1.15)
        page.outline(ring(at, radius), 0.006)
        words = gettext(
            "{inches:g} in ({centimetres:.1f} cm)", inches=radius, centimetres=radius * CENTIMETRES
        )
        page.text(words, at[0] - 0.45, at[1] + 0.04, 0.11)
    return page, None


def ranges_sheet(paper: Paper) -> tuple[Page, None]:
    """Draw strips to measure between figures, up to the cannon's 10 inches."""
    page = Page(paper.width, paper.height)
    words = gettext("Ranges in inches and centimetres: cut the strips out. Print at 100 %, not fitted.")
    page.text(words, MARGIN, MARGIN, 0.13)
    top = (paper.height - RANGE) / 2 + 0.1
    for number in range(3):
        left = MARGIN + 0.4 + number * 1.3
        page.outline(
            np.array([[left, top], [left + 0.9, top], [left + 0.9, top + RANGE], [left, top + RANGE]]), 0.006
        )
        for quarter in range(4 * RANGE + 1):
            long = 0.45 if quarter % 4 == 0 else 0.2
            down = top + quarter / 4
            page.outline(np.array([[left, down], [left + long, down]]), 0.006, closed=False)
            if quarter % 4 == 0 and quarter:
                page.text(f"{quarter // 4}", left + 0.46, down + 0.04, 0.13)
        _centimetres(page, left + 0.9, top)
    _check_ruler(page, MARGIN + 4.6, top, upright=True)
    return page, None


def _centimetres(page: Page, right: float, top: float) -> None:
    """Draw a scale in centimetres along the right edge of a strip."""
    for centimetre in range(int(RANGE * CENTIMETRES) + 1):
        fifth = centimetre % 5 == 0
        down = top + centimetre / CENTIMETRES
        page.outline(
            np.array([[right - (0.14 if fifth else 0.08), down], [right, down]]), 0.004, GREY, closed=False
        )
        if fifth and centimetre:
            page.text(f"{centimetre}", right - 0.3, down + 0.03, 0.09, GREY)


SHEETS: dict[str, Callable[[Paper], tuple[Page, MarkerBoard | None]]] = {
    "charuco": charuco_sheet,
    "corners": corners_sheet,
    "tray": tray_sheet,
    "templates": templates_sheet,
    "arc": arc_sheet,
    "ranges": ranges_sheet,
}
"""The drawing function of each sheet."""


def sheet(name: str, paper: Paper) -> tuple[Page, MarkerBoard | None]:
    """Draw a sheet; return its page and its board, whose origin is its upper left marker."""
    return SHEETS[name](paper)


def _page(paper: Paper, words: str) -> Page:
    """Return a page with its title and the check ruler at the bottom."""
    page = Page(paper.width, paper.height)
    page.text(words, MARGIN, MARGIN + 0.1, 0.13)
    _check_ruler(page, MARGIN, paper.height - MARGIN - 0.42, upright=False)
    return page


def _check_ruler(page: Page, left: float, top: float, upright: bool) -> None:
    """Draw a ruler of five inches and the same length in centimetres, to check the printer's scale."""

    def stroke(along: float, begin: float, end: float) -> None:
        ends = [(begin, along), (end, along)] if upright else [(along, begin), (along, end)]
        page.outline(np.add(ends, (left, top)), 0.006, closed=False)

    for sixteenth in range(CHECKED * 16 + 1):
        stroke(sixteenth / 16, 0.0, 0.08 + 0.03 * ((sixteenth & -sixteenth or 16).bit_length()))
    for millimetre in range(int(CHECKED * CENTIMETRES * 10) + 1):
        long = 0.2 if millimetre % 10 == 0 else 0.14 if millimetre % 5 == 0 else 0.09
        stroke(millimetre / 10 / CENTIMETRES, 0.42 - long, 0.42)
    at = (left + 0.55, top + 0.3) if upright else (left + CHECKED + 0.15, top + 0.2)
    page.text(gettext("Check: 5 inches, 12.7 cm."), *at, 0.11)
    page.text(gettext("Print at 100 %, not fitted."), at[0], at[1] + 0.17, 0.11)


def _four(ids: tuple[int, ...], wide: float, high: float, side: float) -> dict[int, Points]:
    """Return markers in the corners of a rectangle."""
    places = [(0.0, 0.0), (wide - side, 0.0), (wide - side, high - side), (0.0, high - side)]
    return {number: square_marker(*place, side) for number, place in zip(ids, places, strict=True)}


def _marker(page: Page, number: int, corners: Points) -> None:
    """Draw a marker as a black square with white cells, so that no hairline appears between black cells."""
    dictionary = MarkerBoard("", DICTIONARY, {}).opencv_dictionary
    cells = dictionary.markerSize + 2
    bits = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, cells))
    (left, top), side = corners[0], float(corners[1, 0] - corners[0, 0])
    page.box(left, top, side, side)
    cell, white = side / cells, np.pad(bits > 0, (0, 1))
    for row, column in np.argwhere(white):
        # White cells overlap, because PDF viewers show a hairline between adjacent ones.
        wide, high = 1 + 0.5 * white[row, column + 1], 1 + 0.5 * white[row + 1, column]
        page.box(left + column * cell, top + row * cell, wide * cell, cell, WHITE)
        page.box(left + column * cell, top + row * cell, cell, high * cell, WHITE)
