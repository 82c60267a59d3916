"""Teaches a board: the empty board once, then a few pieces of each seat."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import Unmeasurable
from companion.locale.messages import gettext
from companion.vision.board import registration
from companion.vision.board.empty import EmptyBoard
from companion.vision.board.model import BoardModel
from companion.vision.board.ownership import SeatLook, main_colours
from companion.vision.board.registration import Homography
from companion.vision.board.seeing import BoardLook, look
from companion.vision.board.shape import BoardShape
from companion.vision.board.things import found_things
from companion.vision.frames import Picture

FEWEST = 12
"""Fewest pixels of pieces that teach a colour."""


def teach_board(
    picture: Picture, shape: BoardShape, corners: NDArray[np.float64] | None = None
) -> BoardModel:
    """Teach the empty board.

    Args:
        picture: the empty board from the camera, under the light of the table: height x width x 3, BGR.
        shape: its places.
        corners: of the canvas in the picture, from the top left clockwise, 4 x 2 pixels, if players tapped
            them; None to find the board by its own picture.

    Raises:
        Unmeasurable: the board was not found; ask for its corners.
        NotAPicture: its own picture cannot be read.
    """
    drawn = shape.drawn()
    to_board = _tapped(picture, shape, corners, drawn) if corners is not None else _found(picture, drawn)
    reference = registration.rectified(picture, to_board, shape.size)
    return BoardModel(EmptyBoard(shape, reference), to_board, (picture.shape[1], picture.shape[0]))


def _found(picture: Picture, drawn: Picture | None) -> Homography:
    found = None if drawn is None else registration.find_board(picture, drawn)
    if found is None:
        raise Unmeasurable(gettext("The board was not found in the picture: tap its four corners"))
    return found


def _tapped(
    picture: Picture, shape: BoardShape, corners: NDArray[np.float64], drawn: Picture | None
) -> Homography:
    """The homography of four taps, made exact by the board's own picture if there is one."""
    target = registration.corners_of(*shape.size).astype(np.float32)
    source = np.asarray(corners, np.float32).reshape(4, 2)
    if abs(cv2.contourArea(source)) < 0.02 * picture.shape[0] * picture.shape[1]:
        raise Unmeasurable(gettext("The four corners lie too near to each other: tap them again"))
    found = np.asarray(cv2.getPerspectiveTransform(source, target), np.float64)
    return found if drawn is None else registration.refined(picture, drawn, found)


def teach_seat(picture: Picture, model: BoardModel, seat: str, place: str, count: int) -> BoardModel:
    """Teach how a seat's pieces look, from some of them on one place of an otherwise empty board.

    Args:
        picture: from the camera.
        model: the board.
        seat: whose pieces they are.
        place: where they stand.
        count: how many they are.

    Raises:
        Unmeasurable: nothing is seen there.
    """
    seen = look(picture, model)
    taught = _taught_by(seen, place, count)
    if taught is None:
        raise Unmeasurable(gettext("No pieces are seen there: put some down, apart from each other"))
    return seen.model.with_seat(seat, taught)


def _taught_by(seen: BoardLook, place: str, count: int) -> SeatLook | None:
    """How the pieces on one place look."""
    found = found_things(seen.mask, seen.colours, seen.model, {})
    here = found.places == seen.model.shape.places.index(place) + 1
    core = here & found.core
    if int(here.sum()) < FEWEST or count < 1:
        return None
    kept = core if int(core.sum()) >= FEWEST else here
    pixels = seen.colours[found.rows[kept], found.columns[kept]]
    return SeatLook(float(found.areas[here].sum()) / count, main_colours(pixels), count)
