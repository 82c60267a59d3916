"""Boards and photos that came from phones: they wait until somebody at the table opens or deletes them."""

from pathlib import Path

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write
from companion.games.boards.board import board_of
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import BoardFile, decode_board, written
from companion.games.boards.elements import place_name
from companion.games.boards.library import boards_folder, reference
from companion.locale.messages import joined

MAX_RECEIVED = 8
"""Most files that wait."""


def received_folder() -> Path:
    """Return the folder of the files that wait."""
    return boards_folder() / "received"


def received(ending: str = "") -> tuple[Path, ...]:
    """List the files that wait, those with an ending only."""
    return tuple(sorted(received_folder().glob(f"*{ending}")))


def receive_board(content: bytes) -> BoardFile:
    """Let a board wait at the table; it is on disk when this returns.

    Raises:
        BrokenFile: it is wrong or has mistakes, or too many files wait.
        OSError: it cannot be written.
    """
    board = decode_board(content, Path("from a phone"))
    named = reference(board)
    if found := faults(board_of(board, named)):
        raise BrokenFile("{board} has mistakes: {faults}", board=place_name(board.name), faults=joined(found))
    _put(f"{named}.json", written(board))
    return board


def receive_photo(jpeg: bytes) -> None:
    """Let the photo of a board wait at the table; it is on disk when this returns.

    Raises:
        BrokenFile: too many files wait.
        OSError: it cannot be written.
    """
    taken = {path.name for path in received()}
    _put(next(name for n in range(1, MAX_RECEIVED + 2) if (name := f"photo-{n}.jpg") not in taken), jpeg)


def _put(name: str, content: bytes | str) -> None:
    others = [path for path in received() if path.name != name]
    if len(others) >= MAX_RECEIVED:
        raise BrokenFile(
            "{number} boards and photos wait at the table already. Open or delete some there first.",
            number=MAX_RECEIVED,
        )
    atomic_write(received_folder() / name, content)
