"""Teaching a board to the camera: the empty board, whether its lines fit, pieces of each colour."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.boards import Points
from companion.app.camera.taught_boards import board_shape
from companion.errors import Unmeasurable
from companion.locale.messages import Message, gettext
from companion.vision.board.model import BoardModel
from companion.vision.board.registration import transformed
from companion.vision.board.seeing import look, places_of
from companion.vision.board.seen import BoardSeen
from companion.vision.board.shape import BoardShape
from companion.vision.board.teaching import teach_board, teach_seat
from companion.vision.frames import Picture

PIECES = 3
"""How many pieces of each colour are shown."""
LINE = 2
"""Width of the lines over the picture, in pixels."""
AROUND = 48
"""How much of the board is shown around a place, in board pixels."""
LINES, MARKED = (255, 60, 230), (60, 220, 60)
"""BGR of the lines of all places, and of those that wait for pieces."""


class BoardLesson:
    """What one board's lesson has come to.

    Args:
        board: the name of the board file.
        colours: of the pieces in this game; none before a game has begun.
        model: the board as it was taught before; then only the colours are shown that it does not know.

    Attributes:
        model: the board as it was taught so far; None before its empty picture.
        places: where pieces of each colour are shown: the largest places.
        problems: what was wrong with each colour in the last picture; empty for one that is known.
    """

    def __init__(self, board: str, colours: Sequence[str], model: BoardModel | None = None) -> None:
        self.board, self.shape = board, board_shape(board)
        self.model, self._colours = model, colours
        self.places = self._places_of(
            colours if model is None else [c for c in colours if c not in model.seats]
        )
        self.problems: dict[str, Message | str] = {}

    def _places_of(self, colours: Sequence[str]) -> dict[str, str]:
        """A place for each colour, the largest first."""
        labels = self.shape.labels()
        areas = np.bincount(labels.ravel(), minlength=len(self.shape.places) + 1)[1:]
        largest = [self.shape.places[number] for number in np.argsort(-areas)]
        return dict(zip(colours, largest, strict=False))

    @property
    def finds_itself(self) -> bool:
        """Whether the board is looked for by its own picture, without its corners."""
        return bool(self.shape.picture)

    def show_empty(self, picture: Picture, corners: Points | None) -> None:
        """Teach the empty board; slow.

        Args:
            picture: from the camera.
            corners: of the board in it, from the top left clockwise, 4 x 2 pixels; None to find it.

        Raises:
            Unmeasurable: it was not found, or the corners lie too near to each other.
        """
        exact = None if corners is None else np.asarray(corners, np.float64)
        self.model = teach_board(picture, self.shape, exact)
        self.places = self._places_of(self._colours)

    def show_pieces(self, picture: Picture) -> None:
        """Teach the pieces of every colour from one picture, each on its place; slow."""
        assert self.model is not None, "the empty board is shown first"
        model = self.model
        self.problems = {}
        for colour, place in self.places.items():
            try:
                model = teach_seat(picture, model, colour, place, PIECES)
            except Unmeasurable as error:
                self.problems[colour] = str(error)
        self._look_again(picture, model)
        self.model = model

    def _look_again(self, picture: Picture, model: BoardModel) -> None:
        """Find colours that are taken for others in the picture that taught them."""
        seen = places_of(look(picture, model), tuple(self.places))
        for colour, place in self.places.items():
            one = seen.place(place)
            if colour not in self.problems and one.owner != colour:
                self.problems[colour] = gettext(
                    "Not told apart from other pieces. Move them apart, look again."
                )

    @property
    def good(self) -> bool:
        """Whether the pieces of every colour are known."""
        return self.model is not None and set(self.places) <= set(self.model.seats) and not self.problems

    def drawn_over(self, picture: Picture, *, marked: bool) -> Picture:
        """Draw the lines of the board over a picture of it.

        Args:
            picture: from the camera; it stays as it is.
            marked: whether only the places that wait for pieces are drawn.
        """
        if self.model is None:
            return picture
        drawn = picture.copy()
        back = np.linalg.inv(self.model.to_board)
        wanted = set(self.places.values())
        for place, rings in self.shape.outlines.items():
            if marked and place not in wanted:
                continue
            flat = [transformed(self.shape.to_pixels(ring), back) for ring in rings]
            lines = [np.round(ring).astype(np.int32) for ring in flat]
            paint, width = (MARKED, 2 * LINE) if marked else (LINES, LINE)
            cv2.polylines(drawn, lines, isClosed=True, color=paint, thickness=width, lineType=cv2.LINE_AA)
        return np.asarray(drawn, np.uint8)


def around(seen: BoardSeen, place: str) -> tuple[slice, slice]:
    """Return the rows and columns of a place with its surroundings, in board pixels."""
    left, top, width, height = seen.place(place).box
    down, across = seen.picture.shape[:2]
    return (
        slice(max(0, top - AROUND), min(down, top + height + AROUND)),
        slice(max(0, left - AROUND), min(across, left + width + AROUND)),
    )


def crop_around(seen: BoardSeen, place: str, shape: BoardShape) -> Picture:
    """Return the photo of a place with its surroundings, and its outline over it."""
    down, across = around(seen, place)
    crop = seen.picture[down, across].copy()
    start = (across.start, down.start)
    lines = [np.round(shape.to_pixels(ring) - start).astype(np.int32) for ring in shape.outlines[place]]
    cv2.polylines(crop, lines, isClosed=True, color=LINES, thickness=1, lineType=cv2.LINE_AA)
    return np.asarray(crop, np.uint8)
