"""``companion restore``: restore the games of a backup; existing games are not changed."""

import argparse
from pathlib import Path

from companion.app.machine.backup import newest_backup, restore_backup
from companion.commands.backup import first_stick
from companion.errors import StickUnavailable
from companion.games import find_game
from companion.hardware.memory_sticks import mount, unmount
from companion.journal.journal import Journal
from companion.journal.paths import journal_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "folder", nargs="?", type=Path, help="a backup, or a folder with some; the memory stick if left out"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder for games")


def run(arguments: argparse.Namespace) -> int:
    """Restore the games and print how many; return 1 if some could not be restored."""
    stick = None if arguments.folder else first_stick()
    try:
        place: Path = mount(stick) if stick else arguments.folder
        if not place.is_dir():
            raise StickUnavailable(f"{place} is no folder.")
        with Journal.open(journal_path(arguments.data)) as journal:
            last = list(restore_backup(journal, newest_backup(place) or place, find_game))[-1]
        print(last.text)
    finally:
        if stick is not None:
            unmount(stick)
    return int(bool(last.refused))
