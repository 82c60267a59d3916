"""Looks at a taught board: which places carry pieces, and whose."""

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board import light, registration
from companion.vision.board.difference import Floats, lab, things
from companion.vision.board.eye import SIDE, eye_over
from companion.vision.board.model import BoardModel
from companion.vision.board.ownership import EXPLAINED, FLOOR, is_familiar, likelihoods
from companion.vision.board.registration import Homography
from companion.vision.board.seen import BoardSeen, PlaceSeen
from companion.vision.frames import Picture

Mask = NDArray[np.bool_]

EMPTY, OCCUPIED = 0.2, 0.45
"""A place with fewer pieces, by area, is empty; with more, occupied; between them it is unsure."""
MARGIN = 0.25
"""By how much the mean log-likelihood of pixels must be higher for the owner than for anybody else."""
FOREIGN = 0.35
"""Things of which less than this share has a seat's colour are no pieces."""
RIM = 0.25
"""Weight of the border of a thing, where colours mix, beside its inside."""
HALF_HEIGHT = 0.6
"""Height of the middle of a piece, as a share of the square root of its area."""
OVER = 0.45
"""What reaches over a border is a piece there if it is as large as this share of one."""
ONE = 1.5
"""A thing smaller than so many pieces is one piece, and stands on one place."""
SPECK = 0.12
"""A thing smaller than this share of a piece is none."""
LARGEST = 25
"""A thing as large as so many pieces that reaches the edge of the board is a hand."""
REACHED = 0.1
"""A place is hidden if a hand covers more than this share of it."""
PLAIN_PIECE = 90.0
"""Area of a piece before any was taught, in square board pixels: 8 to 10 mm on a board of 80 cm."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardLook:
    """A look at the board before places are told apart.

    Attributes:
        model: of the board, where it lies now.
        values: the board in the light of its teaching: height x width x 3, BGR, 0 to 255.
        colours: its CIE Lab, lightness weighted.
        mask: what lies on it.
        pushed: whether it lies elsewhere than the model said.
        light_changed: whether the light differs.
        lost: whether it was not found.
    """

    model: BoardModel
    values: Floats
    colours: Floats
    mask: Mask
    pushed: bool
    light_changed: bool
    lost: bool = False


def look(picture: Picture, model: BoardModel) -> BoardLook:
    """Rectify, register, correct the light, and subtract the empty board."""
    followed, pushed, lost = _followed(picture, model)
    board = registration.rectified(picture, followed.to_board, model.shape.size).astype(np.float32)
    board = np.asarray(cv2.GaussianBlur(board, (3, 3), 0), np.float32)
    empty = model.empty.background
    lit = light.gains(board, empty.values)
    values = light.corrected(board, lit)
    colours = lab(values)
    mask = things(values, colours, empty, _piece(model), lambda pixels: is_familiar(pixels, model.seats))
    return BoardLook(followed, values, colours, mask, pushed, lit.changed, lost)


def _followed(picture: Picture, model: BoardModel) -> tuple[BoardModel, bool, bool]:
    """The model where the board lies now, whether it was pushed, and whether it is lost."""
    empty = model.empty
    board = registration.rectified(picture, model.to_board, model.shape.size)
    moved = registration.shift(board, empty.level, empty.landmarks)
    if moved is not None and moved.distance < registration.STILL:
        return model, False, False
    if moved is not None:
        return model.moved(moved.correction @ model.to_board), True, False
    found: Homography | None = registration.find_board(picture, empty.reference)
    return (model, True, True) if found is None else (model.moved(found), True, False)


def see_board(picture: Picture, model: BoardModel, seats: Collection[str] | None = None) -> BoardSeen:
    """BoardLook at a taught board.

    Args:
        picture: from the camera: height x width x 3, BGR, of the size that was taught.
        model: the board.
        seats: who may own places; None for everybody whose pieces were taught.

    Returns:
        Every place; unsure ones have None. A board that was pushed is followed for this look; to look again
        at less cost, take the model of `look(...).model`.
    """
    return places_of(look(picture, model), seats)


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """Every pixel of things on the board that are no hand: arrays of n pixels.

    Attributes:
        places: the place it stands for; 0 for none.
        areas: its share of the area of pieces, as if seen from straight above.
        colours: CIE Lab, lightness weighted, n x 3.
        core: whether it is inside a thing, not at its border.
        hand: a mask of the hand: height x width.
        pixels: their rows and columns.
    """

    places: NDArray[np.intp]
    areas: NDArray[np.float64]
    colours: Floats
    core: Mask
    hand: Mask
    pixels: tuple[NDArray[np.intp], NDArray[np.intp]]


def found_things(seen: BoardLook) -> Things:
    """Give every thing on the board to the place on which it stands."""
    model, piece = seen.model, _piece(seen.model)
    hand = _hand(seen.mask, piece)
    mask = (seen.mask & ~hand).astype(np.uint8)
    _, parts = cv2.connectedComponents(mask)
    rows, columns = np.nonzero(mask)
    points = np.column_stack([columns, rows]).astype(np.float64)
    eye = eye_over(model.to_board, model.camera)
    feet = np.round(eye.feet(points, HALF_HEIGHT * piece**0.5)).astype(int)
    height, width = mask.shape
    under = model.empty.reach[np.clip(feet[:, 1], 0, height - 1), np.clip(feet[:, 0], 0, width - 1)]
    areas = 1 / (1 + SIDE * eye.slant(points))
    places = _whole_pieces(parts[rows, columns].astype(np.intp), under.astype(np.intp), areas, piece)
    core = cv2.erode(mask, np.ones((3, 3), np.uint8))[rows, columns] > 0
    return Things(places, areas, seen.colours[rows, columns], core, hand, (rows, columns))


def _whole_pieces(
    parts: NDArray[np.intp], under: NDArray[np.intp], areas: NDArray[np.float64], piece: float
) -> NDArray[np.intp]:
    """Give what reaches over a border to the place with most of its thing, if it is less than a piece."""
    size = int(under.max(initial=0)) + 1
    table = np.bincount(parts * size + under, areas, minlength=(int(parts.max(initial=0)) + 1) * size)
    table = table.reshape(-1, size)
    whole = table.sum(axis=1)
    table[:, 0] = 0
    largest = table.argmax(axis=1)
    part = table[parts, under]
    small = (under == 0) | (part < OVER * piece) | (whole[parts] < ONE * piece)
    found = np.where(small, largest[parts], under)
    found[whole[parts] < SPECK * piece] = 0
    return np.asarray(found, np.intp)


def places_of(seen: BoardLook, seats: Collection[str] | None = None) -> BoardSeen:
    """Tell the places of a look apart; see `see_board`."""
    model, empty = seen.model, seen.model.empty
    found = found_things(seen)
    names = model.shape.places
    size = len(names) + 1
    whole = np.maximum(1, np.bincount(empty.labels.ravel(), minlength=size))
    covered = np.bincount(empty.labels[found.hand], minlength=size) / whole
    hidden = frozenset(name for name, share in zip(names, covered[1:], strict=True) if share > REACHED)
    known = {seat: look for seat, look in model.seats.items() if seats is None or seat in seats}
    likely = likelihoods(found.colours, known)
    weights = np.where(found.core, 1.0, RIM)
    area = np.bincount(found.places, found.areas, minlength=size)
    weight = np.bincount(found.places, weights, minlength=size)
    logs = np.log(likely) * weights[:, None]
    scores = np.stack([np.bincount(found.places, column, minlength=size) for column in logs.T], axis=1)
    own = (likely.max(axis=1, initial=0) > EXPLAINED) * weights
    explained = np.bincount(found.places, own, minlength=size) / np.maximum(weight, 1e-6)
    mean = scores / np.maximum(weight, 1e-6)[:, None]
    places = tuple(
        _place(seen, name, area[n], mean[n], float(explained[n]), list(known), name in hidden)
        for n, name in enumerate(names, 1)
    )
    picture = np.asarray(np.clip(seen.values, 0, 255), np.uint8)
    stands, sizes = np.zeros(seen.mask.shape, np.int16), np.zeros(seen.mask.shape, np.float32)
    stands[found.pixels] = found.places
    shares = np.array([0.0, *(each.pieces for each in places)]) / np.maximum(area, 1e-6)
    sizes[found.pixels] = found.areas * shares[found.places]
    hand = bool(found.hand.any())
    return BoardSeen(places, seen.pushed, seen.light_changed, hidden, picture, seen.lost, hand, stands, sizes)


def _piece(model: BoardModel) -> float:
    """The area of a piece of anybody."""
    areas = [seat.area for seat in model.seats.values()]
    return float(np.mean(areas)) if areas else PLAIN_PIECE


def _hand(mask: Mask, piece: float) -> Mask:
    """A mask of large things that reach over the edge of the board."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    height, width = mask.shape
    left, top, wide, high, area = stats.T
    edge = (left <= 2) | (top <= 2) | (left + wide >= width - 2) | (top + high >= height - 2)
    hands = edge & (area > LARGEST * piece)
    hands[0] = False
    if not hands.any():
        return np.zeros_like(mask)
    around = cv2.dilate(hands[parts].astype(np.uint8), np.ones((9, 9), np.uint8))
    return np.asarray(around > 0)


