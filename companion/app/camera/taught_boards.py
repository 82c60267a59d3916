"""The boards that this table's camera was taught: one file for each, and looks at them."""

import datetime
import logging
import time
from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

from companion.errors import CompanionError
from companion.games.boards import library
from companion.games.boards.board import load_board
from companion.vision.board.changes import Change, changed
from companion.vision.board.model import BoardModel, load_model, save_model
from companion.vision.board.seeing import look, places_of
from companion.vision.board.seen import BoardSeen
from companion.vision.board.shape import BoardShape
from companion.vision.frames import Picture

_log = logging.getLogger(__name__)

FOLDER = "taught boards"
"""In the data folder, beside the calibration of the camera."""


class BoardObservation(Struct, frozen=True):
    """One look at a board.

    Attributes:
        seen: the board.
        taught: colours whose pieces were taught.
        cost: seconds that it took.
        changes: since the look before.
    """

    seen: BoardSeen
    taught: tuple[str, ...]
    cost: float
    changes: tuple[Change, ...] = ()


class TaughtBoards:
    """The taught boards by their names; each is read once.

    Args:
        folder: of their files; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._models: dict[str, BoardModel | None] = {}

    def find(self, board: str) -> BoardModel | None:
        """Return a taught board; None if it was never taught, or its file is damaged."""
        if board not in self._models:
            self._models[board] = self._read(board)
        return self._models[board]

    def _read(self, board: str) -> BoardModel | None:
        path = self._path(board)
        if not path.exists():
            return None
        try:
            return load_model(path)
        except (CompanionError, OSError) as error:
            _log.warning("the board must be taught again: %s", error)
            return None

    def knows(self, board: str, colours: Collection[str]) -> bool:
        """Whether a board was taught with pieces of any of these colours, not only empty."""
        model = self.find(board)
        return model is not None and any(colour in model.seats for colour in colours)

    def keep(self, board: str, model: BoardModel) -> None:
        """Keep a taught board, from now on and on disk.

        Raises:
            OSError: it cannot be written to disk.
        """
        path = self._path(board)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_model(model, path)
        self._models[board] = model

    def look(
        self, board: str, picture: Picture, colours: Collection[str], before: BoardSeen | None = None
    ) -> BoardObservation | None:
        """Look at a taught board, and follow it where it was pushed; slow.

        Args:
            board: its name.
            picture: from the camera.
            colours: of the pieces in this game.
            before: an earlier look, to tell what changed since.

        Returns:
            None if the board was not taught, or the picture has another size than then.
        """
        model = self.find(board)
        if model is None or model.camera != (picture.shape[1], picture.shape[0]):
            return None
        begun = time.monotonic()
        found = look(picture, model)
        seen = places_of(found, colours)
        if found.pushed and not found.lost:
            self._models[board] = found.model
        changes = () if before is None else changed(before, seen)
        return BoardObservation(seen, tuple(model.seats), time.monotonic() - begun, changes)

    def taught(self) -> dict[str, datetime.date]:
        """Return the day on which each board was taught, by its name."""
        files = sorted(self._folder.glob("*.json"))
        return {file.stem: datetime.date.fromtimestamp(file.stat().st_mtime) for file in files}

    def forget(self, board: str) -> None:
        """Forget a taught board: until it is taught again the camera does not look at it.

        Raises:
            OSError: its file cannot be removed.
        """
        self._path(board).unlink(missing_ok=True)
        self._models.pop(board, None)

    def _path(self, board: str) -> Path:
        return self._folder / f"{board}.json"


def board_shape(board: str) -> BoardShape:
    """Return the places of a board file as the camera needs them, with its picture if it has one.

    Raises:
        UnknownName: there is no such board.
        BrokenFile: its file is missing or wrong.
    """
    drawn = load_board(board)
    outlines = {
        territory.id: tuple(ring for polygon in territory.polygons for ring in polygon.rings)
        for territory in drawn.territories
    }
    picture = library.read_referred(board).picture if library.is_reference(board) else b""
    return BoardShape(board, drawn.width, drawn.height, outlines, picture)
