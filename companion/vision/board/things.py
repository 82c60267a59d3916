"""The things on a board: hands, cards and dice apart, each pixel of pieces given to their place."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board.difference import RIM, Floats
from companion.vision.board.eye import SIDE, eye_over
from companion.vision.board.model import BoardModel
from companion.vision.board.ownership import SeatLook, is_explained, likelihoods

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
DIE = 1.6
"""A square thing larger than so many pieces is a die; of any shape, if it has no seat's colour, no piece."""
CARD = 6.0
"""A full rectangle larger than so many pieces is a card: pieces leave gaps between them."""
FOREIGN = 0.4
"""A larger thing of which less than this share has a seat's colour is no piece."""
STEP = 2
"""Of so many rows, and of so many columns, one is looked at for its colours."""
SQUARE, FILLED = 1.35, 0.8
"""Longest sides and least filling of the rectangle around a die or a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """Every pixel of pieces on the board: arrays of n pixels.

    Attributes:
        rows: of each.
        columns: of each.
        places: the place it stands on, counted from 1; 0 for none.
        areas: its share of the area of pieces, as if seen from straight above.
        core: whether it is inside a thing, not at its border.
        samples: the indexes of pixels whose colours are looked at, one of `STEP` x `STEP`.
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
    samples = np.flatnonzero((rows % STEP == 0) & (columns % STEP == 0))
    seen = colours[rows[samples], columns[samples]]
    likely = likelihoods(seen, seats)
    whole = np.bincount(part, areas, minlength=len(boxes)) / piece
    own = _share(part[samples], is_explained(likely), len(boxes))
    strange = _strangers(parts, boxes, whole, own) if seats else np.zeros(len(boxes), np.bool_)
    places[strange[part]] = 0
    core = cv2.erode(rest, np.ones((3, 3), np.uint8))[rows, columns] > 0
    return Things(rows, columns, places, areas, core, samples, seen, likely, hand, strange[parts])


def _share(groups: Numbers, yes: Mask, size: int) -> NDArray[np.float64]:
    """The share of each group that is true; 1 for none."""
    count = np.bincount(groups, minlength=size)
    return np.where(count > 0, np.bincount(groups, yes, minlength=size) / np.maximum(count, 1), 1.0)


def _strangers(parts: Numbers, boxes: Numbers, whole: NDArray[np.float64], own: NDArray[np.float64]) -> Mask:
    """Which things are cards, dice and other things, by their size in pieces, shape and colour."""
    found = (whole > DIE) & (own < FOREIGN)
    for number in np.flatnonzero((whole > DIE) & ~found):
        left, top, width, height, area = boxes[number].tolist()
        here = parts[top : top + height, left : left + width] == number
        _, sides, _ = cv2.minAreaRect(np.argwhere(here).astype(np.float32))
        long, short = max(sides) + 1, min(sides) + 1
        full = area > FILLED * long * short
        found[number] = full and (whole[number] > CARD or long < SQUARE * short)
    found[0] = False
    return found


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
