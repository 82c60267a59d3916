"""The things on a board: hands, cards and dice apart, each pixel of pieces given to their place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board.difference import RIM, Floats
from companion.vision.board.eye import SIDE, eye_over
from companion.vision.board.model import BoardModel
from companion.vision.board.ownership import EXPLAINED, SeatLook, likelihoods

Mask = NDArray[np.bool_]
Numbers = NDArray[np.intp]

PLAIN_PIECE = 90.0
"""Area of a piece before any was taught, in square board pixels: 8 to 10 mm on a board of 80 cm."""
LARGEST, LARGE = 25, 0.015
"""What reaches the edge is a hand if it is as large as so many pieces, or as this share of the board."""
ANYWHERE = 3
"""A thing so many times larger is a hand wherever it ends: a sleeve may look like its own shadow."""
HALF_HEIGHT = 0.6
"""Height of the middle of a piece, as a share of the square root of its area."""
OVER = 0.45
"""What reaches over a border is a piece there if it is as large as this share of one."""
ONE = 1.5
"""A thing smaller than so many pieces is one piece, and stands on one place."""
SPECK = 0.12
"""A thing smaller than this share of a piece is none."""
SEVERAL = 1.7
"""A thing larger than so many pieces is none, if it is a block or has no seat's colour."""
FOREIGN = 0.4
"""A larger thing of which less than this share has a seat's colour is no piece."""
FEWEST = 8
"""Fewest pixels inside a thing that tell its colours without its border."""
STRANGE = 0.5
"""A thing of which less than this share of the inside has a seat's colour is no piece."""
WIDE, THICK, THICKEST = 0.5, 0.6, 0.95
"""Half the width, by the square root of a piece's area, of what is looked at alone; of what is thicker than
pieces if it is a block; and of what is thicker in any shape."""
BLOCK, FULL, CONVEX = 1.5, 0.8, 0.92
"""Longest sides of the box around a block, and how much of it and its hull is full: pieces leave gaps."""


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """Every pixel of pieces on the board: arrays of n pixels.

    Attributes:
        rows: of each.
        columns: of each.
        places: the place it stands on, counted from 1; 0 for none.
        areas: its share of the area of pieces, as if seen from straight above.
        core: whether it is inside a thing, not at its border.
        samples: the indexes of every fourth pixel, whose colours are looked at.
        colours: of these, CIE Lab, lightness weighted: m x 3.
        likely: of these, the likelihood under each seat's colours: m x seats.
        hand: a mask of the hand: height x width.
        foreign: a mask of cards and dice.
    """

    rows: Numbers
    columns: Numbers
    places: Numbers
    areas: NDArray[np.float64]
    core: Mask
    samples: Numbers
    colours: Floats
    likely: Floats
    hand: Mask
    foreign: Mask


def piece_area(seats: Mapping[str, SeatLook]) -> float:
    """The area of a piece of anybody, in square board pixels."""
    areas = [seat.area for seat in seats.values()]
    return float(np.mean(areas)) if areas else PLAIN_PIECE


def found_things(mask: Mask, colours: Floats, model: BoardModel, seats: Mapping[str, SeatLook]) -> Things:
    """Give every piece on the board to the place on which it stands.

    Args:
        mask: what lies on the board: height x width.
        colours: CIE Lab of the board, lightness weighted.
        model: the board, where it lies.
        seats: whose pieces they may be; none to take everything for pieces.
    """
    piece = piece_area(model.seats)
    hand = _hand(mask, piece)
    rest = (mask & ~hand).astype(np.uint8)
    _, *found, _ = cv2.connectedComponentsWithStats(rest)
    parts, boxes = (np.asarray(each, np.intp) for each in found)
    rows, columns = np.nonzero(rest)
    points = np.column_stack([columns, rows]).astype(np.float64)
    eye = eye_over(model.to_board, model.camera)
    feet = np.round(eye.feet(points, HALF_HEIGHT * piece**0.5)).astype(int)
    height, width = mask.shape
    under = model.empty.reach[np.clip(feet[:, 1], 0, height - 1), np.clip(feet[:, 0], 0, width - 1)]
    areas = 1 / (1 + SIDE * eye.slant(points))
    part = parts[rows, columns]
    places = _whole_pieces(part, under.astype(np.intp), areas, piece)
    samples = np.flatnonzero((rows % 2 == 0) & (columns % 2 == 0))
    seen = colours[rows[samples], columns[samples]]
    likely = likelihoods(seen, seats)
    whole = np.bincount(part, areas, minlength=len(boxes)) / piece
    own = _share(part[samples], likely.max(axis=1, initial=0) > EXPLAINED, len(boxes))
    foreign = np.zeros(mask.shape, np.bool_)
    if seats:
        alien = (whole > SEVERAL) & (own < FOREIGN)
        alien[0] = False
        foreign = alien[parts] | _thick_things(rest, colours, seats)
    places[foreign[rows, columns]] = 0
    core = cv2.erode(rest, np.ones((3, 3), np.uint8))[rows, columns] > 0
    return Things(rows, columns, places, areas, core, samples, seen, likely, hand, foreign)


