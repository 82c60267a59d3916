"""What a board and its pieces look like at this table: taught once, kept in one file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.errors import BrokenFile, NotAPicture
from companion.external_files.files import atomic_write, read_bytes
from companion.external_files.parsing import check_json
from companion.external_files.pictures import decode_picture
from companion.vision.board.empty import EmptyBoard
from companion.vision.board.ownership import SeatLook
from companion.vision.board.registration import Homography, corners_of, transformed
from companion.vision.board.shape import BoardShape
from companion.vision.frames import Picture

MAX_FILE = 12_000_000
"""Largest file of a taught board, in bytes: its own picture and the reference in base64."""
MAX_REFERENCE = 2_000_000
"""Most pixels of the reference."""
MAX_SEATS, MAX_PLACES, MAX_COLOURS = 16, 200, 16


@dataclass(frozen=True, slots=True, eq=False)
class BoardModel:
    """A taught board.

    Attributes:
        empty: the board without pieces.
        to_board: homography from the camera's pixels to board pixels, 3 x 3.
        camera: width and height of the camera's picture.
        seats: how each seat's pieces look, by the seat's name.
    """

    empty: EmptyBoard
    to_board: Homography
    camera: tuple[int, int]
    seats: Mapping[str, SeatLook] = field(default_factory=dict)

    @property
    def shape(self) -> BoardShape:
        """Its places."""
        return self.empty.shape

    def moved(self, to_board: Homography) -> "BoardModel":
        """Return the model of the same board at another place in the camera's picture."""
        return replace(self, to_board=to_board)

    def with_seat(self, seat: str, look: SeatLook) -> "BoardModel":
        """Return the model that knows one seat's pieces, instead of what it knew of them."""
        return replace(self, seats={**self.seats, seat: look})

    def corners(self) -> NDArray[np.float64]:
        """The board's corners in the camera's picture, from the top left clockwise: 4 x 2 pixels."""
        return transformed(corners_of(*self.shape.size), np.linalg.inv(self.to_board))


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The file: as `BoardModel`, the reference as PNG."""

    shape: BoardShape
    reference: bytes
    to_board: tuple[float, float, float, float, float, float, float, float, float]
    camera: tuple[int, int]
    seats: dict[str, SeatLook]


def save_model(model: BoardModel, path: Path) -> None:
    """Write a taught board to a file.

    Raises:
        OSError: the file cannot be written.
    """
    _, packed = cv2.imencode(".png", model.empty.reference)
    numbers = tuple(float(value) for value in model.to_board.ravel())
    file = {
        "shape": model.shape,
        "reference": packed.tobytes(),
        "to_board": numbers,
        "camera": model.camera,
        "seats": dict(model.seats),
    }
    atomic_write(path, msgspec.json.encode(file))


def load_model(path: Path) -> BoardModel:
    """Read a taught board.

    Raises:
        OSError: the file is missing or cannot be read.
        BrokenFile: it is no taught board, or larger than any.
    """
    content = read_bytes(path, MAX_FILE)
    try:
        check_json(content.decode("utf-8"), BrokenFile)
        file = msgspec.json.decode(content, type=_File)
        reference, _ = decode_picture(file.reference, path.name, MAX_REFERENCE)
    except (UnicodeDecodeError, msgspec.MsgspecError, NotAPicture) as error:
        raise _broken(path) from error
    to_board = np.array(file.to_board, np.float64).reshape(3, 3)
    if not _possible(file, reference, to_board):
        raise _broken(path)
    empty = EmptyBoard(file.shape, np.asarray(reference, np.uint8))
    return BoardModel(empty, to_board, file.camera, file.seats)


def _broken(path: Path) -> BrokenFile:
    return BrokenFile("{name} is no taught board; teach the board again", name=path.name)


def _possible(file: _File, reference: Picture, to_board: Homography) -> bool:
    """Whether the parts of a file fit together."""
    shape = file.shape
    if not (10 <= shape.width <= 10_000 and 10 <= shape.height <= 10_000):
        return False
    looks = list(file.seats.values())
    return (
        0 < len(shape.outlines) <= MAX_PLACES
        and all(len(ring) >= 3 for rings in shape.outlines.values() for ring in rings)
        and reference.shape == (*shape.size[::-1], 3)
        and bool(np.isfinite(to_board).all())
        and abs(float(np.linalg.det(to_board))) > 1e-12
        and all(16 <= side <= 10_000 for side in file.camera)
        and len(looks) <= MAX_SEATS
        and all(look.area > 0 and 0 < len(look.colours) <= MAX_COLOURS for look in looks)
    )
