"""`companion sheets FOLDER`: write the printable sheets and the board files of their markers."""

import argparse
from pathlib import Path

from calibration.boards import MarkerBoard, board_file
from calibration.sheets.pages import PAPERS, SHEETS, sheet
from companion.external_files.files import atomic_write
from companion.locale.messages import gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to `parser`."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help=gettext("where the PDFs and board files go")
    )
    names = [paper.name.lower() for paper in PAPERS]
    parser.add_argument(
        "--paper", choices=names, action="append", help=gettext("only this paper; default: all")
    )
    parser.add_argument(
        "--sheet", choices=list(SHEETS), action="append", help=gettext("only this sheet; default: all")
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheets; return 0."""
    for paper in PAPERS:
        if args.paper and paper.name.lower() not in args.paper:
            continue
        for name in args.sheet or SHEETS:
            page, board = sheet(name, paper)
            path = args.folder / f"{name}-{paper.name.lower()}.pdf"
            atomic_write(path, page.pdf())
            print(path)
            if board is not None:
                print(_board_file(path.with_suffix(".toml"), board))
    return 0


def _board_file(path: Path, board: MarkerBoard) -> Path:
    atomic_write(path, board_file(board))
    return path
