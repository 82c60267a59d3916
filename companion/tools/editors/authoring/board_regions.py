"""From taps on a photo to a board: the flat picture, the regions, the links, and the board file.

Regions are proposed by the marker-controlled watershed (Meyer 1992, `cv2.watershed`), which floods from
the taps.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boards.board import board_of
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import BoardFile
from companion.games.boards.elements import ContinentFacts, Point, TerritoryFacts, Tint, place_name
from companion.games.boards.library import slug
from companion.locale.messages import gettext, joined, ngettext
from companion.tools.editors.authoring.board_draft import BoardPlan
from companion.tools.map_drawing.region_board import HEIGHT, WIDTH, make_board
from companion.tools.map_drawing.region_outlines import Labels, touching
from companion.vision.frames import Picture

FLAT = (WIDTH, HEIGHT)
"""Width and height of the flat picture, in pixels: a canvas unit each."""

STEP = 2
"""Pixels of the flat picture a pixel of the regions."""

TINTS: tuple[Tint, ...] = ("yellow", "red", "blue", "brown", "green", "purple", "teal")
SMOOTHING = 3
"""Side of the filters that take noise away before flooding, in pixels of the regions."""

WIDEST_LINE = 5
"""Width up to which a dark line is a border, in pixels of the regions."""

LINE_SHARE = 0.9
"""Share of Otsu's threshold over which a line is dark: borders of dark lands are fainter."""

MARKER = 5
"""Radius of the disc from which a tap floods, in pixels of the regions."""

STROKE = 9
"""Half the width of a dragged border, in pixels of the regions."""

MIN_BORDER = 8
"""Fewest sides of pixels of a border between proposed neighbours."""

FEWEST = 8
"""Fewest territories of a board."""

JPEG_QUALITY = 80


def clockwise(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Sort four corners clockwise as they are seen, from the top left; y points down."""
    middle = np.mean(corners, axis=0)
    ring = sorted(corners, key=lambda at: float(np.arctan2(at[1] - middle[1], at[0] - middle[0])))
    first = min(range(4), key=lambda n: ring[n][0] + ring[n][1])
    return (*ring[first:], *ring[:first])


def flattened(photo: Picture, corners: Sequence[Point]) -> Picture:
    """Rectify the board on a photo by the homography of its corners, clockwise from the top left."""
    wide, high = FLAT
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), flat)
    return np.asarray(cv2.warpPerspective(photo, matrix, FLAT), np.uint8)


def regions_of(flat: Picture, plan: BoardPlan) -> Labels:
    """Return the number of the territory at each `STEP` pixels of the flat picture; 0 for water.

    Dark lines belong to nobody while the taps flood, else the first land to reach one would run along all.
    """
    if not plan.places:
        return np.zeros((FLAT[1] // STEP, FLAT[0] // STEP), np.int32)
    water = max(place.number for place in plan.places) + 1
    border = water + 1
    size = FLAT[0] // STEP, FLAT[1] // STEP
    small: Picture = np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)
    markers = np.where(_dark_lines(small), border, 0).astype(np.int32)
    taps = [(spot, water) for spot in plan.water] + [(place.at, place.number) for place in plan.places]
    for spot, number in taps:
        cv2.circle(markers, _pixel(spot), MARKER, number, cv2.FILLED)
    flooded = np.asarray(cv2.watershed(cv2.medianBlur(small, SMOOTHING), markers), np.int32)
    labels = _filled(flooded, (flooded < 0) | (flooded == border))
    labels[labels == water] = 0
    for stroke in plan.strokes:
        way = np.array([_pixel(point) for point in stroke.way], np.int32)
        cv2.polylines(labels, [way], isClosed=False, color=stroke.number, thickness=2 * STROKE)
    return labels


def _dark_lines(flat: Picture) -> NDArray[np.bool_]:
    """Return where thin dark lines are: the black-hat transform over a share of Otsu's threshold (1979)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), (SMOOTHING, SMOOTHING), 0)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_LINE, WIDEST_LINE))
    lines = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, disc)
    threshold, _ = cv2.threshold(lines, 0, 255, cv2.THRESH_OTSU)
    return np.asarray(lines > LINE_SHARE * threshold)


