"""Looks at a taught board: which places carry pieces, and whose."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board import light, registration
from companion.vision.board.difference import Floats, lab, things
from companion.vision.board.model import BoardModel
from companion.vision.board.ownership import FLOOR, is_explained, is_familiar
from companion.vision.board.registration import Homography
from companion.vision.board.seen import BoardSeen, PlaceSeen
from companion.vision.board.things import STEP, Things, found_things, piece_area
from companion.vision.frames import Picture

Mask = NDArray[np.bool_]
Values = NDArray[np.float64]

EMPTY, OCCUPIED = 0.2, 0.45
"""A place with fewer pieces, by area, is empty; with more, occupied; between them it is unsure."""
MARGIN = 0.25
"""By how much the mean log-likelihood of pixels must be higher for the owner than for anybody else."""
FOREIGN = 0.35
"""Things of which less than this share has a seat's colour are no pieces."""
RIM = 0.25
"""Weight of the border of a thing, where colours mix, beside its inside."""
REACHED = 0.1
"""A place is hidden if a hand covers more than this share of it."""


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
    mask = things(
        values, colours, empty, piece_area(model.seats), lambda pixels: is_familiar(pixels, model.seats)
    )
    return BoardLook(followed, values, colours, mask, pushed, lit.changed, lost)


def _followed(picture: Picture, model: BoardModel) -> tuple[BoardModel, bool, bool]:
    """The model where the board lies now, whether it was pushed, and whether it is lost."""
    empty = model.empty
    board = registration.rectified(picture, model.to_board, model.shape.size)
    moved = registration.shift(board, empty.level, empty.landmarks)
    if moved is not None and moved.distance < registration.STILL:
        return model, False, False
    if moved is not None:
        pushed = moved.distance > registration.PUSHED
        return model.moved(moved.correction @ model.to_board), pushed, False
    found: Homography | None = registration.find_board(picture, empty.reference)
    return (model, True, True) if found is None else (model.moved(found), True, False)


def see_board(picture: Picture, model: BoardModel, seats: Collection[str] | None = None) -> BoardSeen:
    """Look at a taught board.

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
    known = {seat: look for seat, look in seen.model.seats.items() if seats is None or seat in seats}
    found = found_things(seen.mask, seen.colours, seen.model, known)
    hidden = _hidden(found, seen.model)
    evidence = _evidence(found, piece_area(seen.model.seats), len(seen.model.shape.places) + 1)
    places = tuple(
        _place(seen, name, list(known), [each[n] for each in evidence], name in hidden)
        for n, name in enumerate(seen.model.shape.places, 1)
    )
    picture = np.asarray(np.clip(seen.values, 0, 255), np.uint8)
    stands, sizes = np.zeros(seen.mask.shape, np.int16), np.zeros(seen.mask.shape, np.float32)
    stands[found.rows, found.columns] = found.places
    sizes[found.rows, found.columns] = found.areas / piece_area(seen.model.seats)
    hand = bool(found.hand.any())
    about = (hidden, picture, seen.lost, hand, stands, sizes, seen.mask, known)
    return BoardSeen(places, seen.pushed, seen.light_changed, *about)


def _hidden(found: Things, model: BoardModel) -> frozenset[str]:
    """The places that a hand covers, or on which something lies that is no piece."""
    names, labels = model.shape.places, model.empty.labels
    size, piece = len(names) + 1, piece_area(model.seats)
    whole = np.maximum(1, np.bincount(labels.ravel(), minlength=size))
    by_hand = np.bincount(labels[found.hand], minlength=size) > REACHED * whole
    by_things = np.bincount(labels[found.foreign], minlength=size) > OCCUPIED * piece
    covered = by_hand | by_things
    return frozenset(name for name, hidden in zip(names, covered[1:], strict=True) if hidden)


def _evidence(found: Things, piece: float, size: int) -> tuple[Values, Values, Values, Values]:
    """Of each place: pieces, each seat's mean log-likelihood, the share that has one, each seat's pieces."""
    samples = found.samples
    weights = np.where(found.core[samples], 1.0, RIM)
    places = found.places[samples]
    pieces: Values = np.bincount(found.places, found.areas, minlength=size) / piece
    weight = np.maximum(np.bincount(places, weights, minlength=size), 1e-6)
    logs = np.log(found.likely) * weights[:, None]
    scores = np.array([np.bincount(places, column, minlength=size) for column in logs.T]).reshape(-1, size)
    own = is_explained(found.likely) * weights
    posterior = (found.likely - FLOOR) / np.maximum(found.likely.sum(axis=1, keepdims=True), FLOOR)
    shares = STEP**2 / piece * found.areas[samples, None] * posterior
    whose = np.array([np.bincount(places, share, minlength=size) for share in shares.T]).reshape(-1, size)
    return pieces, scores.T / weight[:, None], np.bincount(places, own, minlength=size) / weight, whose.T


def _place(seen: BoardLook, name: str, known: list[str], evidence: list[Values], hidden: bool) -> PlaceSeen:
    """Decide about one place by its evidence, see `_evidence`."""
    pieces, explained, scores = float(evidence[0]), float(evidence[2]), evidence[1]
    box, whose = seen.model.empty.boxes[name], dict(zip(known, evidence[3].tolist(), strict=True))
    unsure = PlaceSeen(name, None, None, 0.0, box, pieces, whose)
    if hidden or seen.lost or EMPTY < pieces < OCCUPIED:
        return unsure
    if pieces <= EMPTY:
        return replace(unsure, occupied=False, sure=1.0 - pieces)
    if not known:
        return replace(unsure, occupied=True)
    if explained < FOREIGN:
        return unsure
    second, first = np.sort([np.log(FLOOR), *scores])[-2:]
    margin = float(first - second)
    owner = known[int(scores.argmax())] if margin > MARGIN else None
    return replace(unsure, occupied=True, owner=owner, sure=1.0 - float(np.exp(-margin)))
