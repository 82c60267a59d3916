"""Looks at a taught board: which places carry pieces, and whose."""

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board import light, registration
from companion.vision.board.difference import ALIKE, Floats, lab, nearest_colours, things
from companion.vision.board.model import BoardModel
from companion.vision.board.registration import Homography
from companion.vision.board.seen import BoardSeen, PlaceSeen
from companion.vision.frames import Picture

Mask = NDArray[np.bool_]

EMPTY, OCCUPIED = 0.2, 0.45
"""A place with fewer pieces, by area, is empty; with more, occupied; between them it is unsure."""
OWNED = 0.6
"""Smallest share of a place's pieces that must have its owner's colour."""
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
    return BoardLook(followed, values, colours, things(values, colours, empty), pushed, lit.changed, lost)


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


def places_of(seen: BoardLook, seats: Collection[str] | None = None) -> BoardSeen:
    """Tell the places of a look apart; see `see_board`."""
    model, empty = seen.model, seen.model.empty
    hand = _hand(seen.mask, _piece(model))
    labels, names = empty.labels, model.shape.places
    size = len(names) + 1
    whole = np.maximum(1, np.bincount(labels.ravel(), minlength=size))
    covered = np.bincount(labels[hand], minlength=size) / whole
    hidden = frozenset(name for name, share in zip(names, covered[1:], strict=True) if share > REACHED)
    votes = _votes(seen, seen.mask & ~hand, seats)
    known = [seat for seat in model.seats if seats is None or seat in seats]
    places = tuple(
        _place(seen, name, votes[number], known, name in hidden) for number, name in enumerate(names, 1)
    )
    picture = np.asarray(np.clip(seen.values, 0, 255), np.uint8)
    return BoardSeen(places, seen.pushed, seen.light_changed, hidden, picture, seen.lost)


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
    return np.asarray(hands[parts])


def _votes(seen: BoardLook, mask: Mask, seats: Collection[str] | None) -> NDArray[np.float64]:
    """Pixels of each place by colour: places + 1 x seats + 1; the last column is of no seat's colour."""
    model = seen.model
    known = [look for seat, look in model.seats.items() if seats is None or seat in seats]
    places = model.empty.labels[mask].astype(np.intp)
    size = len(model.shape.places) + 1
    whose = np.full(len(places), len(known), np.intp)
    if known:
        colours = [np.array([colour[:3] for colour in look.colours], np.float32) for look in known]
        whose, distance = nearest_colours(seen.colours[mask], colours)
        whose[distance > ALIKE] = len(known)
    flat = np.bincount(places * (len(known) + 1) + whose, minlength=size * (len(known) + 1))
    return flat.reshape(size, -1).astype(np.float64)


def _place(
    seen: BoardLook, name: str, votes: NDArray[np.float64], known: list[str], hidden: bool
) -> PlaceSeen:
    """Decide about one place."""
    model, box = seen.model, seen.model.empty.boxes[name]
    area, own = float(votes.sum()), votes[:-1]
    best = int(own.argmax()) if len(own) else -1
    piece = model.seats[known[best]].area if best >= 0 and own[best] else _piece(model)
    pieces = area / piece
    if hidden or seen.lost or EMPTY < pieces < OCCUPIED:
        return PlaceSeen(name, None, None, area, 0.0, box, pieces)
    if pieces <= EMPTY:
        return PlaceSeen(name, False, None, area, 1.0 - pieces, box, pieces)
    share = float(own[best]) / area if best >= 0 else 0.0
    if share < OWNED:
        foreign = len(known) > 0 and votes[-1] > 0.6 * area
        return PlaceSeen(name, None if foreign else True, None, area, share, box, pieces)
    return PlaceSeen(name, True, known[best], area, share, box, pieces)
