"""``companion board``: check board files, keep, list and copy boards, and begin one from a photo."""

import argparse
from pathlib import Path

from companion.commands.output import say
from companion.external_files.files import atomic_write
from companion.games.boards import library
from companion.games.boards.board import FOLDER, Board, board_names, board_of, load_board
from companion.games.boards.board_check import faults
from companion.games.boards.board_files import read_board_file, written
from companion.games.boards.elements import place_name
from companion.locale.messages import gettext, ngettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = parser.add_subparsers(dest="action", required=True)
    check = actions.add_parser("check", help=gettext("name every fault of board files"))
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    add = actions.add_parser("add", help=gettext("keep a board without faults at this table"))
    add.add_argument("file", type=Path, metavar="FILE")
    new = actions.add_parser("new", help=gettext("begin a board from a photo; it is taught on the screen"))
    new.add_argument("photo", type=Path, metavar="PHOTO")
    new.add_argument("--name", default="Our board", help=gettext("title of the board"))
    actions.add_parser("list", help=gettext("list the boards of this table"))
    copy = actions.add_parser("copy", help=gettext("write a board of this table as one file"))
    copy.add_argument("board", metavar="BOARD", help=gettext("as `companion board list` names it"))
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
            say(name, _in_words(load_board(name)), sep="  ")
        return 0
    return _copy(arguments.board, arguments.file)


def _check(path: Path) -> int:
    board = board_of(read_board_file(path), path.stem)
    found = faults(board)
    say(f"{path}:", _in_words(board))
    for error in found:
        say(" ", error)
    say(" ", ngettext("{count} fault.", "{count} faults.", len(found)) if found else gettext("No faults."))
    return int(bool(found))


def _add(path: Path) -> int:
    file = read_board_file(path)
    if _check(path):
        return 1
    say(gettext("Kept as {name}.", name=library.keep(file)))
    return 0


def _new(photo: Path, name: str) -> int:
    from companion.tools.editors.authoring.board_draft import BoardDraft
    from companion.vision.sources.picture_files import load_picture

    draft = BoardDraft.begin(load_picture(photo), name)
    said = gettext(
        "{board} is begun. Choose Boards in the lobby, then: Go on with {name}.",
        board=name,
        name=draft.folder.name,
    )
    say(said)
    return 0


def _copy(name: str, path: Path) -> int:
    own = name in board_names()
    file = read_board_file(FOLDER / f"{name}.json") if own else library.read_referred(name)
    atomic_write(path, written(file))
    say(gettext("{board} is in {file}.", board=file.name, file=path))
    return 0


def _in_words(board: Board) -> str:
    territories = ngettext("{count} territory", "{count} territories", len(board.territories))
    continents = ngettext("{count} continent", "{count} continents", len(board.continents))
    return gettext(
        "{board}: {territories}, {continents}",
        board=place_name(board.name),
        territories=territories,
        continents=continents,
    )
