"""``companion backup``: copy all games to a memory stick, even during a game."""

import argparse
from datetime import datetime
from pathlib import Path

from companion.app.machine.backup import newest_backup, write_backup
from companion.errors import StickUnavailable
from companion.hardware.memory_sticks import MemoryStick, find_sticks, mount, unmount
from companion.journal.journal import Journal
from companion.journal.paths import journal_path

NO_STICK = "No memory stick is there. Put one in, or name a folder."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("folder", nargs="?", type=Path, help="where to; the memory stick if left out")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder for games")


def run(arguments: argparse.Namespace) -> int:
    """Write the backup and print where it is."""
    stick = None if arguments.folder else first_stick()
    folder: Path = mount(stick) if stick else arguments.folder
    try:
        with Journal.open_read_only(journal_path(arguments.data)) as journal:
            games = [progress.games for progress in write_backup(journal, folder, datetime.now())][-1]
        print(f"{games} games are in {newest_backup(folder)}.")
    except OSError as error:
        raise StickUnavailable(f"The backup was not written: {error}.") from error
    finally:
        if stick is not None:
            unmount(stick)
    return 0


def first_stick() -> MemoryStick:
    """Return the first connected memory stick.

    Raises:
        StickUnavailable: no memory stick is connected.
    """
    sticks = find_sticks()
    if not sticks:
        raise StickUnavailable(NO_STICK)
    return sticks[0]
