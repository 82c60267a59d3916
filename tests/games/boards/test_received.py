"""What came from phones waits, bounded, until somebody opens it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.machine.table_files import is_kept, table_files
from companion.errors import BrokenFile
from companion.games.boards import library, received
from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import read_board_file, written


def test_the_same_board_waits_once() -> None:
    content = written(read_board_file(FOLDER / "duel.json")).encode()
    received.receive_board(content)
    received.receive_board(content)
    assert [path.suffix for path in received.received()] == [".json"]


def test_photos_are_numbered_and_a_gap_is_filled() -> None:
    for number in range(3):
        received.receive_photo(bytes([number]))
    received.received()[1].unlink()
    received.receive_photo(b"new")
    assert [path.name for path in received.received(".jpg")] == ["photo-1.jpg", "photo-2.jpg", "photo-3.jpg"]
    assert received.received()[1].read_bytes() == b"new"


def test_no_more_than_a_few_wait() -> None:
    board = read_board_file(FOLDER / "duel.json")
    received.receive_board(written(board).encode())
    for _ in range(received.MAX_RECEIVED - 1):
        received.receive_photo(b"photo")
    received.receive_board(written(board).encode())  # the same once more
    with pytest.raises(BrokenFile, match="wait at the table"):
        received.receive_board(written(replace(board, name="Other")).encode())
    with pytest.raises(BrokenFile, match="wait at the table"):
        received.receive_photo(b"photo")


def test_what_waits_is_no_board_of_the_table_yet(tmp_path: Path) -> None:
    received.receive_board(written(read_board_file(FOLDER / "duel.json")).encode())
    assert library.references() == ()
    assert table_files(tmp_path) == [] and is_kept("boards/x@0123456789abcdef.json")
