"""The players' own boards: files in the data folder that are named by their content and never change.

A game refers to a board as ``name@hash``, for instance ``lakes@0123456789abcdef``. A board that is changed
gets another hash; the file of the earlier one stays, so that games begun on it open again.
"""

import re
import unicodedata
from pathlib import Path

from companion.data_folder import data_folder
from companion.errors import BrokenFile, UnknownName
from companion.external_files.files import atomic_write
from companion.games.boards.board_files import (
    HASH_DIGITS,
    BoardFile,
    content_hash,
    decode_board,
    read_board_file,
    written,
)

_REFERENCE = re.compile(rf"([a-z0-9]+(?:-[a-z0-9]+)*)@([0-9a-f]{{{HASH_DIGITS}}})")
NAMELESS = "board"
"""The name in references of a board whose title has no letter of the English alphabet."""


def boards_folder() -> Path:
    """Return the folder of the players' boards."""
    return data_folder() / "boards"


def _earlier() -> Path:
    """Return the folder of boards that have been replaced or put away; games still open with them."""
    return boards_folder() / "earlier"


def slug(title: str) -> str:
    """Return the name for a title in references: lowercase letters, digits and dashes, without accents."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-") or NAMELESS


def is_reference(text: str) -> bool:
    """Return whether a text has the form of a reference."""
    return _REFERENCE.fullmatch(text) is not None


def reference(board: BoardFile) -> str:
    """Return the reference of a board."""
    return f"{slug(board.name)}@{content_hash(board)}"


def references() -> tuple[str, ...]:
    """Return the references of the players' current boards, sorted."""
    return tuple(sorted(path.stem for path in boards_folder().glob("*.json") if is_reference(path.stem)))


def read_referred(named: str) -> BoardFile:
    """Read the board with this reference.

    Raises:
        UnknownName: this table does not have it.
        BrokenFile: its file is wrong, or is another board than the reference names.
    """
    path = _path(named)
    if path is None:
        raise UnknownName(
            "This table does not have the board {named!r}: open its file from the table that has it.",
            named=named,
        )
    board = read_board_file(path)
    if content_hash(board) != named.rpartition("@")[2]:
        raise BrokenFile(
            "The board file {path} has been changed since. Open the board's file again.", path=path
        )
    return board


def _path(named: str) -> Path | None:
    """Return the file of a board, current or earlier; None if it is not here."""
    paths = [folder / f"{named}.json" for folder in (boards_folder(), _earlier())]
    return next((path for path in paths if path.is_file()), None)


def keep(board: BoardFile) -> str:
    """Keep a board under its reference, on disk when this returns; an earlier one of its name steps back.

    Raises:
        BrokenFile: it is wrong: its file could not be read again.
        OSError: it cannot be written.
    """
    named = reference(board)
    path, content = boards_folder() / f"{named}.json", written(board)
    decode_board(content.encode(), path)
    atomic_write(path, content)
    for other in references():
        if other != named and other.partition("@")[0] == slug(board.name):
            put_away(other)
    return named


def keep_for_game(named: str, content: bytes) -> Path | None:
    """Keep the board that a game brought, unless it is here; a board of this table stays on its list.

    Args:
        named: its reference, as the game names it.
        content: of its file.

    Returns:
        The path of the new file; None if the board was here.

    Raises:
        BrokenFile: the content is wrong, or another board.
        OSError: it cannot be written.
    """
    board = decode_board(content, Path(f"{named}.json"))
    if not is_reference(named) or reference(board) != named:
        raise BrokenFile(
            "The game brings another board than {named!r}. Save it again where it was played.", named=named
        )
    if _path(named) is not None:
        return None
    taken = any(other.partition("@")[0] == slug(board.name) for other in references())
    path = (_earlier() if taken else boards_folder()) / f"{named}.json"
    atomic_write(path, written(board))
    return path


def put_away(named: str) -> None:
    """Take a board off the list; games begun on it still open.

    Raises:
        OSError: the file cannot be moved.
    """
    _earlier().mkdir(parents=True, exist_ok=True)
    (boards_folder() / f"{named}.json").replace(_earlier() / f"{named}.json")