def _share(groups: Numbers, yes: Mask, size: int) -> NDArray[np.float64]:
    """The share of each group that is true; 1 for none."""
    count = np.bincount(groups, minlength=size)
    return np.where(count > 0, np.bincount(groups, yes, minlength=size) / np.maximum(count, 1), 1.0)


def _thick_things(mask: NDArray[np.uint8], colours: Floats, seats: Mapping[str, SeatLook]) -> Mask:
    """A mask of what is thicker than pieces: cards and dice, without the pieces that touch them.

    Pieces that touch one another leave gaps, so that no large circle fits between their outlines.
    """
    unit, depth = piece_area(seats) ** 0.5, _depth(mask)
    radius = WIDE * unit
    cores = depth > radius
    found = np.zeros(mask.shape, np.bool_)
    if not cores.any():
        return found
    wide = cv2.distanceTransform((~cores).astype(np.uint8), cv2.DIST_L2, 5) <= radius + 1
    _, parts, boxes, _ = cv2.connectedComponentsWithStats((wide & (mask > 0)).astype(np.uint8))
    for number, (left, top, width, height, _) in enumerate(boxes[1:].tolist(), 1):
        here = slice(top, top + height), slice(left, left + width)
        thing = parts[here] == number
        if depth[here][thing].max() > THICK * unit and is_strange(thing, colours[here], seats):
            found[here] |= thing
    return found


def is_strange(thing: Mask, colours: Floats, seats: Mapping[str, SeatLook]) -> bool:
    """Whether a thing is no piece, by its colours, its thickness and its shape.

    Args:
        thing: a mask of it: height x width.
        colours: CIE Lab there, lightness weighted.
        seats: whose pieces it may be.
    """
    inside = cv2.erode(np.pad(thing, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1] > 0
    likely = likelihoods(colours[inside if inside.sum() >= FEWEST else thing], seats)
    if float((likely.max(axis=1) > EXPLAINED).mean()) < STRANGE:
        return True
    seat = list(seats.values())[int(np.log(likely).mean(axis=0).argmax())]
    return _is_thick(thing, max(seat.area, piece_area(seats)))


def _is_thick(thing: Mask, piece: float) -> bool:
    """Whether a thing is thicker than pieces of an area, by its width and its shape."""
    padded = np.pad(thing, 1).astype(np.uint8)
    rings, _ = cv2.findContours(padded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    full, hull = (
        cv2.drawContours(np.zeros_like(padded), each, -1, 1, -1)
        for each in (rings, [cv2.convexHull(np.concatenate(rings))])
    )
    thick = float(_depth(full).max()) / piece**0.5
    _, sides, _ = cv2.minAreaRect(np.concatenate(rings))
    long, short, whole = max(sides) + 1, min(sides) + 1, int(full.sum())
    full_enough = whole > max(SEVERAL * piece, FULL * long * short, CONVEX * int(hull.sum()))
    return thick > THICKEST or (thick > THICK and full_enough and long < BLOCK * short)


def _depth(mask: NDArray[Any]) -> NDArray[np.float32]:
    """How far each pixel of a mask lies from its border."""
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 3), np.float32)


def _whole_pieces(parts: Numbers, under: Numbers, areas: NDArray[np.float64], piece: float) -> Numbers:
    """Give what reaches over a border to the place with most of its thing, if it is less than a piece."""
    size = int(under.max(initial=0)) + 1
    table = np.bincount(parts * size + under, areas, minlength=(int(parts.max(initial=0)) + 1) * size)
    table = table.reshape(-1, size)
    whole = table.sum(axis=1)
    table[:, 0] = 0
    largest = table.argmax(axis=1)
    small = (under == 0) | (table[parts, under] < OVER * piece) | (whole[parts] < ONE * piece)
    found = np.where(small, largest[parts], under)
    found[whole[parts] < SPECK * piece] = 0
    return np.asarray(found, np.intp)


def _hand(mask: Mask, piece: float) -> Mask:
    """A mask of large things that reach over the edge of the board."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    height, width = mask.shape
    left, top, wide, high, area = stats.T
    near = RIM + 2
    edge = (left <= near) | (top <= near) | (left + wide >= width - near) | (top + high >= height - near)
    large = min(LARGEST * piece, LARGE * height * width)
    hands = (edge & (area > large)) | (area > ANYWHERE * LARGE * height * width)
    hands[0] = False
    if not hands.any():
        return np.zeros_like(mask)
    around = cv2.dilate(hands[parts].astype(np.uint8), np.ones((9, 9), np.uint8))
    return np.asarray(around > 0)