def _place(
    seen: BoardLook,
    name: str,
    area: float,
    scores: NDArray[np.float64],
    explained: float,
    known: list[str],
    hidden: bool,
) -> PlaceSeen:
    """Decide about one place by its area, the mean log-likelihood of each seat, and the share explained."""
    model, box = seen.model, seen.model.empty.boxes[name]
    order = np.argsort(-scores)
    best = known[order[0]] if known else None
    pieces = float(area) / (model.seats[best].area if best is not None and explained > 0 else _piece(model))
    if hidden or seen.lost or EMPTY < pieces < OCCUPIED:
        return PlaceSeen(name, None, None, float(area), 0.0, box, pieces)
    if pieces <= EMPTY:
        return PlaceSeen(name, False, None, float(area), 1.0 - pieces, box, pieces)
    if best is None:
        return PlaceSeen(name, True, None, float(area), 0.0, box, pieces)
    if explained < FOREIGN:
        return PlaceSeen(name, None, None, float(area), 0.0, box, pieces)
    second = scores[order[1]] if len(known) > 1 else np.log(FLOOR)
    margin = float(scores[order[0]] - second)
    sure = 1.0 - float(np.exp(-margin))
    return PlaceSeen(name, True, best if margin > MARGIN else None, float(area), sure, box, pieces)