def _pixel(point: Point) -> tuple[int, int]:
    """Return the pixel of the regions at a point of the flat picture."""
    return int(point[0]) // STEP, int(point[1]) // STEP


def _filled(labels: Labels, unknown: NDArray[np.bool_]) -> Labels:
    """Give each unknown pixel the label of the nearest known one."""
    kind = cv2.DIST_LABEL_PIXEL
    _, nearest = cv2.distanceTransformWithLabels(unknown.astype(np.uint8), cv2.DIST_L2, 5, labelType=kind)
    meaning = np.zeros(int(nearest.max()) + 1, np.int32)
    meaning[nearest[~unknown]] = labels[~unknown]
    filled: Labels = meaning[nearest]
    return filled


def links_of(labels: Labels, plan: BoardPlan) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return the links on land and over the sea, as pairs of numbers, the smaller first.

    A pair that was changed by hand is not linked if its regions touch, and linked over the sea if not.
    """
    near, changed = touching(labels, MIN_BORDER), set(plan.changed)
    return near - changed, changed - near


def to_do(plan: BoardPlan, labels: Labels) -> tuple[str, ...]:
    """Return what is still to do, in words, before the board can be kept; nothing for a good board."""
    if len(plan.corners) < 4:
        return (gettext("Tap the four corners first."),)
    missing: list[str] = []
    if len(plan.places) < FEWEST:
        missing.append(
            ngettext(
                "It has {count} territory: {fewest} are the fewest.",
                "It has {count} territories: {fewest} are the fewest.",
                len(plan.places),
                fewest=FEWEST,
            )
        )
    homeless = [place_name(place.name) for place in plan.places if not place.continent]
    if homeless:
        names = joined((*homeless[:6], *(("...",) if homeless[6:] else ())), ", ")
        missing.append(gettext("Without a continent: {names}.", names=names))
    lost = [place.name for place in plan.places if not (labels == place.number).any()]
    missing += [gettext("{place} has no land left.", place=place_name(name)) for name in lost]
    return tuple(missing) or faults(board_of(board_file(plan, labels), "draft"))


def board_file(plan: BoardPlan, labels: Labels, flat: Picture | None = None) -> BoardFile:
    """Return the board file of a plan without anything left to do; with the flat picture if it is given.

    Continents without a territory are left out; bonuses are the proposed ones.
    """
    ids = _unique([place.name for place in plan.places])
    by_number = {place.number: id for place, id in zip(plan.places, ids, strict=True)}
    used = [each for each in plan.continents if any(p.continent == each.number for p in plan.places)]
    groups = dict(zip([each.number for each in used], _unique([each.name for each in used]), strict=True))
    territories = [
        TerritoryFacts(id=by_number[place.number], name=place.name, continent=groups[place.continent])
        for place in plan.places
    ]
    continents = [
        ContinentFacts(id=groups[each.number], name=each.name, bonus=0, colour=TINTS[n % len(TINTS)])
        for n, each in enumerate(used)
    ]
    order = np.zeros(max(by_number) + 1, np.int32)
    for n, place in enumerate(plan.places, 1):
        order[place.number] = n
    land, sea = ([(by_number[a], by_number[b]) for a, b in pairs] for pairs in links_of(labels, plan))
    made = make_board(plan.name, order[labels], territories, continents, land=land, sea=sea)
    if flat is not None:
        _, coded = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        made.picture = coded.tobytes()
    return made


def _unique(names: Sequence[str]) -> list[str]:
    """Return an id for each name; equal ones get numbers."""
    ids: list[str] = []
    for name in names:
        plain = slug(name)
        tried = [plain, *(f"{plain}-{number}" for number in range(2, len(names) + 2))]
        ids.append(next(id for id in tried if id not in ids))
    return ids
