"""`companion report`: write the report of a saved game as one HTML file."""

import argparse
from pathlib import Path

from companion.app.chronicle.recorded_game import RecordedGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", type=int, help="number of the game (companion export lists them)")
    parser.add_argument("--out", metavar="FILE.html", type=Path, required=True, help="the file to write")
    parser.add_argument("--replace", action="store_true", help="replace the file if it is there")
    parser.add_argument("--data", metavar="DIR", type=Path, help="the folder for games")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    page = RecordedGame.read(arguments.game, arguments.data).report()
    try:
        with arguments.out.open("w" if arguments.replace else "x", encoding="utf-8") as file:
            file.write(page)
    except FileExistsError as error:
        raise FileExistsError(
            f"{arguments.out} is already there: name another file, or add --replace."
        ) from error
    print(f"The report of game {arguments.game} is in {arguments.out}.")
    return 0
