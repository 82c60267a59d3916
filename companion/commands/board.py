"""``companion board``: check board files, keep, list and copy boards, and begin one from a photo."""

import argparse
from pathlib import Path

from companion.external_files.files import atomic_write
from companion.games.boards import library
from companion.games.boards.board import FOLDER, Board, board_names, board_of, load_board
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import read_board_file, written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = parser.add_subparsers(dest="action", required=True)
    check = actions.add_parser("check", help="name every fault of board files")
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    add = actions.add_parser("add", help="keep a board without faults at this table")
    add.add_argument("file", type=Path, metavar="FILE")
    new = actions.add_parser("new", help="begin a board from a photo; it is taught on the screen")
    new.add_argument("photo", type=Path, metavar="PHOTO")
    new.add_argument("--name", default="Our board", help="title of the board")
    actions.add_parser("list", help="list the boards of this table")
    copy = actions.add_parser("copy", help="write a board of this table as one file")
    copy.add_argument("board", metavar="BOARD", help="as `companion board list` names it")
    copy.add_argument("file", type=Path, metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked; 1 if a board has faults."""
    if arguments.action == "check":
        return max([_check(path) for path in arguments.files])
    if arguments.action == "add":
        return _add(arguments.file)
    if arguments.action == "new":
        return _new(arguments.photo, arguments.name)
    if arguments.action == "list":
        for name in (*board_names(), *library.references()):
            print(f"{name}  {_in_words(load_board(name))}")
        return 0
    return _copy(arguments.board, arguments.file)


def _check(path: Path) -> int:
    board = board_of(read_board_file(path), path.stem)
    found = faults(board)
    print(f"{path}: {_in_words(board)}")
    for error in found:
        print(f"  {error}")
    print("  No faults." if not found else f"  {len(found)} faults.")
    return int(bool(found))


def _add(path: Path) -> int:
    file = read_board_file(path)
    if _check(path):
        return 1
    print(f"Kept as {library.keep(file)}.")
    return 0


def _new(photo: Path, name: str) -> int:
    from companion.tools.editors.authoring.board_draft import BoardDraft
    from companion.vision.sources.picture_files import load_picture

    draft = BoardDraft.begin(load_picture(photo), name)
    print(f"{name} is begun. Choose Boards in the lobby, then: Go on with {draft.folder.name}.")
    return 0


def _copy(name: str, path: Path) -> int:
    own = name in board_names()
    file = read_board_file(FOLDER / f"{name}.json") if own else library.read_referred(name)
    atomic_write(path, written(file))
    print(f"{file.name} is in {path}.")
    return 0


def _in_words(board: Board) -> str:
    return f"{board.name}: {len(board.territories)} territories, {len(board.continents)} continents"
